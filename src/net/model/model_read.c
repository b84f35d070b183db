/* KataGo's files: words in the order in which the layers are calculated, each layer a name, sizes
 * and weights.  See cpp/neuralnet/desc.cpp of KataGo, versions 3 to 16. */
#include "content.h"
#include "model.h"

#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* More than any network has that is known. */
enum {
    CHANNELS = 4096,
    FILTER = 9,
    DILATION = 8,
    BLOCKS = 1000,
    FACTOR = 10000,
    WEIGHTS = 1 << 29
};

struct reader {
    struct mi_content in;
    struct mi_model *model;
    char what[MI_WORD]; /* the layer that is being read */
};

static bool fail(struct reader *r, const char *why)
{
    return mi_content_fail(&r->in, "%.100s: %s", r->what, why);
}

static bool fits(struct reader *r, bool fitting)
{
    return fitting || fail(r, "its channels do not fit those of its neighbours");
}

static int read_int(struct reader *r, int min, int max)
{
    return mi_content_int(&r->in, r->what, min, max);
}

static int read_channels(struct reader *r)
{
    return read_int(r, 1, CHANNELS);
}

static void read_name(struct reader *r)
{
    if (r->in.failed)
        return;
    char name[MI_WORD];
    mi_content_word(&r->in, name);
    if (name[0] == '\0')
        mi_content_fail(&r->in, "it ends behind %.100s", r->what);
    memcpy(r->what, name, sizeof name);
}

/* The next count weights; NULL, and a failure, if there are not so many. */
static float *read_floats(struct reader *r, size_t count)
{
    if (r->in.failed)
        return NULL;
    if (count > mi_content_floats_left(&r->in)) {
        fail(r, "it has more weights than the file has room for");
        return NULL;
    }
    if (count > WEIGHTS - r->model->weights) {
        fail(r, "it has more weights than any network that can be calculated");
        return NULL;
    }
    float *values = mi_model_hold(r->model, count, sizeof *values);
    if (!values)
        fail(r, "no memory for its weights");
    else
        mi_content_floats(&r->in, r->what, values, count);
    r->model->weights += count;
    return values;
}

/* ---- layers ---- */

static bool read_conv(struct reader *r, struct mi_conv *conv, int in)
{
    read_name(r);
    conv->height = read_int(r, 1, FILTER);
    conv->width = read_int(r, 1, FILTER);
    conv->in = read_channels(r);
    conv->out = read_channels(r);
    conv->dilation_y = read_int(r, 1, DILATION);
    conv->dilation_x = read_int(r, 1, DILATION);
    if (r->in.failed || !fits(r, conv->in == in))
        return false;
    if (conv->height % 2 == 0 || conv->width % 2 == 0)
        return fail(r, "the size of a filter must be odd");
    conv->weight =
        read_floats(r, (size_t)conv->height * (size_t)conv->width * (size_t)in * (size_t)conv->out);
    return !r->in.failed;
}

/* scale * (x - mean) / sqrt(variance + epsilon) + bias as one factor and one summand. */
static bool fold(struct reader *r, struct mi_norm *norm, const float *mean, const float *variance,
                 float epsilon)
{
    for (int c = 0; c < norm->channels; c++) {
        norm->scale[c] /= sqrtf(variance[c] + epsilon);
        norm->bias[c] -= norm->scale[c] * mean[c];
        if (!isfinite(norm->scale[c]) || !isfinite(norm->bias[c]))
            return fail(r, "its variance is not above 0");
    }
    return true;
}

static float *ones(struct reader *r, int count)
{
    float *values = mi_model_hold(r->model, (size_t)count, sizeof *values);
    for (int i = 0; values && i < count; i++)
        values[i] = 1.0f;
    return values;
}

static bool read_scales(struct reader *r, struct mi_norm *norm)
{
    norm->channels = read_channels(r);
    float epsilon = mi_content_real(&r->in, r->what);
    bool has_scale = read_int(r, 0, 1), has_bias = read_int(r, 0, 1);
    size_t count = (size_t)norm->channels;
    float *mean = read_floats(r, count), *variance = read_floats(r, count);
    norm->scale = has_scale ? read_floats(r, count) : ones(r, norm->channels);
    norm->bias = has_bias ? read_floats(r, count) : mi_model_hold(r->model, count, sizeof(float));
    if (!norm->scale || !norm->bias)
        fail(r, "no memory for its weights");
    return !r->in.failed && fold(r, norm, mean, variance, epsilon);
}

static bool read_activation(struct reader *r, enum mi_activation *activation)
{
    static const char *const names[] = {"ACTIVATION_IDENTITY", "ACTIVATION_RELU",
                                        "ACTIVATION_MISH"};
    read_name(r);
    *activation = MI_RELU;
    if (r->in.failed || r->model->version < 11)
        return !r->in.failed;
    char word[MI_WORD];
    mi_content_word(&r->in, word);
    for (int i = MI_IDENTITY; i <= MI_MISH; i++)
        if (strcmp(word, names[i]) == 0) {
            *activation = (enum mi_activation)i;
            return true;
        }
    return mi_content_fail(&r->in, "%.60s: unknown activation \"%.40s\"", r->what, word);
}

