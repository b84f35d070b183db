/* avx512.c - the kernels for AVX-512. */
#if defined __x86_64__
#if defined __clang__
#pragma clang attribute push(                                                                      \
    __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx2,fma"))), apply_to = function)
#else
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512dq,avx2,fma")
#endif

#include "avx512.h"

#include "base/processor.h"

#include <stdbool.h>

#ifdef VNNI
#define KERNELS mi_kernels_vnni
#define NAME    "avx512-vnni"
#else
#define KERNELS mi_kernels_avx512
#define NAME    "avx512"
#endif
#define PANELS 3
#define ROWS   8

typedef int ints __attribute__((vector_size(64)));

#define v_from_int(x)   _mm512_cvtepi32_ps((__m512i)(x))
#define v_max_int(a, b) (vi) _mm512_max_epi32((__m512i)(a), (__m512i)(b))
#ifdef VNNI
#define v_dot(sum, a, b) v_dot_vnni(sum, a, b)

/* Assembly, because gcc 12 copies registers around the intrinsic. */
static inline __attribute__((always_inline)) ints v_dot_vnni(ints sum, ints a, ints b)
{
    __asm__("vpdpwssd %2, %1, %0" : "+v"(sum) : "v"(a), "v"(b));
    return sum;
}
#else
#define v_dot(sum, a, b)                                                                           \
    (ints) _mm512_add_epi32((__m512i)(sum), _mm512_madd_epi16((__m512i)(a), (__m512i)(b)))
#endif

static inline __attribute__((always_inline)) void v_store_int16(short *at, vf x)
{
    _mm256_storeu_si256((__m256i *)at, _mm512_cvtsepi32_epi16(_mm512_cvtps_epi32(x)));
}

static bool usable(void)
{
    return mi_processor_allows(MI_PROCESSOR_AVX512) && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx2") &&
           __builtin_cpu_supports("fma")
#ifdef VNNI
           && __builtin_cpu_supports("avx512vnni")
#endif
        ;
}

#include "kernel.h"

#if defined __clang__
#pragma clang attribute pop
#endif
#else
typedef int mi_no_avx512; /* ISO C forbids an empty translation unit */
#endif
