/* The steps of attention in a network of lc0's: embedding, encoders, and a policy of pairs. */
#include "lc0.h"

#include <math.h>
#include <stdlib.h>

enum { PAIRS = MI_LC0_SQUARES * MI_LC0_SQUARES };

/* ---- norms ---- */

static struct mi_step *normal_step(struct mi_maker *m, const struct mi_lc0_norm *norm)
{
    struct mi_step *step = mi_maker_step(m, MI_STEP_LAYER_NORM, MI_NONE);
    step->channels = norm->channels;
    step->epsilon = norm->epsilon;
    step->scale = mi_maker_copy(m, norm->gamma, norm->channels, mi_lanes(norm->channels));
    step->bias = mi_maker_copy(m, norm->beta, norm->channels, mi_lanes(norm->channels));
    step->alpha = 1.0f;
    return step;
}

/* Each square's channels in from, times alpha, added to the trunk and there normalised. */
static void plan_normal(struct mi_maker *m, const struct mi_lc0_norm *norm, int from, int trunk,
                        float alpha)
{
    struct mi_step *step = normal_step(m, norm);
    step->from = from;
    step->add = from == trunk ? MI_NONE : trunk;
    step->act = trunk;
    step->alpha = alpha;
}

static void plan_vector_normal(struct mi_maker *m, const struct mi_lc0_norm *norm, int vector)
{
    struct mi_step *step = normal_step(m, norm);
    step->read = step->write = vector;
}

/* ---- smolgen ---- */

/* To pairs of a key and a query in place of a query and a key. */
void mi_plan_lc0_smolgen(struct mi_maker *m, const struct mi_dense *dense)
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

static void plan_smolgen(struct mi_maker *m, const struct mi_lc0_smolgen *smolgen, int trunk,
                         int heads)
{
    int squares = mi_maker_buffer(m, &m->level[0].mid, smolgen->compress.conv.out);
    mi_lc0_layer_step(m, &smolgen->compress, trunk, squares);
    mi_lc0_flatten_step(m, squares, smolgen->compress.conv.out);
    mi_lc0_dense_step(m, &smolgen->first, MI_VECTOR_FLAT, MI_VECTOR_HIDDEN);
    plan_vector_normal(m, &smolgen->first_norm, MI_VECTOR_HIDDEN);
    mi_lc0_dense_step(m, &smolgen->second, MI_VECTOR_HIDDEN, MI_VECTOR_SUMMAND);
    plan_vector_normal(m, &smolgen->second_norm, MI_VECTOR_SUMMAND);
    struct mi_step *step = mi_maker_step(m, MI_STEP_DENSE, MI_NONE);
    step->conv = m->plan->lc0.smolgen;
    step->read = MI_VECTOR_SUMMAND;
    step->write = MI_VECTOR_PAIRS;
    step->parts = heads;
    mi_lc0_lengthen(m, MI_VECTOR_PAIRS, heads * PAIRS);
}

/* ---- attention ---- */

/* A matrix of zeros with a bias, to be filled and freed. */
static struct mi_lc0_layer begin(struct mi_maker *m, int in, int out)
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

static struct mi_step *end(struct mi_maker *m, struct mi_lc0_layer *layer, int from, int to)
{
    struct mi_step *step =
        m->failed ? mi_maker_step(m, MI_STEP_CONV, from) : mi_lc0_layer_step(m, layer, from, to);
    free(layer->conv.weight);
    free(layer->norm.scale);
    free(layer->norm.bias);
    return step;
}

/* Puts a layer's outputs, times factor, there among another's: as many as a head has, wide apart.
 */
static void put_outs(const struct mi_maker *m, const struct mi_lc0_layer *to,
                     const struct mi_lc0_layer *from, int at, int each, int wide, float factor)
{
    for (int out = 0; !m->failed && out < from->conv.out; out++) {
        int place = at + out / each * wide + out % each;
        to->norm.bias[place] = from->norm.bias[out] * factor;
        for (int in = 0; in < from->conv.in; in++)
            to->conv.weight[(ptrdiff_t)in * to->conv.out + place] =
                from->conv.weight[(ptrdiff_t)in * from->conv.out + out] * factor;
    }
}

