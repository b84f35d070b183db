/* Plans the attention of an lc0 network: embedding, encoders, and attention policy. */
#include "lc0.h"

#include <math.h>
#include <stdlib.h>

enum { PAIRS = MI_LC0_SQUARES * MI_LC0_SQUARES };

/* ---- norms ---- */

static struct mi_step *layer_norm_step(struct mi_plan_builder *m, const struct mi_lc0_norm *norm)
{
    struct mi_step *step = mi_plan_add_step(m, MI_STEP_LAYER_NORM, MI_NONE);
    step->channels = norm->channels;
    step->epsilon = norm->epsilon;
    step->scale = mi_plan_copy(m, norm->gamma, norm->channels, mi_lanes(norm->channels));
    step->bias = mi_plan_copy(m, norm->beta, norm->channels, mi_lanes(norm->channels));
    step->alpha = 1.0f;
    return step;
}

/* trunk = LayerNorm(trunk + alpha * from); from may be the trunk itself. */
static void plan_layer_norm(struct mi_plan_builder *m, const struct mi_lc0_norm *norm, int from,
                            int trunk, float alpha)
{
    struct mi_step *step = layer_norm_step(m, norm);
    step->from = from;
    step->add = from == trunk ? MI_NONE : trunk;
    step->act = trunk;
    step->alpha = alpha;
}

static void plan_vector_layer_norm(struct mi_plan_builder *m, const struct mi_lc0_norm *norm,
                                   int vector)
{
    struct mi_step *step = layer_norm_step(m, norm);
    step->read = step->write = vector;
}

/* ---- smolgen ---- */

/* Transposes the outputs from [query][key] to [key][query], the order that attention needs. */
void mi_plan_lc0_smolgen(struct mi_plan_builder *m, const struct mi_dense *dense)
{
    if (dense->out == 0)
        return;
    struct mi_conv conv = {1, 1, 1, 1, dense->in, dense->out, NULL};
    conv.weight = malloc(sizeof(float) * (size_t)dense->in * PAIRS);
    for (int i = 0; conv.weight && i < dense->in * PAIRS; i++) {
        int query = i % PAIRS / MI_LC0_SQUARES, key = i % MI_LC0_SQUARES;
        conv.weight[i / PAIRS * PAIRS + key * MI_LC0_SQUARES + query] = dense->weight[i];
    }
    m->failed |=
        !conv.weight || !mi_pack(&m->plan->chunks, &conv, MI_PACK_DIRECT, &m->plan->lc0.smolgen);
    free(conv.weight);
}

static void plan_smolgen(struct mi_plan_builder *m, const struct mi_lc0_smolgen *smolgen, int trunk,
                         int heads)
{
    int squares = mi_plan_buffer(m, &m->level[0].mid, smolgen->compress.conv.out);
    mi_lc0_layer_step(m, &smolgen->compress, trunk, squares);
    mi_lc0_flatten_step(m, squares, smolgen->compress.conv.out);
    mi_lc0_dense_step(m, &smolgen->first, MI_VECTOR_FLAT, MI_VECTOR_HIDDEN);
    plan_vector_layer_norm(m, &smolgen->first_norm, MI_VECTOR_HIDDEN);
    mi_lc0_dense_step(m, &smolgen->second, MI_VECTOR_HIDDEN, MI_VECTOR_SUMMAND);
    plan_vector_layer_norm(m, &smolgen->second_norm, MI_VECTOR_SUMMAND);
    struct mi_step *step = mi_plan_add_step(m, MI_STEP_DENSE, MI_NONE);
    step->conv = m->plan->lc0.smolgen;
    step->read = MI_VECTOR_SUMMAND;
    step->write = MI_VECTOR_PAIRS;
    step->parts = heads;
    mi_lc0_extend_vector(m, MI_VECTOR_PAIRS, heads * PAIRS);
}

/* ---- attention ---- */

/* Allocates a layer with weights 0; end_layer() frees it. */
static struct mi_lc0_layer begin_layer(struct mi_plan_builder *m, int in, int out)
{
    struct mi_lc0_layer layer = {.conv = {1, 1, 1, 1, in, out, NULL}};
    layer.norm = (struct mi_norm){.channels = out};
    layer.conv.weight = calloc((size_t)in * (size_t)out, sizeof(float));
    layer.norm.scale = calloc((size_t)out, sizeof(float));
    layer.norm.bias = calloc((size_t)out, sizeof(float));
    if (!layer.conv.weight || !layer.norm.scale || !layer.norm.bias)
        m->failed = true;
    for (int i = 0; !m->failed && i < out; i++)
        layer.norm.scale[i] = 1.0f;
    return layer;
}

static struct mi_step *end_layer(struct mi_plan_builder *m, struct mi_lc0_layer *layer, int from,
                                 int to)
{
    struct mi_step *step =
        m->failed ? mi_plan_add_step(m, MI_STEP_CONV, from) : mi_lc0_layer_step(m, layer, from, to);
    free(layer->conv.weight);
    free(layer->norm.scale);
    free(layer->norm.bias);
    return step;
}

