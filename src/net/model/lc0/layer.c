#include "layer.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* More than any network has that is known. */
enum { CHANNELS = 4096, OUTS = 1 << 16, BLOCKS = 1000, WEIGHTS = 1 << 29 };

static const float EPSILON = 1e-5f; /* of batch normalisation */

/* ---- errors and messages ---- */

bool mi_lc0_fail(struct mi_lc0_reader *r, const char *format, ...)
{
    if (r->failed)
        return false;
    int used = snprintf(r->error, r->size, "%s: ", r->what);
    if (used >= 0 && (size_t)used < r->size) {
        va_list args;
        va_start(args, format);
        vsnprintf(r->error + used, r->size - (size_t)used, format, args);
        va_end(args);
    }
    r->failed = true;
    return false;
}

void mi_lc0_name(struct mi_lc0_reader *r, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(r->what, sizeof r->what, format, args);
    va_end(args);
}

struct mi_wire mi_lc0_message(struct mi_lc0_reader *r, struct mi_wire from, uint32_t number)
{
    struct mi_wire message = mi_wire_bytes(from, number);
    if (!mi_wire_is_whole(message))
        mi_lc0_fail(r, "its fields are broken");
    return message;
}

void *mi_lc0_each(struct mi_lc0_reader *r, struct mi_wire from, uint32_t number, size_t size,
                  int *count)
{
    *count = mi_wire_count(from, number);
    if (*count > BLOCKS) {
        mi_lc0_fail(r, "it has more than %d blocks", BLOCKS);
        return NULL;
    }
    void *blocks = mi_model_hold(r->model, (size_t)*count, size);
    if (!blocks)
        mi_lc0_fail(r, "no memory for its blocks");
    return blocks;
}

/* ---- numbers ---- */

enum { LAYER_MIN = 1, LAYER_MAX, LAYER_PARAMS, LAYER_ENCODING };
enum encoding { DEFAULT, LINEAR16, FLOAT16, BFLOAT16, FLOAT32, ENCODINGS };

/* The numbers of a field, where they lie. */
struct values {
    const unsigned char *at;
    size_t count;
    enum encoding encoding;
    float min, range; /* LINEAR16 */
};

static size_t width_of(enum encoding encoding)
{
    return encoding == FLOAT32 ? 4 : 2;
}

static enum encoding encoding_of(struct mi_wire layer)
{
    uint64_t encoding = mi_wire_int(layer, LAYER_ENCODING, LINEAR16);
    return encoding == DEFAULT    ? LINEAR16
           : encoding < ENCODINGS ? (enum encoding)encoding
                                  : ENCODINGS;
}

size_t mi_lc0_count(struct mi_wire from, uint32_t number)
{
    struct mi_wire layer = mi_wire_bytes(from, number), bytes = mi_wire_bytes(layer, LAYER_PARAMS);
    return (size_t)(bytes.end - bytes.at) / width_of(encoding_of(layer));
}

/* Finds the numbers of a field, which must be so many. */
static bool find(struct mi_lc0_reader *r, struct mi_wire from, uint32_t number, size_t count,
                 struct values *values)
{
    struct mi_wire layer = mi_lc0_message(r, from, number);
    struct mi_wire bytes = mi_wire_bytes(layer, LAYER_PARAMS);
    float max = mi_wire_float(layer, LAYER_MAX, 0.0f);
    *values = (struct values){.at = bytes.at,
                              .count = count,
                              .encoding = encoding_of(layer),
                              .min = mi_wire_float(layer, LAYER_MIN, 0.0f)};
    values->range = max - values->min;
    if (r->failed)
        return false;
    if (values->encoding == ENCODINGS)
        return mi_lc0_fail(r, "field %u has an unknown encoding", (unsigned)number);
    if (!mi_is_sound(values->min) || !mi_is_sound(max))
        return mi_lc0_fail(r, "field %u has absurd limits", (unsigned)number);
    if ((size_t)(bytes.end - bytes.at) != count * width_of(values->encoding))
        return mi_lc0_fail(r, "field %u has %zu numbers, not %zu", (unsigned)number,
                           mi_lc0_count(from, number), count);
    if (count > WEIGHTS - r->model->weights)
        return mi_lc0_fail(r, "it has more weights than any network that can be calculated");
    r->model->weights += count;
    return true;
}

