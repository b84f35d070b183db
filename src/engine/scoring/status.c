/* Which stones live, and whether the game is over. */
#include "status.h"

#include "engine/root.h"
#include "engine/setup/client.h"
#include "engine/setup/network_file.h"
#include "judge.h"
#include "network.h"
#include "ownership.h"

#include "base/clock.h"

/* The first look: playouts.  The second: searches; or, where there is no memory for them, playouts
 * again. */
enum { FIRST_PLAYOUTS = 48, PLAYOUTS = 1000 };

/* Where the life of a chain is in doubt after it, another of so many times as many decides. */
static const double again = 1.5;

/* Who holds a point has it in so many playouts more than the other. */
static const double holds = 0.7;

/* It is too early to end the game while more than one point of so many is contested. */
enum { CONTESTED = 8 };

bool mi_engine_has_status(const miai_game *game)
{
    return mi_scoring(game)->settle && mi_scoring(game)->ownership && mi_scoring(game)->judge &&
           mi_editing(game)->board && mi_editing(game)->set_turn && mi_playouts(game)->uniform;
}

/* ---- is it over? ---- */

/* Has the point's owner, who may be nobody, it in the playouts, too?  Where the network is heeded
 * against them, no: then the game is not over yet, and the stones are better taken. */
static bool is_held(const struct mi_playout_ownership *ownership, const int8_t *owner, int p)
{
    return owner[p] != 0 && owner[p] * ownership->sum[p] >= holds * ownership->playouts;
}

/* Do the players hold in the playouts what they seem to? */
static bool is_agreed(const struct mi_playout_ownership *ownership, const struct mi_status *status,
                      const int8_t *owner)
{
    for (int p = 0; p < miai_width(ownership->engine) * miai_height(ownership->engine); p++)
        if (status->piece[p] < 0 && owner[p] != 0 && !is_held(ownership, owner, p))
            return false;
    return true;
}

/* Is too much of the board nobody's by the count, or in doubt? */
static bool is_early(const struct mi_playout_ownership *ownership, const struct mi_status *status,
                     const int8_t *owner)
{
    int points = miai_width(ownership->engine) * miai_height(ownership->engine), contested = 0;
    for (int p = 0; p < points; p++)
        contested += !is_held(ownership, owner, p) && status->life[p] != MIAI_SEKI;
    return contested > points / CONTESTED;
}

/* Is nothing left to play for, or much? */
static void judge(const struct mi_playout_ownership *ownership, struct mi_status *status)
{
    const struct mi_history *history = ownership->engine->history;
    const miai_game *game = mi_history_game(history);
    int8_t owner[MIAI_MAX_POINTS];
    status->finished = status->early = false;
    if (!mi_scoring(game)->finished)
        return;
    bool finished = mi_scoring(game)->finished(mi_history_position(history), status->life, owner);
    status->finished = finished && !status->open && is_agreed(ownership, status, owner);
    status->early = is_early(ownership, status, owner);
}

/* ---- looks ---- */

/* Judges by a search; false: nothing is changed. */
static bool look_by_search(struct mi_playout_ownership *ownership, double part, double deadline,
                           struct mi_status *status)
{
    if (!mi_playout_ownership_search(ownership, part, deadline))
        return false;
    mi_status_judge(ownership, NULL, deadline, status);
    return true;
}

/* Judges by so many playouts, or as many as there is time for; false: by fewer. */
static bool look_by_playouts(struct mi_playout_ownership *ownership, int playouts, double deadline,
                             struct mi_status *status)
{
    bool done = mi_playout_ownership_play(ownership, playouts, deadline);
    mi_status_judge(ownership, NULL, deadline, status);
    return done;
}

static bool look_again(struct mi_playout_ownership *ownership, double deadline,
                       struct mi_status *status)
{
    mi_playout_ownership_expect(ownership);
    if (!look_by_search(ownership, 1, deadline, status))
        return look_by_playouts(ownership, PLAYOUTS, deadline, status);
    if (status->open)
        look_by_search(ownership, again, deadline, status);
    if (!(deadline > 0 && mi_clock() >= deadline))
        mi_status_apply_network(ownership, deadline, status);
    return true;
}

static bool look(struct mi_playout_ownership *ownership, bool first, double deadline,
                 struct mi_status *status)
{
    bool done = first ? look_by_playouts(ownership, FIRST_PLAYOUTS, deadline, status)
                      : look_again(ownership, deadline, status);
    status->open |= !done;
    judge(ownership, status);
    status->early &= done;
    return done;
}

/* Names the history's position and all that bears on its stones. */
static uint64_t key_of(const miai_engine *engine)
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
    mi_engine_ready_network(engine);
    uint64_t key = key_of(engine);
    struct mi_playout_ownership ownership;
    if (status->key == key)
        return;
    if (deadline <= 0)
        deadline = mi_engine_deadline(engine, mi_clock());
    mi_playout_ownership_begin(&ownership, engine);
    mi_editing(mi_history_game(history))->board(mi_history_position(history), status->piece);
    bool known = look(&ownership, true, deadline, status) && (status->finished || !hurry) &&
                 look(&ownership, false, deadline, status);
    status->key = (known && deadline <= 0) || unhurried ? key : 0;
}
