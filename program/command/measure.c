#include "measure.h"

#include <inttypes.h>
#include <stdio.h>

int mi_print_bench(void)
{
    miai_bench_result result;
    int error = miai_bench(&result);
    if (error != MIAI_OK)
        return error;
    double rate = result.seconds > 0 ? (double)result.playouts / result.seconds : 0;
    printf("nodes %" PRIu64 "\n", result.nodes);
    printf("playouts %" PRIu64 "\n", result.playouts);
    printf("playouts per second %.0f\n", rate);
    printf("signature %016" PRIx64 "\n", result.signature);
    return MIAI_OK;
}

int mi_print_perft(miai_engine *engine, int depth)
{
    for (int d = 1; d <= depth; d++) {
        uint64_t count;
        int error = miai_perft(engine, d, &count);
        if (error != MIAI_OK)
            return error;
        printf("%d %" PRIu64 "\n", d, count);
        fflush(stdout);
    }
    return MIAI_OK;
}
