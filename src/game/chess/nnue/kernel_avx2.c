/* kernel_avx2.c - the network's arithmetic with AVX2.  Builds with -march=native must not use
 * AVX-512 here, or --processor=avx2 would measure another processor. */
#if defined __x86_64__
#if defined __clang__
#pragma clang attribute push(__attribute__((target("avx2,no-avx512f"))), apply_to = function)
#else
#pragma GCC target("avx2,no-avx512f")
#endif

#include "base/processor.h"

#include <immintrin.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define KERNEL mi_nnue_avx2
#define NAME   "avx2"
#define LANES  16

typedef int16_t vs __attribute__((vector_size(32), may_alias));
typedef int32_t vi __attribute__((vector_size(32), may_alias));

#define v_clamp(a, min, max)                                                                       \
    (vs) _mm256_min_epi16(_mm256_max_epi16((__m256i)(a), _mm256_set1_epi16(min)),                  \
                          _mm256_set1_epi16(max))
#define v_dot(sum, a, b)                                                                           \
    (vi) _mm256_add_epi32((__m256i)(sum), _mm256_madd_epi16((__m256i)(a), (__m256i)(b)))

/* Multiplies pairs of an added and a removed byte by 1 and -1, or by 2 and -2. */
#define v_numbers(add, remove)                                                                     \
    _mm256_maddubs_epi16(_mm256_unpacklo_epi8((__m256i)(add), (__m256i)(remove)),                  \
                         _mm256_set1_epi16(-256 + 1))
#define v_partners(add, remove)                                                                    \
    _mm256_maddubs_epi16(_mm256_unpackhi_epi8((__m256i)(add), (__m256i)(remove)),                  \
                         _mm256_set1_epi16(-512 + 2))

#define v_below(b)  (vs) _mm256_min_epi16((__m256i)(b), _mm256_set1_epi16(2 * NNUE_NUMBER_MAX))
#define v_mul(a, b) _mm256_mulhi_epi16(_mm256_slli_epi16((__m256i)(a), 8), (__m256i)(b))
#define v_products(to, a0, b0, a1, b1)                                                             \
    _mm256_store_si256(                                                                            \
        (__m256i *)(void *)(to),                                                                   \
        _mm256_permute4x64_epi64(_mm256_packus_epi16(v_mul(a0, b0), v_mul(a1, b1)), 0xd8))
#define v_groups(at)                                                                               \
    (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpgt_epi32(                           \
        _mm256_load_si256((const __m256i *)(const void *)(at)), _mm256_setzero_si256())))
#define FIRST_LANES 16
#define v_pair(at)  (vs) v_group(at)
#define vx          __m256i
#define v_group(at) _mm256_castps_si256(_mm256_broadcast_ss((const float *)(const void *)(at)))
#define v_dot4(sum, x, at)                                                                         \
    (vi) _mm256_add_epi32(                                                                         \
        (__m256i)(sum),                                                                            \
        _mm256_madd_epi16(_mm256_maddubs_epi16(x, *(const __m256i *)(const void *)(at)),           \
                          _mm256_set1_epi16(1)))
#define v_dot8(sum, x, at, x2, at2)                                                                \
    (vi) _mm256_add_epi32(                                                                         \
        (__m256i)(sum),                                                                            \
        _mm256_madd_epi16(                                                                         \
            _mm256_add_epi16(_mm256_maddubs_epi16(x, *(const __m256i *)(const void *)(at)),        \
                             _mm256_maddubs_epi16(x2, *(const __m256i *)(const void *)(at2))),     \
            _mm256_set1_epi16(1)))
#define v_first(sum, v) (sum)[v]
#define v_narrow(a, b)                                                                             \
    (vs) _mm256_permute4x64_epi64(_mm256_packs_epi32((__m256i)(a), (__m256i)(b)), 0xd8)
#define v_dot2 v_dot

static bool usable(void)
{
    return mi_processor_allows(MI_PROCESSOR_AVX2) && __builtin_cpu_supports("avx2");
}

#include "kernel.h"

#if defined __clang__
#pragma clang attribute pop
#endif
#else
typedef int mi_no_nnue_avx2; /* ISO C forbids an empty translation unit */
#endif
