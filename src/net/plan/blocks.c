/* Plans the blocks of the trunk. */
#include "builder.h"

/* Plans the steps before the block's last convolution; returns that convolution's input
 * buffer. */
static int plan_middle(struct mi_plan_builder *m, const struct mi_model_block *block, int depth)
{
    struct mi_block_buffers *level = &m->level[depth];
    if (block->kind == MI_NESTED) {
        mi_plan_buffer(m, &level[1].trunk, block->first.out);
        mi_plan_buffer(m, &level[1].act, block->first.out);
        struct mi_step *step = mi_plan_add_conv(m, &block->first, level->act);
        mi_plan_finish_trunk_step(m, step, &level[1], mi_block_norm(block->inner), true);
        mi_plan_blocks(m, block->inner, block->inners, depth + 1,
                       (struct mi_next_norm){.norm = &block->mid});
        return level[1].act;
    }
    if (block->kind == MI_POOLED)
        mi_plan_add_pool(m, &block->pool, level->act, &level->pool, MI_VECTOR_POOLED);
    struct mi_step *step = mi_plan_add_conv(m, &block->first, level->act);
    if (block->kind == MI_POOLED) {
        step->summand = MI_VECTOR_SUMMAND;
        step->same = step->conv.winograd && step[-2].conv.winograd;
    }
    mi_plan_set_activation(m, step, &block->mid, mi_plan_buffer(m, &level->mid, block->first.out));
    return level->mid;
}

/* Plans a block; returns its last step.  The caller makes this step add to the trunk. */
static struct mi_step *plan_block(struct mi_plan_builder *m, const struct mi_model_block *block,
                                  int depth)
{
    struct mi_block_buffers *level = &m->level[depth];
    if (block->kind == MI_ATTENTION)
        return mi_plan_attention(m, &block->attention, level);
    if (block->kind == MI_FEED_FORWARD)
        return mi_plan_feed_forward(m, &block->feed, level);
    int from = plan_middle(m, block, depth);
    return mi_plan_add_conv(m, &block->last, from);
}

void mi_plan_blocks(struct mi_plan_builder *m, const struct mi_model_block *block, int count,
                    int depth, struct mi_next_norm next)
{
    const struct mi_block_buffers *level = &m->level[depth];
    for (int i = 0; i < count; i++) {
        bool more = i + 1 < count;
        struct mi_step *step = plan_block(m, &block[i], depth);
        step->add = level->trunk;
        mi_plan_finish_trunk_step(m, step, level, more ? mi_block_norm(&block[i + 1]) : next, more);
    }
}
