#include "net_direct.h"

#include "net/heads.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The board's points, and buffers that are released after use; layout [channels][height][width]. */
struct direct {
    int width, height, area;
    float *held[16 * (MI_NESTING + 2)];
    int holds;
    bool failed; /* out of memory; the rest is skipped */
};

static float *allocate_channels(struct direct *d, int channels)
{
    float *x = calloc((size_t)channels * (size_t)d->area, sizeof *x);
    d->failed |= !x;
    d->held[d->holds++] = x;
    return x;
}

/* Frees everything allocated since mark. */
static void release_from(struct direct *d, int mark)
{
    while (d->holds > mark)
        free(d->held[--d->holds]);
}

static float value_at(const struct direct *d, const float *channel, int y, int x)
{
    return y < 0 || y >= d->height || x < 0 || x >= d->width ? 0.0f : channel[y * d->width + x];
}

/* The convolution from one input to one output channel, at one point. */
static float convolve_at(const struct direct *d, const struct mi_conv *conv, const float *from,
                         int in, int out, int point)
{
    int y = point / d->width, x = point % d->width;
    float sum = 0.0f;
    for (int j = 0; j < conv->height; j++)
        for (int i = 0; i < conv->width; i++) {
            int tap = j * conv->width + i;
            sum += conv->weight[(tap * conv->in + in) * conv->out + out] *
                   value_at(d, from, y + (j - conv->height / 2) * conv->dilation_y,
                            x + (i - conv->width / 2) * conv->dilation_x);
        }
    return sum;
}

/* Adds the result to the channels `to`. */
static void convolve(const struct direct *d, const struct mi_conv *conv, const float *from,
                     float *to)
{
    if (d->failed)
        return;
    for (int out = 0; out < conv->out; out++)
        for (int point = 0; point < d->area; point++) {
            float sum = 0.0f;
            for (int in = 0; in < conv->in; in++)
                sum += convolve_at(d, conv, from + in * d->area, in, out, point);
            to[out * d->area + point] += sum;
        }
}

static void normalise(const struct direct *d, const struct mi_norm *norm, const float *from,
                      float *to)
{
    for (int i = 0; !d->failed && i < norm->channels * d->area; i++) {
        int c = i / d->area;
        to[i] = mi_activated(norm->activation, from[i] * norm->scale[c] + norm->bias[c]);
    }
}

static void multiply(const struct mi_dense *dense, const float *from, float *to)
{
    for (int out = 0; out < dense->out; out++) {
        float sum = dense->bias ? dense->bias[out] : 0.0f;
        for (int in = 0; in < dense->in; in++)
            sum += from[in] * dense->weight[in * dense->out + out];
        to[out] = mi_activated(dense->activation, sum);
    }
}

static void add_to_points(const struct direct *d, int channels, const float *summand, float *to)
{
    for (int i = 0; !d->failed && i < channels * d->area; i++)
        to[i] += summand[i / d->area];
}

/* Pools each channel: the mean, the mean times a measure of the board size, and the maximum or, for
 * the value, the mean times a second measure. */
static void pool_channels(const struct direct *d, int channels, const float *from, bool value,
                          float *to)
{
    float size = (sqrtf((float)d->area) - 14.0f) * 0.1f;
    for (int c = 0; c < channels; c++) {
        float sum = 0.0f, most = -INFINITY;
        for (int i = 0; i < d->area; i++) {
            sum += from[c * d->area + i];
            most = fmaxf(most, from[c * d->area + i]);
        }
        float mean = sum / (float)d->area;
        to[c] = mean;
        to[channels + c] = mean * size;
        to[2 * channels + c] = value ? mean * (size * size - 0.1f) : most;
    }
}

/* Pools into [3 * channels], and adds the dense layer's outputs to the points of `to`. */
static float *pool_into(struct direct *d, const struct mi_global_pool *p, const float *from,
                        float *to)
{
    float *x = allocate_channels(d, p->norm.channels),
          *pooled = allocate_channels(d, 3 * p->norm.channels);
    float *summand = allocate_channels(d, p->dense.out);
    convolve(d, &p->conv, from, x);
    normalise(d, &p->norm, x, x);
    if (!d->failed) {
        pool_channels(d, p->norm.channels, x, false, pooled);
        multiply(&p->dense, pooled, summand);
    }
    add_to_points(d, p->dense.out, summand, to);
    return pooled;
}

/* ---- transformers ---- */

/* The root mean square over the channels of the points from `first` up to, not including,
 * `behind`. */
static float root_mean_square(const struct direct *d, const struct mi_rms_norm *norm,
                              const float *from, int first, int behind)
{
    double sum = 0.0;
    for (int c = 0; c < norm->channels; c++)
        for (int i = first; i < behind; i++)
            sum += (double)from[c * d->area + i] * (double)from[c * d->area + i];
    return (float)sqrt(sum / norm->channels / (behind - first) + (double)norm->epsilon);
}

