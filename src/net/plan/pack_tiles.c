#include "base/range.h"
#include "pack_parts.h"

#include <limits.h>
#include <math.h>
#include <string.h>

/* Room for all tiles, of numbers of that size. */
static bool take_tiles(struct mi_chunks *chunks, struct mi_packed_weights *packed, int size)
{
    size_t rows = (size_t)packed->panels * MI_LANES * (size_t)(packed->height * packed->width);
    packed->tile = mi_chunks_take(chunks, rows * (size_t)mi_tile_row(packed->in, size));
    return packed->tile;
}

/* Where the weight of an input for an output lies in them, counted in numbers of that size. */
static ptrdiff_t place_in_tiles(const struct mi_packed_weights *packed, int tap, int in, int out,
                                int size)
{
    int taps = packed->height * packed->width, row = mi_tile_row(packed->in, size) / size;
    int group = 4 / size; /* of inputs side by side */
    ptrdiff_t panel = ((ptrdiff_t)(out / MI_LANES) * taps + tap) * row * MI_LANES;
    return panel + (in / group * MI_LANES + out % MI_LANES) * group + in % group;
}

/* ---- bfloat16 ---- */

/* The nearest number of bfloat16, of two the even one; what is none stays none. */
static uint16_t bfloat16(float x)
{
    enum { NO_NUMBER = 0x7fc0 };
    uint32_t bits;
    if (x != x)
        return NO_NUMBER;
    memcpy(&bits, &x, sizeof bits);
    return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

static bool pack_bfloat16(struct mi_chunks *chunks, const struct mi_conv *conv,
                          struct mi_packed_weights *packed)
{
    const int size = sizeof(uint16_t);
    if (!take_tiles(chunks, packed, size))
        return false;
    uint16_t *to = packed->tile;
    for (int out = 0; out < conv->out; out++)
        for (int tap = 0; tap < conv->height * conv->width; tap++)
            for (int in = 0; in < conv->in; in++)
                to[place_in_tiles(packed, tap, in, out, size)] =
                    bfloat16(mi_weight(conv, tap, in, out));
    return true;
}

/* ---- bytes ---- */

/* The largest power of two of which all weights to a channel are multiples; 0: all are 0, or one is
 * no number. */
static float unit_of(const struct mi_conv *conv, int out)
{
    enum { BITS = 24 }; /* of a float */
    int least = INT_MAX;
    for (int tap = 0; tap < conv->height * conv->width; tap++)
        for (int in = 0; in < conv->in; in++) {
            int power;
            float weight = mi_weight(conv, tap, in, out), part = frexpf(weight, &power);
            if (!isfinite(weight))
                return 0.0f;
            if (weight != 0.0f)
                least = mi_min(least,
                               power - BITS + __builtin_ctz((unsigned)fabsf(ldexpf(part, BITS))));
        }
    return least == INT_MAX ? 0.0f : ldexpf(1.0f, least);
}

/* Are the weights to a channel multiples of the unit that fit into bytes? */
static bool fit_bytes(const struct mi_conv *conv, int out, float unit)
{
    float most = INT8_MAX * unit;
    for (int tap = 0; tap < conv->height * conv->width; tap++)
        for (int in = 0; in < conv->in; in++)
            if (!(fabsf(mi_weight(conv, tap, in, out)) <= most))
                return false;
    return true;
}

/* Are bytes faster, each sum of many and in fewer tiles, and as exact? */
static bool suits_bytes(const struct mi_conv *conv)
{
    int taps = conv->height * conv->width;
    float most = 0.0f; /* of the units; 0: of what is 0 either loses nothing */
    if (taps == 1 || mi_tile_row(conv->in, 1) == mi_tile_row(conv->in, 2) ||
        taps * conv->in > INT32_MAX / (UINT8_MAX * INT8_MAX))
        return false;
    for (int out = 0; out < conv->out; out++) {
        float unit = unit_of(conv, out);
        if (!fit_bytes(conv, out, unit))
            return false;
        most = fmaxf(most, unit);
    }
    return most > 0.0f;
}

static void pack_byte_row(const struct mi_conv *conv, const struct mi_packed_weights *packed,
                          int out)
{
    int8_t *to = packed->tile;
    float unit = unit_of(conv, out), sum = 0.0f;
    for (int tap = 0; unit > 0.0f && tap < conv->height * conv->width; tap++)
        for (int in = 0; in < conv->in; in++) {
            float weight = mi_weight(conv, tap, in, out) / unit;
            to[place_in_tiles(packed, tap, in, out, 1)] = (int8_t)weight;
            sum += weight;
        }
    packed->unit[out] = unit;
    packed->byte_sum[out] = sum;
}

static bool pack_bytes(struct mi_chunks *chunks, const struct mi_conv *conv,
                       struct mi_packed_weights *packed)
{
    size_t outs = (size_t)packed->panels * MI_LANES;
    packed->unit = mi_chunks_take(chunks, outs * sizeof *packed->unit);
    packed->byte_sum = mi_chunks_take(chunks, outs * sizeof *packed->byte_sum);
    bool done = packed->unit && packed->byte_sum && take_tiles(chunks, packed, 1);
    for (int out = 0; done && out < conv->out; out++)
        pack_byte_row(conv, packed, out);
    return done;
}

/* ---- either ---- */

bool mi_pack_tiles(struct mi_chunks *chunks, const struct mi_conv *conv,
                   struct mi_packed_weights *packed)
{
    packed->bytes = suits_bytes(conv);
    return packed->bytes ? pack_bytes(chunks, conv, packed) : pack_bfloat16(chunks, conv, packed);
}
