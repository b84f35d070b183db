/* kernel_plain.c - the network's arithmetic on any processor, and NEON or WebAssembly's vectors
 * where there are those. */
#if defined __aarch64__
#include <arm_neon.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define KERNEL mi_nnue_neon
#define NAME   "neon"
#define LANES  8

typedef int16_t vs __attribute__((vector_size(16), may_alias));
typedef int32_t vi __attribute__((vector_size(16)));

#define v_clamped(a)                                                                               \
    (vs) vminq_s16(vmaxq_s16((int16x8_t)(a), vdupq_n_s16(0)), vdupq_n_s16(NNUE_ONE))
#define v_dot(sum, a, b)                                                                           \
    (vi) vmlal_high_s16(                                                                           \
        vmlal_s16((int32x4_t)(sum), vget_low_s16((int16x8_t)(a)), vget_low_s16((int16x8_t)(b))),   \
        (int16x8_t)(a), (int16x8_t)(b))

static bool usable(void)
{
    return true;
}

#include "kernel.h"
#elif defined __wasm_simd128__
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <wasm_simd128.h>

#define KERNEL mi_nnue_simd128
#define NAME   "simd128"
#define LANES  8

typedef int16_t vs __attribute__((vector_size(16), may_alias));
typedef int32_t vi __attribute__((vector_size(16)));

#define v_clamped(a)                                                                               \
    (vs) wasm_i16x8_min(wasm_i16x8_max((v128_t)(a), wasm_i16x8_splat(0)),                          \
                        wasm_i16x8_splat(NNUE_ONE))
#define v_dot(sum, a, b)                                                                           \
    (vi) wasm_i32x4_add((v128_t)(sum), wasm_i32x4_dot_i16x8((v128_t)(a), (v128_t)(b)))

static bool usable(void)
{
    return true;
}

#include "kernel.h"
#endif

#include "nnue.h"

#include <string.h>

static bool always(void)
{
    return true;
}

static void add_row(int16_t *restrict to, const int16_t *restrict row, int width)
{
    for (int i = 0; i < width; i++)
        to[i] = (int16_t)(uint16_t)(to[i] + row[i]);
}

static void take_row(int16_t *restrict to, const int16_t *restrict row, int width)
{
    for (int i = 0; i < width; i++)
        to[i] = (int16_t)(uint16_t)(to[i] - row[i]);
}

static void update_plain(int16_t *to, const int16_t *from, const int16_t *weight, int width,
                         const struct mi_nnue_changes *changes)
{
    for (int i = 0; i < width && to != from; i++)
        to[i] = from[i];
    for (int i = 0; i < changes->adds; i++)
        add_row(to, weight + (ptrdiff_t)changes->added[i] * width, width);
    for (int i = 0; i < changes->removes; i++)
        take_row(to, weight + (ptrdiff_t)changes->removed[i] * width, width);
}

static int32_t held(int16_t a)
{
    return a < 0 ? 0 : a > NNUE_ONE ? NNUE_ONE : a;
}

static int64_t output_plain(const int16_t *sum, const int16_t *weight, int width)
{
    int64_t whole = 0;
    for (int i = 0; i < width; i++) {
        int32_t a = held(sum[i]);
        whole += a * a * weight[i];
    }
    return whole;
}

/* ---- layers ---- */

static void pairs_plain(uint8_t *x, const int16_t *sum, int width)
{
    for (int i = 0; i < width / 2; i++)
        x[i] = (uint8_t)(held(sum[i]) * held(sum[i + width / 2]) >> 9);
}

static void first_plain(int32_t *y, const uint8_t *x, const int8_t *weight, int width)
{
    for (int j = 0; j < width; j += NNUE_GROUP)
        for (int i = 0; i < NNUE_FIRST; i++)
            for (int k = 0; k < NNUE_GROUP; k++)
                y[i] += x[j + k] * weight[j * NNUE_FIRST + i * NNUE_GROUP + k];
}

static int32_t between(int32_t x, int32_t least, int32_t most)
{
    return x < least ? least : x > most ? most : x;
}

static int64_t layers_plain(const struct mi_nnue_layers *layers, const int8_t *first,
                            const int16_t *own, const int16_t *other, int width)
{
    uint8_t x[NNUE_WIDTH_MAX];
    int32_t y[NNUE_FIRST], in[2 * NNUE_FIRST], h[NNUE_SECOND];
    int64_t whole = layers->output_bias;
    pairs_plain(x, own, width);
    pairs_plain(x + width / 2, other, width);
    memcpy(y, layers->first_bias, sizeof y);
    first_plain(y, x, first, width);
    for (int i = 0; i < NNUE_FIRST; i++) {
        int32_t c = between(y[i], -NNUE_LAYER_ONE, NNUE_LAYER_ONE);
        in[i] = c * c >> 13;
        in[NNUE_FIRST + i] = c > 0 ? c : 0;
    }
    memcpy(h, layers->second_bias, sizeof h);
    for (int i = 0; i < 2 * NNUE_FIRST; i++)
        for (int k = 0; k < NNUE_SECOND; k++)
            h[k] += in[i] * layers->second[i / 2][k][i % 2];
    for (int k = 0; k < NNUE_SECOND; k++) {
        whole += between(h[k] >> 11, 0, NNUE_LAYER_ONE) * layers->output[k];
        whole += in[k] * layers->output[NNUE_SECOND + k];
    }
    return whole;
}

static const struct mi_nnue_kernel plain = {
    .name = "plain",
    .usable = always,
    .update = update_plain,
    .output = output_plain,
    .layers = layers_plain,
};

extern const struct mi_nnue_kernel mi_nnue_avx2, mi_nnue_sse2, mi_nnue_neon, mi_nnue_simd128;

const struct mi_nnue_kernel *const mi_nnue_kernels[] = {
#if defined __x86_64__
    &mi_nnue_avx2, &mi_nnue_sse2,
#elif defined __aarch64__
    &mi_nnue_neon,
#elif defined __wasm_simd128__
    &mi_nnue_simd128,
#endif
    &plain, NULL};
