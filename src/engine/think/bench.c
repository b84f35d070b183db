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

/* Searches with the built-in networks, for SECONDS each. */
static const struct bench_task network_tasks[] = {
    {"go", "9", "mcts", NULL, 1},         {"go", "19", "mcts", NULL, 1},
    {"connect4", "7x6", "mcts", NULL, 1}, {"hex", "11", "mcts", NULL, 1},
    {"gomoku", "15", "mcts", NULL, 1},
};

static const char SECONDS[] = "0.25";

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

static int set_task_options(miai_engine *engine, const struct bench_task *task)
{
    const char *const options[][2] = {
        {"game", task->game},
        {"book-file", "none"},
        {"size", task->size},
        {"network", task->playouts ? "none" : "auto"},
        {"search", task->search},
        {task->playouts ? "playouts" : "time", task->playouts ? task->playouts : SECONDS}};
    int error = MIAI_OK;
    for (size_t i = 0; i < sizeof options / sizeof *options && error == MIAI_OK; i++)
        error = miai_set_option(engine, options[i][0], options[i][1]);
    return error;
}

static void describe_network(const struct mi_network *network, miai_bench_part *part)
{
    const struct mi_net_info *info = mi_net_describe(network->net);
    snprintf(part->kernels, sizeof part->kernels, "%s", info->kernels);
    snprintf(part->arithmetic, sizeof part->arithmetic, "%s", info->arithmetic);
}

/* Adds a part to the result. */
static int run_bench_task(const struct bench_task *task, miai_bench_result *result)
{
    char move[MIAI_MOVE_TEXT];
    miai_bench_part *part = &result->part[result->part_count++];
    miai_engine *engine = miai_new();
    int error = engine ? set_task_options(engine, task) : MIAI_NO_MEMORY;
    double start = mi_clock();
    for (int i = 0; i < task->moves && error == MIAI_OK; i++) {
        error = miai_genmove(engine, MIAI_TURN, move, sizeof move);
        part->nodes += engine->result->nodes;
        part->playouts += engine->result->playouts;
        if (task->playouts)
            result->signature = add_to_signature(engine, result->signature);
    }
    part->seconds = mi_clock() - start;
    if (engine && engine->network)
        describe_network(engine->network, part);
    snprintf(part->name, sizeof part->name, "%s %s %s", task->game, task->size,
             task->playouts ? task->search : "network");
    miai_free(engine);
    return error == MIAI_OVER ? MIAI_OK : error;
}

static void sum_up_fixed_parts(miai_bench_result *result)
{
    result->fixed_count = result->part_count;
    for (int i = 0; i < result->fixed_count; i++) {
        result->nodes += result->part[i].nodes;
        result->playouts += result->part[i].playouts;
        result->seconds += result->part[i].seconds;
    }
}

int miai_bench(miai_bench_result *result)
{
    int error = MIAI_OK;
    *result = (miai_bench_result){0};
    for (size_t i = 0; i < sizeof bench_tasks / sizeof *bench_tasks && error == MIAI_OK; i++)
        error = run_bench_task(&bench_tasks[i], result);
    sum_up_fixed_parts(result);
    for (size_t i = 0; i < sizeof network_tasks / sizeof *network_tasks && error == MIAI_OK; i++)
        error = run_bench_task(&network_tasks[i], result);
    return error;
}
