/* Expected ownership of the points, by playouts and searches. */
#include "ownership.h"

#include "engine/evaluation.h"
#include "ownership_search.h"

#include "base/clock.h"

#include <string.h>

/* Playouts of a search: a base, and more for each point of the board. */
enum { SEARCH_PLAYOUTS = 2000, SEARCH_PLAYOUTS_PER_POINT = 8 };

/* A search with fewer playouts is no better than plain playouts. */
enum { MIN_SEARCH_PLAYOUTS = 400 };

/* Weight of the search in which the player to move moves first. */
static const double mover_weight = 0.55;

/* ---- playouts ---- */

void mi_playout_ownership_begin(struct mi_playout_ownership *ownership, miai_engine *engine)
{
    const struct mi_history *history = engine->history;
    memset(ownership, 0, sizeof *ownership);
    ownership->engine = engine;
    ownership->start = mi_clock();
    miai_rng_seed(&ownership->rng, mi_history_game(history)->hash(mi_history_position(history)));
}

/* One playout; the players take turns to move first. */
static void add_playout(struct mi_playout_ownership *ownership)
{
    miai_engine *engine = ownership->engine;
    const struct mi_history *history = engine->history;
    const miai_game *game = mi_history_game(history);
    int8_t owner[MIAI_MAX_POINTS];
    memcpy(engine->scratch, mi_history_position(history), mi_history_size(history));
    mi_editing(game)->set_turn(engine->scratch, ownership->playouts % 2);
    if (mi_scoring(game)->play_freely)
        mi_scoring(game)->play_freely(engine->scratch);
    ownership->score +=
        mi_playout(game, mi_engine_weights(engine), MI_PLAYOUT_HEAVY, engine->scratch,
                   &ownership->rng, NULL, mi_playout_max(game, mi_history_setup(history)));
    mi_scoring(game)->ownership(engine->scratch, owner);
    for (int p = 0; p < miai_width(engine) * miai_height(engine); p++)
        ownership->sum[p] += owner[p];
    ownership->playouts++;
}

bool mi_playout_ownership_play(struct mi_playout_ownership *ownership, int n, double deadline)
{
    while (ownership->playouts < n) {
        if (deadline > 0 && mi_clock() >= deadline)
            return false;
        add_playout(ownership);
    }
    return true;
}

/* ---- searches ---- */

void mi_playout_ownership_estimate(struct mi_playout_ownership *ownership)
{
    const double slower = 1.5;
    ownership->each = slower * (mi_clock() - ownership->start) / ownership->playouts;
    ownership->lead = (double)ownership->score / ((double)ownership->playouts * MIAI_POINT_SCORE);
}

/* The number of playouts for a search: `part` of the usual number, or what the deadline allows. */
static int affordable_playouts(const struct mi_playout_ownership *ownership, double part,
                               double deadline)
{
    double rest = deadline - mi_clock();
    int points = miai_width(ownership->engine) * miai_height(ownership->engine);
    int wanted = (int)(part * (SEARCH_PLAYOUTS + SEARCH_PLAYOUTS_PER_POINT * points));
    return deadline <= 0 || rest >= ownership->each * wanted ? wanted
                                                             : (int)(rest / ownership->each);
}

bool mi_playout_ownership_search(struct mi_playout_ownership *ownership, double part,
                                 double deadline)
{
    enum { UNIT = 1 << 12 };
    const struct mi_history *history = ownership->engine->history;
    int n = affordable_playouts(ownership, part, deadline);
    struct mi_search_ownership found;
    if (n < MIN_SEARCH_PLAYOUTS ||
        !mi_engine_search_ownership(ownership->engine, ownership->lead, n, deadline, &found))
        return false;
    int mover = mi_history_game(history)->turn(mi_history_position(history));
    for (int p = 0; p < found.points; p++) {
        double first = (double)found.owner[mover][p], second = (double)found.owner[!mover][p];
        double nobody = (double)(found.nobody[0][p] + found.nobody[1][p]) / 2;
        ownership->sum[p] = (int)((mover_weight * first + (1 - mover_weight) * second) * UNIT);
        ownership->nobody[p] = (int)(nobody * UNIT);
    }
    ownership->playouts = UNIT;
    ownership->searched = true;
    return true;
}
