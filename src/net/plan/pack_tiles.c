#include "base/range.h"
#include "pack_parts.h"

#include <limits.h>
#include <math.h>
#include <string.h>

/* Allocates the tiles for weights of `size` bytes. */
static bool allocate_tiles(struct mi_chunks *chunks, struct mi_packed_weights *packed, int size)
{
    size_t rows = (size_t)packed->panels * MI_LANES * (size_t)(packed->height * packed->width);
    packed->tile = mi_chunks_alloc(chunks, rows * (size_t)mi_tile_row(packed->in, size));
    return packed->tile;
}

/* The index of a weight in the tiles. */
static ptrdiff_t tile_index(const struct mi_packed_weights *packed, int tap, int in, int out,
                            int size)
{
    int taps = packed->height * packed->width, row = mi_tile_row(packed->in, size) / size;
    int group = 4 / size; /* inputs that are adjacent for an output */
    ptrdiff_t panel = ((ptrdiff_t)(out / MI_LANES) * taps + tap) * row * MI_LANES;
    return panel + (in / group * MI_LANES + out % MI_LANES) * group + in % group;
}

/* ---- bfloat16 ---- */

/* Rounds to the nearest bfloat16, ties to even; NaN stays NaN. */
static uint16_t bfloat16(float x)
{
    enum { NOT_A_NUMBER = 0x7fc0 };
    uint32_t bits;
    if (x != x)
        return NOT_A_NUMBER;
    memcpy(&bits, &x, sizeof bits);
    return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

static bool pack_bfloat16(struct mi_chunks *chunks, const struct mi_conv *conv,
                          struct mi_packed_weights *packed)
{
    const int size = sizeof(uint16_t);
    if (!allocate_tiles(chunks, packed, size))
        return false;
    uint16_t *to = packed->tile;
    for (int out = 0; out < conv->out; out++)
        for (int tap = 0; tap < conv->height * conv->width; tap++)
            for (int in = 0; in < conv->in; in++)
                to[tile_index(packed, tap, in, out, size)] =
                    bfloat16(mi_weight(conv, tap, in, out));
    return true;
}

/* ---- bytes ---- */

/* The largest power of two that divides all weights of an output.  0 if all are 0, or one is not
 * finite. */
static float byte_scale(const struct mi_conv *conv, int out)
{
    enum { BITS = 24 }; /* of a float */
    int min = INT_MAX;
    for (int tap = 0; tap < conv->height * conv->width; tap++)
        for (int in = 0; in < conv->in; in++) {
            int power;
            float weight = mi_weight(conv, tap, in, out), part = frexpf(weight, &power);
            if (!isfinite(weight))
                return 0.0f;
            if (weight != 0.0f)
                min =
                    mi_min(min, power - BITS + __builtin_ctz((unsigned)fabsf(ldexpf(part, BITS))));
        }
    return min == INT_MAX ? 0.0f : ldexpf(1.0f, min);
}

/* Do all weights of an output fit a byte as multiples of the scale? */
static bool weights_fit_bytes(const struct mi_conv *conv, int out, float quant_scale)
{
    float max = INT8_MAX * quant_scale;
    for (int tap = 0; tap < conv->height * conv->width; tap++)
        for (int in = 0; in < conv->in; in++)
            if (!(fabsf(mi_weight(conv, tap, in, out)) <= max))
                return false;
    return true;
}

/* Are bytes faster (several taps, fewer tiles) and exact? */
static bool bytes_are_exact_and_faster(const struct mi_conv *conv)
{
    int taps = conv->height * conv->width;
    float max = 0.0f; /* maximum of the scales; 0 if all weights are 0: then use bfloat16 */
    if (taps == 1 || mi_tile_row(conv->in, 1) == mi_tile_row(conv->in, 2) ||
        taps * conv->in > INT32_MAX / (UINT8_MAX * INT8_MAX))
        return false;
    for (int out = 0; out < conv->out; out++) {
        float quant_scale = byte_scale(conv, out);
        if (!weights_fit_bytes(conv, out, quant_scale))
            return false;
        max = fmaxf(max, quant_scale);
    }
    return max > 0.0f;
}

static void pack_byte_row(const struct mi_conv *conv, const struct mi_packed_weights *packed,
                          int out)
{
    int8_t *to = packed->tile;
    float quant_scale = byte_scale(conv, out), sum = 0.0f;
    for (int tap = 0; quant_scale > 0.0f && tap < conv->height * conv->width; tap++)
        for (int in = 0; in < conv->in; in++) {
            float weight = mi_weight(conv, tap, in, out) / quant_scale;
            to[tile_index(packed, tap, in, out, 1)] = (int8_t)weight;
            sum += weight;
        }
    packed->quant_scale[out] = quant_scale;
    packed->byte_sum[out] = sum;
}

static bool pack_bytes(struct mi_chunks *chunks, const struct mi_conv *conv,
                       struct mi_packed_weights *packed)
{
    size_t outs = (size_t)packed->panels * MI_LANES;
    packed->quant_scale = mi_chunks_alloc(chunks, outs * sizeof *packed->quant_scale);
    packed->byte_sum = mi_chunks_alloc(chunks, outs * sizeof *packed->byte_sum);
    bool done = packed->quant_scale && packed->byte_sum && allocate_tiles(chunks, packed, 1);
    for (int out = 0; done && out < conv->out; out++)
        pack_byte_row(conv, packed, out);
    return done;
}

bool mi_pack_tiles(struct mi_chunks *chunks, const struct mi_conv *conv,
                   struct mi_packed_weights *packed)
{
    packed->bytes = bytes_are_exact_and_faster(conv);
    return packed->bytes ? pack_bytes(chunks, conv, packed) : pack_bfloat16(chunks, conv, packed);
}
