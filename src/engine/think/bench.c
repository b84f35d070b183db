/* The benchmark: the same work on every machine. Its signature changes when play does. */
#include "engine/engine.h"

#include "base/clock.h"

#include <stdio.h>

struct bench_task {
    const char *game, *size, *search, *playouts; /* per move; nodes for alphabeta */
    int moves;
};

static const struct bench_task bench_tasks[] = {
    {"go", "9", "mcts", "4000", 6},
    {"go", "19", "mcts", "1000", 3},
    {"go", "5", "alphabeta", "20000", 4},
    {"chess", "8", "alphabeta", "30000", 6},
    {"chess", "8", "mcts", "1000", 2},
    {"connect4", "7x6", "mcts", "20000", 6},
    {"connect4", "7x6", "alphabeta", "300000", 4},
    {"othello", "8", "alphabeta", "30000", 6},
    {"othello", "8", "mcts", "5000", 3},
    {"othello", "6", "alphabeta", "100000", 3},
    {"hex", "11", "mcts", "4000", 6},
    {"hex", "7", "alphabeta", "3000", 4},
    {"gomoku", "15", "alphabeta", "20000", 6},
    {"gomoku", "15", "mcts", "2000", 3},
    {"tictactoe", "3", "mcts", "5000", 4},
    {"tictactoe", "3", "flat", "5000", 2},
};

/* Mixes everything that a search found at its root into the signature. */
static uint64_t add_to_signature(const miai_engine *engine, uint64_t signature)
{
    const struct mi_result *result = engine->result;
    for (int i = 0; i < result->choice_count; i++) {
        signature = miai_mix(signature ^ (uint64_t)result->choice[i].move);
        signature = miai_mix(signature ^ result->choice[i].visits);
    }
    return miai_mix(signature ^ result->nodes);
}

static int run_bench_task(const struct bench_task *bench_task, miai_bench_result *result)
{
    char move[MIAI_MOVE_TEXT];
    miai_engine *engine = miai_new();
    if (!engine)
        return MIAI_NO_MEMORY;
    const char *const options[][2] = {{"game", bench_task->game},
                                      {"size", bench_task->size},
                                      {"network", "none"},
                                      {"search", bench_task->search},
                                      {"playouts", bench_task->playouts}};
    int error = MIAI_OK;
    for (size_t i = 0; i < sizeof options / sizeof *options && error == MIAI_OK; i++)
        error = miai_set_option(engine, options[i][0], options[i][1]);
    for (int i = 0; i < bench_task->moves && error == MIAI_OK; i++) {
        error = miai_genmove(engine, MIAI_TURN, move, sizeof move);
        result->nodes += engine->result->nodes;
        result->playouts += engine->result->playouts;
        result->signature = add_to_signature(engine, result->signature);
    }
    miai_free(engine);
    return error == MIAI_OVER ? MIAI_OK : error;
}

int miai_bench(miai_bench_result *result)
{
    double start = mi_clock();
    int error = MIAI_OK;
    *result = (miai_bench_result){0};
    for (size_t i = 0; i < sizeof bench_tasks / sizeof *bench_tasks && error == MIAI_OK; i++)
        error = run_bench_task(&bench_tasks[i], result);
    result->seconds = mi_clock() - start;
    return error;
}
