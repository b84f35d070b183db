/* The blocks of a transformer as steps.  At each point their matrices are convolutions of 1x1, some
 * of which are put side by side, with zeros between them, so that heads fill whole groups. */
#include "geometry.h"
#include "maker.h"

#include <math.h>
#include <stdlib.h>

/* A matrix of zeros, to be filled and freed. */
static struct mi_conv begin(struct mi_maker *m, int in, int out)
{
    float *weight = calloc((size_t)in * (size_t)out, sizeof *weight);
    m->failed |= !weight;
    return (struct mi_conv){1, 1, 1, 1, in, out, weight};
}

static struct mi_step *end(struct mi_maker *m, struct mi_conv *conv, int from)
{
    struct mi_step *step =
        conv->weight ? mi_maker_conv(m, conv, from) : mi_maker_step(m, MI_STEP_CONV, from);
    free(conv->weight);
    return step;
}

/* Puts a matrix at that place of another, with a factor. */
static void put(const struct mi_conv *conv, const struct mi_dense *dense, int at, float factor)
{
    for (int in = 0; conv->weight && in < dense->in; in++)
        for (int out = 0; out < dense->out; out++)
            conv->weight[(ptrdiff_t)in * conv->out + at + out] =
                dense->weight[(ptrdiff_t)in * dense->out + out] * factor;
}

/* ---- attention ---- */

/* Where a channel of a query lies among those of its head. */
static int place(const struct mi_heads *heads, int channel)
{
    return heads->turn ? channel % 2 * (heads->query / 2) + channel / 2 : channel;
}

/* Queries or keys, with a factor, as many as lie in a head. */
static void put_turning(const struct mi_conv *conv, const struct mi_dense *dense,
                        const struct mi_heads *heads, int each, int at, float factor)
{
    for (int out = 0; conv->weight && out < dense->out; out++) {
        int to = at + out / each * heads->query + place(heads, out % each);
        for (int in = 0; in < dense->in; in++)
            conv->weight[(ptrdiff_t)in * conv->out + to] =
                dense->weight[(ptrdiff_t)in * dense->out + out] * factor;
    }
}

static void put_values(const struct mi_conv *conv, const struct mi_dense *dense,
                       const struct mi_heads *heads, int each, int at)
{
    for (int in = 0; conv->weight && in < dense->in; in++)
        for (int out = 0; out < dense->out; out++)
            conv->weight[(ptrdiff_t)in * conv->out + at + out / each * heads->value + out % each] =
                dense->weight[(ptrdiff_t)in * dense->out + out];
}

/* Cosines and sines of the angles of a pair, from every place across or down a board. */
static void set_turn(float *table, int half, int pair, float angle)
{
    for (int i = 0; i < MI_SIDE_MAX; i++) {
        table[2 * i * half + pair] = (float)cos((double)angle * i);
        table[(2 * i + 1) * half + pair] = (float)sin((double)angle * i);
    }
}

static void make_turns(struct mi_maker *m, const struct mi_attention *attention,
                       struct mi_heads *heads)
{
    int pairs = attention->query / 2, half = mi_lanes(pairs), table = 2 * half * MI_SIDE_MAX;
    heads->query = 2 * half;
    heads->turn =
        mi_chunks_take(&m->plan->chunks, sizeof(float) * 2 * (size_t)table * (size_t)heads->groups);
    m->failed |= !heads->turn;
    for (int i = 0; heads->turn && i < heads->groups * pairs; i++) {
        float *at = heads->turn + (ptrdiff_t)(i / pairs) * 2 * table;
        set_turn(at, half, i % pairs, attention->turn[2 * i]);
        set_turn(at + table, half, i % pairs, attention->turn[2 * i + 1]);
    }
}

static struct mi_heads heads_of(struct mi_maker *m, const struct mi_attention *attention)
{
    struct mi_heads heads = {.heads = attention->heads,
                             .groups = attention->groups,
                             .query = mi_lanes(attention->query),
                             .value = mi_lanes(attention->value)};
    if (attention->turn)
        make_turns(m, attention, &heads);
    struct mi_plan *plan = m->plan;
    plan->query = plan->query > heads.query ? plan->query : heads.query;
    plan->value = plan->value > heads.value ? plan->value : heads.value;
    return heads;
}

/* Queries, keys and values of all heads in one; the queries times what their products are. */
static struct mi_step *project(struct mi_maker *m, const struct mi_attention *attention,
                               const struct mi_heads *heads, struct mi_level *level)
{
    int keys = heads->heads * heads->query, values = keys + heads->groups * heads->query;
    struct mi_conv conv = begin(m, attention->q.in, values + heads->groups * heads->value);
    float factor = 1.0f / sqrtf((float)attention->query);
    put_turning(&conv, &attention->q, heads, attention->query, 0, factor);
    put_turning(&conv, &attention->k, heads, attention->query, keys, 1.0f);
    put_values(&conv, &attention->v, heads, attention->value, values);
    struct mi_step *step = end(m, &conv, level->act);
    step->raw = mi_maker_buffer(m, &level->mid, conv.out);
    return step;
}

struct mi_step *mi_plan_attention(struct mi_maker *m, const struct mi_attention *attention,
                                  struct mi_level *level)
{
    struct mi_heads heads = heads_of(m, attention);
    int from = project(m, attention, &heads, level)->raw;
    struct mi_step *step = mi_maker_step(m, MI_STEP_ATTENTION, from);
    int all = heads.heads * heads.value;
    step->heads = heads;
    step->raw = mi_maker_buffer(m, &level->pool, all);
    struct mi_conv conv = begin(m, all, attention->out.out);
    for (int in = 0; conv.weight && in < attention->out.in; in++)
        for (int out = 0; out < conv.out; out++)
            conv.weight[(ptrdiff_t)(in / attention->value * heads.value + in % attention->value) *
                            conv.out +
                        out] = attention->out.weight[(ptrdiff_t)in * conv.out + out];
    return end(m, &conv, step->raw);
}

/* ---- what feeds forward ---- */

struct mi_step *mi_plan_feed_forward(struct mi_maker *m, const struct mi_feed_forward *feed,
                                     struct mi_level *level)
{
    bool gated = feed->gate.in > 0;
    int hidden = mi_lanes(feed->in.out);
    struct mi_conv conv = begin(m, feed->in.in, gated ? 2 * hidden : hidden);
    put(&conv, &feed->in, 0, 1.0f);
    put(&conv, &feed->gate, hidden, 1.0f);
    struct mi_step *step = end(m, &conv, level->act);
    step->gated = gated;
    step->act = mi_maker_buffer(m, &level->mid, hidden);
    step->activation = feed->in.activation;
    struct mi_conv out = {1, 1, 1, 1, feed->out.in, feed->out.out, feed->out.weight};
    return mi_maker_conv(m, &out, step->act);
}
