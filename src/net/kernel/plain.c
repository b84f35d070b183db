/* plain.c - the kernels for any processor, and NEON where there is that. */
#if defined __aarch64__
#include <arm_neon.h>
#endif
#include <stdbool.h>

#define KERNELS mi_kernels_plain
#define LANES   4
#define PANELS  1

typedef float vf __attribute__((vector_size(16)));

#if defined __aarch64__
#define NAME           "neon"
#define ROWS           6
#define v_fma(a, b, c) ((vf)vfmaq_f32((float32x4_t)(c), (float32x4_t)(a), (float32x4_t)(b)))
#define v_max(a, b)    ((vf)vmaxq_f32((float32x4_t)(a), (float32x4_t)(b)))
#else
#define NAME           "plain"
#define ROWS           2
#define v_fma(a, b, c) ((a) * (b) + (c))

static inline __attribute__((always_inline)) vf v_max(vf a, vf b)
{
    typedef int bits __attribute__((vector_size(16)));
    bits larger = a > b;
    return (vf)((larger & (bits)a) | (~larger & (bits)b));
}
#endif

static bool usable(void)
{
    return true;
}

#include "kernel.h"
