/* How fast a network is calculated here. */
#include "base/clock.h"
#include "net.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

enum { RUNS = 5, BATCH = 32 };

/* Of this thread alone, where the system counts that. */
static double now(void)
{
#ifdef CLOCK_THREAD_CPUTIME_ID
    struct timespec t;
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t) == 0)
        return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
#endif
    return mi_clock();
}

/* The best of RUNS, for other programs are in the way of the others. */
static double measure(struct mi_net_work *work, const struct mi_net_in *in, struct mi_net_out *out,
                      int batch, double seconds)
{
    double best = 0;
    mi_net_run(work, in, out, batch);
    for (int run = 0; run < RUNS; run++) {
        double begin = now(), took = 0;
        int done = 0;
        do {
            mi_net_run(work, in, out, batch);
            done += batch;
            took = now() - begin;
        } while (took < seconds / RUNS);
        best = fmax(best, done / fmax(took, 1e-9));
    }
    return best;
}

/* The first plane mostly says where the board is; of the others an eighth is full, as by stones. */
static void fill(float *plane, int planes, int points)
{
    uint32_t state = 1;
    for (int i = 0; i < planes * points; i++) {
        state = state * 1664525 + 1013904223;
        plane[i] = i < points || state >> 29 == 0 ? 1 : 0;
    }
}

double mi_net_rate(const struct mi_net *net, int width, int height, int batch, double seconds)
{
    const struct mi_net_info *info = mi_net_describe(net);
    int points = width * height, policy = info->policy ? info->policy : points + 1;
    struct mi_net_work *work = mi_net_work_new(net, width, height, batch);
    float *plane = calloc((size_t)(info->planes * points + info->numbers + policy), sizeof *plane);
    struct mi_net_in in[BATCH];
    struct mi_net_out out[BATCH];
    double rate = 0;
    for (int i = 0; plane && i < batch; i++) {
        float *number = plane + info->planes * points;
        in[i] = (struct mi_net_in){.plane = plane, .number = number};
        out[i] = (struct mi_net_out){.policy = number + info->numbers};
    }
    if (plane && work) {
        fill(plane, info->planes, points);
        rate = measure(work, in, out, batch, seconds);
    }
    free(plane);
    mi_net_work_free(work);
    return rate;
}
