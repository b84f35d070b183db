/* kernel_plain.c - the network's arithmetic on any processor, and NEON or WebAssembly's vectors
 * where there are those. */
#if defined __aarch64__
#include <arm_neon.h>
#include <stdbool.h>
#include <stdint.h>

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

static int64_t output_plain(const int16_t *sum, const int16_t *weight, int width)
{
    int64_t whole = 0;
    for (int i = 0; i < width; i++) {
        int32_t a = sum[i] < 0 ? 0 : sum[i] > NNUE_ONE ? NNUE_ONE : sum[i];
        whole += a * a * weight[i];
    }
    return whole;
}

static const struct mi_nnue_kernel plain = {
    .name = "plain", .usable = always, .update = update_plain, .output = output_plain};

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