static void plan_out(struct mi_maker *m, const struct mi_lc0_encoder *encoder, int each, int wide,
                     int from, int to)
{
    const struct mi_conv *conv = &encoder->out.conv;
    struct mi_lc0_layer out = begin(m, encoder->heads * wide, conv->out);
    for (int in = 0; !m->failed && in < conv->in; in++)
        for (int i = 0; i < conv->out; i++)
            out.conv.weight[(ptrdiff_t)(in / each * wide + in % each) * conv->out + i] =
                conv->weight[(ptrdiff_t)in * conv->out + i];
    for (int i = 0; !m->failed && i < conv->out; i++)
        out.norm.bias[i] = encoder->out.norm.bias[i];
    end(m, &out, from, to);
}

/* What attention makes of the trunk, in the buffer to. */
static void plan_attention(struct mi_maker *m, const struct mi_lc0_encoder *encoder, int trunk,
                           int to)
{
    struct mi_plan *plan = m->plan;
    int each = encoder->query.conv.out / encoder->heads, wide = mi_lanes(each);
    int all = encoder->heads * wide;
    struct mi_lc0_layer layer = begin(m, encoder->query.conv.in, 3 * all);
    put_outs(m, &layer, &encoder->query, 0, each, wide, 1.0f / sqrtf((float)each));
    put_outs(m, &layer, &encoder->key, all, each, wide, 1.0f);
    put_outs(m, &layer, &encoder->value, 2 * all, each, wide, 1.0f);
    int mid = mi_maker_buffer(m, &m->level[0].mid, 3 * all);
    end(m, &layer, trunk, mid);
    struct mi_step *step = mi_maker_step(m, MI_STEP_ATTENTION, mid);
    step->heads = (struct mi_heads){encoder->heads, encoder->heads, wide, wide, NULL};
    step->raw = mi_maker_buffer(m, &m->level[0].pool, all);
    if (encoder->smolgen.compress.conv.out > 0)
        step->summand = MI_VECTOR_PAIRS;
    plan->query = plan->query > wide ? plan->query : wide;
    plan->value = plan->value > wide ? plan->value : wide;
    plan_out(m, encoder, each, wide, step->raw, to);
}

static void plan_feed(struct mi_maker *m, const struct mi_lc0_layer *first,
                      const struct mi_lc0_layer *last, const struct mi_lc0_norm *norm, int trunk,
                      float alpha)
{
    int mid = mi_maker_buffer(m, &m->level[0].mid, first->conv.out);
    int act = mi_maker_buffer(m, &m->level[0].act, last->conv.out);
    mi_lc0_layer_step(m, first, trunk, mid);
    mi_lc0_layer_step(m, last, mid, act);
    plan_normal(m, norm, act, trunk, alpha);
}

static void plan_encoders(struct mi_maker *m, const struct mi_lc0_encoder *encoder, int count,
                          int trunk)
{
    for (int i = 0; i < count; i++) {
        int act = mi_maker_buffer(m, &m->level[0].act, encoder[i].out.conv.out);
        if (encoder[i].smolgen.compress.conv.out > 0)
            plan_smolgen(m, &encoder[i].smolgen, trunk, encoder[i].heads);
        plan_attention(m, &encoder[i], trunk, act);
        plan_normal(m, &encoder[i].norm, act, trunk, encoder[i].alpha);
        plan_feed(m, &encoder[i].first, &encoder[i].last, &encoder[i].norm2, trunk,
                  encoder[i].alpha);
    }
}

/* ---- the body ---- */

/* What tells squares apart, in the channels behind the planes. */
static void plan_position(struct mi_maker *m, const struct mi_lc0 *lc0)
{
    struct mi_plan *plan = m->plan;
    int channels = mi_lc0_position_channels(lc0);
    plan->channels[MI_BUFFER_PLANES] = mi_lanes(MI_LC0_PLANES + channels);
    if (lc0->position.out > 0) {
        mi_lc0_flatten_step(m, MI_BUFFER_PLANES, MI_LC0_PIECES);
        mi_lc0_dense_step(m, &lc0->position, MI_VECTOR_FLAT, MI_VECTOR_HIDDEN);
    }
    struct mi_step *step = mi_maker_step(m, MI_STEP_BROADCAST_BIAS, MI_NONE);
    step->read = MI_VECTOR_HIDDEN;
    step->channels = channels;
    step->act = MI_BUFFER_PLANES;
    if (lc0->position.out > 0)
        return;
    step->bias = mi_chunks_take(&plan->chunks, sizeof *step->bias * PAIRS);
    m->failed |= !step->bias;
    for (int i = 0; step->bias && i < PAIRS; i++) {
        int from = i / MI_LC0_SQUARES, to = i % MI_LC0_SQUARES;
        step->bias[i] = from == to ? -1.0f : mi_lc0_reaches(from, to) ? 1.0f : 0.0f;
    }
}

