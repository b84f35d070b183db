#include "reader.h"

#include <math.h>
#include <string.h>

/* Sanity limits, above those of all known networks. */
enum { FILTER = 9, DILATION = 8, WEIGHTS = 1 << 29 };

bool mi_layer_fail(struct mi_reader *r, const char *why)
{
    return mi_content_fail(r->in, "%.100s: %s", r->what, why);
}

bool mi_layer_check(struct mi_reader *r, bool fitting)
{
    return fitting ||
           mi_layer_fail(r, "its channels do not match those of the neighbouring layers");
}

int mi_layer_int(struct mi_reader *r, int min, int max)
{
    return mi_content_int(r->in, r->what, min, max);
}

int mi_layer_channels(struct mi_reader *r)
{
    return mi_layer_int(r, 1, MI_CHANNELS_MAX);
}

void mi_layer_name(struct mi_reader *r)
{
    if (r->in->failed)
        return;
    char name[MI_WORD];
    mi_content_word(r->in, name);
    if (name[0] == '\0')
        mi_content_fail(r->in, "it ends after %.100s", r->what);
    memcpy(r->what, name, sizeof name);
}

float *mi_layer_floats(struct mi_reader *r, size_t count)
{
    if (r->in->failed)
        return NULL;
    /* In a text file, a weight may need fewer bytes than in memory. */
    if (r->model->weights + count > r->in->bound / sizeof(float)) {
        mi_content_fail(r->in, "%.100s: the weights so far need more than %zu bytes of memory",
                        r->what, r->in->bound);
        return NULL;
    }
    if (count > mi_content_floats_left(r->in)) {
        mi_layer_fail(r, "it has more weights than the file can hold");
        return NULL;
    }
    if (count > WEIGHTS - r->model->weights) {
        mi_layer_fail(r, "it has too many weights");
        return NULL;
    }
    float *values = mi_model_alloc(r->model, count, sizeof *values);
    if (!values)
        mi_layer_fail(r, "out of memory");
    else
        mi_content_floats(r->in, r->what, values, count);
    r->model->weights += count;
    return values;
}

/* ---- layers ---- */

bool mi_layer_conv(struct mi_reader *r, struct mi_conv *conv, int in)
{
    mi_layer_name(r);
    conv->height = mi_layer_int(r, 1, FILTER);
    conv->width = mi_layer_int(r, 1, FILTER);
    conv->in = mi_layer_channels(r);
    conv->out = mi_layer_channels(r);
    conv->dilation_y = mi_layer_int(r, 1, DILATION);
    conv->dilation_x = mi_layer_int(r, 1, DILATION);
    if (r->in->failed || !mi_layer_check(r, conv->in == in))
        return false;
    if (conv->height % 2 == 0 || conv->width % 2 == 0)
        return mi_layer_fail(r, "the size of a filter must be odd");
    conv->weight = mi_layer_floats(r, (size_t)conv->height * (size_t)conv->width * (size_t)in *
                                          (size_t)conv->out);
    return !r->in->failed;
}

/* Folds scale * (x - mean) / sqrt(variance + epsilon) + bias into one scale and one bias. */
static bool fold_batch_norm(struct mi_reader *r, struct mi_norm *norm, const float *mean,
                            const float *variance, float epsilon)
{
    for (int c = 0; c < norm->channels; c++) {
        norm->scale[c] /= sqrtf(variance[c] + epsilon);
        norm->bias[c] -= norm->scale[c] * mean[c];
        if (!isfinite(norm->scale[c]) || !isfinite(norm->bias[c]))
            return mi_layer_fail(r, "its variance must be above 0");
    }
    return true;
}

static float *alloc_ones(struct mi_reader *r, int count)
{
    float *values = mi_model_alloc(r->model, (size_t)count, sizeof *values);
    for (int i = 0; values && i < count; i++)
        values[i] = 1.0f;
    return values;
}

