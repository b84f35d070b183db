/* pack.h - the weights of a convolution, arranged for the kernels. */
#ifndef MI_NET_PLAN_PACK_H
#define MI_NET_PLAN_PACK_H

#include "chunks.h"
#include "net/model/model.h"

#include <math.h>

/* Channels come in groups of so many; the weights of that many outputs lie together, a panel. */
enum { MI_LANES = 16 };

/* Winograd's points: infinity, 0, 1, -1, 2, -2.  A tile of m outputs has the first m + 2. */
enum { MI_POINTS = 6, MI_TILE_MIN = 2, MI_TILE_MAX = 4 };

/* In integers what Winograd multiplies has 16 bits and is summed up in 32.  An input at a point is
 * MI_INPUT_MAX for the largest that it can be there: so many times (mi_gain down, times across) the
 * range of the position's values.  Weights are as large as no sum of theirs can pass 32 bits. */
enum { MI_INPUT_MAX = 32767 };

extern const float mi_gain[MI_POINTS];

/* What products of rows of 16-bit integers may be long at the most, for their sum to have 32. */
enum { MI_QUANTIZED_LENGTH = 46340 };

/* What 1 means in such a row of numbers, of which the largest and the sum of squares are these;
 * count roundings make it no longer than half the root of their count.  0: all of them are. */
static inline float mi_quantization_scale(float largest, float squares, int count)
{
    float length = (float)MI_QUANTIZED_LENGTH - 1.0f - 0.5f * sqrtf((float)count);
    float whole = largest / 32767.0f, root = sqrtf(squares) * (1.0001f / length);
    return root > whole ? root : whole;
}

/* A tile: rows of so many bytes, which are inputs of a point, in bfloat16 or a byte each; and the
 * weights of as many inputs for so many outputs as there are rows. */
enum { MI_TILE_ROWS = 16, MI_TILE_BYTES = 64 };

/* How the weights of a convolution are wanted. */
enum mi_packing {
    MI_PACK_DIRECT,   /* floats, as they are */
    MI_PACK_FLOATS,   /* floats, for Winograd's way where that is possible */
    MI_PACK_INTEGERS, /* the same in integers, where that is worth it */
    MI_PACK_TILES /* bfloat16; or bytes, where that is faster and loses nothing of the weights */
};

/* A convolution's weights.
 *   direct:   [panel][tap][in][MI_LANES]
 *   Winograd: [point down][point across][panel][in][MI_LANES], for filters of 3x3
 *   in integers: [point down][point across][panel][in / 2][MI_LANES][2], and of a filter of 1x1
 *   [panel][in / 2][MI_LANES][2]
 *   in tiles of bfloat16: [panel][tap][in / 2][MI_LANES][2]
 *   in tiles of bytes: [panel][tap][in / 4][MI_LANES][4]
 *   with as many inputs as fill whole tiles */
struct mi_packed_weights {
    bool winograd, integers, tiles, bytes; /* bytes: in tiles */
    int in, panels;
    int height, width, dilation_y, dilation_x; /* of the filter */
    float *weight;                             /* floats */
    int16_t *whole;                            /* integers */
    void *tile;  /* uint16_t, bfloat16: the upper half of a float; or int8_t */
    float *unit; /* [point][panels * MI_LANES]: what 1 in a sum means, for a range of 1, or of 1x1
                  * for integers in; or [panels * MI_LANES], what 1 means in a weight's byte */
    float *byte_sum; /* [panels * MI_LANES]: of an output's weights in bytes */
};

/* channels filled up to whole groups.  In the innermost loops a call would spill all vectors. */
static inline int mi_lanes(int channels)
{
    return (channels + MI_LANES - 1) / MI_LANES * MI_LANES;
}

/* The bytes of a point's channels, of so many bytes each, filled up to whole tiles. */
static inline int mi_tile_row(int channels, int size)
{
    return (channels * size + MI_TILE_BYTES - 1) / MI_TILE_BYTES * MI_TILE_BYTES;
}

/* Arranges the weights of conv in memory of chunks.  False: no memory. */
bool mi_pack(struct mi_chunks *chunks, const struct mi_conv *conv, enum mi_packing packing,
             struct mi_packed_weights *packed);

#endif
