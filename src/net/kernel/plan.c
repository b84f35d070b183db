#include "plan.h"

#include "base/range.h"

#include <stdlib.h>
#include <string.h>

/* ---- making ---- */

/* The buffers of the blocks at one depth: the trunk there, what is made of it, and within a block.
 */
struct level {
    int trunk, act, mid, pool;
};

struct maker {
    struct mi_plan *plan;
    struct level level[MI_NESTING + 2];
    bool failed; /* no memory */
};

/* A buffer, made when it is first needed, wide enough for that many channels. */
static int buffer(struct maker *m, int *which, int channels)
{
    if (*which == MI_NONE)
        *which = m->plan->buffers++;
    int *has = &m->plan->channels[*which];
    *has = mi_max(*has, mi_lanes(channels));
    return *which;
}

/* A copy of count floats, with zeros behind them up to room. */
static float *copy(struct maker *m, const float *from, int count, int room)
{
    float *to = mi_chunks_take(&m->plan->chunks, sizeof *to * (size_t)room);
    m->failed |= !to;
    if (to)
        memcpy(to, from, sizeof *to * (size_t)count);
    return to;
}

static struct mi_dense dense_of(struct maker *m, const struct mi_dense *dense)
{
    struct mi_dense made = *dense;
    int weights = dense->in * dense->out;
    made.weight = weights ? copy(m, dense->weight, weights, weights) : NULL;
    made.bias = dense->bias ? copy(m, dense->bias, dense->out, dense->out) : NULL;
    return made;
}

static struct mi_step *new_step(struct maker *m, enum mi_step_kind kind, int from)
{
    struct mi_step *step = &m->plan->step[m->plan->steps++];
    *step = (struct mi_step){.kind = kind,
                             .from = from,
                             .pooled = MI_NONE,
                             .summand = MI_NONE,
                             .add = MI_NONE,
                             .raw = MI_NONE,
                             .act = MI_NONE};
    return step;
}

static int reach(const struct mi_conv *conv)
{
    return mi_max(conv->height / 2 * conv->dilation_y, conv->width / 2 * conv->dilation_x);
}

static struct mi_step *conv_step(struct maker *m, const struct mi_conv *conv, int from)
{
    struct mi_plan *plan = m->plan;
    struct mi_step *step = new_step(m, MI_STEP_CONV, from);
    step->sparse = from == MI_BUFFER_PLANES && conv->in <= MI_SPARSE_MAX;
    m->failed |= !mi_pack(&plan->chunks, conv, !step->sparse, plan->integers, &step->conv);
    plan->ring = mi_max(plan->ring, reach(conv));
    if (step->conv.winograd) {
        plan->widest_in = mi_max(plan->widest_in, mi_lanes(conv->in));
        plan->widest_out = mi_max(plan->widest_out, mi_lanes(conv->out));
    }
    return step;
}

/* Lets the step end with norm, for the buffer to. */
static void activate(struct maker *m, struct mi_step *step, const struct mi_norm *norm, int to)
{
    step->act = to;
    step->activation = norm->activation;
    step->scale = copy(m, norm->scale, norm->channels, mi_lanes(norm->channels));
    step->bias = copy(m, norm->bias, norm->channels, mi_lanes(norm->channels));
}

/* What follows from the pooled channels of a convolution of from, in the vector of summands. */
static void pool_steps(struct maker *m, const struct mi_global_pool *pool, int from,
                       int *pool_buffer, int pooled)
{
    int to = buffer(m, pool_buffer, pool->conv.out);
    activate(m, conv_step(m, &pool->conv, from), &pool->norm, to);
    struct mi_step *step = new_step(m, MI_STEP_POOL, to);
    step->channels = pool->norm.channels;
    step->pooled = pooled;
    step->summand = MI_VECTOR_SUMMAND;
    step->dense = dense_of(m, &pool->dense);
    int *length = m->plan->length;
    length[pooled] = mi_max(length[pooled], 3 * step->channels);
    length[MI_VECTOR_SUMMAND] = mi_max(length[MI_VECTOR_SUMMAND], mi_lanes(pool->dense.out));
}

static void plan_blocks(struct maker *m, const struct mi_model_block *block, int count, int depth,
                        const struct mi_norm *next);

/* The steps between the trunk and the last convolution; the buffer that this one reads. */
static int plan_middle(struct maker *m, const struct mi_model_block *block, int depth)
{
    struct level *level = &m->level[depth];
    if (block->kind == MI_NESTED) {
        int trunk = buffer(m, &level[1].trunk, block->first.out);
        int act = buffer(m, &level[1].act, block->first.out);
        struct mi_step *step = conv_step(m, &block->first, level->act);
        step->raw = trunk;
        activate(m, step, &block->inner[0].pre, act);
        plan_blocks(m, block->inner, block->inners, depth + 1, &block->mid);
        return act;
    }
    if (block->kind == MI_POOLED)
        pool_steps(m, &block->pool, level->act, &level->pool, MI_VECTOR_POOLED);
    struct mi_step *step = conv_step(m, &block->first, level->act);
    if (block->kind == MI_POOLED) {
        step->summand = MI_VECTOR_SUMMAND;
        step->same = step->conv.winograd && step[-2].conv.winograd;
    }
    activate(m, step, &block->mid, buffer(m, &level->mid, block->first.out));
    return level->mid;
}