static bool read_scales(struct mi_reader *r, struct mi_norm *norm)
{
    norm->channels = mi_layer_channels(r);
    float epsilon = mi_content_real(r->in, r->what);
    bool has_scale = mi_layer_int(r, 0, 1), has_bias = mi_layer_int(r, 0, 1);
    size_t count = (size_t)norm->channels;
    float *mean = mi_layer_floats(r, count), *variance = mi_layer_floats(r, count);
    norm->scale = has_scale ? mi_layer_floats(r, count) : alloc_ones(r, norm->channels);
    norm->bias =
        has_bias ? mi_layer_floats(r, count) : mi_model_alloc(r->model, count, sizeof(float));
    if (!norm->scale || !norm->bias)
        mi_layer_fail(r, "out of memory");
    return !r->in->failed && fold_batch_norm(r, norm, mean, variance, epsilon);
}

bool mi_layer_activation(struct mi_reader *r, enum mi_activation *activation)
{
    static const char *const names[] = {"ACTIVATION_IDENTITY", "ACTIVATION_RELU", "ACTIVATION_MISH",
                                        "ACTIVATION_SILU"};
    mi_layer_name(r);
    *activation = MI_RELU;
    if (r->in->failed || r->model->version < 11)
        return !r->in->failed;
    char word[MI_WORD];
    mi_content_word(r->in, word);
    for (int i = MI_IDENTITY; i <= MI_SILU; i++)
        if (strcmp(word, names[i]) == 0) {
            *activation = (enum mi_activation)i;
            return true;
        }
    return mi_content_fail(r->in, "%.60s: unknown activation \"%.40s\"", r->what, word);
}

bool mi_layer_norm(struct mi_reader *r, struct mi_norm *norm, int channels)
{
    mi_layer_name(r);
    return read_scales(r, norm) && mi_layer_check(r, norm->channels == channels) &&
           mi_layer_activation(r, &norm->activation);
}

bool mi_layer_rms_norm(struct mi_reader *r, struct mi_rms_norm *norm, int channels, bool tip)
{
    mi_layer_name(r);
    norm->channels = mi_layer_channels(r);
    norm->epsilon = mi_content_real(r->in, r->what);
    if (!r->in->failed && !(norm->epsilon > 0.0f && norm->epsilon <= 1.0f))
        return mi_layer_fail(r, "its epsilon must be above 0 and at most 1");
    norm->board = tip && mi_layer_int(r, 0, 1) != 0;
    if (tip && mi_layer_int(r, 0, MI_CHANNELS_MAX) != 0)
        return mi_layer_fail(r, "norms of groups of channels are not supported");
    if (r->in->failed || !mi_layer_check(r, norm->channels == channels))
        return false;
    norm->scale = mi_layer_floats(r, (size_t)channels);
    norm->bias = tip ? mi_layer_floats(r, (size_t)channels) : NULL;
    return !r->in->failed && (!tip || mi_layer_activation(r, &norm->activation));
}

bool mi_layer_dense(struct mi_reader *r, struct mi_dense *dense, int in)
{
    mi_layer_name(r);
    dense->in = mi_layer_int(r, 0, 3 * MI_CHANNELS_MAX);
    dense->out = mi_layer_channels(r);
    if (r->in->failed || !mi_layer_check(r, dense->in == in))
        return false;
    dense->weight = mi_layer_floats(r, (size_t)in * (size_t)dense->out);
    return !r->in->failed;
}

bool mi_layer_bias(struct mi_reader *r, struct mi_dense *dense)
{
    mi_layer_name(r);
    int out = mi_layer_channels(r);
    if (r->in->failed || !mi_layer_check(r, out == dense->out))
        return false;
    dense->bias = mi_layer_floats(r, (size_t)out);
    return !r->in->failed;
}

bool mi_layer_pool_norm(struct mi_reader *r, struct mi_global_pool *pool)
{
    return mi_layer_norm(r, &pool->norm, pool->conv.out) &&
           mi_layer_dense(r, &pool->dense, 3 * pool->norm.channels);
}