static bool read_norm(struct reader *r, struct mi_norm *norm, int channels)
{
    read_name(r);
    return read_scales(r, norm) && fits(r, norm->channels == channels) &&
           read_activation(r, &norm->activation);
}

static bool read_dense(struct reader *r, struct mi_dense *dense, int in)
{
    read_name(r);
    dense->in = read_int(r, 0, 3 * CHANNELS);
    dense->out = read_channels(r);
    if (r->in.failed || !fits(r, dense->in == in))
        return false;
    dense->weight = read_floats(r, (size_t)in * (size_t)dense->out);
    return !r->in.failed;
}

static bool read_bias(struct reader *r, struct mi_dense *dense)
{
    read_name(r);
    int out = read_channels(r);
    if (r->in.failed || !fits(r, out == dense->out))
        return false;
    dense->bias = read_floats(r, (size_t)out);
    return !r->in.failed;
}

/* ---- blocks ---- */

static bool read_pool_norm(struct reader *r, struct mi_global_pool *pool)
{
    return read_norm(r, &pool->norm, pool->conv.out) &&
           read_dense(r, &pool->dense, 3 * pool->norm.channels);
}

static bool read_blocks(struct reader *r, struct mi_model_block **block, int count, int channels,
                        int depth);

static bool read_middle(struct reader *r, struct mi_model_block *block, int depth)
{
    struct mi_global_pool *pool = &block->pool;
    if (block->kind == MI_NESTED)
        return read_blocks(r, &block->inner, block->inners, block->first.out, depth + 1);
    return block->kind == MI_ORDINARY ||
           (read_conv(r, &pool->conv, block->pre.channels) && read_pool_norm(r, pool) &&
            fits(r, pool->dense.out == block->first.out));
}

static bool read_kind(struct reader *r, struct mi_model_block *block)
{
    static const char *const names[] = {"ordinary_block", "gpool_block", "nested_bottleneck_block"};
    char word[MI_WORD];
    mi_content_word(&r->in, word);
    for (int i = MI_ORDINARY; i <= MI_NESTED; i++)
        if (strcmp(word, names[i]) == 0) {
            block->kind = (enum mi_block_kind)i;
            return true;
        }
    if (word[0] == '\0')
        return mi_content_fail(&r->in, "it ends behind %.100s", r->what);
    return mi_content_fail(&r->in, "blocks of kind \"%.60s\" cannot be calculated", word);
}

static bool read_block(struct reader *r, struct mi_model_block *block, int channels, int depth)
{
    if (!read_kind(r, block))
        return false;
    read_name(r);
    if (block->kind == MI_NESTED)
        block->inners = read_int(r, 1, BLOCKS);
    return read_norm(r, &block->pre, channels) && read_conv(r, &block->first, channels) &&
           read_middle(r, block, depth) && read_norm(r, &block->mid, block->first.out) &&
           read_conv(r, &block->last, block->first.out) && fits(r, block->last.out == channels);
}

static bool read_blocks(struct reader *r, struct mi_model_block **block, int count, int channels,
                        int depth)
{
    if (depth > MI_NESTING)
        return fail(r, "too many blocks within blocks");
    *block = mi_model_hold(r->model, (size_t)count, sizeof **block);
    if (!*block)
        return fail(r, "no memory for its blocks");
    for (int i = 0; i < count; i++)
        if (!read_block(r, *block + i, channels, depth))
            return false;
    return true;
}

/* ---- the parts of the whole ---- */

static bool read_zeros(struct reader *r, int count)
{
    for (int i = 0; i < count; i++)
        read_int(r, 0, 0);
    return !r->in.failed;
}

static bool read_trunk(struct reader *r)
{
    struct mi_model *model = r->model;
    read_name(r);
    model->blocks = read_int(r, 1, BLOCKS);
    model->channels = read_channels(r);
    for (int i = 0; i < 4; i++) /* of layers, which say it themselves */
        read_int(r, i == 2 ? 0 : 1, CHANNELS);
    if (model->version >= 15 && read_int(r, 0, 1) != 0)
        return fail(r, "a trunk with RMS normalisation cannot be calculated");
    if (model->version >= 15 && !read_zeros(r, 5))
        return false;
    return !r->in.failed && read_conv(r, &model->conv, model->planes) &&
           fits(r, model->conv.out == model->channels) &&
           read_dense(r, &model->dense, model->numbers) &&
           fits(r, model->dense.out == model->channels) &&
           read_blocks(r, &model->block, model->blocks, model->channels, 0) &&
           read_norm(r, &model->tip, model->channels);
}

static bool read_pass(struct reader *r, struct mi_policy_head *policy, int outs)
{
    if (!read_dense(r, &policy->pass, 3 * policy->pool.norm.channels))
        return false;
    if (r->model->version < 15)
        return fits(r, policy->pass.out == outs);
    return read_bias(r, &policy->pass) && read_activation(r, &policy->pass.activation) &&
           read_dense(r, &policy->pass2, policy->pass.out) && fits(r, policy->pass2.out == outs);
}

