/* avx2.c - the kernels for AVX2.  avx_vnni.c includes this file with AVX_VNNI defined.  Builds with
 * -march=native must not use AVX-512 here, or --processor=avx2 would measure another processor. */
#if defined __x86_64__
#if defined __clang__
#pragma clang attribute push(__attribute__((target("avx2,fma,no-avx512f"))), apply_to = function)
#else
#pragma GCC target("avx2,fma,no-avx512f")
#endif

#include "base/processor.h"

#include <immintrin.h>
#include <stdbool.h>

#ifdef AVX_VNNI
#define KERNELS mi_kernels_avx_vnni
#define NAME    "avx-vnni"
#else
#define KERNELS mi_kernels_avx2
#define NAME    "avx2"
#endif
#define LANES   8
#define PANELS  1
#define ROWS    6

typedef __m256 vf;

#define v_fma(a, b, c) _mm256_fmadd_ps(a, b, c)
#define v_max(a, b)    _mm256_max_ps(a, b)

#ifdef AVX_VNNI
#define v_dot(sum, a, b) (vi) v_dot_vnni((__m256i)(sum), (__m256i)(a), (__m256i)(b))

/* Assembly, because older compilers lack the intrinsic. */
static inline __attribute__((always_inline)) __m256i v_dot_vnni(__m256i sum, __m256i a, __m256i b)
{
    __asm__("%{vex%} vpdpwssd %2, %1, %0" : "+x"(sum) : "x"(a), "x"(b));
    return sum;
}
#else
#define v_dot(sum, a, b)                                                                           \
    (vi) _mm256_add_epi32((__m256i)(sum), _mm256_madd_epi16((__m256i)(a), (__m256i)(b)))
#endif
#define v_sqrt(x)       _mm256_sqrt_ps(x)
#define v_from_int(x)   _mm256_cvtepi32_ps((__m256i)(x))
#define v_max_int(a, b) (vi) _mm256_max_epi32((__m256i)(a), (__m256i)(b))

static inline __attribute__((always_inline)) void v_store_int16(short *at, vf x)
{
    __m256i integers = _mm256_cvtps_epi32(x);
    _mm_storeu_si128((__m128i *)at, _mm_packs_epi32(_mm256_castsi256_si128(integers),
                                                    _mm256_extracti128_si256(integers, 1)));
}

/* Two vectors at once. */
#define v_store_int16_pair store_int16_pair
static inline __attribute__((always_inline)) void store_int16_pair(short *at, vf x, vf y)
{
    __m256i both = _mm256_packs_epi32(_mm256_cvtps_epi32(x), _mm256_cvtps_epi32(y));
    _mm256_storeu_si256((__m256i *)at, _mm256_permute4x64_epi64(both, 0xd8)); /* quarters 0 2 1 3 */
}

static bool usable(void)
{
#ifdef AVX_VNNI
    if (!mi_processor_allows(MI_PROCESSOR_AVXVNNI) || !mi_processor_has_avxvnni())
        return false;
#endif
    return mi_processor_allows(MI_PROCESSOR_AVX2) && __builtin_cpu_supports("avx2") &&
           __builtin_cpu_supports("fma");
}

#include "kernel.h"

#if defined __clang__
#pragma clang attribute pop
#endif
#else
typedef int mi_no_avx2; /* ISO C forbids an empty translation unit */
#endif
