/* plain.c - the portable kernels, which use NEON or WebAssembly SIMD if available. */
#if defined __aarch64__
#include <arm_neon.h>
#elif defined __wasm_simd128__
#include <wasm_simd128.h>
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
#elif defined __wasm_simd128__
#define NAME           "simd128"
#define ROWS           2
#define v_fma(a, b, c) ((a) * (b) + (c))
#define v_max(a, b)    ((vf)wasm_f32x4_pmax((v128_t)(b), (v128_t)(a)))
#define v_dot(sum, a, b)                                                                           \
    ((vi)wasm_i32x4_add((v128_t)(sum), wasm_i32x4_dot_i16x8((v128_t)(a), (v128_t)(b))))
#define v_sqrt(x)       ((vf)wasm_f32x4_sqrt((v128_t)(x)))
#define v_from_int(x)   ((vf)wasm_f32x4_convert_i32x4((v128_t)(x)))
#define v_max_int(a, b) ((vi)wasm_i32x4_max((v128_t)(a), (v128_t)(b)))
#define v_round(x)      ((vf)wasm_f32x4_nearest((v128_t)(x)))

/* Rounds to 16-bit integers: adding 1.5 * 2^23 leaves the rounded integer in the lower half of the
 * float. */
static inline __attribute__((always_inline)) void v_store_int16(short *at, vf x)
{
    v128_t integers = wasm_f32x4_add((v128_t)x, wasm_f32x4_splat(12582912.0f));
    wasm_v128_store64_lane(at, wasm_i16x8_shuffle(integers, integers, 0, 2, 4, 6, 0, 2, 4, 6), 0);
}
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
