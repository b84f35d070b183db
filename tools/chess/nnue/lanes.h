/* lanes.h - arithmetic on vectors of LANES numbers. */
#ifndef MI_TOOLS_CHESS_NNUE_LANES_H
#define MI_TOOLS_CHESS_NNUE_LANES_H

#include "model.h"

#define INLINE static inline __attribute__((always_inline))

typedef int32_t masks __attribute__((vector_size(4 * LANES), may_alias));

/* Clamps to a range. */
INLINE lanes lanes_clamp(lanes x, float low, float high)
{
    const lanes lowest = (lanes){0} + low, highest = (lanes){0} + high;
    masks above = x > lowest;
    x = (lanes)(((masks)x & above) | ((masks)lowest & ~above));
    masks below = x < highest;
    return (lanes)(((masks)x & below) | ((masks)highest & ~below));
}

/* Passes a derivative on where x is within the range, else 0. */
INLINE lanes lanes_inside(lanes derivative, lanes x, float low, float high)
{
    const lanes zero = {0};
    return (lanes)((masks)derivative & (x > zero + low) & (x < zero + high));
}

INLINE float lanes_total(lanes x)
{
    for (int half = LANES / 2; half > 0; half /= 2)
        for (int i = 0; i < half; i++)
            x[i] += x[i + half];
    return x[0];
}

#endif