/* Blocks on the trunk of that depth, which is activated before and, by next, behind them. */
static void plan_blocks(struct maker *m, const struct mi_model_block *block, int count, int depth,
                        const struct mi_norm *next)
{
    const struct level *level = &m->level[depth];
    for (int i = 0; i < count; i++) {
        int from = plan_middle(m, &block[i], depth);
        struct mi_step *step = conv_step(m, &block[i].last, from);
        step->add = level->trunk;
        step->raw = i + 1 < count ? level->trunk : MI_NONE;
        activate(m, step, i + 1 < count ? &block[i + 1].pre : next, level->act);
    }
}

static void plan_trunk(struct maker *m, const struct mi_model *model)
{
    struct level *level = &m->level[0];
    struct mi_step *step = conv_step(m, &model->conv, MI_BUFFER_PLANES);
    step->summand = MI_VECTOR_FIRST;
    step->raw = buffer(m, &level->trunk, model->channels);
    activate(m, step, &model->block[0].pre, buffer(m, &level->act, model->channels));
    plan_blocks(m, model->block, model->blocks, 0, &model->tip);
    m->plan->numbers = dense_of(m, &model->dense);
    m->plan->channels[MI_BUFFER_PLANES] = mi_lanes(model->planes);
    m->plan->channels[MI_BUFFER_NONZERO] = 1;
    m->plan->length[MI_VECTOR_FIRST] = mi_lanes(model->channels);
}

static void plan_policy(struct maker *m, const struct mi_policy_head *policy)
{
    struct level *level = &m->level[0];
    pool_steps(m, &policy->pool, level->act, &level->pool, MI_VECTOR_POLICY);
    struct mi_step *step = conv_step(m, &policy->points, level->act);
    step->summand = MI_VECTOR_SUMMAND;
    int points = buffer(m, &level->mid, policy->points.out);
    activate(m, step, &policy->norm, points);
    conv_step(m, &policy->last, points)->raw = MI_BUFFER_POLICY;
    m->plan->channels[MI_BUFFER_POLICY] = mi_lanes(policy->last.out);
    m->plan->pass = dense_of(m, &policy->pass);
    m->plan->pass2 = dense_of(m, &policy->pass2);
}

static void plan_value(struct maker *m, const struct mi_value_head *value)
{
    struct level *level = &m->level[0];
    int to = buffer(m, &level->mid, value->conv.out);
    activate(m, conv_step(m, &value->conv, level->act), &value->norm, to);
    struct mi_step *step = new_step(m, MI_STEP_POOL_VALUE, to);
    step->channels = value->conv.out;
    step->pooled = MI_VECTOR_VALUE;
    m->plan->length[MI_VECTOR_VALUE] = 3 * step->channels;
    conv_step(m, &value->ownership, to)->raw = MI_BUFFER_OWNERSHIP;
    m->plan->channels[MI_BUFFER_OWNERSHIP] = MI_LANES;
    m->plan->hidden = dense_of(m, &value->hidden);
    m->plan->result = dense_of(m, &value->result);
    m->plan->score = dense_of(m, &value->score);
    m->plan->length[MI_VECTOR_HIDDEN] =
        mi_max(m->plan->pass.out + m->plan->pass2.out, value->hidden.out);
}

static size_t steps_of(const struct mi_model_block *block, int count)
{
    size_t steps = 0;
    for (int i = 0; i < count; i++)
        steps += 4 + steps_of(block[i].inner, block[i].inners);
    return steps;
}

enum { STEPS_OF_HEADS = 8 };

bool mi_plan_make(struct mi_plan *plan, const struct mi_model *model, bool integers)
{
    struct maker maker = {.plan = plan};
    *plan = (struct mi_plan){.integers = integers, .buffers = MI_BUFFERS_FIXED};
    plan->length[MI_VECTOR_RANGE] = 1;
    for (int i = 0; i < MI_NESTING + 2; i++)
        maker.level[i] = (struct level){MI_NONE, MI_NONE, MI_NONE, MI_NONE};
    size_t steps = steps_of(model->block, model->blocks) + STEPS_OF_HEADS;
    plan->step = mi_chunks_take(&plan->chunks, sizeof *plan->step * steps);
    if (plan->step) {
        plan_trunk(&maker, model);
        plan_policy(&maker, &model->policy);
        plan_value(&maker, &model->value);
    }
    if (plan->step && !maker.failed)
        return true;
    mi_plan_clear(plan);
    return false;
}

void mi_plan_clear(struct mi_plan *plan)
{
    mi_chunks_free(&plan->chunks);
    *plan = (struct mi_plan){.step = NULL};
}
