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

void mi_owning_begin(struct mi_owning *owning, miai_engine *engine)
{
    const struct mi_record *record = engine->record;
    memset(owning, 0, sizeof *owning);
    owning->engine = engine;
    owning->start = mi_clock();
    miai_rng_seed(&owning->rng, mi_record_game(record)->hash(mi_record_position(record)));
}

/* One playout; the players begin in turn. */
static void play_out(struct mi_owning *owning)
{
    miai_engine *engine = owning->engine;
    const struct mi_record *record = engine->record;
    const miai_game *game = mi_record_game(record);
    int8_t owner[MIAI_MAX_POINTS];
    memcpy(engine->scratch, mi_record_position(record), mi_record_size(record));
    mi_editing(game)->set_turn(engine->scratch, owning->playouts % 2);
    if (mi_scoring(game)->play_freely)
        mi_scoring(game)->play_freely(engine->scratch);
    owning->score += mi_playout(game, mi_engine_weights(engine), MI_PLAYOUT_HEAVY, engine->scratch,
                                &owning->rng, NULL, mi_playout_max(game, mi_record_setup(record)));
    mi_scoring(game)->ownership(engine->scratch, owner);
    for (int p = 0; p < miai_width(engine) * miai_height(engine); p++)
        owning->sum[p] += owner[p];
    owning->playouts++;
}

bool mi_owning_play(struct mi_owning *owning, int n, double deadline)
{
    while (owning->playouts < n) {
        if (deadline > 0 && mi_clock() >= deadline)
            return false;
        play_out(owning);
    }
    return true;
}

/* ---- searches ---- */

void mi_owning_expect(struct mi_owning *owning)
{
    const double slower = 1.5;
    owning->each = slower * (mi_clock() - owning->start) / owning->playouts;
    owning->lead = (double)owning->score / ((double)owning->playouts * MIAI_POINT_SCORE);
}

/* So great a part of the playouts of a search, or as many as there is time for. */
static int affordable(const struct mi_owning *owning, double part, double deadline)
{
    double rest = deadline - mi_clock();
    int points = miai_width(owning->engine) * miai_height(owning->engine);
    int wanted = (int)(part * (SEARCHED + SEARCHED_POINT * points));
    return deadline <= 0 || rest >= owning->each * wanted ? wanted : (int)(rest / owning->each);
}

bool mi_owning_search(struct mi_owning *owning, double part, double deadline)
{
    enum { UNIT = 1 << 12 };
    const struct mi_record *record = owning->engine->record;
    int n = affordable(owning, part, deadline);
    struct mi_outlook found;
    if (n < SEARCHED_LEAST || !mi_engine_outlook(owning->engine, owning->lead, n, deadline, &found))
        return false;
    int mover = mi_record_game(record)->turn(mi_record_position(record));
    for (int p = 0; p < found.points; p++) {
        double first = (double)found.owner[mover][p], second = (double)found.owner[!mover][p];
        double nobody = (double)(found.nobody[0][p] + found.nobody[1][p]) / 2;
        owning->sum[p] = (int)((part_of_mover * first + (1 - part_of_mover) * second) * UNIT);
        owning->nobody[p] = (int)(nobody * UNIT);
    }
    owning->playouts = UNIT;
    owning->searched = true;
    return true;
}
