/* Measures the speed of a network on this machine. */
#include "base/clock.h"
#include "net_parts.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

enum { RUNS = 5, MAX_BATCH = 32 };

/* CPU time of this thread in seconds, or wall time if the system does not count it. */
static double thread_seconds(void)
{
#ifdef CLOCK_THREAD_CPUTIME_ID
    struct timespec t;
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t) == 0)
        return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
#endif
    return mi_clock();
}

/* Positions per second: the best of RUNS, because other programs may slow down some runs. */
static double measure_rate(struct mi_net_workspace *work, const struct mi_net_in *in,
                           struct mi_net_out *out, int batch, double seconds)
{
    double best = 0;
    mi_net_run(work, in, out, batch);
    for (int run = 0; run < RUNS; run++) {
        double begin = thread_seconds(), elapsed = 0;
        int done = 0;
        do {
            mi_net_run(work, in, out, batch);
            done += batch;
            elapsed = thread_seconds() - begin;
        } while (elapsed < seconds / RUNS);
        best = fmax(best, done / fmax(elapsed, 1e-9));
    }
    return best;
}

/* Sets the first plane, which usually marks the board, to 1, and a random eighth of the points of
 * the other planes. */
static void fill_test_planes(float *plane, int planes, int points)
{
    uint32_t state = 1;
    for (int i = 0; i < planes * points; i++) {
        state = state * 1664525 + 1013904223;
        plane[i] = i < points || state >> 29 == 0 ? 1 : 0;
    }
}

double mi_net_measure_speed(const struct mi_net *net, int width, int height, int batch,
                            double seconds)
{
    const struct mi_net_info *info = mi_net_describe(net);
    int points = width * height, policy = info->policy ? info->policy : points + 1;
    struct mi_net_workspace *work = mi_net_workspace_new(net, width, height, batch);
    float *plane = calloc((size_t)(info->planes * points + info->numbers + policy), sizeof *plane);
    struct mi_net_in in[MAX_BATCH];
    struct mi_net_out out[MAX_BATCH];
    double rate = 0;
    for (int i = 0; plane && i < batch; i++) {
        float *number = plane + info->planes * points;
        in[i] = (struct mi_net_in){.plane = plane, .number = number};
        out[i] = (struct mi_net_out){.policy = number + info->numbers};
    }
    if (plane && work) {
        fill_test_planes(plane, info->planes, points);
        rate = measure_rate(work, in, out, batch, seconds);
    }
    free(plane);
    mi_net_workspace_free(work);
    return rate;
}

/* ---- products ---- */

static uint64_t conv_products(const struct mi_packed_weights *conv, const struct mi_geometry *g)
{
    uint64_t outputs = (uint64_t)conv->panels * MI_LANES, inputs = (uint64_t)conv->in;
    uint64_t taps = (uint64_t)(conv->height * conv->width);
    uint64_t rows = conv->winograd ? (uint64_t)g->rows : (uint64_t)(g->width * g->height) * taps;
    return rows * inputs * outputs;
}

static uint64_t dense_products(const struct mi_dense *dense)
{
    return (uint64_t)dense->in * (uint64_t)dense->out;
}

static uint64_t step_products(const struct mi_step *step, const struct mi_geometry *g)
{
    uint64_t points = (uint64_t)(g->width * g->height);
    uint64_t head = (uint64_t)(step->heads.query + step->heads.value);
    switch (step->kind) {
    case MI_STEP_CONV:
        return conv_products(&step->conv, g);
    case MI_STEP_POOL:
    case MI_STEP_POOL_VALUE:
        return dense_products(&step->dense);
    case MI_STEP_ATTENTION:
        return (uint64_t)step->heads.heads * points * points * head;
    case MI_STEP_QK_LOGITS:
        return points * points * (uint64_t)step->channels;
    case MI_STEP_DENSE:
        return (uint64_t)(step->parts > 0 ? step->parts : 1) * (uint64_t)step->conv.in *
               (uint64_t)step->conv.panels * MI_LANES;
    default:
        return 0;
    }
}

uint64_t mi_net_products(const struct mi_net *net, int width, int height)
{
    const struct mi_plan *plan = &net->plan;
    struct mi_geometry geometry;
    uint64_t sum = 0;
    mi_geometry_init(&geometry, width, height, plan->ring);
    for (int i = 0; i < plan->steps; i++)
        sum += step_products(&plan->step[i], &geometry);
    return sum + dense_products(&plan->numbers) + dense_products(&plan->pass) +
           dense_products(&plan->pass2) + dense_products(&plan->hidden) +
           dense_products(&plan->result) + dense_products(&plan->score);
}

double mi_net_peak(const struct mi_net *net, double seconds)
{
    enum { LOOPS = 1000 };
    const struct mi_kernels *kernels = net->kernels;
    double best = 0;
    if (kernels->conv_tiles || !kernels->multiply_cached)
        return 0;
    for (int run = 0; run < RUNS; run++) {
        double begin = thread_seconds(), elapsed = 0;
        uint64_t done = 0;
        do {
            done += kernels->multiply_cached(net->plan.packing == MI_PACK_INTEGERS, LOOPS);
            elapsed = thread_seconds() - begin;
        } while (elapsed < seconds / RUNS);
        best = fmax(best, (double)done / fmax(elapsed, 1e-9));
    }
    return best;
}
