/* Running a search: its root, memory and settings. */
#include "think.h"

#include "appraise.h"
#include "engine/cluster/ranks.h"
#include "engine/position.h"
#include "engine/result/info.h"
#include "engine/root.h"
#include "engine/setup/client.h"
#include "engine/setup/human_network.h"
#include "engine/setup/network_file.h"
#include "engine/setup/network_output.h"
#include "engine/setup/settings.h"
#include "find_win.h"
#include "tablebase.h"

#include "base/clock.h"

#include <stdlib.h>
#include <string.h>

static const struct mi_searcher *const searchers[] = {[MI_SEARCH_MCTS] = &mi_mcts_searcher,
                                                      [MI_SEARCH_ALPHABETA] =
                                                          &mi_alphabeta_searcher,
                                                      [MI_SEARCH_MINIMAX] = &mi_minimax_searcher,
                                                      [MI_SEARCH_FLAT] = &mi_flat_searcher,
                                                      [MI_SEARCH_SOLVE] = &mi_solve_searcher};

/* A network serves only one tree, so it excludes root parallelism. */
static const struct mi_searcher *active_searcher(const miai_engine *engine)
{
    const struct mi_options *options = &engine->options;
    bool network = mi_engine_has_network(engine);
    enum mi_search search = mi_options_search(options, mi_history_game(engine->history), network);
    bool root_parallel = options->parallel == MI_PARALLEL_ROOT && options->threads > 1 && !network;
    return search == MI_SEARCH_MCTS && root_parallel ? &mi_root_parallel_searcher
                                                     : searchers[search];
}

#define MIN_MEMORY ((size_t)1 << 20)
#define MAX_BESIDE ((size_t)64 << 20)

/* ---- running a search ---- */

struct thinking {
    miai_engine *engine;
    const struct mi_root *root;
    const struct mi_searcher *searcher;
    int lines; /* lines of play to report */
};

/* Completes the engine's result so that miai_last_search() and others can report it. */
static void complete_result(const struct thinking *thinking)
{
    miai_engine *engine = thinking->engine;
    engine->result_search = thinking->searcher->name;
    engine->result_player = thinking->root->game->turn(thinking->root->pos);
    mi_engine_report_tablebase(engine);
    mi_engine_report_win(thinking->root, engine->result);
    engine->result_plies = thinking->root->plies;
    engine->result_path = mi_history_line_key(engine->history, engine->result_plies);
    mi_engine_write_choices(engine, thinking->root, engine->result);
    mi_engine_write_pv(engine, thinking->root, engine->result);
}

/* Reports the engine's result. If the search does not report several lines itself, its root moves
 * stand for them. */
static void report_progress(void *context, const struct mi_result *result)
{
    const struct thinking *thinking = context;
    miai_engine *engine = thinking->engine;
    bool several = result->line == 0 && result->number == 0 && thinking->lines > 1;
    int lines = several ? thinking->lines : 1;
    miai_info info;
    complete_result(thinking);
    if (result->number > 0)
        thinking->root->game->move_text(thinking->root->pos, result->current, engine->current_text,
                                        sizeof engine->current_text);
    for (int i = 0; i < lines && miai_line_at(engine, i, &info); i++) {
        info.line = lines > 1 ? i + 1 : result->line;
        engine->report(engine->report_context, &info);
    }
}

static size_t memory_limit(const miai_engine *engine)
{
    return (size_t)engine->options.memory << 20;
}

/* Memory for a search beside the one that is kept. */
static size_t beside_memory(const miai_engine *engine)
{
    size_t half = memory_limit(engine) / 2;
    return half < MAX_BESIDE ? half : MAX_BESIDE;
}

/* Memory for the search that is kept. */
static size_t kept_memory(const miai_engine *engine)
{
    return memory_limit(engine) - (mi_engine_appraises(engine) ? beside_memory(engine) : 0);
}

/* Frees the other search first: the memory limit applies to both together. */
static bool choose_searcher(miai_engine *engine)
{
    mi_engine_update_builtin_network(engine);
    const struct mi_searcher *searcher = active_searcher(engine);
    if (engine->searcher == searcher)
        return true;
    mi_engine_drop_search(engine);
    engine->searcher_state = searcher->make();
    engine->searcher = engine->searcher_state ? searcher : NULL;
    return engine->searcher_state != NULL;
}

