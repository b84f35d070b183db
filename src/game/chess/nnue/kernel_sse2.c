/* kernel_sse2.c - the network's arithmetic with SSE2, which every x86-64 has. */
#if defined __x86_64__
#include "base/processor.h"

#include <emmintrin.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define KERNEL mi_nnue_sse2
#define NAME   "sse2"
#define LANES  8

typedef int16_t vs __attribute__((vector_size(16), may_alias));
typedef int32_t vi __attribute__((vector_size(16), may_alias));

#define v_clamp(a, min, max)                                                                       \
    (vs) _mm_min_epi16(_mm_max_epi16((__m128i)(a), _mm_set1_epi16(min)), _mm_set1_epi16(max))
#define v_dot(sum, a, b)                                                                           \
    (vi) _mm_add_epi32((__m128i)(sum), _mm_madd_epi16((__m128i)(a), (__m128i)(b)))

#define v_numbers(add, remove)                                                                     \
    _mm_sub_epi16(_mm_unpacklo_epi8((__m128i)(add), _mm_setzero_si128()),                          \
                  _mm_unpacklo_epi8((__m128i)(remove), _mm_setzero_si128()))
#define v_partners(add, remove)                                                                    \
    _mm_slli_epi16(_mm_sub_epi16(_mm_unpackhi_epi8((__m128i)(add), _mm_setzero_si128()),           \
                                 _mm_unpackhi_epi8((__m128i)(remove), _mm_setzero_si128())),       \
                   1)

#define v_below(b)  (vs) _mm_min_epi16((__m128i)(b), _mm_set1_epi16(2 * NNUE_NUMBER_MAX))
#define v_mul(a, b) _mm_mulhi_epi16(_mm_slli_epi16((__m128i)(a), 8), (__m128i)(b))
#define v_products(to, a0, b0, a1, b1)                                                             \
    _mm_store_si128((__m128i *)(void *)(to), _mm_packus_epi16(v_mul(a0, b0), v_mul(a1, b1)))
#define v_groups(at)                                                                               \
    (unsigned)_mm_movemask_ps(_mm_castsi128_ps(_mm_cmpgt_epi32(                                    \
        _mm_load_si128((const __m128i *)(const void *)(at)), _mm_setzero_si128())))
#define FIRST_LANES        32
#define v_pair(at)         (vs) _mm_castps_si128(_mm_load1_ps((const float *)(const void *)(at)))
#define vx                 __m128i
#define v_group(at)        load_group(at)
#define v_dot4(sum, x, at) (vi) _mm_add_epi32((__m128i)(sum), _mm_madd_epi16(x, load_weights(at)))
#define v_first(sum, v)    add_adjacent((sum)[2 * (v)], (sum)[2 * (v) + 1])
#define v_narrow(a, b)     (vs) _mm_packs_epi32((__m128i)(a), (__m128i)(b))
#define v_dot2             v_dot

/* Repeats four unsigned input bytes in a vector, extended to 16 bits. */
static inline __m128i load_group(const uint8_t *at)
{
    int32_t group;
    memcpy(&group, at, sizeof group);
    return _mm_unpacklo_epi8(_mm_set1_epi32(group), _mm_setzero_si128());
}

/* Loads eight signed weights, extended to 16 bits. */
static inline __m128i load_weights(const int8_t *at)
{
    __m128i bytes = _mm_loadl_epi64((const __m128i *)(const void *)at);
    return _mm_srai_epi16(_mm_unpacklo_epi8(_mm_setzero_si128(), bytes), 8);
}

/* Adds each two adjacent numbers of a and b (a horizontal add). */
static inline vi add_adjacent(vi a, vi b)
{
    __m128 one = _mm_castsi128_ps((__m128i)a), two = _mm_castsi128_ps((__m128i)b);
    return (vi)_mm_add_epi32(_mm_castps_si128(_mm_shuffle_ps(one, two, 0x88)),
                             _mm_castps_si128(_mm_shuffle_ps(one, two, 0xdd)));
}

static bool usable(void)
{
    return mi_processor_allows(MI_PROCESSOR_SSE2);
}

#include "kernel.h"
#else
typedef int mi_no_nnue_sse2; /* ISO C forbids an empty translation unit */
#endif
