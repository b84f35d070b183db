#include "pack_parts.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static void pack_direct(const struct mi_conv *conv, struct mi_packed_weights *packed)
{
    float *to = packed->weight;
    for (int panel = 0; panel < packed->panels; panel++)
        for (int tap = 0; tap < conv->height * conv->width; tap++)
            for (int in = 0; in < conv->in; in++)
                for (int lane = 0; lane < MI_LANES; lane++)
                    *to++ = mi_weight(conv, tap, in, panel * MI_LANES + lane);
}

/* Evaluates a polynomial with coefficients g at Winograd's interpolation points; its value at
 * infinity is the leading coefficient. */
static void evaluate_at_points(const double g[3], double value[MI_POINTS])
{
    static const double points[MI_POINTS] = {0.0, 0.0, 1.0, -1.0, 2.0, -2.0};
    value[0] = g[2];
    for (int i = 1; i < MI_POINTS; i++)
        value[i] = g[0] + points[i] * (g[1] + points[i] * g[2]);
}

/* Transforms the 3x3 filter from one channel to another. */
static void transform_filter(const struct mi_conv *conv, int in, int out,
                             double value[MI_POINTS][MI_POINTS])
{
    double column[3][MI_POINTS], down[MI_POINTS][3];
    for (int x = 0; x < 3; x++) {
        double g[3] = {mi_weight(conv, x, in, out), mi_weight(conv, 3 + x, in, out),
                       mi_weight(conv, 6 + x, in, out)};
        evaluate_at_points(g, column[x]);
        for (int i = 0; i < MI_POINTS; i++)
            down[i][x] = column[x][i];
    }
    for (int i = 0; i < MI_POINTS; i++)
        evaluate_at_points(down[i], value[i]);
}

static void pack_winograd(const struct mi_conv *conv, struct mi_packed_weights *packed)
{
    ptrdiff_t matrix = (ptrdiff_t)packed->panels * conv->in * MI_LANES;
    for (int out = 0; out < conv->out; out++)
        for (int in = 0; in < conv->in; in++) {
            double value[MI_POINTS][MI_POINTS];
            transform_filter(conv, in, out, value);
            ptrdiff_t panel = out / MI_LANES, lane = out % MI_LANES;
            float *to = packed->weight + (panel * conv->in + in) * MI_LANES + lane;
            for (int i = 0; i < MI_POINTS * MI_POINTS; i++)
                to[i * matrix] = (float)value[i / MI_POINTS][i % MI_POINTS];
        }
}

/* ---- integers ---- */

const float mi_gain[MI_POINTS] = {7.1f, 2.13f, 1.6f, 1.2f, 0.24f, 0.18f};

enum { MATRICES = MI_POINTS * MI_POINTS };

/* The factor that quantizes an output's weights at an interpolation point. */
static double weight_factor(const struct mi_packed_weights *packed, double (*value)[MATRICES],
                            int point)
{
    double max = 0.0, sum = 0.0, sum_max = (double)INT32_MAX / (MI_INPUT_MAX + 1);
    for (int in = 0; in < packed->in; in++) {
        max = fmax(max, fabs(value[in][point]));
        sum += fabs(value[in][point]);
    }
    return sum > 0.0 ? fmin(INT16_MAX / max, fmax(sum_max - packed->in, 0.0) / sum) : 0.0;
}

static void pack_winograd_output(const struct mi_packed_weights *packed, double (*value)[MATRICES],
                                 int out)
{
    ptrdiff_t pairs = (packed->in + 1) / 2, panel = out / MI_LANES, lane = out % MI_LANES;
    for (int point = 0; point < MATRICES; point++) {
        double factor = weight_factor(packed, value, point);
        int16_t *to = packed->quantized + ((point * packed->panels + panel) * pairs * MI_LANES) * 2;
        for (int in = 0; in < packed->in; in++)
            to[(in / 2 * MI_LANES + lane) * 2 + in % 2] = (int16_t)lrint(value[in][point] * factor);
        if (factor > 0.0)
            packed->quant_scale[point * packed->panels * MI_LANES + out] =
                (float)(mi_gain[point / MI_POINTS] * mi_gain[point % MI_POINTS] /
                        (MI_INPUT_MAX * factor));
    }
}