bool mi_engine_allocate_search(miai_engine *engine, const struct mi_root *root)
{
    if (!choose_searcher(engine) || !engine->searcher->prepare)
        return false;
    struct mi_settings settings = mi_engine_settings(engine, root, kept_memory(engine), 0);
    settings.peers = engine->ranks ? &engine->ranks->peers : NULL;
    engine->search_bytes = engine->searcher->prepare(engine->searcher_state, root, &settings);
    return true;
}

void miai_prepare(miai_engine *engine)
{
    struct mi_root root;
    if (mi_engine_root(engine, mi_engine_player(engine, MIAI_TURN), engine->pos, &root) &&
        mi_engine_allocate_search(engine, &root))
        engine->searcher->warm(engine->searcher_state);
}

void miai_finish_preparing(miai_engine *engine)
{
    miai_prepare(engine);
    if (engine->searcher && engine->searcher->finish_preparing)
        engine->searcher->finish_preparing(engine->searcher_state);
}

void mi_engine_arm_stop(miai_engine *engine)
{
    if (!engine->search_armed)
        miai_arm_search(engine);
    engine->search_armed = false;
}

/* Runs a search with self. If the system does not have the memory, halves the search's memory and
 * tries again; if even the least memory does not suffice next to the game's weights, searches
 * without the weights. game: the number of the game, for the seed. */
static int run_search(miai_engine *engine, void *self, const struct mi_root *root,
                      const struct mi_limits *wanted, const struct mi_progress *progress,
                      struct mi_result *result, size_t memory, uint64_t game)
{
    const struct mi_searcher *searcher = active_searcher(engine);
    const bool all_memory = memory >= kept_memory(engine);
    struct mi_limits limits = *wanted;
    struct mi_root from = *root;
    mi_engine_clamp_limits(engine, &limits);
    result->leads = result->owned = result->draws = result->without_weights = false;
    result->held_bytes = 0;
    result->number = result->line = result->max_ply = result->full = 0;
    mi_engine_arm_stop(engine);
    mi_engine_evaluate_human(engine, root);
    for (int halvings = 0;;) {
        struct mi_settings settings = mi_engine_settings(engine, &from, memory, halvings);
        settings.seed = mi_engine_seed(engine, game);
        settings.peers = self == engine->searcher_state ? mi_ranks_peers(engine) : NULL;
        if (searcher->run(self, &from, &settings, &limits, progress, result))
            return MIAI_OK;
        if (memory / 2 >= MIN_MEMORY) {
            memory /= 2;
            halvings++;
        } else if (all_memory && from.weights) {
            from.weights = NULL;
            result->without_weights = true;
        } else {
            return MIAI_NO_MEMORY;
        }
    }
}

/* Runs the search on all ranks if there are several. */
static int run_with_ranks(miai_engine *engine, const struct mi_root *root,
                          const struct mi_limits *limits, const struct mi_progress *progress,
                          struct mi_result *result)
{
    mi_ranks_call(engine, root, limits);
    int error = run_search(engine, engine->searcher_state, root, limits, progress, result,
                           kept_memory(engine), engine->game_number);
    mi_ranks_stop(engine, error == MIAI_OK ? result->own_playouts : 0);
    return error;
}

/* Runs the search and stores everything to report in the engine. */
static int run_and_report(miai_engine *engine, void *self, const struct mi_root *root,
                          const struct mi_limits *limits, size_t memory, uint64_t game)
{
    struct thinking thinking = {engine, root, active_searcher(engine), limits->lines};
    struct mi_progress progress = {report_progress, &thinking};
    const struct mi_progress *reported = engine->report ? &progress : NULL;
    engine->wanted_bytes = memory;
    int error =
        self == engine->searcher_state
            ? run_with_ranks(engine, root, limits, reported, engine->result)
            : run_search(engine, self, root, limits, reported, engine->result, memory, game);
    if (error == MIAI_OK)
        complete_result(&thinking);
    return error;
}

