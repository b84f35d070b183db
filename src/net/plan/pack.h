/* pack.h - the weights of a convolution, arranged for the kernels. */
#ifndef MI_NET_PLAN_PACK_H
#define MI_NET_PLAN_PACK_H

#include "chunks.h"
#include "net/model/model.h"

#include <math.h>

/* Channels come in groups of MI_LANES.  The weights of MI_LANES outputs form a panel. */
enum { MI_LANES = 16 };

/* Winograd's interpolation points: infinity, 0, 1, -1, 2, -2.  A tile of m outputs uses the first
 * m + 2. */
enum { MI_POINTS = 6, MI_TILE_MIN = 2, MI_TILE_MAX = 4 };

/* Winograd in integers multiplies 16-bit values and adds in 32 bits.  MI_INPUT_MAX stands for the
 * largest possible input at an interpolation point: the range of the position's values times
 * mi_gain[down] * mi_gain[across].  The weights are scaled so that no sum can overflow. */
enum { MI_INPUT_MAX = 32767 };

extern const float mi_gain[MI_POINTS];

/* Maximum length (2-norm) of a row of 16-bit integers, so that the product of two fits 32 bits. */
enum { MI_QUANTIZED_LENGTH = 46340 };

/* The quantization scale (value of the integer 1) of a row, from its largest absolute value and its
 * sum of squares.  Rounding adds at most sqrt(count) / 2 to the length.  0 if the row is zero. */
static inline float mi_quantization_scale(float largest, float squares, int count)
{
    float length = (float)MI_QUANTIZED_LENGTH - 1.0f - 0.5f * sqrtf((float)count);
    float by_value = largest / 32767.0f, by_length = sqrtf(squares) * (1.0001f / length);
    return by_length > by_value ? by_length : by_value;
}

/* An AMX tile: 16 rows of 64 bytes.  A row of inputs belongs to one point (bfloat16 or bytes); a
 * tile of weights holds the weights of these inputs for 16 outputs. */
enum { MI_TILE_ROWS = 16, MI_TILE_BYTES = 64 };

/* The format of packed weights. */
enum mi_packing {
    MI_PACK_DIRECT,   /* floats for direct convolution */
    MI_PACK_FLOATS,   /* floats; Winograd transforms if possible */
    MI_PACK_INTEGERS, /* the same in integers if that is faster */
    MI_PACK_TILES     /* bfloat16; bytes if that is faster and loses no precision */
};

/* A convolution's weights.
 *   direct:   [panel][tap][in][MI_LANES]
 *   Winograd: [point down][point across][panel][in][MI_LANES], for filters of 3x3
 *   integers: [point down][point across][panel][in / 2][MI_LANES][2]; for 1x1 filters
 *   [panel][in / 2][MI_LANES][2]
 *   tiles of bfloat16: [panel][tap][in / 2][MI_LANES][2], inputs padded to full tiles
 *   tiles of bytes: [panel][tap][in / 4][MI_LANES][4], inputs padded to full tiles */
struct mi_packed_weights {
    bool winograd, integers, tiles, bytes; /* formats; bytes only in tiles */
    int in, panels;
    int height, width, dilation_y, dilation_x; /* size and dilation of the filter */
    float *weight;                             /* floats */
    int16_t *quantized;                        /* integers */
    void *tile;         /* bfloat16 as uint16_t (the upper half of a float), or int8_t */
    float *quant_scale; /* quantization scales.  Winograd: [point][panels * MI_LANES], of sums, for
                         * a range of 1; 1x1: [panels * MI_LANES], of sums of integer inputs; bytes:
                         * [panels * MI_LANES], of weights */
    float *byte_sum;    /* [panels * MI_LANES]: sum of an output's weights in bytes */
};

/* Rounds channels up to full groups.  Inline, because a call would spill all vector registers. */
static inline int mi_lanes(int channels)
{
    return (channels + MI_LANES - 1) / MI_LANES * MI_LANES;
}

/* Bytes of a point's channels, of `size` bytes each, rounded up to full tile rows. */
static inline int mi_tile_row(int channels, int size)
{
    return (channels * size + MI_TILE_BYTES - 1) / MI_TILE_BYTES * MI_TILE_BYTES;
}

/* Packs the weights of conv into memory from chunks.  False if out of memory. */
bool mi_pack(struct mi_chunks *chunks, const struct mi_conv *conv, enum mi_packing packing,
             struct mi_packed_weights *packed);

#endif