/* [square][channel] as [square][lanes of channels]. */
static float *copy_squares(struct mi_maker *m, const float *from, int channels)
{
    int room = mi_lanes(channels);
    float *to = mi_chunks_take(&m->plan->chunks, sizeof *to * MI_LC0_SQUARES * (size_t)room);
    m->failed |= !to;
    for (int i = 0; to && i < MI_LC0_SQUARES * channels; i++)
        to[i / channels * room + i % channels] = from[i];
    return to;
}

void mi_plan_lc0_attention(struct mi_maker *m, const struct mi_lc0 *lc0, int from)
{
    int channels = lc0->embedding.conv.out;
    if (lc0->residuals == 0)
        plan_position(m, lc0);
    int trunk = mi_maker_buffer(m, &m->level[0].trunk, channels);
    mi_lc0_layer_step(m, &lc0->embedding, from, trunk);
    if (lc0->embedding_norm.channels > 0)
        plan_normal(m, &lc0->embedding_norm, trunk, trunk, 1.0f);
    if (lc0->gate) {
        struct mi_step *step = mi_maker_step(m, MI_STEP_GATE, trunk);
        step->channels = channels;
        step->act = trunk;
        step->scale = copy_squares(m, lc0->gate, channels);
        step->bias = copy_squares(m, lc0->shift, channels);
    }
    if (lc0->feed.conv.out > 0)
        plan_feed(m, &lc0->feed, &lc0->feed_last, &lc0->feed_norm, trunk, lc0->alpha);
    plan_encoders(m, lc0->encoder, lc0->encoders, trunk);
}

/* ---- the policy ---- */

/* The layer with its outputs times factor. */
static void plan_scaled(struct mi_maker *m, const struct mi_lc0_layer *layer, int from, int to,
                        float factor)
{
    struct mi_lc0_layer scaled = begin(m, layer->conv.in, layer->conv.out);
    put_outs(m, &scaled, layer, 0, layer->conv.out, 0, factor);
    end(m, &scaled, from, to);
}

void mi_plan_lc0_pairs(struct mi_maker *m, const struct mi_lc0_policy *policy)
{
    struct mi_level *level = &m->level[0];
    int width = policy->query.conv.out;
    int trunk = mi_maker_buffer(m, &m->level[1].trunk, policy->embedding.conv.out);
    mi_lc0_layer_step(m, &policy->embedding, level->trunk, trunk);
    plan_encoders(m, policy->encoder, policy->encoders, trunk);
    int query = mi_maker_buffer(m, &level->mid, width);
    int key = mi_maker_buffer(m, &level->act, width);
    plan_scaled(m, &policy->query, trunk, query, 1.0f / sqrtf((float)width));
    mi_lc0_layer_step(m, &policy->key, trunk, key);
    struct mi_step *step = mi_maker_step(m, MI_STEP_QK_LOGITS, query);
    step->add = key;
    step->channels = width;
    step->read = MI_VECTOR_FLAT;
    step->write = MI_VECTOR_POLICY;
    mi_lc0_lengthen(m, MI_VECTOR_FLAT, MI_LC0_SQUARES * width);
    mi_lc0_lengthen(m, MI_VECTOR_POLICY, PAIRS);
    mi_lc0_layer_step(m, &policy->promotion, key, MI_BUFFER_POLICY);
    m->plan->channels[MI_BUFFER_POLICY] = mi_lanes(policy->promotion.conv.out);
}

size_t mi_plan_lc0_encoder_steps(int encoders)
{
    enum { SMOLGEN = 7, ATTENTION = 5, FEED = 3 };
    return (SMOLGEN + ATTENTION + FEED) * (size_t)encoders;
}
