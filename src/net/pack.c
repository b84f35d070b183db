#include "plan.h"

#include <stddef.h>

static float at(const struct mi_conv *conv, int tap, int in, int out)
{
    ptrdiff_t row = (ptrdiff_t)tap * conv->in + in;
    return out < conv->out ? conv->weight[row * conv->out + out] : 0.0f;
}

static void pack_direct(const struct mi_conv *conv, struct mi_packed *packed)
{
    float *to = packed->weight;
    for (int panel = 0; panel < packed->panels; panel++)
        for (int tap = 0; tap < conv->height * conv->width; tap++)
            for (int in = 0; in < conv->in; in++)
                for (int lane = 0; lane < MI_LANES; lane++)
                    *to++ = at(conv, tap, in, panel * MI_LANES + lane);
}

/* What a polynomial with these coefficients is at each of Winograd's points; at infinity the
 * coefficient of the highest power. */
static void evaluate(const double g[3], double value[MI_POINTS])
{
    static const double points[MI_POINTS] = {0.0, 0.0, 1.0, -1.0, 2.0, -2.0};
    value[0] = g[2];
    for (int i = 1; i < MI_POINTS; i++)
        value[i] = g[0] + points[i] * (g[1] + points[i] * g[2]);
}

/* The 3x3 filter from one channel to another at the points of both directions. */
static void transform(const struct mi_conv *conv, int in, int out,
                      double value[MI_POINTS][MI_POINTS])
{
    double column[3][MI_POINTS], down[MI_POINTS][3];
    for (int x = 0; x < 3; x++) {
        double g[3] = {at(conv, x, in, out), at(conv, 3 + x, in, out), at(conv, 6 + x, in, out)};
        evaluate(g, column[x]);
        for (int i = 0; i < MI_POINTS; i++)
            down[i][x] = column[x][i];
    }
    for (int i = 0; i < MI_POINTS; i++)
        evaluate(down[i], value[i]);
}

static void pack_winograd(const struct mi_conv *conv, struct mi_packed *packed)
{
    ptrdiff_t matrix = (ptrdiff_t)packed->panels * conv->in * MI_LANES;
    for (int out = 0; out < conv->out; out++)
        for (int in = 0; in < conv->in; in++) {
            double value[MI_POINTS][MI_POINTS];
            transform(conv, in, out, value);
            ptrdiff_t panel = out / MI_LANES, lane = out % MI_LANES;
            float *to = packed->weight + (panel * conv->in + in) * MI_LANES + lane;
            for (int i = 0; i < MI_POINTS * MI_POINTS; i++)
                to[i * matrix] = (float)value[i / MI_POINTS][i % MI_POINTS];
        }
}

bool mi_pack(struct mi_plan *plan, const struct mi_conv *conv, struct mi_packed *packed)
{
    *packed = (struct mi_packed){.winograd = conv->height == 3 && conv->width == 3 &&
                                             conv->dilation_y == 1 && conv->dilation_x == 1,
                                 .in = conv->in,
                                 .panels = mi_lanes(conv->out) / MI_LANES,
                                 .height = conv->height,
                                 .width = conv->width,
                                 .dilation_y = conv->dilation_y,
                                 .dilation_x = conv->dilation_x};
    int matrices = packed->winograd ? MI_POINTS * MI_POINTS : conv->height * conv->width;
    packed->weight = mi_plan_hold(plan, sizeof(float) * MI_LANES * (size_t)matrices *
                                            (size_t)conv->in * (size_t)packed->panels);
    if (!packed->weight)
        return false;
    if (packed->winograd)
        pack_winograd(conv, packed);
    else
        pack_direct(conv, packed);
    return true;
}
