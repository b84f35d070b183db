/* Steps that the body and the heads of an lc0 network consist of. */
#include "lc0.h"

#include "base/range.h"

void mi_lc0_extend_vector(struct mi_plan_builder *m, int vector, int length)
{
    m->plan->length[vector] = mi_max(m->plan->length[vector], mi_lanes(length));
}

struct mi_step *mi_lc0_dense_step(struct mi_plan_builder *m, const struct mi_dense *dense, int read,
                                  int write)
{
    struct mi_conv conv = {.height = 1,
                           .width = 1,
                           .dilation_y = 1,
                           .dilation_x = 1,
                           .in = dense->in,
                           .out = dense->out,
                           .weight = dense->weight};
    struct mi_step *step = mi_plan_add_step(m, MI_STEP_DENSE, MI_NONE);
    m->failed |= !mi_pack(&m->plan->chunks, &conv, MI_PACK_DIRECT, &step->conv);
    step->read = read;
    step->write = write;
    step->activation = dense->activation;
    if (dense->bias)
        step->bias = mi_plan_copy(m, dense->bias, dense->out, mi_lanes(dense->out));
    mi_lc0_extend_vector(m, read, dense->in);
    mi_lc0_extend_vector(m, write, dense->out);
    return step;
}

void mi_lc0_flatten_step(struct mi_plan_builder *m, int from, int channels)
{
    struct mi_step *step = mi_plan_add_step(m, MI_STEP_FLATTEN, from);
    step->channels = channels;
    step->write = MI_VECTOR_FLAT;
    mi_lc0_extend_vector(m, MI_VECTOR_FLAT, MI_LC0_SQUARES * channels);
}

struct mi_step *mi_lc0_layer_step(struct mi_plan_builder *m, const struct mi_lc0_layer *layer,
                                  int from, int to)
{
    struct mi_step *step = mi_plan_add_conv(m, &layer->conv, from);
    mi_plan_set_activation(m, step, &layer->norm, to);
    return step;
}
