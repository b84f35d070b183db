/* kernel_avx512.c - the network's arithmetic with AVX-512 and VNNI. */
#if defined __x86_64__
#if defined __clang__
#pragma clang attribute push(                                                                      \
    __attribute__((target("avx2,avx512f,avx512bw,avx512vl,avx512dq,avx512vnni"))),                 \
    apply_to = function)
#else
#pragma GCC target("avx2,avx512f,avx512bw,avx512vl,avx512dq,avx512vnni")
#endif

#include "base/processor.h"
#include "nnue.h"

#include <immintrin.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define KERNEL mi_nnue_avx512
#define NAME   "avx512-vnni"
#define LANES  32

typedef int16_t vs __attribute__((vector_size(64), may_alias));
typedef int32_t vi __attribute__((vector_size(64), may_alias));

#define v_clamp(a, min, max)                                                                       \
    (vs) _mm512_min_epi16(_mm512_max_epi16((__m512i)(a), _mm512_set1_epi16(min)),                  \
                          _mm512_set1_epi16(max))
#define v_dot(sum, a, b) (vi) _mm512_dpwssd_epi32((__m512i)(sum), (__m512i)(a), (__m512i)(b))
#define v_dot2           v_dot
#define v_narrow(a, b)                                                                             \
    (vs) _mm512_permutexvar_epi64(_mm512_set_epi64(7, 5, 3, 1, 6, 4, 2, 0),                        \
                                  _mm512_packs_epi32((__m512i)(a), (__m512i)(b)))

/* Multiplies pairs of an added and a removed byte by 1 and -1, or by 2 and -2. */
#define v_numbers(add, remove)                                                                     \
    _mm512_maddubs_epi16(_mm512_unpacklo_epi8((__m512i)(add), (__m512i)(remove)),                  \
                         _mm512_set1_epi16(-256 + 1))
#define v_partners(add, remove)                                                                    \
    _mm512_maddubs_epi16(_mm512_unpackhi_epi8((__m512i)(add), (__m512i)(remove)),                  \
                         _mm512_set1_epi16(-512 + 2))

/* Half a vector of bytes at once, since the mask of their groups must fit one byte. */
#define PAIRS LANES
#define v_pairs(to, sum, partner, halfka)                                                          \
    _mm256_store_si256((__m256i *)(void *)(to),                                                    \
                       multiply_to_bytes(*(const vs *)(sum), doubled_partners(partner, halfka)))
#define v_groups(at)                                                                               \
    (unsigned)_mm256_test_epi32_mask(*(const __m256i *)(const void *)(at),                         \
                                     *(const __m256i *)(const void *)(at))

#define FIRST_LANES   16
#define WAYS          4
#define v_pair(at)    (vs) v_group(at)
#define vx            __m512i
#define v_group(at)   _mm512_set1_epi32(word_at(at))
#define v_first(s, v) (s)[v]
#define v_dot4(sum, x, at)                                                                         \
    (vi) _mm512_dpbusd_epi32((__m512i)(sum), x, *(const __m512i *)(const void *)(at))

static inline int32_t word_at(const void *at)
{
    int32_t word;
    memcpy(&word, at, sizeof word);
    return word;
}

/* a * b >> 8, with a clamped to 0..127 and b to 0..254. */
static inline __m256i multiply_to_bytes(vs a, vs b)
{
    __m512i shifted = _mm512_slli_epi16((__m512i)v_clamp(a, 0, NNUE_NUMBER_MAX), 8);
    return _mm512_cvtepi16_epi8(
        _mm512_mulhi_epi16(shifted, (__m512i)v_clamp(b, 0, 2 * NNUE_NUMBER_MAX)));
}

static bool usable(void)
{
    return mi_processor_allows(MI_PROCESSOR_AVX512) && __builtin_cpu_supports("avx2") &&
           __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vnni");
}

#include "kernel.h"

#if defined __clang__
#pragma clang attribute pop
#endif
#else
typedef int mi_no_nnue_avx512; /* ISO C forbids an empty translation unit */
#endif
