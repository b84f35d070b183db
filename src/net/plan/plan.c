#include "plan.h"

#include "base/range.h"
#include "builder.h"

static void plan_trunk(struct mi_plan_builder *m, const struct mi_model *model)
{
    struct mi_block_buffers *level = &m->level[0];
    struct mi_step *step = mi_plan_add_conv(m, &model->conv, MI_BUFFER_PLANES);
    step->summand = MI_VECTOR_FIRST;
    mi_plan_buffer(m, &level->trunk, model->channels);
    mi_plan_buffer(m, &level->act, model->channels);
    mi_plan_finish_trunk_step(m, step, level, mi_block_norm(model->block), true);
    struct mi_next_norm tip = {.norm = &model->tip};
    if (model->rms_tip.channels)
        tip = (struct mi_next_norm){.rms = &model->rms_tip};
    mi_plan_blocks(m, model->block, model->blocks, 0, tip);
    m->plan->numbers = mi_plan_copy_dense(m, &model->dense);
    for (int i = 0; i < MI_METADATA_LAYERS; i++)
        m->plan->encoder[i] = mi_plan_copy_dense(m, &model->encoder[i]);
    m->plan->channels[MI_BUFFER_PLANES] = mi_lanes(model->planes);
    m->plan->channels[MI_BUFFER_NONZERO] = 1;
    m->plan->length[MI_VECTOR_FIRST] = mi_lanes(model->channels);
}

static void plan_policy(struct mi_plan_builder *m, const struct mi_policy_head *policy)
{
    struct mi_block_buffers *level = &m->level[0];
    mi_plan_add_pool(m, &policy->pool, level->act, &level->pool, MI_VECTOR_POLICY);
    struct mi_step *step = mi_plan_add_conv(m, &policy->points, level->act);
    step->summand = MI_VECTOR_SUMMAND;
    int points = mi_plan_buffer(m, &level->mid, policy->points.out);
    mi_plan_set_activation(m, step, &policy->norm, points);
    mi_plan_add_conv(m, &policy->last, points)->raw = MI_BUFFER_POLICY;
    m->plan->channels[MI_BUFFER_POLICY] = mi_lanes(policy->last.out);
    m->plan->policies = policy->last.out;
    m->plan->pass = mi_plan_copy_dense(m, &policy->pass);
    m->plan->pass2 = mi_plan_copy_dense(m, &policy->pass2);
}

static void plan_value(struct mi_plan_builder *m, const struct mi_value_head *value)
{
    struct mi_block_buffers *level = &m->level[0];
    int to = mi_plan_buffer(m, &level->mid, value->conv.out);
    mi_plan_set_activation(m, mi_plan_add_conv(m, &value->conv, level->act), &value->norm, to);
    struct mi_step *step = mi_plan_add_step(m, MI_STEP_POOL_VALUE, to);
    step->channels = value->conv.out;
    step->pooled = MI_VECTOR_VALUE;
    m->plan->length[MI_VECTOR_VALUE] = 3 * step->channels;
    mi_plan_add_conv(m, &value->ownership, to)->raw = MI_BUFFER_OWNERSHIP;
    m->plan->channels[MI_BUFFER_OWNERSHIP] = MI_LANES;
    m->plan->hidden = mi_plan_copy_dense(m, &value->hidden);
    m->plan->result = mi_plan_copy_dense(m, &value->result);
    m->plan->score = mi_plan_copy_dense(m, &value->score);
    int encoded = m->plan->encoder[0].out + m->plan->encoder[1].out;
    m->plan->length[MI_VECTOR_HIDDEN] =
        mi_max(encoded, mi_max(m->plan->pass.out + m->plan->pass2.out, value->hidden.out));
}

/* Maximum number of steps of a block (attention or pooling, and a norm), and of the heads. */
enum { STEPS_OF_BLOCK = 5, STEPS_OF_HEADS = 9 };

static size_t count_steps(const struct mi_model_block *block, int count)
{
    size_t steps = 0;
    for (int i = 0; i < count; i++)
        steps += STEPS_OF_BLOCK + count_steps(block[i].inner, block[i].inners);
    return steps;
}

bool mi_plan_make(struct mi_plan *plan, const struct mi_model *model, enum mi_packing packing)
{
    struct mi_plan_builder maker = {.plan = plan};
    *plan = (struct mi_plan){
        .packing = packing, .integers = packing >= MI_PACK_INTEGERS, .buffers = MI_BUFFERS_FIXED};
    plan->length[MI_VECTOR_RANGE] = 1;
    for (int i = 0; i < MI_NESTING + 2; i++)
        maker.level[i] = (struct mi_block_buffers){MI_NONE, MI_NONE, MI_NONE, MI_NONE};
    size_t steps = model->lc0 ? mi_plan_lc0_steps(model->lc0)
                              : count_steps(model->block, model->blocks) + STEPS_OF_HEADS;
    plan->step = mi_chunks_alloc(&plan->chunks, sizeof *plan->step * steps);
    if (plan->step && model->lc0) {
        mi_plan_lc0(&maker, model->lc0);
    } else if (plan->step) {
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
