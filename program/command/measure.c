#include "measure.h"

#include <inttypes.h>
#include <stdio.h>

/* Searches with all ranks, in the engine's game. */
static int print_rank_search(miai_engine *engine)
{
    char move[MIAI_MOVE_TEXT];
    miai_rank_info rank;
    miai_info info;
    int error = miai_search(engine, MIAI_TURN, NULL, move, sizeof move);
    if (error != MIAI_OK)
        return error;
    miai_last_search(engine, &info);
    printf("ranks %d\n", miai_ranks(engine));
    for (int i = 0; miai_rank_at(engine, i, &rank); i++)
        printf("rank %d playouts %" PRIu64 " sent %" PRIu64 " bytes received %" PRIu64 " bytes%s\n",
               i, rank.done, rank.sent_bytes, rank.received_bytes, rank.away ? " away" : "");
    printf("all ranks' playouts %" PRIu64 " in %.3f s, exchange %.4f s\n", info.playouts,
           info.seconds, miai_exchange_seconds(engine));
    return MIAI_OK;
}

static void print_bench_part(const miai_bench_part *part)
{
    uint64_t count = part->playouts ? part->playouts : part->nodes;
    double rate = part->seconds > 0 ? (double)count / part->seconds : 0;
    printf("%-20s %10.0f %s per second", part->name, rate, part->playouts ? "playouts" : "nodes");
    if (part->kernels[0])
        printf(" (%s, %s)", part->arithmetic, part->kernels);
    putchar('\n');
}

int mi_print_bench(miai_engine *engine)
{
    miai_bench_result result;
    int error = miai_ranks(engine) > 1 ? print_rank_search(engine) : MIAI_OK;
    if (error == MIAI_OK)
        error = miai_bench(&result);
    if (error != MIAI_OK)
        return error;
    for (int i = 0; i < result.part_count; i++)
        print_bench_part(&result.part[i]);
    double rate = result.seconds > 0 ? (double)result.playouts / result.seconds : 0;
    printf("nodes %" PRIu64 "\n", result.nodes);
    printf("playouts %" PRIu64 "\n", result.playouts);
    printf("playouts per second %.0f\n", rate);
    printf("signature %016" PRIx64 "\n", result.signature);
    rate = result.seconds > 0 ? (double)result.nodes / result.seconds : 0;
    printf("%" PRIu64 " nodes %.0f nps\n", result.nodes, rate);
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
