#include "lc0_parts.h"

#include <string.h>

static void flatten(const struct mi_net_work *work, const struct mi_step *step, int n)
{
    const struct mi_geometry *g = &work->geometry;
    const float *from = mi_work_board(work, step->from, n);
    float *to = mi_work_vector(work, step->write, n);
    for (int y = 0; y < g->height; y++)
        for (int x = 0; x < g->width; x++, to += step->channels)
            memcpy(to, from + (ptrdiff_t)(y * g->pitch + x) * mi_work_channels(work, step->from),
                   sizeof *to * (size_t)step->channels);
}

/* Each row of all positions that follow one another evenly, or of a part of each. */
static void multiply(const struct mi_net_work *work, const struct mi_step *step)
{
    const int *length = work->net->plan.length;
    bool whole = step->parts == 0;
    struct mi_dense_job job = {.step = step,
                               .rows = whole ? work->n : step->parts,
                               .from_row = whole ? length[step->read] : step->conv.in,
                               .to_row = whole ? length[step->write]
                                               : (ptrdiff_t)step->conv.panels * MI_LANES};
    for (int i = 0; i < (whole ? 1 : work->n); i++) {
        job.from = mi_work_vector(work, step->read, i);
        job.to = mi_work_vector(work, step->write, i);
        work->net->kernels->dense(&job);
    }
}

static void excite(const struct mi_net_work *work, const struct mi_step *step, int n)
{
    work->net->kernels->excite(
        &(struct mi_squeeze_excite_job){.geometry = &work->geometry,
                                        .activation = step->activation,
                                        .channels = step->channels,
                                        .from = mi_work_board(work, step->from, n),
                                        .to = mi_work_board(work, step->act, n),
                                        .from_channels = mi_work_channels(work, step->from),
                                        .to_channels = mi_work_channels(work, step->act),
                                        .vector = mi_work_vector(work, step->summand, n)});
}

static struct mi_points_job squares_job(const struct mi_net_work *work, const struct mi_step *step,
                                        int n)
{
    return (struct mi_points_job){.step = step,
                                  .geometry = &work->geometry,
                                  .from = mi_work_board(work, step->from, n),
                                  .add = mi_work_board(work, step->add, n),
                                  .to = mi_work_board(work, step->act, n),
                                  .from_channels = mi_work_channels(work, step->from),
                                  .add_channels = mi_work_channels(work, step->add),
                                  .to_channels = mi_work_channels(work, step->act)};
}

static void normalise(const struct mi_net_work *work, const struct mi_step *step, int n)
{
    struct mi_points_job job = squares_job(work, step, n);
    if (step->from == MI_NONE)
        work->net->kernels->normal_vector(step, mi_work_vector(work, step->read, n), NULL,
                                          mi_work_vector(work, step->write, n));
    else
        work->net->kernels->normal(&job);
}

static void gate(const struct mi_net_work *work, const struct mi_step *step, int n)
{
    struct mi_points_job job = squares_job(work, step, n);
    work->net->kernels->gate(&job);
}

static void pair(const struct mi_net_work *work, const struct mi_step *step, int n)
{
    struct mi_points_job job = squares_job(work, step, n);
    job.room = mi_work_vector(work, step->read, n);
    job.to = mi_work_vector(work, step->write, n);
    work->net->kernels->pairs(&job);
}

static void spread(const struct mi_net_work *work, const struct mi_step *step, int n)
{
    const struct mi_geometry *g = &work->geometry;
    const float *from = step->bias ? step->bias : mi_work_vector(work, step->read, n);
    float *to = mi_work_board(work, step->act, n) + work->net->model.planes;
    for (int i = 0; i < g->width * g->height; i++, from += step->channels)
        memcpy(to + (ptrdiff_t)mi_point(g, i) * mi_work_channels(work, step->act), from,
               sizeof *to * (size_t)step->channels);
}

void mi_lc0_step(const struct mi_net_work *work, const struct mi_step *step)
{
    static void (*const each[])(const struct mi_net_work *, const struct mi_step *, int n) = {
        [MI_STEP_LAYER_NORM] = normalise, [MI_STEP_GATE] = gate,
        [MI_STEP_QK_LOGITS] = pair,       [MI_STEP_BROADCAST_BIAS] = spread,
        [MI_STEP_FLATTEN] = flatten,      [MI_STEP_SQUEEZE_EXCITE] = excite,
    };
    if (step->kind == MI_STEP_DENSE)
        multiply(work, step);
    else
        for (int i = 0; i < work->n; i++)
            each[step->kind](work, step, i);
}
