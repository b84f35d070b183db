/* Judges which stones are alive, and whether the game is over. */
#include "status.h"

#include "engine/root.h"
#include "engine/setup/client.h"
#include "engine/setup/network_file.h"
#include "judge.h"
#include "ownership.h"

#include "base/clock.h"

/* First playouts, then searches; if there is no memory for searches, more playouts. */
enum { FIRST_PLAYOUTS = 48, PLAYOUTS = 1000 };

/* If chains are in doubt after a search, a second one with this many times the playouts decides. */
static const double second_search_factor = 1.5;

/* A player holds a point with at least this mean ownership. */
static const double min_hold = 0.7;

/* It is too early to end the game while more than 1/CONTESTED_SHARE of the points are contested. */
enum { CONTESTED_SHARE = 8 };

bool mi_engine_has_status(const miai_game *game)
{
    return mi_scoring(game)->settle && mi_scoring(game)->ownership && mi_scoring(game)->judge &&
           mi_editing(game)->board && mi_editing(game)->set_turn && mi_playouts(game)->uniform;
}

/* ---- is it over? ---- */

/* Does the owner hold the point in the playouts as well? Not if a network overruled them: then the
 * game is not over yet, and the stones are better captured. */
static bool is_held(const struct mi_playout_ownership *ownership, const int8_t *owner, int p)
{
    return owner[p] != 0 && owner[p] * ownership->sum[p] >= min_hold * ownership->playouts;
}

/* Do the playouts agree with the ownership of all empty points? */
static bool is_agreed(const struct mi_playout_ownership *ownership, const struct mi_status *status,
                      const int8_t *owner)
{
    for (int p = 0; p < miai_width(ownership->engine) * miai_height(ownership->engine); p++)
        if (status->piece[p] < 0 && owner[p] != 0 && !is_held(ownership, owner, p))
            return false;
    return true;
}

/* Are too many points neutral or in doubt? */
static bool is_early(const struct mi_playout_ownership *ownership, const struct mi_status *status,
                     const int8_t *owner)
{
    int points = miai_width(ownership->engine) * miai_height(ownership->engine), contested = 0;
    for (int p = 0; p < points; p++)
        contested += !is_held(ownership, owner, p) && status->life[p] != MIAI_SEKI;
    return contested > points / CONTESTED_SHARE;
}

/* Fills in status->finished and status->too_early. */
static void judge_end(const struct mi_playout_ownership *ownership, struct mi_status *status)
{
    const struct mi_history *history = ownership->engine->history;
    const miai_game *game = mi_history_game(history);
    int8_t owner[MIAI_MAX_POINTS];
    status->finished = status->too_early = false;
    if (!mi_scoring(game)->finished)
        return;
    bool finished = mi_scoring(game)->finished(mi_history_position(history), status->life, owner);
    status->finished = finished && !status->unsettled && is_agreed(ownership, status, owner);
    status->too_early = is_early(ownership, status, owner);
}

/* ---- judging ---- */

/* Judges by a search. If that is not possible, returns false and changes nothing. */
static bool judge_by_search(struct mi_playout_ownership *ownership, double part, double deadline,
                            struct mi_status *status)
{
    if (!mi_playout_ownership_search(ownership, part, deadline))
        return false;
    mi_status_judge(ownership, NULL, deadline, status);
    return true;
}

/* Judges by that many playouts. If the deadline comes first, judges by fewer and returns false. */
static bool judge_by_playouts(struct mi_playout_ownership *ownership, int playouts, double deadline,
                              struct mi_status *status)
{
    bool done = mi_playout_ownership_play(ownership, playouts, deadline);
    mi_status_judge(ownership, NULL, deadline, status);
    return done;
}

static bool judge_thoroughly(struct mi_playout_ownership *ownership, double deadline,
                             struct mi_status *status)
{
    mi_playout_ownership_estimate(ownership);
    if (!judge_by_search(ownership, 1, deadline, status))
        return judge_by_playouts(ownership, PLAYOUTS, deadline, status);
    if (status->unsettled)
        judge_by_search(ownership, second_search_factor, deadline, status);
    if (!(deadline > 0 && mi_clock() >= deadline))
        mi_status_apply_network(ownership, deadline, status);
    return true;
}

static bool judge_once(struct mi_playout_ownership *ownership, bool first, double deadline,
                       struct mi_status *status)
{
    bool done = first ? judge_by_playouts(ownership, FIRST_PLAYOUTS, deadline, status)
                      : judge_thoroughly(ownership, deadline, status);
    status->unsettled |= !done;
    judge_end(ownership, status);
    status->too_early &= done;
    return done;
}

/* Key of the position and everything that affects its status. */
static uint64_t status_key(const miai_engine *engine)
{
    const struct mi_history *history = engine->history;
    const miai_game *game = mi_history_game(history);
    const void *pos = mi_history_position(history);
    uint64_t rest = (uint64_t)game->turn(pos) | (uint64_t)mi_engine_has_network(engine) << 1;
    return miai_mix(mi_engine_setup_key(history, game) ^ game->hash(pos) ^ rest) | 1;
}

void mi_engine_status(miai_engine *engine, bool hurry, double deadline, struct mi_status *status)
{
    const struct mi_history *history = engine->history;
    const bool unhurried = !hurry && deadline <= 0;
    mi_engine_update_builtin_network(engine);
    uint64_t key = status_key(engine);
    struct mi_playout_ownership ownership;
    if (status->key == key)
        return;
    if (deadline <= 0)
        deadline = mi_engine_deadline(engine, mi_clock());
    mi_playout_ownership_begin(&ownership, engine);
    mi_editing(mi_history_game(history))->board(mi_history_position(history), status->piece);
    bool known = judge_once(&ownership, true, deadline, status) && (status->finished || !hurry) &&
                 judge_once(&ownership, false, deadline, status);
    status->key = (known && deadline <= 0) || unhurried ? key : 0;
}
