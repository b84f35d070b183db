/* Reads KataGo files: the layers in the order of evaluation, each with a name, sizes and weights.
 * See KataGo's cpp/neuralnet/desc.cpp, versions 3 to 17. */
#include "reader.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

enum { FACTOR = 10000 };

static bool read_zeros(struct mi_reader *r, int count)
{
    for (int i = 0; i < count; i++)
        mi_layer_int(r, 0, 0);
    return !r->in->failed;
}

/* The metadata encoder: two layers with bias and activation, and one without. */
static bool read_encoder(struct mi_reader *r)
{
    struct mi_model *model = r->model;
    int in = model->metadata;
    if (in == 0)
        return true;
    mi_layer_name(r);
    mi_layer_int(r, in, in);
    for (int i = 0; i < MI_METADATA_LAYERS; i++) {
        struct mi_dense *layer = &model->encoder[i];
        bool last = i + 1 == MI_METADATA_LAYERS;
        if (!mi_layer_dense(r, layer, in) ||
            (!last && (!mi_layer_bias(r, layer) || !mi_layer_activation(r, &layer->activation))))
            return false;
        in = layer->out;
    }
    return mi_layer_check(r, in == model->channels);
}

static bool read_trunk(struct mi_reader *r)
{
    struct mi_model *model = r->model;
    mi_layer_name(r);
    model->blocks = mi_layer_int(r, 1, MI_BLOCKS_MAX);
    model->channels = mi_layer_channels(r);
    for (int i = 0; i < 4; i++) /* sizes that the layers repeat */
        mi_layer_int(r, i == 2 ? 0 : 1, MI_CHANNELS_MAX);
    bool rms = model->version >= 15 && mi_layer_int(r, 0, 1) != 0;
    if (model->version >= 15 && !read_zeros(r, 5))
        return false;
    return !r->in->failed && mi_layer_conv(r, &model->conv, model->planes) &&
           mi_layer_check(r, model->conv.out == model->channels) &&
           mi_layer_dense(r, &model->dense, model->numbers) &&
           mi_layer_check(r, model->dense.out == model->channels) && read_encoder(r) &&
           mi_read_blocks(r, &model->block, model->blocks, model->channels, 0) &&
           (rms ? mi_layer_rms_norm(r, &model->rms_tip, model->channels, true)
                : mi_layer_norm(r, &model->tip, model->channels));
}

static bool read_pass(struct mi_reader *r, struct mi_policy_head *policy, int outs)
{
    if (!mi_layer_dense(r, &policy->pass, 3 * policy->pool.norm.channels))
        return false;
    if (r->model->version < 15)
        return mi_layer_check(r, policy->pass.out == outs);
    return mi_layer_bias(r, &policy->pass) && mi_layer_activation(r, &policy->pass.activation) &&
           mi_layer_dense(r, &policy->pass2, policy->pass.out) &&
           mi_layer_check(r, policy->pass2.out == outs);
}

/* The number of policy channels; from version 17 on it is in the file. */
static int read_policy_channels(struct mi_reader *r)
{
    int version = r->model->version;
    if (version < 17)
        return version == 16 ? 4 : version >= 12 ? 2 : 1;
    int outs = mi_layer_int(r, 2, 4);
    if (outs == 3)
        mi_layer_fail(r, "it has 3 channels, not 2 or 4");
    read_zeros(r, 3);
    return outs;
}

static bool read_policy(struct mi_reader *r)
{
    struct mi_policy_head *policy = &r->model->policy;
    mi_layer_name(r);
    int outs = read_policy_channels(r);
    return mi_layer_conv(r, &policy->points, r->model->channels) &&
           mi_layer_conv(r, &policy->pool.conv, r->model->channels) &&
           mi_layer_pool_norm(r, &policy->pool) &&
           mi_layer_check(r, policy->pool.dense.out == policy->points.out) &&
           mi_layer_norm(r, &policy->norm, policy->points.out) &&
           mi_layer_conv(r, &policy->last, policy->points.out) &&
           mi_layer_check(r, policy->last.out == outs) && read_pass(r, policy, outs);
}

