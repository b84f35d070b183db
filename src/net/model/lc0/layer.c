#include "layer.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Sanity limits, above those of all known networks. */
enum { CHANNELS = 4096, OUTS = 1 << 16, BLOCKS = 1000, WEIGHTS = 1 << 29 };

static const float EPSILON = 1e-5f; /* for batch normalisation */

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

void mi_lc0_set_name(struct mi_lc0_reader *r, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(r->what, sizeof r->what, format, args);
    va_end(args);
}

struct mi_wire mi_lc0_message(struct mi_lc0_reader *r, struct mi_wire from, uint32_t number)
{
    struct mi_wire message = mi_wire_bytes(from, number);
    if (!mi_wire_is_well_formed(message))
        mi_lc0_fail(r, "its fields are malformed");
    return message;
}

void *mi_lc0_alloc_repeated(struct mi_lc0_reader *r, struct mi_wire from, uint32_t number,
                            size_t size, int *count)
{
    *count = mi_wire_count(from, number);
    if (*count > BLOCKS) {
        mi_lc0_fail(r, "it has more than %d blocks", BLOCKS);
        return NULL;
    }
    void *blocks = mi_model_alloc(r->model, (size_t)*count, size);
    if (!blocks)
        mi_lc0_fail(r, "out of memory");
    return blocks;
}

/* ---- numbers ---- */

enum { LAYER_MIN = 1, LAYER_MAX, LAYER_PARAMS, LAYER_ENCODING };
enum encoding { DEFAULT, LINEAR16, FLOAT16, BFLOAT16, FLOAT32, ENCODINGS };

/* The encoded numbers of a field. */
struct values {
    const unsigned char *at;
    size_t count;
    enum encoding encoding;
    float min, range; /* LINEAR16 */
};

static size_t encoding_bytes(enum encoding encoding)
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

size_t mi_lc0_weight_count(struct mi_wire from, uint32_t number)
{
    struct mi_wire layer = mi_wire_bytes(from, number), bytes = mi_wire_bytes(layer, LAYER_PARAMS);
    return (size_t)(bytes.end - bytes.at) / encoding_bytes(encoding_of(layer));
}

/* Finds the numbers of a field, which must be `count`. */
static bool find_values(struct mi_lc0_reader *r, struct mi_wire from, uint32_t number, size_t count,
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
    if (!mi_is_plausible_weight(values->min) || !mi_is_plausible_weight(max))
        return mi_lc0_fail(r, "field %u has limits out of range", (unsigned)number);
    if ((size_t)(bytes.end - bytes.at) != count * encoding_bytes(values->encoding))
        return mi_lc0_fail(r, "field %u has %zu numbers, not %zu", (unsigned)number,
                           mi_lc0_weight_count(from, number), count);
    if (count > WEIGHTS - r->model->weights)
        return mi_lc0_fail(r, "it has too many weights");
    r->model->weights += count;
    return true;
}

static float float_from_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* IEEE half precision: a sign bit, 5 exponent bits, 10 fraction bits. */
static float float_from_half(uint32_t half)
{
    float sign = half & 0x8000 ? -1.0f : 1.0f;
    int exponent = (int)(half >> 10 & 31);
    float fraction = (float)(half & 1023);
    if (exponent == 31)
        return fraction == 0.0f ? sign * INFINITY : NAN;
    return exponent == 0 ? sign * ldexpf(fraction, -24)
                         : sign * ldexpf(fraction + 1024.0f, exponent - 25);
}

static float decode_value(const struct values *values, size_t i)
{
    const unsigned char *byte = values->at + i * encoding_bytes(values->encoding);
    uint32_t low = byte[0] | (uint32_t)byte[1] << 8;
    switch (values->encoding) {
    case FLOAT16:
        return float_from_half(low);
    case BFLOAT16:
        return float_from_bits(low << 16);
    case FLOAT32:
        return float_from_bits(low | (uint32_t)byte[2] << 16 | (uint32_t)byte[3] << 24);
    default:
        return (float)low / 65535.0f * values->range + values->min;
    }
}

/* Allocates count floats of the model. */
static float *alloc_floats(struct mi_lc0_reader *r, size_t count)
{
    float *values = mi_model_alloc(r->model, count, sizeof *values);
    if (!values)
        mi_lc0_fail(r, "out of memory");
    return values;
}

static bool check_weights(struct mi_lc0_reader *r, const float *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!mi_is_plausible_weight(values[i]))
            return mi_lc0_fail(r, "a weight is out of range or not a number");
    return true;
}

float *mi_lc0_floats(struct mi_lc0_reader *r, struct mi_wire from, uint32_t number, size_t count)
{
    struct values values;
    float *to = find_values(r, from, number, count, &values) ? alloc_floats(r, count) : NULL;
    for (size_t i = 0; to && i < count; i++)
        to[i] = decode_value(&values, i);
    return to && check_weights(r, to, count) ? to : NULL;
}

/* Allocates count floats, all set to value. */
static float *alloc_constant(struct mi_lc0_reader *r, float value, size_t count)
{
    float *to = alloc_floats(r, count);
    for (size_t i = 0; to && i < count; i++)
        to[i] = value;
    return to;
}

/* Fails unless outs is 1 to max. */
static bool check_outputs(struct mi_lc0_reader *r, size_t outs, size_t max)
{
    return (outs >= 1 && outs <= max) ||
           mi_lc0_fail(r, "it has %zu outputs, not 1 to %zu", outs, max);
}

/* ---- layers ---- */

enum { BLOCK_WEIGHTS = 1, BLOCK_BIASES, BLOCK_MEANS, BLOCK_VARIANCES, BLOCK_GAMMAS, BLOCK_BETAS };

