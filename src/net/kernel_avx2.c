/* kernel_avx2.c - the kernels for AVX2. */
#if defined __x86_64__
#if defined __clang__
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#else
#pragma GCC target("avx2,fma")
#endif

#include <immintrin.h>
#include <stdbool.h>

#define KERNELS mi_kernels_avx2
#define NAME    "avx2"
#define LANES   8
#define PANELS  1
#define ROWS    6

typedef __m256 vf;

#define v_fma(a, b, c) _mm256_fmadd_ps(a, b, c)
#define v_max(a, b)    _mm256_max_ps(a, b)

static bool usable(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

#include "kernel_float.h"

#if defined __clang__
#pragma clang attribute pop
#endif
#else
typedef int mi_no_avx2; /* ISO C wants something in each file */
#endif
