/* kernel_plain.c - the portable network kernel. */
#include <stdbool.h>

#define KERNEL plain
#define NAME   "plain"

static bool usable(void)
{
    return true;
}

#include "kernel.h"

extern const struct mi_gomoku_kernel mi_gomoku_avx2, mi_gomoku_avx512;

const struct mi_gomoku_kernel *const mi_gomoku_kernels[] = {
#if defined __x86_64__
    &mi_gomoku_avx512, &mi_gomoku_avx2,
#endif
    &plain, NULL};