/* Copies a layer's outputs, times factor, into another layer from output `at` on.  Heads have
 * `head_size` outputs and are padded to `padded_head`. */
static void copy_outputs(const struct mi_plan_builder *m, const struct mi_lc0_layer *to,
                         const struct mi_lc0_layer *from, int at, int head_size, int padded_head,
                         float factor)
{
    for (int out = 0; !m->failed && out < from->conv.out; out++) {
        int at_output = at + out / head_size * padded_head + out % head_size;
        to->norm.bias[at_output] = from->norm.bias[out] * factor;
        for (int in = 0; in < from->conv.in; in++)
            to->conv.weight[(ptrdiff_t)in * to->conv.out + at_output] =
                from->conv.weight[(ptrdiff_t)in * from->conv.out + out] * factor;
    }
}

static void plan_attention_output(struct mi_plan_builder *m, const struct mi_lc0_encoder *encoder,
                                  int head_size, int padded_head, int from, int to)
{
    const struct mi_conv *conv = &encoder->out.conv;
    struct mi_lc0_layer out = begin_layer(m, encoder->heads * padded_head, conv->out);
    for (int in = 0; !m->failed && in < conv->in; in++)
        for (int i = 0; i < conv->out; i++)
            out.conv.weight[(ptrdiff_t)(in / head_size * padded_head + in % head_size) * conv->out +
                            i] = conv->weight[(ptrdiff_t)in * conv->out + i];
    for (int i = 0; !m->failed && i < conv->out; i++)
        out.norm.bias[i] = encoder->out.norm.bias[i];
    end_layer(m, &out, from, to);
}

/* Plans attention from the trunk to the buffer `to`. */
static void plan_attention(struct mi_plan_builder *m, const struct mi_lc0_encoder *encoder,
                           int trunk, int to)
{
    struct mi_plan *plan = m->plan;
    int head_size = encoder->query.conv.out / encoder->heads, padded_head = mi_lanes(head_size);
    int all = encoder->heads * padded_head;
    struct mi_lc0_layer layer = begin_layer(m, encoder->query.conv.in, 3 * all);
    copy_outputs(m, &layer, &encoder->query, 0, head_size, padded_head,
                 1.0f / sqrtf((float)head_size));
    copy_outputs(m, &layer, &encoder->key, all, head_size, padded_head, 1.0f);
    copy_outputs(m, &layer, &encoder->value, 2 * all, head_size, padded_head, 1.0f);
    int mid = mi_plan_buffer(m, &m->level[0].mid, 3 * all);
    end_layer(m, &layer, trunk, mid);
    struct mi_step *step = mi_plan_add_step(m, MI_STEP_ATTENTION, mid);
    step->heads = (struct mi_heads){encoder->heads, encoder->heads, padded_head, padded_head, NULL};
    step->raw = mi_plan_buffer(m, &m->level[0].pool, all);
    if (encoder->smolgen.compress.conv.out > 0)
        step->summand = MI_VECTOR_PAIRS;
    plan->query = plan->query > padded_head ? plan->query : padded_head;
    plan->value = plan->value > padded_head ? plan->value : padded_head;
    plan_attention_output(m, encoder, head_size, padded_head, step->raw, to);
}

static void plan_feed_forward(struct mi_plan_builder *m, const struct mi_lc0_layer *first,
                              const struct mi_lc0_layer *last, const struct mi_lc0_norm *norm,
                              int trunk, float alpha)
{
    int mid = mi_plan_buffer(m, &m->level[0].mid, first->conv.out);
    int act = mi_plan_buffer(m, &m->level[0].act, last->conv.out);
    mi_lc0_layer_step(m, first, trunk, mid);
    mi_lc0_layer_step(m, last, mid, act);
    plan_layer_norm(m, norm, act, trunk, alpha);
}

static void plan_encoders(struct mi_plan_builder *m, const struct mi_lc0_encoder *encoder,
                          int count, int trunk)
{
    for (int i = 0; i < count; i++) {
        int act = mi_plan_buffer(m, &m->level[0].act, encoder[i].out.conv.out);
        if (encoder[i].smolgen.compress.conv.out > 0)
            plan_smolgen(m, &encoder[i].smolgen, trunk, encoder[i].heads);
        plan_attention(m, &encoder[i], trunk, act);
        plan_layer_norm(m, &encoder[i].norm, act, trunk, encoder[i].alpha);
        plan_feed_forward(m, &encoder[i].first, &encoder[i].last, &encoder[i].norm2, trunk,
                          encoder[i].alpha);
    }
}

/* ---- the body ---- */

