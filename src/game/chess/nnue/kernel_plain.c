/* kernel_plain.c - the portable kernel, and kernels for NEON and WebAssembly SIMD. */
#if defined __aarch64__
#include "neon.h"

#define KERNEL mi_nnue_neon
#define NAME   "neon"

#define FIRST_LANES        32
#define vx                 int8x8_t
#define v_group(at)        vreinterpret_s8_s32(vget_low_s32(load_group(at)))
#define v_dot4(sum, x, at) (vi) vpadalq_s16((int32x4_t)(sum), vmull_s8(x, vld1_s8(at)))
#define v_first(sum, v)    (vi) vpaddq_s32((int32x4_t)(sum)[2 * (v)], (int32x4_t)(sum)[2 * (v) + 1])

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
typedef int32_t vi __attribute__((vector_size(16), may_alias));

#define v_clamp(a, min, max)                                                                       \
    (vs) wasm_i16x8_min(wasm_i16x8_max((v128_t)(a), wasm_i16x8_splat(min)), wasm_i16x8_splat(max))
#define v_dot(sum, a, b)                                                                           \
    (vi) wasm_i32x4_add((v128_t)(sum), wasm_i32x4_dot_i16x8((v128_t)(a), (v128_t)(b)))
#define v_numbers(add, remove)                                                                     \
    wasm_i16x8_sub(wasm_u16x8_extend_low_u8x16((v128_t)(add)),                                     \
                   wasm_u16x8_extend_low_u8x16((v128_t)(remove)))
#define v_partners(add, remove)                                                                    \
    wasm_i16x8_shl(wasm_i16x8_sub(wasm_u16x8_extend_high_u8x16((v128_t)(add)),                     \
                                  wasm_u16x8_extend_high_u8x16((v128_t)(remove))),                 \
                   1)
#define v_below(b)  v_clamp(b, 0, 2 * NNUE_NUMBER_MAX) /* products must not be negative */
#define v_mul(a, b) wasm_u16x8_shr(wasm_i16x8_mul((v128_t)(a), (v128_t)(b)), 8)
#define v_products(to, a0, b0, a1, b1)                                                             \
    wasm_v128_store(to, wasm_u8x16_narrow_i16x8(v_mul(a0, b0), v_mul(a1, b1)))
#define v_groups(at)                                                                               \
    (unsigned)wasm_i32x4_bitmask(wasm_i32x4_gt(wasm_v128_load(at), wasm_i32x4_splat(0)))
#define FIRST_LANES 32
#define v_pair(at)  (vs) wasm_v128_load32_splat(at)
#define vx          v128_t
#define v_group(at) wasm_u16x8_extend_low_u8x16(wasm_v128_load32_splat(at))
#define v_dot4(sum, x, at)                                                                         \
    (vi) wasm_i32x4_add((v128_t)(sum), wasm_i32x4_dot_i16x8(x, wasm_i16x8_load8x8(at)))
#define v_first(sum, v)                                                                            \
    (vi) wasm_i32x4_add(                                                                           \
        wasm_i32x4_shuffle((v128_t)(sum)[2 * (v)], (v128_t)(sum)[2 * (v) + 1], 0, 2, 4, 6),        \
        wasm_i32x4_shuffle((v128_t)(sum)[2 * (v)], (v128_t)(sum)[2 * (v) + 1], 1, 3, 5, 7))
#define v_narrow(a, b) (vs) wasm_i16x8_narrow_i32x4((v128_t)(a), (v128_t)(b))
#define v_dot2         v_dot

static bool usable(void)
{
    return true;
}

#include "kernel.h"
#endif

#include "nnue.h"

#include <string.h>

static bool always_usable(void)
{
    return true;
}

static int16_t sum_modulo(int a, int b)
{
    return (int16_t)(uint16_t)(a + b);
}

/* Adds a row of bytes, or subtracts it if sign is -1. */
static void add_bytes(int16_t *to, const uint8_t *row, int sign, int width)
{
    int16_t *partner = to + width / 2;
    for (int i = 0; i < width / 2; i++) {
        const uint8_t *byte = row + mi_nnue_byte_at(i);
        to[i] = sum_modulo(to[i], sign * (byte[0] - NNUE_BYTE_ZERO));
        partner[i] = sum_modulo(partner[i], sign * 2 * (byte[NNUE_BLOCK] - NNUE_BYTE_ZERO));
    }
}

static void update_plain(int16_t *to, const int16_t *from, const void *weight, int width,
                         const struct mi_nnue_changes *changes)
{
    const uint8_t *rows = weight;
    memmove(to, from, (size_t)width * sizeof *to);
    for (int i = 0; i < changes->adds; i++)
        add_bytes(to, rows + (ptrdiff_t)changes->added[i] * width, 1, width);
    for (int i = 0; i < changes->removes; i++)
        add_bytes(to, rows + (ptrdiff_t)changes->removed[i] * width, -1, width);
}

/* The same with rows of 16-bit numbers. */
static void add_words(int16_t *to, const int16_t *row, int sign, int width)
{
    for (int i = 0; i < width; i++)
        to[i] = sum_modulo(to[i], sign * row[i]);
}

