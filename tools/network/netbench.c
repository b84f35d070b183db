/* netbench - measures how many positions per second a network evaluates, by board, batch and
 * kernel; also its memory in MiB and that of a thread.
 *
 *     make tools/network/netbench
 *     tools/network/netbench FILE [KERNELS [SIZE BATCH [SECONDS]]]
 *
 * Each line is the best of several runs of one thread, in processor time. */
#include "net/net_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 25, BATCH = 32, MEBI = 1 << 20 };

static bool measure_batch(const struct mi_net *net, int size, int batch, double seconds)
{
    double rate = mi_net_measure_speed(net, size, size, batch, seconds);
    if (rate > 0)
        printf("%-11s %-8s %2dx%-2d batch %2d: %8.1f/s  %.1f + %.1f MiB\n",
               mi_net_describe(net)->kernels, mi_net_describe(net)->arithmetic, size, size, batch,
               rate, (double)mi_net_bytes(net) / MEBI,
               (double)mi_net_workspace_bytes(net, size, size, batch) / MEBI);
    fflush(stdout);
    return rate > 0;
}

static bool bench_kernels(const struct mi_kernels *kernels, enum mi_net_arithmetic numbers,
                          int argc, char **argv)
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
        done = measure_batch(net, atoi(argv[3]), atoi(argv[4]), seconds);
    for (int s = 0; argc <= 4 && s < 2; s++)
        for (int b = 0; b < 5; b++)
            done = measure_batch(net, sizes[s], batches[b], seconds) && done;
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
            for (int n = MI_NET_FLOATS; n <= MI_NET_FASTEST; n++)
                if (mi_net_has_kernels_for(mi_kernel_list[i], (enum mi_net_arithmetic)n))
                    done =
                        bench_kernels(mi_kernel_list[i], (enum mi_net_arithmetic)n, argc, argv) &&
                        done;
        }
    return done ? 0 : 1;
}
