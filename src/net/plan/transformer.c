/* Plans the transformer blocks of a network.  Their matrices become 1x1 convolutions.  Queries,
 * keys and values share one, with zeros between the heads to pad them to full groups of lanes. */
#include "geometry.h"
#include "builder.h"

#include <math.h>
#include <stdlib.h>

/* Allocates a matrix of zeros; end_matrix() frees it. */
static struct mi_conv begin_matrix(struct mi_plan_builder *m, int in, int out)
{
    float *weight = calloc((size_t)in * (size_t)out, sizeof *weight);
    m->failed |= !weight;
    return (struct mi_conv){1, 1, 1, 1, in, out, weight};
}

static struct mi_step *end_matrix(struct mi_plan_builder *m, struct mi_conv *conv, int from)
{
    struct mi_step *step =
        conv->weight ? mi_plan_add_conv(m, conv, from) : mi_plan_add_step(m, MI_STEP_CONV, from);
    free(conv->weight);
    return step;
}

/* Copies a matrix, times factor, into another from output `at` on. */
static void copy_matrix(const struct mi_conv *conv, const struct mi_dense *dense, int at,
                        float factor)
{
    for (int in = 0; conv->weight && in < dense->in; in++)
        for (int out = 0; out < dense->out; out++)
            conv->weight[(ptrdiff_t)in * conv->out + at + out] =
                dense->weight[(ptrdiff_t)in * dense->out + out] * factor;
}

/* ---- attention ---- */

/* The index of a query channel within its head; rotary embedding separates the pairs. */
static int query_channel(const struct mi_heads *heads, int channel)
{
    return heads->rotary_table ? channel % 2 * (heads->query / 2) + channel / 2 : channel;
}

/* Copies the weights of queries or keys, times factor; heads have `head_size` channels. */
static void copy_queries_or_keys(const struct mi_conv *conv, const struct mi_dense *dense,
                                 const struct mi_heads *heads, int head_size, int at, float factor)
{
    for (int out = 0; conv->weight && out < dense->out; out++) {
        int to = at + out / head_size * heads->query + query_channel(heads, out % head_size);
        for (int in = 0; in < dense->in; in++)
            conv->weight[(ptrdiff_t)in * conv->out + to] =
                dense->weight[(ptrdiff_t)in * dense->out + out] * factor;
    }
}

static void copy_values(const struct mi_conv *conv, const struct mi_dense *dense,
                        const struct mi_heads *heads, int head_size, int at)
{
    for (int in = 0; conv->weight && in < dense->in; in++)
        for (int out = 0; out < dense->out; out++)
            conv->weight[(ptrdiff_t)in * conv->out + at + out / head_size * heads->value +
                         out % head_size] = dense->weight[(ptrdiff_t)in * dense->out + out];
}

/* Sets cosines and sines of a channel pair for head_size coordinate. */
static void set_rotary_angles(float *table, int half, int pair, float angle)
{
    for (int i = 0; i < MI_SIDE_MAX; i++) {
        table[2 * i * half + pair] = (float)cos((double)angle * i);
        table[(2 * i + 1) * half + pair] = (float)sin((double)angle * i);
    }
}

static void make_rotary_table(struct mi_plan_builder *m, const struct mi_attention *attention,
                              struct mi_heads *heads)
{
    int pairs = attention->query / 2, half = mi_lanes(pairs), table = 2 * half * MI_SIDE_MAX;
    heads->query = 2 * half;
    heads->rotary_table = mi_chunks_alloc(&m->plan->chunks, sizeof(float) * 2 * (size_t)table *
                                                                (size_t)heads->groups);
    m->failed |= !heads->rotary_table;
    for (int i = 0; heads->rotary_table && i < heads->groups * pairs; i++) {
        float *at = heads->rotary_table + (ptrdiff_t)(i / pairs) * 2 * table;
        set_rotary_angles(at, half, i % pairs, attention->rotary_angles[2 * i]);
        set_rotary_angles(at + table, half, i % pairs, attention->rotary_angles[2 * i + 1]);
    }
}

static struct mi_heads plan_heads(struct mi_plan_builder *m, const struct mi_attention *attention)
{
    struct mi_heads heads = {.heads = attention->heads,
                             .groups = attention->groups,
                             .query = mi_lanes(attention->query),
                             .value = mi_lanes(attention->value)};
    if (attention->rotary_angles)
        make_rotary_table(m, attention, &heads);
    struct mi_plan *plan = m->plan;
    plan->query = plan->query > heads.query ? plan->query : heads.query;
    plan->value = plan->value > heads.value ? plan->value : heads.value;
    return heads;
}

/* Plans one matrix for the queries, keys and values of all heads; the 1 / sqrt(d) of attention goes
 * into the queries. */
static struct mi_step *plan_projection(struct mi_plan_builder *m,
                                       const struct mi_attention *attention,
                                       const struct mi_heads *heads, struct mi_block_buffers *level)
{
    int keys = heads->heads * heads->query, values = keys + heads->groups * heads->query;
    struct mi_conv conv = begin_matrix(m, attention->q.in, values + heads->groups * heads->value);
    float factor = 1.0f / sqrtf((float)attention->query);
    copy_queries_or_keys(&conv, &attention->q, heads, attention->query, 0, factor);
    copy_queries_or_keys(&conv, &attention->k, heads, attention->query, keys, 1.0f);
    copy_values(&conv, &attention->v, heads, attention->value, values);
    struct mi_step *step = end_matrix(m, &conv, level->act);
    step->raw = mi_plan_buffer(m, &level->mid, conv.out);
    return step;
}

struct mi_step *mi_plan_attention(struct mi_plan_builder *m, const struct mi_attention *attention,
                                  struct mi_block_buffers *level)
{
    struct mi_heads heads = plan_heads(m, attention);
    int from = plan_projection(m, attention, &heads, level)->raw;
    struct mi_step *step = mi_plan_add_step(m, MI_STEP_ATTENTION, from);
    int all = heads.heads * heads.value;
    step->heads = heads;
    step->raw = mi_plan_buffer(m, &level->pool, all);
    struct mi_conv conv = begin_matrix(m, all, attention->out.out);
    for (int in = 0; conv.weight && in < attention->out.in; in++)
        for (int out = 0; out < conv.out; out++)
            conv.weight[(ptrdiff_t)(in / attention->value * heads.value + in % attention->value) *
                            conv.out +
                        out] = attention->out.weight[(ptrdiff_t)in * conv.out + out];
    return end_matrix(m, &conv, step->raw);
}

/* ---- feed-forward ---- */

struct mi_step *mi_plan_feed_forward(struct mi_plan_builder *m, const struct mi_feed_forward *feed,
                                     struct mi_block_buffers *level)
{
    bool gated = feed->gate.in > 0;
    int hidden = mi_lanes(feed->in.out);
    struct mi_conv conv = begin_matrix(m, feed->in.in, gated ? 2 * hidden : hidden);
    copy_matrix(&conv, &feed->in, 0, 1.0f);
    copy_matrix(&conv, &feed->gate, hidden, 1.0f);
    struct mi_step *step = end_matrix(m, &conv, level->act);
    step->gated = gated;
    step->act = mi_plan_buffer(m, &level->mid, hidden);
    step->activation = feed->in.activation;
    struct mi_conv out = {1, 1, 1, 1, feed->out.in, feed->out.out, feed->out.weight};
    return mi_plan_add_conv(m, &out, step->act);
}