static void rms_norm(const struct direct *d, const struct mi_rms_norm *norm, const float *from,
                     float *to)
{
    for (int i = 0; !d->failed && i < d->area; i++) {
        float root = norm->board ? root_mean_square(d, norm, from, 0, d->area)
                                 : root_mean_square(d, norm, from, i, i + 1);
        for (int c = 0; c < norm->channels; c++) {
            float bias = norm->bias ? norm->bias[c] : 0.0f;
            to[c * d->area + i] = mi_activated(
                norm->activation, from[c * d->area + i] / root * norm->scale[c] + bias);
        }
    }
}

/* Applies a matrix at each point. */
static void project(const struct direct *d, const struct mi_dense *dense, const float *from,
                    float *to)
{
    for (int out = 0; !d->failed && out < dense->out; out++)
        for (int i = 0; i < d->area; i++) {
            float sum = 0.0f;
            for (int in = 0; in < dense->in; in++)
                sum += from[in * d->area + i] * dense->weight[in * dense->out + out];
            to[out * d->area + i] = mi_activated(dense->activation, sum);
        }
}

/* Rotary embedding of the channel pairs; the heads of a group share angles. */
static void apply_rotary_embedding(const struct direct *d, const struct mi_attention *attention,
                                   int heads, float *x)
{
    int pairs = attention->query / 2;
    for (int i = 0; attention->rotary_angles && !d->failed && i < heads * pairs * d->area; i++) {
        int point = i % d->area, pair = i / d->area % pairs, head = i / d->area / pairs;
        int group = head / (heads / attention->groups);
        const float *by = attention->rotary_angles + 2 * (group * pairs + pair);
        float angle = (float)(point % d->width) * by[0] + (float)(point / d->width) * by[1];
        float *first = x + (head * attention->query + 2 * pair) * d->area + point;
        float a = first[0], b = first[d->area];
        first[0] = a * cosf(angle) - b * sinf(angle);
        first[d->area] = a * sinf(angle) + b * cosf(angle);
    }
}

/* The attention weights of one query point. */
static void compute_attention_weights(const struct direct *d, int channels, const float *query,
                                      const float *key, int point, float *weight)
{
    float sum = 0.0f, most = -INFINITY;
    for (int i = 0; i < d->area; i++) {
        weight[i] = 0.0f;
        for (int c = 0; c < channels; c++)
            weight[i] += query[c * d->area + point] * key[c * d->area + i];
        weight[i] /= sqrtf((float)channels);
        most = fmaxf(most, weight[i]);
    }
    for (int i = 0; i < d->area; i++)
        sum += weight[i] = expf(weight[i] - most);
    for (int i = 0; i < d->area; i++)
        weight[i] /= sum;
}

static void attend_point(const struct direct *d, const struct mi_attention *attention,
                         const float *q, const float *k, const float *v, float *weight, float *to)
{
    int each = attention->heads / attention->groups;
    for (int i = 0; !d->failed && i < attention->heads * d->area; i++) {
        int head = i / d->area, point = i % d->area, group = head / each;
        compute_attention_weights(d, attention->query, q + head * attention->query * d->area,
                                  k + group * attention->query * d->area, point, weight);
        for (int c = 0; c < attention->value; c++) {
            const float *value = v + (group * attention->value + c) * d->area;
            float sum = 0.0f;
            for (int j = 0; j < d->area; j++)
                sum += weight[j] * value[j];
            to[(head * attention->value + c) * d->area + point] = sum;
        }
    }
}

static void add_all(const struct direct *d, int channels, const float *from, float *to)
{
    for (int i = 0; !d->failed && i < channels * d->area; i++)
        to[i] += from[i];
}

static void run_attention(struct direct *d, const struct mi_attention *attention, const float *x,
                          float *trunk)
{
    float *q = allocate_channels(d, attention->q.out), *k = allocate_channels(d, attention->k.out);
    float *v = allocate_channels(d, attention->v.out), *weight = allocate_channels(d, 1);
    float *all = allocate_channels(d, attention->out.in),
          *out = allocate_channels(d, attention->out.out);
    project(d, &attention->q, x, q);
    project(d, &attention->k, x, k);
    project(d, &attention->v, x, v);
    apply_rotary_embedding(d, attention, attention->heads, q);
    apply_rotary_embedding(d, attention, attention->groups, k);
    attend_point(d, attention, q, k, v, weight, all);
    project(d, &attention->out, all, out);
    add_all(d, attention->out.out, out, trunk);
}

static void run_feed_forward(struct direct *d, const struct mi_feed_forward *feed, const float *x,
                             float *trunk)
{
    float *hidden = allocate_channels(d, feed->in.out), *gate = allocate_channels(d, feed->in.out);
    float *out = allocate_channels(d, feed->out.out);
    project(d, &feed->in, x, hidden);
    project(d, &feed->gate, x, gate);
    for (int i = 0; !d->failed && i < feed->in.out * d->area; i++)
        hidden[i] *= gate[i];
    project(d, &feed->out, hidden, out);
    add_all(d, feed->out.out, out, trunk);
}

static void run_transformer(struct direct *d, const struct mi_model_block *block, float *trunk)
{
    int mark = d->holds;
    float *x = allocate_channels(d, block->rms.channels);
    rms_norm(d, &block->rms, trunk, x);
    if (block->kind == MI_ATTENTION)
        run_attention(d, &block->attention, x, trunk);
    else
        run_feed_forward(d, &block->feed, x, trunk);
    release_from(d, mark);
}

