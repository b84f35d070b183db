/* Who comes to own the points: by playouts, and by searches. */
#include "ownership.h"

#include "engine/evaluation.h"
#include "ownership_search.h"

#include "base/clock.h"

#include <string.h>

/* A search has so many playouts, and more for each point. */
enum { SEARCHED = 2000, SEARCHED_POINT = 8 };

/* A search of fewer playouts tells nothing that playouts do not. */
enum { SEARCHED_LEAST = 400 };

/* What the search for who is to move says counts a little more than what the other does. */
static const double part_of_mover = 0.55;

/* ---- playouts ---- */

void mi_playout_ownership_begin(struct mi_playout_ownership *ownership, miai_engine *engine)
{
    const struct mi_history *history = engine->history;
    memset(ownership, 0, sizeof *ownership);
    ownership->engine = engine;
    ownership->start = mi_clock();
    miai_rng_seed(&ownership->rng, mi_history_game(history)->hash(mi_history_position(history)));
}

/* One playout; the players begin in turn. */
static void play_out(struct mi_playout_ownership *ownership)
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
        play_out(ownership);
    }
    return true;
}

/* ---- searches ---- */

void mi_playout_ownership_expect(struct mi_playout_ownership *ownership)
{
    const double slower = 1.5;
    ownership->each = slower * (mi_clock() - ownership->start) / ownership->playouts;
    ownership->lead = (double)ownership->score / ((double)ownership->playouts * MIAI_POINT_SCORE);
}

/* So great a part of the playouts of a search, or as many as there is time for. */
static int affordable(const struct mi_playout_ownership *ownership, double part, double deadline)
{
    double rest = deadline - mi_clock();
    int points = miai_width(ownership->engine) * miai_height(ownership->engine);
    int wanted = (int)(part * (SEARCHED + SEARCHED_POINT * points));
    return deadline <= 0 || rest >= ownership->each * wanted ? wanted
                                                             : (int)(rest / ownership->each);
}

bool mi_playout_ownership_search(struct mi_playout_ownership *ownership, double part,
                                 double deadline)
{
    enum { UNIT = 1 << 12 };
    const struct mi_history *history = ownership->engine->history;
    int n = affordable(ownership, part, deadline);
    struct mi_search_ownership found;
    if (n < SEARCHED_LEAST ||
        !mi_engine_search_ownership(ownership->engine, ownership->lead, n, deadline, &found))
        return false;
    int mover = mi_history_game(history)->turn(mi_history_position(history));
    for (int p = 0; p < found.points; p++) {
        double first = (double)found.owner[mover][p], second = (double)found.owner[!mover][p];
        double nobody = (double)(found.nobody[0][p] + found.nobody[1][p]) / 2;
        ownership->sum[p] = (int)((part_of_mover * first + (1 - part_of_mover) * second) * UNIT);
        ownership->nobody[p] = (int)(nobody * UNIT);
    }
    ownership->playouts = UNIT;
    ownership->searched = true;
    return true;
}
