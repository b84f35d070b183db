/* maker.h - a plan in the making: its buffers and steps, one after the other. */
#ifndef MI_NET_PLAN_MAKER_H
#define MI_NET_PLAN_MAKER_H

#include "plan.h"

/* The buffers of the blocks at one depth: the trunk there, what is made of it, and within a block.
 */
struct mi_level {
    int trunk, act, mid, pool;
};

struct mi_maker {
    struct mi_plan *plan;
    struct mi_level level[MI_NESTING + 2];
    bool failed; /* no memory */
};

/* A buffer, made when it is first needed, wide enough for that many channels. */
int mi_maker_buffer(struct mi_maker *m, int *which, int channels);

/* A copy of count floats, with zeros behind them up to room; NULL, and failed, if there is no
 * memory. */
float *mi_maker_copy(struct mi_maker *m, const float *from, int count, int room);
struct mi_dense mi_maker_dense(struct mi_maker *m, const struct mi_dense *dense);

/* The next step, which reads the buffer from and does nothing yet. */
struct mi_step *mi_maker_step(struct mi_maker *m, enum mi_step_kind kind, int from);
struct mi_step *mi_maker_conv(struct mi_maker *m, const struct mi_conv *conv, int from);

/* Lets the step end with norm, for the buffer to. */
void mi_maker_activate(struct mi_maker *m, struct mi_step *step, const struct mi_norm *norm,
                       int to);

/* What follows from the pooled channels of a convolution of from, in the vector of summands. */
void mi_maker_pool(struct mi_maker *m, const struct mi_global_pool *pool, int from,
                   int *pool_buffer, int pooled);

/* What a trunk goes through before it is read: the one or the other. */
struct mi_next {
    const struct mi_norm *norm;
    const struct mi_rms_norm *rms;
};

/* What the first of some blocks wants. */
struct mi_next mi_next_of(const struct mi_model_block *block);

/* Lets the step, which makes a trunk's value, end with next, for act of its level; the trunk itself
 * is kept where more blocks add to it. */
void mi_maker_next(struct mi_maker *m, struct mi_step *step, const struct mi_level *level,
                   struct mi_next next, bool more);

/* Blocks on the trunk of that depth, which is activated before and, by next, behind them. */
void mi_plan_blocks(struct mi_maker *m, const struct mi_model_block *block, int count, int depth,
                    struct mi_next next);

/* The steps of a transformer's block up to the last, which is to add to the trunk. */
struct mi_step *mi_plan_attention(struct mi_maker *m, const struct mi_attention *attention,
                                  struct mi_level *level);
struct mi_step *mi_plan_feed_forward(struct mi_maker *m, const struct mi_feed_forward *feed,
                                     struct mi_level *level);

/* A network of lc0's: how many steps it has at the most, and these. */
size_t mi_plan_lc0_steps(const struct mi_lc0 *lc0);
void mi_plan_lc0(struct mi_maker *m, const struct mi_lc0 *lc0);

#endif
