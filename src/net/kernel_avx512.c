/* kernel_avx512.c - the kernels for AVX-512. */
#if defined __x86_64__
#if defined __clang__
#pragma clang attribute push(                                                                      \
    __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx2,fma"))), apply_to = function)
#else
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512dq,avx2,fma")
#endif

#include <immintrin.h>
#include <stdbool.h>

#define KERNELS mi_kernels_avx512
#define NAME    "avx512"
#define LANES   16
#define PANELS  3
#define ROWS    8

typedef __m512 vf;

#define v_fma(a, b, c) _mm512_fmadd_ps(a, b, c)
#define v_max(a, b)    _mm512_max_ps(a, b)

static bool usable(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

#include "kernel_float.h"

#if defined __clang__
#pragma clang attribute pop
#endif
#else
typedef int mi_no_avx512; /* ISO C wants something in each file */
#endif
