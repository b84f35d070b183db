/* Simulation (Kawano 1996, Using Similar Positions to Search Game Trees).
 *
 * When a move has failed, the same refutation often works against the other moves.  Following its
 * proof tree costs much less than a search, and the result is a proof of its own. */
#include "search.h"

enum { SIMULATED_MAX = 1000 }; /* positions visited at most */

struct simulation {
    int winner;
    int budget; /* positions that may still be visited */
};

static bool simulate_refutation(struct ts_search *s, struct simulation *sim,
                                const struct ts_position *from, const struct ts_position *pos);

static void store_simulated_result(struct ts_search *s, uint64_t key, bool wins, int move)
{
    mi_ts_table_put(&s->table, &(struct ts_entry){
                                   .key = key,
                                   .phi = wins ? 0 : TS_INFINITE,
                                   .delta = wins ? TS_INFINITE : 0,
                                   .depends = TS_FREE,
                                   .move = (uint8_t)move,
                                   .work = 1,
                               });
}

static bool simulate_move(struct ts_search *s, struct simulation *sim,
                          const struct ts_position *from, const struct ts_position *pos, int move)
{
    struct ts_position next_from = *from, next = *pos;
    if (!mi_ts_play(&s->frame, &next, move))
        return pos->turn != sim->winner;
    if (!mi_ts_play(&s->frame, &next_from, move))
        mi_ts_play(&s->frame, &next_from, TS_PASS);
    return simulate_refutation(s, sim, &next_from, &next);
}

/* Tries to prove that the winner wins `pos` as in `from`. */
static bool simulate_refutation(struct ts_search *s, struct simulation *sim,
                                const struct ts_position *from, const struct ts_position *pos)
{
    uint64_t key = mi_ts_search_key(s, pos);
    const struct ts_entry *entry = mi_ts_search_find(s, pos, key);
    bool wins = pos->turn == sim->winner, pass;
    struct ts_numbers n;
    s->nodes++;
    s->countdown--;
    if (entry && (entry->phi == 0 || entry->delta == 0))
        return (entry->phi == 0) == wins;
    mi_ts_evaluate(s, pos, &n);
    if (n.phi == 0 || n.delta == 0)
        return (n.phi == 0) == wins;
    entry = mi_ts_search_find(s, from, mi_ts_search_key(s, from));
    if (--sim->budget <= 0 || !entry || (wins ? entry->phi : entry->delta) != 0)
        return false;
    int move = entry->move;
    if (wins && (move == TS_NO_POINT || !simulate_move(s, sim, from, pos, move)))
        return false;
    if (!wins) {
        struct points moves = mi_ts_candidates(s, pos, &pass);
        if (pass && !simulate_move(s, sim, from, pos, TS_PASS))
            return false;
        while (points_any(moves))
            if (!simulate_move(s, sim, from, pos, points_pop(&moves)))
                return false;
    }
    store_simulated_result(s, key, wins, move);
    return true;
}

bool mi_ts_simulate(struct ts_search *s, const struct ts_position *from,
                    const struct ts_position *pos)
{
    struct simulation sim = {.winner = from->turn, .budget = SIMULATED_MAX};
    return simulate_refutation(s, &sim, from, pos);
}
