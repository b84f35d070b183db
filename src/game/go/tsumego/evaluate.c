/* Knowledge about one position: is it decided, how much work remains, which moves are worth trying? */
#include "search.h"

/* ---- knowledge about one position ---- */

static bool is_only_target(const struct ts_search *s, const struct ts_position *pos,
                           struct points chain)
{
    struct points others = points_without(pos->stones[TS_DEFENDER], chain);
    return !s->frame.any && !points_meet(others, s->frame.target);
}

/* Can the attacker, who is to move, capture the stones in question at once? */
static bool can_capture_now(const struct ts_search *s, const struct ts_position *pos,
                            const struct ts_eye_space *space)
{
    return points_count(space->liberties) == 1 && is_only_target(s, pos, space->chain) &&
           (points_first(space->liberties) != pos->ko || pos->threats[TS_ATTACKER] > 0);
}

/* Does the attacker win for certain? */
static bool attacker_surely_wins(const struct ts_search *s, const struct ts_position *pos,
                                 const struct ts_eye_space *space)
{
    return mi_ts_is_captured(&s->frame, pos) || mi_ts_is_dead(&s->frame, pos, space) ||
           (pos->turn == TS_ATTACKER && can_capture_now(s, pos, space));
}

void mi_ts_decide(const struct ts_position *pos, int winner, struct ts_numbers *n)
{
    bool wins = pos->turn == winner;
    n->phi = wins ? 0 : TS_INFINITE;
    n->delta = wins ? TS_INFINITE : 0;
    n->depends = TS_FREE;
    n->move = TS_NO_POINT;
}

/* Estimates the work of both sides.  The weights are large, since each further move that refutes
 * nothing adds only 1: so the search goes deeper where the eye space shrinks or grows.  Smaller
 * ones find sekis in fewer positions.  Without a chain in question there is no eye space. */
static void estimate_work(const struct ts_search *s, const struct ts_position *pos,
                          const struct ts_eye_space *space, struct ts_numbers *n)
{
    int inside = points_count(space->inside), liberties = points_count(space->liberties);
    int kill = 16 + 12 * inside + 8 * liberties, live = 16 + (inside < 10 ? 8 * (10 - inside) : 0);
    if (s->frame.any) {
        kill = 4 + points_count(pos->stones[TS_DEFENDER]);
        live = 4;
    } else if (s->prover == TS_DEFENDER) {
        kill = 4 + 2 * inside + 2 * liberties;
        live = 4 + (inside < 8 ? 2 * (8 - inside) : 0);
    }
    n->phi = (uint32_t)(pos->turn == TS_ATTACKER ? kill : live);
    n->delta = (uint32_t)(pos->turn == TS_ATTACKER ? live : kill);
    n->depends = TS_FREE;
    n->move = TS_NO_POINT;
}

void mi_ts_evaluate(const struct ts_search *s, const struct ts_position *pos, struct ts_numbers *n)
{
    struct ts_eye_space space;
    mi_ts_eye_space(&s->frame, pos, &space);
    /* A defender that has to make eyes may not pass, but need not fill them. */
    bool may_be_alive = pos->turn == TS_ATTACKER || s->prover == TS_DEFENDER;
    if (may_be_alive && mi_ts_has_escaped(&s->frame, pos))
        mi_ts_decide(pos, TS_DEFENDER, n);
    else if (attacker_surely_wins(s, pos, &space))
        mi_ts_decide(pos, TS_ATTACKER, n);
    else if (may_be_alive && mi_ts_is_alive(&s->frame, pos))
        mi_ts_decide(pos, TS_DEFENDER, n);
    else
        estimate_work(s, pos, &space, n);
}

/* ---- moves ---- */

/* The defender, whose stones are in atari, must extend or capture. */
static struct points list_escapes(const struct ts_search *s, const struct ts_position *pos,
                                  const struct ts_eye_space *space)
{
    struct points moves = space->liberties, attackers = pos->stones[TS_ATTACKER];
    struct points empty = ts_empty(&s->frame, pos);
    struct points near = points_and(ts_spread(&s->frame, space->chain), attackers);
    while (points_any(near)) {
        struct points chain =
            points_flood(points_of(points_first(near)), attackers, s->frame.stride);
        near = points_without(near, chain);
        struct points around = ts_spread(&s->frame, chain);
        struct points liberties = points_and(around, empty);
        if (points_count(liberties) == 1 && !points_meet(around, s->frame.wall))
            moves = points_or(moves, liberties);
    }
    return moves;
}

struct points mi_ts_candidates(const struct ts_search *s, const struct ts_position *pos,
                               bool *pass)
{
    struct ts_eye_space space;
    mi_ts_eye_space(&s->frame, pos, &space);
    *pass = pos->turn != s->prover || pos->ko != TS_NO_POINT;
    if (pos->turn == TS_DEFENDER && points_count(space.liberties) == 1 &&
        is_only_target(s, pos, space.chain)) {
        *pass = false;
        return list_escapes(s, pos, &space);
    }
    struct points empty = ts_empty(&s->frame, pos);
    return s->frame.any ? empty : points_and(empty, space.area);
}