/* ---- network ---- */

static void run_block(struct direct *d, const struct mi_model_block *block, float *trunk);

static void run_layers(struct direct *d, const struct mi_model_block *block, float *trunk)
{
    int mark = d->holds;
    float *pre = allocate_channels(d, block->pre.channels),
          *x = allocate_channels(d, block->first.out);
    normalise(d, &block->pre, trunk, pre);
    convolve(d, &block->first, pre, x);
    if (block->kind == MI_POOLED)
        pool_into(d, &block->pool, pre, x);
    for (int i = 0; block->kind == MI_NESTED && i < block->inners; i++)
        run_block(d, &block->inner[i], x);
    normalise(d, &block->mid, x, x);
    convolve(d, &block->last, x, trunk);
    release_from(d, mark);
}

static void run_block(struct direct *d, const struct mi_model_block *block, float *trunk)
{
    if (block->kind == MI_ATTENTION || block->kind == MI_FEED_FORWARD)
        run_transformer(d, block, trunk);
    else
        run_layers(d, block, trunk);
}

static void run_policy(struct direct *d, const struct mi_policy_head *policy, const float *trunk,
                       struct mi_net_out *to)
{
    int mark = d->holds, best = policy->last.out > 1 ? 1 : 0;
    float *x = allocate_channels(d, policy->points.out),
          *all = allocate_channels(d, policy->last.out);
    float *pass = allocate_channels(d, policy->pass.out),
          *pass2 = allocate_channels(d, policy->last.out);
    convolve(d, &policy->points, trunk, x);
    float *pooled = pool_into(d, &policy->pool, trunk, x);
    normalise(d, &policy->norm, x, x);
    convolve(d, &policy->last, x, all);
    if (!d->failed) {
        multiply(&policy->pass, pooled, pass);
        multiply(&policy->pass2, pass, pass2);
        const float *last = policy->pass2.in ? pass2 : pass;
        memcpy(to->policy, all, (size_t)d->area * sizeof *all);
        memcpy(to->optimistic, all + best * d->area, (size_t)d->area * sizeof *all);
        to->policy[d->area] = last[0];
        to->optimistic[d->area] = last[best];
    }
    release_from(d, mark);
}

static void set_ownership(const struct direct *d, const float *x, float *ownership)
{
    for (int i = 0; ownership && i < d->area; i++)
        ownership[i] = tanhf(x[i]);
}

static void run_value(struct direct *d, const struct mi_model *model, const float *trunk,
                      const float *number, struct mi_net_out *out)
{
    const struct mi_value_head *value = &model->value;
    int mark = d->holds;
    float *x = allocate_channels(d, value->conv.out),
          *pooled = allocate_channels(d, 3 * value->conv.out);
    float *hidden = allocate_channels(d, value->hidden.out), *ownership = allocate_channels(d, 1);
    float result[3], score[MI_SCORES] = {0};
    convolve(d, &value->conv, trunk, x);
    normalise(d, &value->norm, x, x);
    convolve(d, &value->ownership, x, ownership);
    if (!d->failed) {
        pool_channels(d, value->conv.out, x, true, pooled);
        multiply(&value->hidden, pooled, hidden);
        multiply(&value->result, hidden, result);
        multiply(&value->score, hidden, score);
        set_ownership(d, ownership, out->ownership);
        mi_heads_value(model, d->area, number, result, score, out);
    }
    release_from(d, mark);
}

/* Adds the encoded metadata to the points of the trunk. */
static void add_metadata(struct direct *d, const struct mi_model *model, const float *metadata,
                         float *trunk)
{
    const float *from = metadata;
    float *to = NULL;
    for (int i = 0; i < MI_METADATA_LAYERS; i++) {
        to = allocate_channels(d, model->encoder[i].out);
        if (!d->failed)
            multiply(&model->encoder[i], from, to);
        from = to;
    }
    add_to_points(d, model->channels, to, trunk);
}

bool net_direct(const struct mi_model *model, int width, int height, const struct mi_net_in *in,
                struct mi_net_out *out)
{
    struct direct d = {.width = width, .height = height, .area = width * height};
    float *trunk = allocate_channels(&d, model->channels),
          *summand = allocate_channels(&d, model->channels);
    convolve(&d, &model->conv, in->plane, trunk);
    if (!d.failed)
        multiply(&model->dense, in->number, summand);
    add_to_points(&d, model->channels, summand, trunk);
    if (model->metadata && in->metadata)
        add_metadata(&d, model, in->metadata, trunk);
    for (int i = 0; i < model->blocks; i++)
        run_block(&d, &model->block[i], trunk);
    float *tip = allocate_channels(&d, model->channels);
    if (model->rms_tip.channels)
        rms_norm(&d, &model->rms_tip, trunk, tip);
    else
        normalise(&d, &model->tip, trunk, tip);
    run_policy(&d, &model->policy, tip, out);
    run_value(&d, model, tip, in->number, out);
    release_from(&d, 0);
    return !d.failed;
}
