/* kernel_avx2.c - the network kernel with AVX2. */
#if defined __x86_64__
#if defined __clang__
#pragma clang attribute push(__attribute__((target("avx2,no-avx512f"))), apply_to = function)
#else
#pragma GCC target("avx2,no-avx512f")
#endif

#include "base/processor.h"

#include <stdbool.h>

#define KERNEL mi_gomoku_avx2
#define NAME   "avx2"

static bool usable(void)
{
    return mi_processor_allows(MI_PROCESSOR_AVX2) && __builtin_cpu_supports("avx2");
}

#include "kernel.h"

#if defined __clang__
#pragma clang attribute pop
#endif
#else
typedef int mi_no_gomoku_avx2; /* ISO C forbids an empty translation unit */
#endif