static float of_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Of 16 bits: a sign, 5 of the exponent, 10 of the fraction. */
static float of_half(uint32_t half)
{
    float sign = half & 0x8000 ? -1.0f : 1.0f;
    int exponent = (int)(half >> 10 & 31);
    float fraction = (float)(half & 1023);
    if (exponent == 31)
        return fraction == 0.0f ? sign * INFINITY : NAN;
    return exponent == 0 ? sign * ldexpf(fraction, -24)
                         : sign * ldexpf(fraction + 1024.0f, exponent - 25);
}

static float value_at(const struct values *values, size_t i)
{
    const unsigned char *byte = values->at + i * width_of(values->encoding);
    uint32_t low = byte[0] | (uint32_t)byte[1] << 8;
    switch (values->encoding) {
    case FLOAT16:
        return of_half(low);
    case BFLOAT16:
        return of_bits(low << 16);
    case FLOAT32:
        return of_bits(low | (uint32_t)byte[2] << 16 | (uint32_t)byte[3] << 24);
    default:
        return (float)low / 65535.0f * values->range + values->min;
    }
}

/* Memory of the model's for so many floats. */
static float *hold(struct mi_lc0_reader *r, size_t count)
{
    float *values = mi_model_hold(r->model, count, sizeof *values);
    if (!values)
        mi_lc0_fail(r, "no memory for its weights");
    return values;
}

static bool are_sound(struct mi_lc0_reader *r, const float *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!mi_is_sound(values[i]))
            return mi_lc0_fail(r, "a weight is no number, or absurd");
    return true;
}

float *mi_lc0_floats(struct mi_lc0_reader *r, struct mi_wire from, uint32_t number, size_t count)
{
    struct values values;
    float *to = find(r, from, number, count, &values) ? hold(r, count) : NULL;
    for (size_t i = 0; to && i < count; i++)
        to[i] = value_at(&values, i);
    return to && are_sound(r, to, count) ? to : NULL;
}

/* The same number so many times. */
static float *constant(struct mi_lc0_reader *r, float value, size_t count)
{
    float *to = hold(r, count);
    for (size_t i = 0; to && i < count; i++)
        to[i] = value;
    return to;
}

/* Are there so many outs, not more than most? */
static bool has_outs(struct mi_lc0_reader *r, size_t outs, size_t most)
{
    return (outs >= 1 && outs <= most) ||
           mi_lc0_fail(r, "it has %zu outputs, not 1 to %zu", outs, most);
}

/* ---- layers ---- */

enum { BLOCK_WEIGHTS = 1, BLOCK_BIASES, BLOCK_MEANS, BLOCK_VARIANCES, BLOCK_GAMMAS, BLOCK_BETAS };

/* By what the weights of each output are multiplied, and what is added to it: bias, and batch
 * normalisation if there is one. */
static bool read_scales(struct mi_lc0_reader *r, struct mi_wire block, size_t outs, float *scale,
                        float *bias)
{
    bool normal = mi_lc0_count(block, BLOCK_MEANS) > 0;
    bool scaled = mi_lc0_count(block, BLOCK_BETAS) > 0;
    const float *biases =
        mi_lc0_count(block, BLOCK_BIASES) > 0 ? mi_lc0_floats(r, block, BLOCK_BIASES, outs) : NULL;
    const float *mean = normal ? mi_lc0_floats(r, block, BLOCK_MEANS, outs) : NULL;
    const float *variance = normal ? mi_lc0_floats(r, block, BLOCK_VARIANCES, outs) : NULL;
    const float *gamma = normal && scaled ? mi_lc0_floats(r, block, BLOCK_GAMMAS, outs) : NULL;
    const float *beta = normal && scaled ? mi_lc0_floats(r, block, BLOCK_BETAS, outs) : NULL;
    for (size_t i = 0; !r->failed && i < outs; i++) {
        scale[i] = gamma ? gamma[i] : 1.0f;
        bias[i] = biases ? biases[i] : 0.0f;
        if (normal) {
            scale[i] /= sqrtf(variance[i] + EPSILON);
            bias[i] = scale[i] * (bias[i] - mean[i]) + (beta ? beta[i] : 0.0f);
        }
        if (!mi_is_sound(scale[i]) || !mi_is_sound(bias[i]))
            return mi_lc0_fail(r, "its variance is not above 0");
    }
    return !r->failed;
}

