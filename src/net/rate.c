/* Measures the speed of a network on this machine. */
#include "base/clock.h"
#include "net.h"

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
