/* The blocks of a trunk as steps. */
#include "maker.h"

/* The steps between the trunk and the last convolution; the buffer that this one reads. */
static int plan_middle(struct mi_maker *m, const struct mi_model_block *block, int depth)
{
    struct mi_level *level = &m->level[depth];
    if (block->kind == MI_NESTED) {
        int trunk = mi_maker_buffer(m, &level[1].trunk, block->first.out);
        int act = mi_maker_buffer(m, &level[1].act, block->first.out);
        struct mi_step *step = mi_maker_conv(m, &block->first, level->act);
        step->raw = trunk;
        mi_maker_activate(m, step, &block->inner[0].pre, act);
        mi_plan_blocks(m, block->inner, block->inners, depth + 1, &block->mid);
        return act;
    }
    if (block->kind == MI_POOLED)
        mi_maker_pool(m, &block->pool, level->act, &level->pool, MI_VECTOR_POOLED);
    struct mi_step *step = mi_maker_conv(m, &block->first, level->act);
    if (block->kind == MI_POOLED) {
        step->summand = MI_VECTOR_SUMMAND;
        step->same = step->conv.winograd && step[-2].conv.winograd;
    }
    mi_maker_activate(m, step, &block->mid, mi_maker_buffer(m, &level->mid, block->first.out));
    return level->mid;
}

void mi_plan_blocks(struct mi_maker *m, const struct mi_model_block *block, int count, int depth,
                    const struct mi_norm *next)
{
    const struct mi_level *level = &m->level[depth];
    for (int i = 0; i < count; i++) {
        int from = plan_middle(m, &block[i], depth);
        struct mi_step *step = mi_maker_conv(m, &block[i].last, from);
        step->add = level->trunk;
        step->raw = i + 1 < count ? level->trunk : MI_NONE;
        mi_maker_activate(m, step, i + 1 < count ? &block[i + 1].pre : next, level->act);
    }
}