/* Computes the scale and bias of each output: the bias, and batch normalisation if present. */
static bool read_scales(struct mi_lc0_reader *r, struct mi_wire block, size_t outs, float *scale,
                        float *bias)
{
    bool normal = mi_lc0_weight_count(block, BLOCK_MEANS) > 0;
    bool scaled = mi_lc0_weight_count(block, BLOCK_BETAS) > 0;
    const float *biases = mi_lc0_weight_count(block, BLOCK_BIASES) > 0
                              ? mi_lc0_floats(r, block, BLOCK_BIASES, outs)
                              : NULL;
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
        if (!mi_is_plausible_weight(scale[i]) || !mi_is_plausible_weight(bias[i]))
            return mi_lc0_fail(r, "its variance must be above 0");
    }
    return !r->failed;
}

static bool alloc_layer(struct mi_lc0_reader *r, int side, int in, size_t outs,
                        enum mi_activation activation, struct mi_lc0_layer *layer)
{
    layer->conv = (struct mi_conv){.height = side,
                                   .width = side,
                                   .dilation_y = 1,
                                   .dilation_x = 1,
                                   .in = in,
                                   .out = (int)outs};
    layer->norm = (struct mi_norm){.channels = (int)outs, .activation = activation};
    layer->norm.scale = alloc_constant(r, 1.0f, outs);
    layer->norm.bias = alloc_floats(r, outs);
    return !r->failed;
}

/* Transposes [out][in][tap] of the file to [tap][in][out]; scale (may be NULL) applies to each
 * output. */
static bool read_weights(struct mi_lc0_reader *r, struct mi_wire from, uint32_t number,
                         const float *scale, struct mi_conv *conv)
{
    struct values values;
    size_t taps = (size_t)(conv->height * conv->width), in = (size_t)conv->in,
           out = (size_t)conv->out, count = taps * in * out;
    if (!find_values(r, from, number, count, &values))
        return false;
    float *to = conv->weight = alloc_floats(r, count);
    for (size_t o = 0; to && o < out; o++)
        for (size_t i = 0; i < in * taps; i++)
            to[(i % taps * in + i / taps) * out + o] =
                decode_value(&values, o * in * taps + i) * (scale ? scale[o] : 1.0f);
    return to && check_weights(r, to, count);
}

bool mi_lc0_conv(struct mi_lc0_reader *r, struct mi_wire block, int side, int in,
                 enum mi_activation activation, struct mi_lc0_layer *layer)
{
    size_t outs = mi_lc0_weight_count(block, BLOCK_BIASES);
    if (outs == 0)
        outs = mi_lc0_weight_count(block, BLOCK_MEANS);
    if (!mi_wire_is_well_formed(block))
        return mi_lc0_fail(r, "its fields are malformed");
    if (!check_outputs(r, outs, CHANNELS) || !alloc_layer(r, side, in, outs, activation, layer))
        return false;
    float *scale = alloc_floats(r, outs);
    return scale && read_scales(r, block, outs, scale, layer->norm.bias) &&
           read_weights(r, block, BLOCK_WEIGHTS, scale, &layer->conv);
}

bool mi_lc0_square_layer(struct mi_lc0_reader *r, struct mi_wire from, uint32_t weight,
                         uint32_t bias, int in, enum mi_activation activation,
                         struct mi_lc0_layer *layer)
{
    size_t outs =
        bias ? mi_lc0_weight_count(from, bias) : mi_lc0_weight_count(from, weight) / (size_t)in;
    if (r->failed || !check_outputs(r, outs, CHANNELS) ||
        !alloc_layer(r, 1, in, outs, activation, layer))
        return false;
    const float *added = bias ? mi_lc0_floats(r, from, bias, outs) : NULL;
    if (added)
        memcpy(layer->norm.bias, added, outs * sizeof *added);
    return !r->failed && read_weights(r, from, weight, NULL, &layer->conv);
}

bool mi_lc0_dense(struct mi_lc0_reader *r, struct mi_wire from, uint32_t weight, uint32_t bias,
                  struct mi_lc0_dense_input in, enum mi_activation activation,
                  struct mi_dense *dense)
{
    struct values values;
    size_t parts = (size_t)in.parts, channels = (size_t)in.channels, ins = parts * channels;
    size_t outs = bias ? mi_lc0_weight_count(from, bias) : mi_lc0_weight_count(from, weight) / ins;
    if (r->failed || !check_outputs(r, outs, OUTS) ||
        !find_values(r, from, weight, outs * ins, &values))
        return false;
    *dense = (struct mi_dense){.in = (int)ins,
                               .out = (int)outs,
                               .weight = alloc_floats(r, outs * ins),
                               .bias = bias ? mi_lc0_floats(r, from, bias, outs) : NULL,
                               .activation = activation};
    if (r->failed)
        return false;
    for (size_t out = 0; out < outs; out++)
        for (size_t i = 0; i < ins; i++) {
            size_t file_index = in.channels_first ? i % channels * parts + i / channels : i;
            dense->weight[i * outs + out] = decode_value(&values, out * ins + file_index);
        }
    return check_weights(r, dense->weight, outs * ins);
}

bool mi_lc0_layer_norm(struct mi_lc0_reader *r, struct mi_wire from, uint32_t gamma, int channels,
                       float epsilon, struct mi_lc0_norm *norm)
{
    const uint32_t beta = gamma + 1; /* the next field in all messages */
    *norm = (struct mi_lc0_norm){.channels = channels,
                                 .gamma = mi_lc0_floats(r, from, gamma, (size_t)channels),
                                 .beta = mi_lc0_floats(r, from, beta, (size_t)channels),
                                 .epsilon = epsilon};
    return !r->failed;
}
