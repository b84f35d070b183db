/* kernel_avx2.c - the network's arithmetic with AVX2. */
#if defined __x86_64__
#if defined __clang__
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC target("avx2")
#endif

#include <immintrin.h>
#include <stdbool.h>
#include <stdint.h>

#define KERNEL mi_nnue_avx2
#define NAME   "avx2"
#define LANES  16

typedef int16_t vs __attribute__((vector_size(32), may_alias));
typedef int32_t vi __attribute__((vector_size(32)));

#define v_clamped(a)                                                                               \
    (vs) _mm256_min_epi16(_mm256_max_epi16((__m256i)(a), _mm256_setzero_si256()),                  \
                          _mm256_set1_epi16(NNUE_ONE))
#define v_dot(sum, a, b)                                                                           \
    (vi) _mm256_add_epi32((__m256i)(sum), _mm256_madd_epi16((__m256i)(a), (__m256i)(b)))

static bool usable(void)
{
    return __builtin_cpu_supports("avx2");
}

#include "kernel.h"

#if defined __clang__
#pragma clang attribute pop
#endif
#else
typedef int mi_no_nnue_avx2; /* ISO C wants something in each file */
#endif
