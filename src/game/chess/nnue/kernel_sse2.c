/* kernel_sse2.c - the network's arithmetic with SSE2, which each x86 of 64 bits has. */
#if defined __x86_64__
#include <emmintrin.h>
#include <stdbool.h>
#include <stdint.h>

#define KERNEL mi_nnue_sse2
#define NAME   "sse2"
#define LANES  8

typedef int16_t vs __attribute__((vector_size(16), may_alias));
typedef int32_t vi __attribute__((vector_size(16)));

#define v_clamped(a)                                                                               \
    (vs) _mm_min_epi16(_mm_max_epi16((__m128i)(a), _mm_setzero_si128()), _mm_set1_epi16(NNUE_ONE))
#define v_dot(sum, a, b)                                                                           \
    (vi) _mm_add_epi32((__m128i)(sum), _mm_madd_epi16((__m128i)(a), (__m128i)(b)))

static bool usable(void)
{
    return true;
}

#include "kernel.h"
#else
typedef int mi_no_nnue_sse2; /* ISO C wants something in each file */
#endif