static bool read_policy(struct reader *r)
{
    struct mi_policy_head *policy = &r->model->policy;
    int version = r->model->version, outs = version >= 16 ? 4 : version >= 12 ? 2 : 1;
    read_name(r);
    return read_conv(r, &policy->points, r->model->channels) &&
           read_conv(r, &policy->pool.conv, r->model->channels) &&
           read_pool_norm(r, &policy->pool) &&
           fits(r, policy->pool.dense.out == policy->points.out) &&
           read_norm(r, &policy->norm, policy->points.out) &&
           read_conv(r, &policy->last, policy->points.out) && fits(r, policy->last.out == outs) &&
           read_pass(r, policy, outs);
}

static bool read_value(struct reader *r)
{
    struct mi_value_head *value = &r->model->value;
    int version = r->model->version, scores = version >= 9   ? 6
                                              : version == 8 ? 4
                                              : version == 3 ? 1
                                                             : 2;
    read_name(r);
    return read_conv(r, &value->conv, r->model->channels) &&
           read_norm(r, &value->norm, value->conv.out) &&
           read_dense(r, &value->hidden, 3 * value->conv.out) && read_bias(r, &value->hidden) &&
           read_activation(r, &value->hidden.activation) &&
           read_dense(r, &value->result, value->hidden.out) && fits(r, value->result.out == 3) &&
           read_bias(r, &value->result) && read_dense(r, &value->score, value->hidden.out) &&
           fits(r, value->score.out == scores) && read_bias(r, &value->score) &&
           read_conv(r, &value->ownership, value->conv.out) && fits(r, value->ownership.out == 1);
}

static bool read_factor(struct reader *r, float *factor)
{
    *factor = mi_content_real(&r->in, r->what);
    return r->in.failed || (*factor > 0.0f && *factor <= FACTOR) ||
           fail(r, "a factor is not above 0, or above 10000");
}

/* Seven factors, of which three are for outputs that are used. */
static bool read_factors(struct reader *r)
{
    struct mi_model *model = r->model;
    float other;
    model->mean_factor = model->deviation_factor = model->lead_factor = 20.0f;
    if (model->version < 13)
        return true;
    return read_factor(r, &other) && read_factor(r, &model->mean_factor) &&
           read_factor(r, &model->deviation_factor) && read_factor(r, &model->lead_factor) &&
           read_factor(r, &other) && read_factor(r, &other) && read_factor(r, &other);
}

static bool read_options(struct reader *r)
{
    if (r->model->version < 15)
        return true;
    if (read_int(r, 0, 1) != 0)
        return fail(r, "a network that wants to know the players cannot be calculated");
    read_int(r, 0, 1); /* how its trainer counted life under suicide rules */
    return read_zeros(r, 6);
}

static bool is_name(const char *name)
{
    return name[0] != '\0' && strlen(name) <= 96 &&
           name[strspn(
               name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-@")] == '\0';
}

static bool read_version(struct reader *r)
{
    char word[MI_WORD];
    int64_t version = 0;
    mi_content_word(&r->in, word);
    if (!mi_read_int(word, 0, 999, &version))
        return mi_content_fail(&r->in, "it is no network of KataGo's");
    r->model->version = (int)version;
    if (r->model->version < 3 || r->model->version > 16)
        return mi_content_fail(&r->in, "KataGo's version %d cannot be calculated, but 3 to 16",
                               r->model->version);
    return true;
}

static bool read_model(struct reader *r)
{
    struct mi_model *model = r->model;
    char word[MI_WORD];
    mi_content_word(&r->in, word);
    if (!is_name(word))
        return mi_content_fail(&r->in, "it is no network of KataGo's");
    snprintf(model->name, sizeof model->name, "%.96s", word);
    snprintf(r->what, sizeof r->what, "the header");
    if (!read_version(r))
        return false;
    model->planes = read_channels(r);
    model->numbers = read_int(r, 0, CHANNELS);
    return !r->in.failed && read_factors(r) && read_options(r) && read_trunk(r) && read_policy(r) &&
           read_value(r);
}

/* Reads a content that is open, and closes it. */
static bool finish(struct reader *r)
{
    bool done = read_model(r) && mi_content_end(&r->in);
    mi_content_close(&r->in);
    if (!done)
        mi_model_clear(r->model);
    return done;
}

bool mi_model_read(struct mi_model *model, const char *file, char *error, size_t size)
{
    struct reader reader = {.model = model};
    *model = (struct mi_model){.held = NULL};
    return mi_content_open(&reader.in, file, error, size) && finish(&reader);
}

bool mi_model_unpack(struct mi_model *model, const void *bytes, size_t length, char *error,
                     size_t size)
{
    struct reader reader = {.model = model};
    *model = (struct mi_model){.held = NULL};
    return mi_content_unpack(&reader.in, bytes, length, error, size) && finish(&reader);
}
