/* Plans an lc0 network: body and heads. */
#include "lc0.h"

#include <string.h>

/* ---- residual blocks ---- */

/* Plans the excitation layer, with its second half moved to the start of a vector. */
static void plan_excite(struct mi_plan_builder *m, const struct mi_dense *dense)
{
    int half = dense->out / 2, padded = mi_lanes(half);
    size_t in = (size_t)dense->in;
    struct mi_dense aligned = {.in = dense->in, .out = 2 * padded};
    aligned.weight = mi_chunks_alloc(&m->plan->chunks, sizeof(float) * in * 2 * (size_t)padded);
    aligned.bias = mi_chunks_alloc(&m->plan->chunks, sizeof(float) * 2 * (size_t)padded);
    m->failed |= !aligned.weight || !aligned.bias;
    if (m->failed)
        return;
    for (int i = 0; i <= dense->in; i++) {
        const float *from = i < dense->in ? dense->weight + i * dense->out : dense->bias;
        float *to = i < dense->in ? aligned.weight + i * aligned.out : aligned.bias;
        memcpy(to, from, sizeof *to * (size_t)half);
        memcpy(to + padded, from + half, sizeof *to * (size_t)half);
    }
    mi_lc0_dense_step(m, &aligned, MI_VECTOR_HIDDEN, MI_VECTOR_SUMMAND);
}

static void plan_squeeze_excite(struct mi_plan_builder *m, const struct mi_lc0_residual *block,
                                int from, int to, enum mi_activation activation)
{
    struct mi_step *pool = mi_plan_add_step(m, MI_STEP_POOL, from);
    pool->channels = block->squeeze.in;
    pool->pooled = MI_VECTOR_POOLED;
    mi_lc0_extend_vector(m, MI_VECTOR_POOLED, 3 * pool->channels);
    mi_lc0_dense_step(m, &block->squeeze, MI_VECTOR_POOLED, MI_VECTOR_HIDDEN);
    plan_excite(m, &block->excite);
    struct mi_step *step = mi_plan_add_step(m, MI_STEP_SQUEEZE_EXCITE, from);
    step->summand = MI_VECTOR_SUMMAND;
    step->add = step->act = to;
    step->channels = block->squeeze.in;
    step->activation = activation;
}

static void plan_residual(struct mi_plan_builder *m, const struct mi_lc0_residual *block)
{
    struct mi_block_buffers *level = &m->level[0];
    int mid = mi_plan_buffer(m, &level->mid, block->first.conv.out);
    mi_lc0_layer_step(m, &block->first, level->trunk, mid);
    if (block->squeeze.out == 0) {
        mi_lc0_layer_step(m, &block->last, mid, level->trunk)->add = level->trunk;
        return;
    }
    int last = mi_plan_buffer(m, &level->act, block->last.conv.out);
    mi_lc0_layer_step(m, &block->last, mid, last);
    plan_squeeze_excite(m, block, last, level->trunk, block->first.norm.activation);
}

/* ---- heads ---- */

static void plan_policy(struct mi_plan_builder *m, const struct mi_lc0_policy *policy)
{
    struct mi_block_buffers *level = &m->level[0];
    int from = level->trunk;
    if (policy->kind == MI_LC0_ATTENTION) {
        mi_plan_lc0_attention_policy(m, policy);
        return;
    }
    if (policy->kind == MI_LC0_CONVOLUTION) {
        from = mi_plan_buffer(m, &level->mid, policy->embedding.conv.out);
        mi_lc0_layer_step(m, &policy->embedding, level->trunk, from);
    }
    mi_lc0_layer_step(m, &policy->last, from, MI_BUFFER_POLICY);
    m->plan->channels[MI_BUFFER_POLICY] = mi_lanes(policy->last.conv.out);
    if (policy->kind == MI_LC0_CONVOLUTION)
        return;
    mi_lc0_flatten_step(m, MI_BUFFER_POLICY, policy->last.conv.out);
    mi_lc0_dense_step(m, &policy->dense, MI_VECTOR_FLAT, MI_VECTOR_POLICY);
}

static void plan_head(struct mi_plan_builder *m, const struct mi_lc0_head *head, int result)
{
    struct mi_block_buffers *level = &m->level[0];
    if (head->result.out == 0)
        return;
    int mid = mi_plan_buffer(m, &level->mid, head->embedding.conv.out);
    mi_lc0_layer_step(m, &head->embedding, level->trunk, mid);
    mi_lc0_flatten_step(m, mid, head->embedding.conv.out);
    mi_lc0_dense_step(m, &head->hidden, MI_VECTOR_FLAT, MI_VECTOR_HIDDEN);
    mi_lc0_dense_step(m, &head->result, MI_VECTOR_HIDDEN, result);
}

static void plan_moves(struct mi_plan_builder *m, struct mi_plan_lc0 *outputs)
{
    outputs->move = mi_chunks_alloc(&m->plan->chunks, sizeof *outputs->move * MI_LC0_MOVES);
    outputs->plane = mi_chunks_alloc(&m->plan->chunks, sizeof *outputs->plane * MI_LC0_MOVES);
    m->failed |= !outputs->move || !outputs->plane;
    if (m->failed)
        return;
    mi_lc0_moves(outputs->move);
    for (int i = 0; i < MI_LC0_MOVES; i++)
        outputs->plane[i] = mi_lc0_plane(outputs->move[i]);
}

size_t mi_plan_lc0_steps(const struct mi_lc0 *lc0)
{
    enum { INPUT = 1, RESIDUAL = 6, EMBEDDING = 9, HEADS = 16 };
    return INPUT + EMBEDDING + HEADS + RESIDUAL * (size_t)lc0->residuals +
           mi_plan_lc0_encoder_steps(lc0->encoders + lc0->policy.encoders);
}

static void plan_body(struct mi_plan_builder *m, const struct mi_lc0 *lc0)
{
    int from = MI_BUFFER_PLANES, *trunk = &m->level[0].trunk;
    if (lc0->input.conv.out > 0) {
        from = mi_plan_buffer(m, trunk, lc0->input.conv.out);
        mi_lc0_layer_step(m, &lc0->input, MI_BUFFER_PLANES, from);
    }
    for (int i = 0; i < lc0->residuals; i++)
        plan_residual(m, &lc0->residual[i]);
    if (lc0->attention_body) {
        *trunk = MI_NONE;
        mi_plan_lc0_attention(m, lc0, from);
    }
}

void mi_plan_lc0(struct mi_plan_builder *m, const struct mi_lc0 *lc0)
{
    struct mi_plan *plan = m->plan;
    plan->channels[MI_BUFFER_PLANES] = mi_lanes(MI_LC0_PLANES);
    mi_plan_lc0_smolgen(m, &lc0->smolgen);
    plan_body(m, lc0);
    plan_policy(m, &lc0->policy);
    plan_head(m, &lc0->value, MI_VECTOR_VALUE);
    plan_head(m, &lc0->moves_left, MI_VECTOR_MOVES_LEFT);
    plan->lc0 = (struct mi_plan_lc0){.policy = lc0->policy.kind,
                                     .results = lc0->value.result.out,
                                     .moves_left = lc0->moves_left.result.out > 0};
    plan_moves(m, &plan->lc0);
}