static bool read_value(struct mi_reader *r)
{
    struct mi_value_head *value = &r->model->value;
    int version = r->model->version, scores = version >= 9   ? 6
                                              : version == 8 ? 4
                                              : version == 3 ? 1
                                                             : 2;
    mi_layer_name(r);
    if (version >= 17 && !read_zeros(r, 3))
        return false;
    return mi_layer_conv(r, &value->conv, r->model->channels) &&
           mi_layer_norm(r, &value->norm, value->conv.out) &&
           mi_layer_dense(r, &value->hidden, 3 * value->conv.out) &&
           mi_layer_bias(r, &value->hidden) && mi_layer_activation(r, &value->hidden.activation) &&
           mi_layer_dense(r, &value->result, value->hidden.out) &&
           mi_layer_check(r, value->result.out == 3) && mi_layer_bias(r, &value->result) &&
           mi_layer_dense(r, &value->score, value->hidden.out) &&
           mi_layer_check(r, value->score.out == scores) && mi_layer_bias(r, &value->score) &&
           mi_layer_conv(r, &value->ownership, value->conv.out) &&
           mi_layer_check(r, value->ownership.out == 1);
}

static bool read_factor(struct mi_reader *r, float *factor)
{
    *factor = mi_content_real(r->in, r->what);
    return r->in->failed || (*factor > 0.0f && *factor <= FACTOR) ||
           mi_layer_fail(r, "a factor must be above 0 and at most 10000");
}

/* Seven factors; two belong to outputs that miai does not use. */
static bool read_factors(struct mi_reader *r)
{
    struct mi_model *model = r->model;
    float other;
    model->mean_factor = model->deviation_factor = model->lead_factor = 20.0f;
    model->value_error_factor = 0.25f;
    model->score_error_factor = 30.0f;
    if (model->version < 13)
        return true;
    return read_factor(r, &other) && read_factor(r, &model->mean_factor) &&
           read_factor(r, &model->deviation_factor) && read_factor(r, &model->lead_factor) &&
           read_factor(r, &other) && read_factor(r, &model->value_error_factor) &&
           read_factor(r, &model->score_error_factor);
}

static bool read_options(struct mi_reader *r)
{
    if (r->model->version < 15)
        return true;
    r->model->metadata = mi_layer_int(r, 0, 1) * MI_METADATA;
    mi_layer_int(r, 0, 1); /* a detail of the training rules, not used */
    return read_zeros(r, 6);
}

static bool is_name(const char *name)
{
    return name[0] != '\0' && strlen(name) <= 96 &&
           name[strspn(
               name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-@")] == '\0';
}

static const char not_a_network[] =
    "it is not a network of KataGo or lc0; other learned weights, such "
    "as Stockfish's, belong to the option eval-file";

static bool read_version(struct mi_reader *r)
{
    char word[MI_WORD];
    int64_t version = 0;
    mi_content_word(r->in, word);
    if (!mi_read_int(word, 0, 999, &version))
        return mi_content_fail(r->in, not_a_network);
    r->model->version = (int)version;
    if (r->model->version < 3 || r->model->version > 17)
        return mi_content_fail(r->in,
                               "version %d of KataGo's format is not supported, only 3 to 17",
                               r->model->version);
    return true;
}

static bool read_model(struct mi_reader *r)
{
    struct mi_model *model = r->model;
    char word[MI_WORD];
    mi_content_word(r->in, word);
    if (!is_name(word))
        return mi_content_fail(r->in, not_a_network);
    snprintf(model->name, sizeof model->name, "%.96s", word);
    snprintf(r->what, sizeof r->what, "the header");
    if (!read_version(r))
        return false;
    model->planes = mi_layer_channels(r);
    model->numbers = mi_layer_int(r, 0, MI_CHANNELS_MAX);
    return !r->in->failed && read_factors(r) && read_options(r) && read_trunk(r) && read_policy(r) &&
           read_value(r);
}

bool mi_model_read(struct mi_model *model, struct mi_content *in)
{
    struct mi_reader reader = {.in = in, .model = model};
    *model = (struct mi_model){.allocations = NULL};
    bool done = read_model(&reader) && mi_content_end(in);
    if (!done)
        mi_model_clear(model);
    return done;
}
