#include "builder.h"

#include "base/range.h"

#include <string.h>

int mi_plan_buffer(struct mi_plan_builder *m, int *which, int channels)
{
    if (*which == MI_NONE)
        *which = m->plan->buffers++;
    int *capacity = &m->plan->channels[*which];
    *capacity = mi_max(*capacity, mi_lanes(channels));
    return *which;
}

float *mi_plan_copy(struct mi_plan_builder *m, const float *from, int count, int padded)
{
    float *to = mi_chunks_alloc(&m->plan->chunks, sizeof *to * (size_t)padded);
    m->failed |= !to;
    if (to && count > 0)
        memcpy(to, from, sizeof *to * (size_t)count);
    return to;
}

struct mi_dense mi_plan_copy_dense(struct mi_plan_builder *m, const struct mi_dense *dense)
{
    struct mi_dense made = *dense;
    int weights = dense->in * dense->out;
    made.weight = weights ? mi_plan_copy(m, dense->weight, weights, weights) : NULL;
    made.bias = dense->bias ? mi_plan_copy(m, dense->bias, dense->out, dense->out) : NULL;
    return made;
}

struct mi_step *mi_plan_add_step(struct mi_plan_builder *m, enum mi_step_kind kind, int from)
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

static int filter_reach(const struct mi_conv *conv)
{
    return mi_max(conv->height / 2 * conv->dilation_y, conv->width / 2 * conv->dilation_x);
}

struct mi_step *mi_plan_add_conv(struct mi_plan_builder *m, const struct mi_conv *conv, int from)
{
    struct mi_plan *plan = m->plan;
    struct mi_step *step = mi_plan_add_step(m, MI_STEP_CONV, from);
    step->sparse =
        from == MI_BUFFER_PLANES && conv->in <= MI_SPARSE_MAX && plan->packing != MI_PACK_TILES;
    m->failed |=
        !mi_pack(&plan->chunks, conv, step->sparse ? MI_PACK_DIRECT : plan->packing, &step->conv);
    plan->sparse |= step->sparse;
    plan->ring = mi_max(plan->ring, filter_reach(conv));
    if (step->conv.integers && !step->conv.winograd)
        plan->widest_row = mi_max(plan->widest_row, mi_lanes(conv->in));
    plan->bytes |= step->conv.bytes;
    if (step->conv.tiles)
        plan->widest_tiled = mi_max(plan->widest_tiled, conv->in);
    if (step->conv.winograd) {
        plan->widest_in = mi_max(plan->widest_in, mi_lanes(conv->in));
        plan->widest_out = mi_max(plan->widest_out, mi_lanes(conv->out));
    }
    return step;
}

void mi_plan_set_activation(struct mi_plan_builder *m, struct mi_step *step,
                            const struct mi_norm *norm, int to)
{
    step->act = to;
    step->activation = norm->activation;
    step->scale = mi_plan_copy(m, norm->scale, norm->channels, mi_lanes(norm->channels));
    step->bias = mi_plan_copy(m, norm->bias, norm->channels, mi_lanes(norm->channels));
}

void mi_plan_add_pool(struct mi_plan_builder *m, const struct mi_global_pool *pool, int from,
                      int *pool_buffer, int pooled)
{
    int to = mi_plan_buffer(m, pool_buffer, pool->conv.out);
    mi_plan_set_activation(m, mi_plan_add_conv(m, &pool->conv, from), &pool->norm, to);
    struct mi_step *step = mi_plan_add_step(m, MI_STEP_POOL, to);
    step->channels = pool->norm.channels;
    step->pooled = pooled;
    step->summand = MI_VECTOR_SUMMAND;
    step->dense = mi_plan_copy_dense(m, &pool->dense);
    int *length = m->plan->length;
    length[pooled] = mi_max(length[pooled], 3 * step->channels);
    length[MI_VECTOR_SUMMAND] = mi_max(length[MI_VECTOR_SUMMAND], mi_lanes(pool->dense.out));
}

struct mi_next_norm mi_block_norm(const struct mi_model_block *block)
{
    bool rms = block->kind == MI_ATTENTION || block->kind == MI_FEED_FORWARD;
    return rms ? (struct mi_next_norm){.rms = &block->rms}
               : (struct mi_next_norm){.norm = &block->pre};
}

static void plan_rms_norm(struct mi_plan_builder *m, const struct mi_rms_norm *norm,
                          const struct mi_block_buffers *level)
{
    struct mi_step *step = mi_plan_add_step(m, MI_STEP_RMS_NORM, level->trunk);
    int padded = mi_lanes(norm->channels);
    step->channels = norm->channels;
    step->epsilon = norm->epsilon;
    step->board = norm->board;
    step->act = level->act;
    step->activation = norm->activation;
    step->scale = mi_plan_copy(m, norm->scale, norm->channels, padded);
    step->bias = mi_plan_copy(m, norm->bias, norm->bias ? norm->channels : 0, padded);
}

void mi_plan_finish_trunk_step(struct mi_plan_builder *m, struct mi_step *step,
                               const struct mi_block_buffers *level, struct mi_next_norm next,
                               bool more)
{
    step->raw = more || next.rms ? level->trunk : MI_NONE;
    if (next.rms)
        plan_rms_norm(m, next.rms, level);
    else
        mi_plan_set_activation(m, step, next.norm, level->act);
}