static bool make_layer(struct mi_lc0_reader *r, int side, int in, size_t outs,
                       enum mi_activation activation, struct mi_lc0_layer *layer)
{
    layer->conv = (struct mi_conv){.height = side,
                                   .width = side,
                                   .dilation_y = 1,
                                   .dilation_x = 1,
                                   .in = in,
                                   .out = (int)outs};
    layer->norm = (struct mi_norm){.channels = (int)outs, .activation = activation};
    layer->norm.scale = constant(r, 1.0f, outs);
    layer->norm.bias = hold(r, outs);
    return !r->failed;
}

/* [out][in][tap] of the file as [tap][in][out], each output multiplied by its scale, if there is
 * one. */
static bool read_weights(struct mi_lc0_reader *r, struct mi_wire from, uint32_t number,
                         const float *scale, struct mi_conv *conv)
{
    struct values values;
    size_t taps = (size_t)(conv->height * conv->width), in = (size_t)conv->in,
           out = (size_t)conv->out, count = taps * in * out;
    if (!find(r, from, number, count, &values))
        return false;
    float *to = conv->weight = hold(r, count);
    for (size_t o = 0; to && o < out; o++)
        for (size_t i = 0; i < in * taps; i++)
            to[(i % taps * in + i / taps) * out + o] =
                value_at(&values, o * in * taps + i) * (scale ? scale[o] : 1.0f);
    return to && are_sound(r, to, count);
}

bool mi_lc0_conv(struct mi_lc0_reader *r, struct mi_wire block, int side, int in,
                 enum mi_activation activation, struct mi_lc0_layer *layer)
{
    size_t outs = mi_lc0_count(block, BLOCK_BIASES);
    if (outs == 0)
        outs = mi_lc0_count(block, BLOCK_MEANS);
    if (!mi_wire_is_whole(block))
        return mi_lc0_fail(r, "its fields are broken");
    if (!has_outs(r, outs, CHANNELS) || !make_layer(r, side, in, outs, activation, layer))
        return false;
    float *scale = hold(r, outs);
    return scale && read_scales(r, block, outs, scale, layer->norm.bias) &&
           read_weights(r, block, BLOCK_WEIGHTS, scale, &layer->conv);
}

bool mi_lc0_each_square(struct mi_lc0_reader *r, struct mi_wire from, uint32_t weight,
                        uint32_t bias, int in, enum mi_activation activation,
                        struct mi_lc0_layer *layer)
{
    size_t outs = bias ? mi_lc0_count(from, bias) : mi_lc0_count(from, weight) / (size_t)in;
    if (r->failed || !has_outs(r, outs, CHANNELS) || !make_layer(r, 1, in, outs, activation, layer))
        return false;
    const float *added = bias ? mi_lc0_floats(r, from, bias, outs) : NULL;
    if (added)
        memcpy(layer->norm.bias, added, outs * sizeof *added);
    return !r->failed && read_weights(r, from, weight, NULL, &layer->conv);
}

bool mi_lc0_dense(struct mi_lc0_reader *r, struct mi_wire from, uint32_t weight, uint32_t bias,
                  struct mi_lc0_parts in, enum mi_activation activation, struct mi_dense *dense)
{
    struct values values;
    size_t parts = (size_t)in.parts, channels = (size_t)in.channels, ins = parts * channels;
    size_t outs = bias ? mi_lc0_count(from, bias) : mi_lc0_count(from, weight) / ins;
    if (r->failed || !has_outs(r, outs, OUTS) || !find(r, from, weight, outs * ins, &values))
        return false;
    *dense = (struct mi_dense){.in = (int)ins,
                               .out = (int)outs,
                               .weight = hold(r, outs * ins),
                               .bias = bias ? mi_lc0_floats(r, from, bias, outs) : NULL,
                               .activation = activation};
    if (r->failed)
        return false;
    for (size_t out = 0; out < outs; out++)
        for (size_t i = 0; i < ins; i++) {
            size_t there = in.channels_first ? i % channels * parts + i / channels : i;
            dense->weight[i * outs + out] = value_at(&values, out * ins + there);
        }
    return are_sound(r, dense->weight, outs * ins);
}

bool mi_lc0_normal(struct mi_lc0_reader *r, struct mi_wire from, uint32_t gamma, int channels,
                   float epsilon, struct mi_lc0_norm *norm)
{
    const uint32_t beta = gamma + 1; /* in all messages */
    *norm = (struct mi_lc0_norm){.channels = channels,
                                 .gamma = mi_lc0_floats(r, from, gamma, (size_t)channels),
                                 .beta = mi_lc0_floats(r, from, beta, (size_t)channels),
                                 .epsilon = epsilon};
    return !r->failed;
}