/* Quantizes the weights of a 1x1 filter to one output. */
static void pack_1x1_output(const struct mi_conv *conv, const struct mi_packed_weights *packed,
                            int out)
{
    ptrdiff_t pairs = (conv->in + 1) / 2, panel = out / MI_LANES, lane = out % MI_LANES;
    float max = 0.0f, squares = 0.0f;
    for (int in = 0; in < conv->in; in++) {
        max = fmaxf(max, fabsf(mi_weight(conv, 0, in, out)));
        squares += mi_weight(conv, 0, in, out) * mi_weight(conv, 0, in, out);
    }
    float quant_scale = mi_quantization_scale(max, squares, conv->in),
          factor = quant_scale > 0.0f ? 1.0f / quant_scale : 0.0f;
    int16_t *to = packed->quantized + panel * pairs * MI_LANES * 2;
    for (int in = 0; in < conv->in; in++)
        to[(in / 2 * MI_LANES + lane) * 2 + in % 2] =
            (int16_t)lrintf(mi_weight(conv, 0, in, out) * factor);
    packed->quant_scale[out] = quant_scale;
}

static bool pack_1x1_integers(struct mi_chunks *chunks, const struct mi_conv *conv,
                              struct mi_packed_weights *packed)
{
    size_t outs = (size_t)packed->panels * MI_LANES, pairs = ((size_t)conv->in + 1) / 2;
    packed->quantized = mi_chunks_alloc(chunks, outs * pairs * 2 * sizeof *packed->quantized);
    packed->quant_scale = mi_chunks_alloc(chunks, outs * sizeof *packed->quant_scale);
    bool done = packed->quantized && packed->quant_scale;
    for (int out = 0; done && out < conv->out; out++)
        pack_1x1_output(conv, packed, out);
    return done;
}

static bool pack_winograd_integers(struct mi_chunks *chunks, const struct mi_conv *conv,
                                   struct mi_packed_weights *packed)
{
    size_t outs = (size_t)packed->panels * MI_LANES, pairs = ((size_t)conv->in + 1) / 2;
    double(*value)[MATRICES] = calloc((size_t)conv->in, sizeof *value);
    packed->quantized =
        mi_chunks_alloc(chunks, MATRICES * outs * pairs * 2 * sizeof *packed->quantized);
    packed->quant_scale = mi_chunks_alloc(chunks, MATRICES * outs * sizeof *packed->quant_scale);
    bool done = value && packed->quantized && packed->quant_scale;
    for (int out = 0; done && out < conv->out; out++) {
        for (int in = 0; in < conv->in; in++)
            transform_filter(conv, in, out, (double(*)[MI_POINTS])value[in]);
        pack_winograd_output(packed, value, out);
    }
    free(value);
    return done;
}

/* ---- dispatch ---- */

static bool pack_floats(struct mi_chunks *chunks, const struct mi_conv *conv,
                        struct mi_packed_weights *packed)
{
    int matrices = packed->winograd ? MATRICES : conv->height * conv->width;
    packed->weight = mi_chunks_alloc(chunks, sizeof(float) * MI_LANES * (size_t)matrices *
                                                 (size_t)conv->in * (size_t)packed->panels);
    if (!packed->weight)
        return false;
    if (packed->winograd)
        pack_winograd(conv, packed);
    else
        pack_direct(conv, packed);
    return true;
}

/* Is it a 1x1 filter, and large enough for integers to be faster? */
static bool integers_suit_1x1(const struct mi_conv *conv)
{
    return conv->height * conv->width == 1 && conv->in >= MI_LANES && conv->out > MI_LANES;
}

bool mi_pack(struct mi_chunks *chunks, const struct mi_conv *conv, enum mi_packing packing,
             struct mi_packed_weights *packed)
{
    bool winograd = (packing == MI_PACK_FLOATS || packing == MI_PACK_INTEGERS) &&
                    conv->height == 3 && conv->width == 3 && conv->dilation_y == 1 &&
                    conv->dilation_x == 1;
    bool integers = packing == MI_PACK_INTEGERS && (winograd || integers_suit_1x1(conv));
    *packed = (struct mi_packed_weights){.winograd = winograd,
                                         .integers = integers,
                                         .tiles = packing == MI_PACK_TILES,
                                         .in = conv->in,
                                         .panels = mi_lanes(conv->out) / MI_LANES,
                                         .height = conv->height,
                                         .width = conv->width,
                                         .dilation_y = conv->dilation_y,
                                         .dilation_x = conv->dilation_x};
    if (packed->tiles)
        return mi_pack_tiles(chunks, conv, packed);
    if (!packed->integers)
        return pack_floats(chunks, conv, packed);
    return winograd ? pack_winograd_integers(chunks, conv, packed)
                    : pack_1x1_integers(chunks, conv, packed);
}