/* Plans the position encoding of the squares, in the channels after the planes. */
static void plan_position(struct mi_plan_builder *m, const struct mi_lc0 *lc0)
{
    struct mi_plan *plan = m->plan;
    int channels = mi_lc0_position_channels(lc0);
    plan->channels[MI_BUFFER_PLANES] = mi_lanes(MI_LC0_PLANES + channels);
    if (lc0->position.out > 0) {
        mi_lc0_flatten_step(m, MI_BUFFER_PLANES, MI_LC0_PIECES);
        mi_lc0_dense_step(m, &lc0->position, MI_VECTOR_FLAT, MI_VECTOR_HIDDEN);
    }
    struct mi_step *step = mi_plan_add_step(m, MI_STEP_BROADCAST_BIAS, MI_NONE);
    step->read = MI_VECTOR_HIDDEN;
    step->channels = channels;
    step->act = MI_BUFFER_PLANES;
    if (lc0->position.out > 0)
        return;
    step->bias = mi_chunks_alloc(&plan->chunks, sizeof *step->bias * PAIRS);
    m->failed |= !step->bias;
    for (int i = 0; step->bias && i < PAIRS; i++) {
        int from = i / MI_LC0_SQUARES, to = i % MI_LC0_SQUARES;
        step->bias[i] = from == to ? -1.0f : mi_lc0_reaches(from, to) ? 1.0f : 0.0f;
    }
}

/* Copies [square][channel] to [square][padded channels]. */
static float *copy_squares(struct mi_plan_builder *m, const float *from, int channels)
{
    int padded = mi_lanes(channels);
    float *to = mi_chunks_alloc(&m->plan->chunks, sizeof *to * MI_LC0_SQUARES * (size_t)padded);
    m->failed |= !to;
    for (int i = 0; to && i < MI_LC0_SQUARES * channels; i++)
        to[i / channels * padded + i % channels] = from[i];
    return to;
}

void mi_plan_lc0_attention(struct mi_plan_builder *m, const struct mi_lc0 *lc0, int from)
{
    int channels = lc0->embedding.conv.out;
    if (lc0->residuals == 0)
        plan_position(m, lc0);
    int trunk = mi_plan_buffer(m, &m->level[0].trunk, channels);
    mi_lc0_layer_step(m, &lc0->embedding, from, trunk);
    if (lc0->embedding_norm.channels > 0)
        plan_layer_norm(m, &lc0->embedding_norm, trunk, trunk, 1.0f);
    if (lc0->gate) {
        struct mi_step *step = mi_plan_add_step(m, MI_STEP_GATE, trunk);
        step->channels = channels;
        step->act = trunk;
        step->scale = copy_squares(m, lc0->gate, channels);
        step->bias = copy_squares(m, lc0->shift, channels);
    }
    if (lc0->feed.conv.out > 0)
        plan_feed_forward(m, &lc0->feed, &lc0->feed_last, &lc0->feed_norm, trunk, lc0->alpha);
    plan_encoders(m, lc0->encoder, lc0->encoders, trunk);
}

/* ---- the policy ---- */

/* Plans a layer with its outputs multiplied by factor. */
static void plan_scaled_layer(struct mi_plan_builder *m, const struct mi_lc0_layer *layer, int from,
                              int to, float factor)
{
    struct mi_lc0_layer scaled = begin_layer(m, layer->conv.in, layer->conv.out);
    copy_outputs(m, &scaled, layer, 0, layer->conv.out, 0, factor);
    end_layer(m, &scaled, from, to);
}

void mi_plan_lc0_attention_policy(struct mi_plan_builder *m, const struct mi_lc0_policy *policy)
{
    struct mi_block_buffers *level = &m->level[0];
    int width = policy->query.conv.out;
    int trunk = mi_plan_buffer(m, &m->level[1].trunk, policy->embedding.conv.out);
    mi_lc0_layer_step(m, &policy->embedding, level->trunk, trunk);
    plan_encoders(m, policy->encoder, policy->encoders, trunk);
    int query = mi_plan_buffer(m, &level->mid, width);
    int key = mi_plan_buffer(m, &level->act, width);
    plan_scaled_layer(m, &policy->query, trunk, query, 1.0f / sqrtf((float)width));
    mi_lc0_layer_step(m, &policy->key, trunk, key);
    struct mi_step *step = mi_plan_add_step(m, MI_STEP_QK_LOGITS, query);
    step->add = key;
    step->channels = width;
    step->read = MI_VECTOR_FLAT;
    step->write = MI_VECTOR_POLICY;
    mi_lc0_extend_vector(m, MI_VECTOR_FLAT, MI_LC0_SQUARES * width);
    mi_lc0_extend_vector(m, MI_VECTOR_POLICY, PAIRS);
    mi_lc0_layer_step(m, &policy->promotion, key, MI_BUFFER_POLICY);
    m->plan->channels[MI_BUFFER_POLICY] = mi_lanes(policy->promotion.conv.out);
}

size_t mi_plan_lc0_encoder_steps(int encoders)
{
    enum { SMOLGEN = 7, ATTENTION = 5, FEED = 3 };
    return (SMOLGEN + ATTENTION + FEED) * (size_t)encoders;
}