/* Remembers what a search keeps. */
static int note_kept_memory(miai_engine *engine, int error, const struct mi_result *result)
{
    engine->has_searched = true;
    if (error == MIAI_OK)
        engine->search_bytes = (size_t)result->held_bytes;
    return error;
}

int mi_engine_think(miai_engine *engine, const struct mi_root *root, const struct mi_limits *limits)
{
    if (!choose_searcher(engine)) {
        engine->search_armed = false; /* a stop that arrived was for this search */
        return MIAI_NO_MEMORY;
    }
    engine->root_is_current = true;
    int error = run_and_report(engine, engine->searcher_state, root, limits, kept_memory(engine),
                               engine->game_number);
    return note_kept_memory(engine, error, engine->result);
}

int mi_engine_ponder(miai_engine *engine, const struct mi_root *root,
                     const struct mi_limits *limits)
{
    struct mi_result *result = malloc(sizeof *result);
    int error = MIAI_NO_MEMORY;
    if (result && choose_searcher(engine)) {
        error = run_with_ranks(engine, root, limits, NULL, result);
        note_kept_memory(engine, error, result);
    } else {
        engine->search_armed = false; /* a stop that arrived was for this search */
    }
    free(result);
    return error;
}

int mi_engine_think_fresh(miai_engine *engine, const struct mi_root *root,
                          const struct mi_limits *limits)
{
    const struct mi_searcher *searcher = active_searcher(engine);
    size_t whole = memory_limit(engine), half = whole / 2;
    if (engine->search_bytes > half)
        mi_engine_drop_search(engine); /* both searches together would exceed the memory limit */
    void *self = searcher->make();
    if (!self)
        return MIAI_NO_MEMORY;
    int error = run_and_report(engine, self, root, limits, half, 0);
    if (error == MIAI_NO_MEMORY) { /* half of the memory is too little */
        mi_engine_drop_search(engine);
        engine->search_armed = true; /* a stop during the first try counts */
        error = run_and_report(engine, self, root, limits, whole, 0);
    }
    searcher->free(self);
    return error;
}

int mi_engine_think_beside(miai_engine *engine, const struct mi_root *root,
                           const struct mi_limits *limits, struct mi_result *result)
{
    struct thinking thinking = {engine, root, active_searcher(engine), 1};
    size_t memory = beside_memory(engine);
    if (engine->search_bytes > memory_limit(engine) - memory)
        mi_engine_drop_search(engine);
    void *self = thinking.searcher->make();
    if (!self)
        return MIAI_NO_MEMORY;
    engine->search_armed = true; /* a stop during the search before counts */
    int error = run_search(engine, self, root, limits, NULL, result, memory, 0);
    thinking.searcher->free(self);
    if (error == MIAI_OK && result == engine->result) {
        engine->wanted_bytes = memory;
        complete_result(&thinking);
        engine->root_is_current = false; /* the tree of the result is gone */
    }
    return error;
}

void mi_engine_move_choice_to_front(miai_engine *engine, const struct mi_root *root, int i)
{
    struct mi_result *result = engine->result;
    struct mi_choice preferred = result->choice[i];
    const bool other = i > 0;
    for (; i > 0; i--)
        result->choice[i] = result->choice[i - 1];
    result->choice[0] = preferred;
    result->move = result->pv[0] = preferred.move;
    result->value = preferred.value;
    if (other) { /* the score belongs to the best move */
        result->scored = false;
        result->score = result->mate = 0;
    }
    result->pv_length = 1;
    mi_engine_write_choices(engine, root, result);
    mi_engine_write_pv(engine, root, result);
}

void miai_stop(miai_engine *engine)
{
    atomic_store_explicit(&engine->stop, true, memory_order_relaxed);
}

void miai_ponderhit(miai_engine *engine)
{
    atomic_store_explicit(&engine->ponder_end, mi_clock(), memory_order_relaxed);
}

void miai_arm_search(miai_engine *engine)
{
    atomic_store_explicit(&engine->stop, false, memory_order_relaxed);
    atomic_store_explicit(&engine->ponder_end, -1, memory_order_relaxed);
    engine->search_armed = true;
}

void miai_announce(miai_engine *engine)
{
    miai_arm_search(engine);
}