static void halfka_update_plain(int16_t *to, const int16_t *from, const void *weight, int width,
                                const struct mi_nnue_changes *changes)
{
    const int16_t *rows = weight;
    memmove(to, from, (size_t)width * sizeof *to);
    for (int i = 0; i < changes->adds; i++)
        add_words(to, rows + (ptrdiff_t)changes->added[i] * width, 1, width);
    for (int i = 0; i < changes->removes; i++)
        add_words(to, rows + (ptrdiff_t)changes->removed[i] * width, -1, width);
}

/* ---- layers ---- */

static int32_t clamp_int32(int32_t x, int32_t min, int32_t max)
{
    return x < min ? min : x > max ? max : x;
}

static void pairs_plain(uint8_t *x, const int16_t *sum, int width, const struct mi_nnue_scales *s)
{
    const int16_t *partner = sum + width / 2;
    for (int i = 0; i < width / 2; i++) {
        int32_t product = clamp_int32(sum[i], 0, NNUE_NUMBER_MAX) *
                          clamp_int32(partner[i], 0, NNUE_NUMBER_MAX << s->partner_shift);
        x[i] = (uint8_t)(product >> (7 + s->partner_shift));
    }
}

static void first_layer_plain(int32_t *y, const struct mi_nnue *nnue, int bucket,
                              const int16_t *own, const int16_t *other,
                              const struct mi_nnue_scales *s)
{
    const int8_t *weight = nnue->first + (ptrdiff_t)bucket * NNUE_FIRST * nnue->width;
    uint8_t x[NNUE_HALFKA_WIDTH_MAX];
    pairs_plain(x, own, nnue->width, s);
    pairs_plain(x + nnue->width / 2, other, nnue->width, s);
    memcpy(y, nnue->layers[bucket].first_bias, NNUE_FIRST * sizeof *y);
    for (int j = 0; j < nnue->width; j += NNUE_GROUP)
        for (int i = 0; i < NNUE_FIRST; i++)
            for (int k = 0; k < NNUE_GROUP; k++)
                y[i] += x[j + k] * weight[j * NNUE_FIRST + i * NNUE_GROUP + k];
}

static int64_t scaled_layers_plain(const struct mi_nnue_layers *layers, const int32_t *y,
                                   const struct mi_nnue_scales *s)
{
    int32_t in[2 * NNUE_FIRST], h[NNUE_SECOND];
    int64_t output = layers->output_bias;
    for (int i = 0; i < NNUE_FIRST; i++) {
        int32_t c = clamp_int32(y[i], -s->bound, s->bound);
        in[i] = c * c >> s->square_shift;
        in[NNUE_FIRST + i] = (c > 0 ? c : 0) >> s->above_shift;
    }
    memcpy(h, layers->second_bias, sizeof h);
    for (int i = 0; i < 2 * NNUE_FIRST; i++)
        for (int k = 0; k < NNUE_SECOND; k++)
            h[k] += in[i] * layers->second[i / 2][k][i % 2];
    for (int k = 0; k < NNUE_SECOND; k++) {
        output += clamp_int32(h[k] >> s->second_shift, 0, s->second_bound) * layers->output[k];
        output += in[k] * layers->output[NNUE_SECOND + k];
    }
    return output;
}

static int64_t layers_plain(const struct mi_nnue *nnue, int bucket, const int16_t *own,
                            const int16_t *other)
{
    const struct mi_nnue_scales scales = NNUE_OWN_SCALES;
    int32_t y[NNUE_FIRST];
    first_layer_plain(y, nnue, bucket, own, other, &scales);
    return scaled_layers_plain(&nnue->layers[bucket], y, &scales);
}

static int64_t halfka_layers_plain(const struct mi_nnue *nnue, int bucket, const int16_t *own,
                                   const int16_t *other)
{
    const struct mi_nnue_scales scales = NNUE_HALFKA_SCALES;
    int32_t y[NNUE_FIRST];
    first_layer_plain(y, nnue, bucket, own, other, &scales);
    return scaled_layers_plain(&nnue->layers[bucket], y, &scales) +
           NNUE_HALFKA_DIRECT((int64_t)y[NNUE_FIRST - 1]);
}

static const struct mi_nnue_kernel plain_kernel = {
    .name = "plain",
    .usable = always_usable,
    .update = update_plain,
    .halfka_update = halfka_update_plain,
    .layers = layers_plain,
    .halfka_layers = halfka_layers_plain,
};

extern const struct mi_nnue_kernel mi_nnue_avx512, mi_nnue_avx2, mi_nnue_sse2, mi_nnue_dotprod,
    mi_nnue_neon, mi_nnue_simd128;

const struct mi_nnue_kernel *const mi_nnue_kernels[] = {
#if defined __x86_64__
    &mi_nnue_avx512, &mi_nnue_avx2, &mi_nnue_sse2,
#elif defined __aarch64__
    &mi_nnue_dotprod, &mi_nnue_neon,
#elif defined __wasm_simd128__
    &mi_nnue_simd128,
#endif
    &plain_kernel, NULL};
