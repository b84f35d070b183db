#include "lc0_parts.h"

#include <string.h>

static void run_flatten(const struct mi_net_workspace *work, const struct mi_step *step, int n)
{
    const struct mi_geometry *g = &work->geometry;
    const float *from = mi_workspace_board(work, step->from, n);
    float *to = mi_workspace_vector(work, step->write, n);
    for (int y = 0; y < g->height; y++)
        for (int x = 0; x < g->width; x++, to += step->channels)
            memcpy(to,
                   from + (ptrdiff_t)(y * g->pitch + x) * mi_workspace_channels(work, step->from),
                   sizeof *to * (size_t)step->channels);
}

/* Applies a dense layer to one vector per position, or to each of a vector's equal parts.
 */
static void run_dense(const struct mi_net_workspace *work, const struct mi_step *step)
{
    const int *length = work->net->plan.length;
    bool unsplit = step->parts == 0;
    struct mi_dense_job job = {.step = step,
                               .rows = unsplit ? work->n : step->parts,
                               .from_row = unsplit ? length[step->read] : step->conv.in,
                               .to_row = unsplit ? length[step->write]
                                                 : (ptrdiff_t)step->conv.panels * MI_LANES};
    for (int i = 0; i < (unsplit ? 1 : work->n); i++) {
        job.from = mi_workspace_vector(work, step->read, i);
        job.to = mi_workspace_vector(work, step->write, i);
        work->net->kernels->dense(&job);
    }
}

static void run_squeeze_excite(const struct mi_net_workspace *work, const struct mi_step *step,
                               int n)
{
    work->net->kernels->squeeze_excite(
        &(struct mi_squeeze_excite_job){.geometry = &work->geometry,
                                        .activation = step->activation,
                                        .channels = step->channels,
                                        .from = mi_workspace_board(work, step->from, n),
                                        .to = mi_workspace_board(work, step->act, n),
                                        .from_channels = mi_workspace_channels(work, step->from),
                                        .to_channels = mi_workspace_channels(work, step->act),
                                        .vector = mi_workspace_vector(work, step->summand, n)});
}

static struct mi_points_job points_job(const struct mi_net_workspace *work,
                                       const struct mi_step *step, int n)
{
    return (struct mi_points_job){.step = step,
                                  .geometry = &work->geometry,
                                  .from = mi_workspace_board(work, step->from, n),
                                  .add = mi_workspace_board(work, step->add, n),
                                  .to = mi_workspace_board(work, step->act, n),
                                  .from_channels = mi_workspace_channels(work, step->from),
                                  .add_channels = mi_workspace_channels(work, step->add),
                                  .to_channels = mi_workspace_channels(work, step->act)};
}

static void run_layer_norm(const struct mi_net_workspace *work, const struct mi_step *step, int n)
{
    struct mi_points_job job = points_job(work, step, n);
    if (step->from == MI_NONE)
        work->net->kernels->layer_norm_vector(step, mi_workspace_vector(work, step->read, n), NULL,
                                              mi_workspace_vector(work, step->write, n));
    else
        work->net->kernels->layer_norm(&job);
}

static void run_gate(const struct mi_net_workspace *work, const struct mi_step *step, int n)
{
    struct mi_points_job job = points_job(work, step, n);
    work->net->kernels->gate(&job);
}

static void run_qk_logits(const struct mi_net_workspace *work, const struct mi_step *step, int n)
{
    struct mi_points_job job = points_job(work, step, n);
    job.scratch = mi_workspace_vector(work, step->read, n);
    job.to = mi_workspace_vector(work, step->write, n);
    work->net->kernels->qk_logits(&job);
}

static void run_broadcast_bias(const struct mi_net_workspace *work, const struct mi_step *step,
                               int n)
{
    const struct mi_geometry *g = &work->geometry;
    const float *from = step->bias ? step->bias : mi_workspace_vector(work, step->read, n);
    float *to = mi_workspace_board(work, step->act, n) + work->net->model.planes;
    for (int i = 0; i < g->width * g->height; i++, from += step->channels)
        memcpy(to + (ptrdiff_t)mi_point(g, i) * mi_workspace_channels(work, step->act), from,
               sizeof *to * (size_t)step->channels);
}

void mi_lc0_step(const struct mi_net_workspace *work, const struct mi_step *step)
{
    static void (*const step_functions[])(const struct mi_net_workspace *, const struct mi_step *,
                                          int n) = {
        [MI_STEP_LAYER_NORM] = run_layer_norm, [MI_STEP_GATE] = run_gate,
        [MI_STEP_QK_LOGITS] = run_qk_logits,   [MI_STEP_BROADCAST_BIAS] = run_broadcast_bias,
        [MI_STEP_FLATTEN] = run_flatten,       [MI_STEP_SQUEEZE_EXCITE] = run_squeeze_excite,
    };
    if (step->kind == MI_STEP_DENSE)
        run_dense(work, step);
    else
        for (int i = 0; i < work->n; i++)
            step_functions[step->kind](work, step, i);
}
