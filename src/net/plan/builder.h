/* builder.h - builds a plan: allocates buffers and appends steps. */
#ifndef MI_NET_PLAN_BUILDER_H
#define MI_NET_PLAN_BUILDER_H

#include "plan.h"

/* The buffers of the blocks at one nesting depth: the trunk, the activated trunk, and two for
 * intermediate results of a block. */
struct mi_block_buffers {
    int trunk, act, mid, pool;
};

struct mi_plan_builder {
    struct mi_plan *plan;
    struct mi_block_buffers level[MI_NESTING + 2];
    bool failed; /* out of memory */
};

/* Ensures that the buffer *which has at least `channels` channels; creates it if it is MI_NONE.
 * Returns the buffer. */
int mi_plan_buffer(struct mi_plan_builder *m, int *which, int channels);

/* Copies count floats and pads them with zeros to `padded`.  If out of memory, sets m->failed and
 * returns NULL. */
float *mi_plan_copy(struct mi_plan_builder *m, const float *from, int count, int padded);
struct mi_dense mi_plan_copy_dense(struct mi_plan_builder *m, const struct mi_dense *dense);

/* Appends a step that reads the buffer `from`; its other fields are empty. */
struct mi_step *mi_plan_add_step(struct mi_plan_builder *m, enum mi_step_kind kind, int from);
struct mi_step *mi_plan_add_conv(struct mi_plan_builder *m, const struct mi_conv *conv, int from);

/* Makes the step apply norm (scale, bias, activation) at its end, and store the result in the
 * buffer `to`. */
void mi_plan_set_activation(struct mi_plan_builder *m, struct mi_step *step,
                            const struct mi_norm *norm, int to);

/* Plans global pooling: convolution of the buffer `from`, pooling into the vector `pooled`, dense
 * layer to MI_VECTOR_SUMMAND. */
void mi_plan_add_pool(struct mi_plan_builder *m, const struct mi_global_pool *pool, int from,
                      int *pool_buffer, int pooled);

/* The normalisation that the next reader of a trunk needs.  One of the two is NULL. */
struct mi_next_norm {
    const struct mi_norm *norm;
    const struct mi_rms_norm *rms;
};

/* The normalisation at the start of a block. */
struct mi_next_norm mi_block_norm(const struct mi_model_block *block);

/* The step produces the trunk: makes it also store the trunk normalised by `next` in level->act.
 * more: other blocks add to the trunk later, so the trunk itself is stored, too. */
void mi_plan_finish_trunk_step(struct mi_plan_builder *m, struct mi_step *step,
                               const struct mi_block_buffers *level, struct mi_next_norm next,
                               bool more);

/* Plans `count` blocks at a nesting depth.  level->act must hold their normalised input; after them
 * it holds the trunk normalised by `next`. */
void mi_plan_blocks(struct mi_plan_builder *m, const struct mi_model_block *block, int count,
                    int depth, struct mi_next_norm next);

/* Plan a transformer block; return its last step.  The caller makes this step add to the trunk. */
struct mi_step *mi_plan_attention(struct mi_plan_builder *m, const struct mi_attention *attention,
                                  struct mi_block_buffers *level);
struct mi_step *mi_plan_feed_forward(struct mi_plan_builder *m, const struct mi_feed_forward *feed,
                                     struct mi_block_buffers *level);

/* An lc0 network: the maximum number of steps, and the steps. */
size_t mi_plan_lc0_steps(const struct mi_lc0 *lc0);
void mi_plan_lc0(struct mi_plan_builder *m, const struct mi_lc0 *lc0);

#endif
