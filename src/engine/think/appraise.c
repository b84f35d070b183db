/* The values that a level shows.
 *
 * A weak level chooses its move by a few playouts or nodes, whose values are noise.  What it shows,
 * in every protocol, and by what it resigns is the value of a small search at full strength.  That
 * search has its own tree or table, so that the level does not play better by it. */
#include "appraise.h"

#include "draw.h"
#include "engine/setup/level.h"
#include "engine/setup/network_file.h"
#include "engine/setup/settings.h"
#include "think.h"

#include "base/fmath.h"

#include <stdlib.h>

/* Sizes of that search, in playouts with and without a network, and in nodes. */
enum { NETWORK_PLAYOUTS = 32, PLAYOUTS = 500, NODES = 8000 };

/* The search before resigning, and before a draw, is this many times as large. */
enum { RESIGN_FACTOR = 8 };

static uint64_t appraisal_size(const miai_engine *engine)
{
    bool network = mi_engine_has_network(engine);
    enum mi_search search =
        mi_options_search(&engine->options, mi_history_game(engine->history), network);
    if (search == MI_SEARCH_ALPHABETA || search == MI_SEARCH_MINIMAX)
        return NODES;
    return network ? NETWORK_PLAYOUTS : PLAYOUTS;
}

/* Is there a level whose own search is smaller than that? */
static bool is_weak_level(const miai_engine *engine, uint64_t size)
{
    miai_level level;
    return mi_engine_level(engine, &level) && level.nodes < (double)size;
}

bool mi_engine_appraises(const miai_engine *engine)
{
    return is_weak_level(engine, appraisal_size(engine));
}

int mi_engine_think_at_level(miai_engine *engine, const struct mi_move_request *request)
{
    void (*report)(void *, const miai_info *) = engine->report;
    if (mi_engine_appraises(engine))
        engine->report = NULL;
    int error = mi_engine_think(engine, &request->root, &request->limits);
    engine->report = report;
    return error;
}

/* The limits of the request, without those of the level.  The time is a ceiling: a limit of time
 * would end the search of a single move early. */
static struct mi_limits appraisal_limits(const struct mi_move_request *request, uint64_t size)
{
    struct mi_limits limits = request->limits;
    uint64_t playouts = request->caller_playouts;
    limits.playouts = playouts > 0 && playouts < size ? playouts : size;
    if (limits.seconds > 0 && (limits.ceiling <= 0 || limits.seconds < limits.ceiling))
        limits.ceiling = limits.seconds;
    limits.seconds = limits.soft_seconds = limits.exact_log_odds = 0;
    limits.lines = limits.mate = 0;
    return limits;
}

/* A pass gets the value of the position: a search of the pass alone counts dead stones as alive. */
static bool is_pass(const struct mi_root *root, miai_move move)
{
    return mi_editing(root->game)->pass && mi_editing(root->game)->pass(root->pos) == move;
}

static void find_choice(miai_engine *engine, const struct mi_root *root, miai_move move)
{
    for (int i = 0; i < engine->result->choice_count; i++)
        if (engine->result->choice[i].move == move) {
            double value = engine->result->value;
            mi_engine_move_choice_to_front(engine, root, i);
            engine->result->value = engine->result->choice[0].value = value;
            return;
        }
}

void mi_engine_appraise(miai_engine *engine, const struct mi_move_request *request)
{
    struct mi_root root = request->root;
    miai_move move = engine->result->move;
    if (!mi_engine_appraises(engine) || root.only_wins)
        return;
    struct mi_limits limits = appraisal_limits(request, appraisal_size(engine));
    root.only_rank = NULL;
    root.only_best = false;
    if (is_pass(&root, move)) {
        root.only_count = 0;
        if (mi_engine_think_beside(engine, &root, &limits, engine->result) == MIAI_OK)
            find_choice(engine, &root, move);
        return;
    }
    root.only = &move;
    root.only_count = 1;
    mi_engine_think_beside(engine, &root, &limits, engine->result);
}

bool mi_engine_judge_position(miai_engine *engine, const struct mi_move_request *request,
                              struct mi_result *result)
{
    struct mi_limits limits = appraisal_limits(request, RESIGN_FACTOR * appraisal_size(engine));
    return mi_engine_think_beside(engine, &request->root, &limits, result) == MIAI_OK;
}

bool mi_engine_search_position(miai_engine *engine, const struct mi_move_request *request,
                               struct mi_result *result)
{
    return is_weak_level(engine, RESIGN_FACTOR * appraisal_size(engine)) &&
           mi_engine_judge_position(engine, request, result);
}

int mi_engine_moves_in_a_row(const miai_engine *engine)
{
    const double weakest = 8, strongest = 3;
    return (int)(mi_interpolate(weakest, strongest, mi_engine_relative_strength(engine)) + 0.5);
}

double mi_engine_position_value(miai_engine *engine, const struct mi_move_request *request)
{
    struct mi_result *result = malloc(sizeof *result);
    bool known = result && mi_engine_search_position(engine, request, result);
    double value = known ? result->value : -1;
    free(result);
    return value;
}
