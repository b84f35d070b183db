/* netbench - how many positions a second a network calculates, by board, batch and kernels; and how
 * many MiB it takes, and the work of a thread.
 *
 *   make tools/network/netbench
 *   tools/network/netbench FILE [KERNELS [SIZE BATCH [SECONDS]]]
 *
 * Each line is the best of several runs of one thread, in its processor time. */
#include "net/net_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RUNS = 5, SIDE = 25, BATCH = 32, MEBI = 1 << 20 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Evaluations a second, the best of RUNS. */
static double speed(struct mi_net_work *work, const struct mi_net_in *in, struct mi_net_out *out,
                    int batch, double seconds)
{
    double best = 0.0;
    mi_net_run(work, in, out, batch);
    for (int run = 0; run < RUNS; run++) {
        double begin = now(), took = 0.0;
        int done = 0;
        for (; took < seconds / RUNS; took = now() - begin, done += batch)
            mi_net_run(work, in, out, batch);
        best = fmax(best, done / took);
    }
    return best;
}

static bool bench(const struct mi_net *net, int size, int batch, double seconds)
{
    const struct mi_net_info *info = mi_net_describe(net);
    size_t area = (size_t)(size * size), planes = (size_t)info->planes * area;
    float *plane = calloc(planes, sizeof *plane), *policy = calloc(area + 1, sizeof *policy);
    float *number = calloc((size_t)info->numbers, sizeof *number);
    struct mi_net_work *work = mi_net_work_new(net, size, size, batch);
    bool ready = plane && policy && number && work;
    struct mi_net_in in[BATCH];
    struct mi_net_out out[BATCH];
    for (size_t i = 0; ready && i < planes; i++)
        plane[i] = i < area || rand() % 8 == 0 ? 1.0f : 0.0f;
    for (int i = 0; i < batch; i++) {
        in[i] = (struct mi_net_in){.plane = plane, .number = number};
        out[i] = (struct mi_net_out){.policy = policy};
    }
    if (ready)
        printf("%-11s %-8s %2dx%-2d batch %2d: %8.1f/s  %.1f + %.1f MiB\n", info->kernels,
               net->plan.integers ? "integers" : "floats", size, size, batch,
               speed(work, in, out, batch, seconds), (double)mi_net_bytes(net) / MEBI,
               (double)mi_net_work_bytes(net, size, size, batch) / MEBI);
    fflush(stdout);
    mi_net_work_free(work);
    free(number);
    free(policy);
    free(plane);
    return ready;
}

static bool bench_kernels(const struct mi_kernels *kernels, enum mi_net_numbers numbers, int argc,
                          char **argv)
{
    static const int sizes[] = {9, 19}, batches[] = {1, 2, 4, 8, 16};
    char error[200];
    struct mi_net *net = mi_net_load_for(kernels, argv[1], numbers, error, sizeof error);
    if (!net) {
        fprintf(stderr, "netbench: %s: %s\n", argv[1], error);
        return false;
    }
    bool done = true;
    double seconds = argc > 5 ? atof(argv[5]) : 1.0;
    if (argc > 4)
        done = bench(net, atoi(argv[3]), atoi(argv[4]), seconds);
    for (int s = 0; argc <= 4 && s < 2; s++)
        for (int b = 0; b < 5; b++)
            done = bench(net, sizes[s], batches[b], seconds) && done;
    mi_net_free(net);
    return done;
}

int main(int argc, char **argv)
{
    if (argc < 2 || argc == 4 ||
        (argc > 4 && (atoi(argv[3]) < 1 || atoi(argv[3]) > SIDE || atoi(argv[4]) < 1 ||
                      atoi(argv[4]) > BATCH))) {
        fprintf(stderr, "usage: netbench FILE [KERNELS [SIZE BATCH [SECONDS]]]\n");
        return 2;
    }
    bool done = true;
    for (int i = 0; done && mi_kernel_list[i]; i++)
        if (mi_kernel_list[i]->usable() &&
            (argc < 3 || strcmp(argv[2], mi_kernel_list[i]->name) == 0)) {
            done = bench_kernels(mi_kernel_list[i], MI_NET_FLOATS, argc, argv);
            if (mi_kernel_list[i]->integers)
                done = bench_kernels(mi_kernel_list[i], MI_NET_INTEGERS, argc, argv) && done;
        }
    return done ? 0 : 1;
}
