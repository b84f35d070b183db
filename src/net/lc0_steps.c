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

static void multiply(const struct mi_net_work *work, const struct mi_step *step)
{
    const int *length = work->net->plan.length;
    work->net->kernels->dense(&(struct mi_dense_job){.step = step,
                                                     .rows = work->n,
                                                     .from = mi_work_vector(work, step->read, 0),
                                                     .to = mi_work_vector(work, step->write, 0),
                                                     .from_row = length[step->read],
                                                     .to_row = length[step->write]});
}

static void excite(const struct mi_net_work *work, const struct mi_step *step, int n)
{
    work->net->kernels->excite(
        &(struct mi_excite_job){.geometry = &work->geometry,
                                .activation = step->activation,
                                .channels = step->channels,
                                .from = mi_work_board(work, step->from, n),
                                .to = mi_work_board(work, step->act, n),
                                .from_channels = mi_work_channels(work, step->from),
                                .to_channels = mi_work_channels(work, step->act),
                                .vector = mi_work_vector(work, step->summand, n)});
}

void mi_lc0_step(const struct mi_net_work *work, const struct mi_step *step)
{
    if (step->kind == MI_STEP_DENSE)
        multiply(work, step);
    else
        for (int i = 0; i < work->n; i++)
            (step->kind == MI_STEP_FLATTEN ? flatten : excite)(work, step, i);
}
