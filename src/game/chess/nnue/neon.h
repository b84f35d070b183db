/* neon.h - vectors of NEON, which both kernels for arm64 share. */
#ifndef MI_GAME_CHESS_NNUE_NEON_H
#define MI_GAME_CHESS_NNUE_NEON_H

#include <arm_neon.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define LANES 8

typedef int16_t vs __attribute__((vector_size(16), may_alias));
typedef int32_t vi __attribute__((vector_size(16), may_alias));

#define v_clamp(a, min, max)                                                                       \
    (vs) vminq_s16(vmaxq_s16((int16x8_t)(a), vdupq_n_s16(min)), vdupq_n_s16(max))
#define v_dot(sum, a, b)                                                                           \
    (vi) vmlal_high_s16(                                                                           \
        vmlal_s16((int32x4_t)(sum), vget_low_s16((int16x8_t)(a)), vget_low_s16((int16x8_t)(b))),   \
        (int16x8_t)(a), (int16x8_t)(b))
#define v_numbers(add, remove)                                                                     \
    vsubl_u8(vget_low_u8((uint8x16_t)(add)), vget_low_u8((uint8x16_t)(remove)))
#define v_partners(add, remove)                                                                    \
    vshlq_n_u16(vsubl_high_u8((uint8x16_t)(add), (uint8x16_t)(remove)), 1)
#define v_below(b)  (vs) vminq_s16((int16x8_t)(b), vdupq_n_s16(2 * NNUE_NUMBER_MAX))
#define v_mul(a, b) vqmovun_s16(vqdmulhq_s16(vshlq_n_s16((int16x8_t)(a), 7), (int16x8_t)(b)))

#define v_products(to, a0, b0, a1, b1) vst1q_u8(to, vcombine_u8(v_mul(a0, b0), v_mul(a1, b1)))
#define v_groups(at)                                                                               \
    vaddvq_u32(vandq_u32(vtstq_u32(vreinterpretq_u32_u8(vld1q_u8(at)), vdupq_n_u32(~0U)),          \
                         (uint32x4_t){1, 2, 4, 8}))
#define v_pair(at)     (vs) load_group(at)
#define v_narrow(a, b) (vs) vcombine_s16(vqmovn_s32((int32x4_t)(a)), vqmovn_s32((int32x4_t)(b)))
#define v_dot2(sum, a, b)                                                                          \
    (vi) vaddq_s32((int32x4_t)(sum), vpaddq_s32(vmull_s16(vget_low_s16((int16x8_t)(a)),            \
                                                          vget_low_s16((int16x8_t)(b))),           \
                                                vmull_high_s16((int16x8_t)(a), (int16x8_t)(b))))

static inline int32x4_t load_group(const void *at)
{
    int32_t group;
    memcpy(&group, at, sizeof group);
    return vdupq_n_s32(group);
}

#endif
