/* Proves the life of chains at the end of a game: alive or in seki if the chain cannot be captured
 * although the attacker moves first and has any number of ko threats, dead if it is captured
 * although the defender moves first and has them.  The other chains stay as a forecast judged them.
 */
#include "region.h"
#include "search.h"

#include "game/go/board/go.h"
#include "game/go/board/move.h"

#include <stdlib.h>

enum { MEMORY = 8 << 20, SETTLED_PARTS = 2 };

/* Limits of positions: for all chains together; then for chains in small closed regions, some in
 * seki. */
enum { POSITIONS = 400000, CLOSED_POSITIONS = 4000000 };

/* How a part of the region is searched.  Most proofs take fewer than a hundred positions. */
struct settled_part {
    int most_empty, positions;
};

static const struct settled_part settled_parts[SETTLED_PARTS] = {{8, 1000}, {12, 10000}};
static const struct settled_part closed_part = {12, 2000000};

/* What is proved about a chain. */
enum fate {
    FATE_UNKNOWN,
    FATE_ALIVE,  /* makes two eyes */
    FATE_HELD,   /* cannot be captured, and has no two eyes if the attacker moves first */
    FATE_STANDS, /* cannot be captured */
    FATE_DEAD
};

struct settler {
    const struct mi_go *b;
    int8_t owner[MI_GO_MAX_SIDE * MI_GO_MAX_SIDE]; /* of pass-alive points */
    enum fate fate[MI_GO_MAX_SPAN];                /* by the chain's head */
    struct ts_search search;
    uint64_t positions; /* that may be searched */
};

/* ---- one chain ---- */

static enum ts_answer search_within(struct settler *s, const struct ts_position *pos, int prover,
                                    int positions)
{
    uint64_t limit = s->search.nodes + (uint64_t)positions;
    s->search.prover = prover;
    s->search.node_limit = limit < s->positions ? limit : s->positions;
    return mi_ts_search_run(&s->search, pos);
}

/* Can the attacker capture the chain if this side moves first, and the other side has no ko threats
 * while this one has any number? */
static enum ts_answer ask_settled(struct settler *s, struct ts_problem *problem, int first,
                                  int positions)
{
    struct ts_position *pos = &problem->pos;
    pos->turn = (uint8_t)first;
    pos->ko = TS_NO_POINT;
    pos->threats[first] = TS_ALWAYS;
    pos->threats[!first] = 0;
    s->search.frame = problem->frame;
    s->search.salt = miai_mix(s->search.salt + 1);
    return search_within(s, pos, TS_ATTACKER, positions);
}

static bool settled_problem(const struct settler *s, int stone, const struct settled_part *part,
                            enum ts_exits exits, struct ts_problem *problem)
{
    const struct ts_part size = {.most_empty = part->most_empty,
                                 .exits = exits,
                                 .target = TS_TARGET_CHAIN,
                                 .owner = s->owner};
    return !mi_ts_problem_from_go(s->b, stone, &size, problem);
}

/* In a region that is not closed, other points may make eyes. */
static enum fate find_eyes(struct settler *s, const struct ts_problem *problem, int positions)
{
    enum ts_answer eyes = search_within(s, &problem->pos, TS_DEFENDER, positions);
    bool none = eyes == TS_DISPROVED && !problem->is_open;
    return eyes == TS_PROVED ? FATE_ALIVE : none ? FATE_HELD : FATE_STANDS;
}

/* Can the attacker, who moves first, capture the chain? */
static enum fate prove_life_in_part(struct settler *s, int stone, const struct settled_part *part)
{
    struct ts_problem problem;
    if (!settled_problem(s, stone, part, TS_EXITS_NONE, &problem) ||
        ask_settled(s, &problem, TS_ATTACKER, part->positions) != TS_DISPROVED)
        return FATE_UNKNOWN;
    return find_eyes(s, &problem, part->positions);
}

/* Is there nothing left to prove? */
static bool is_final(enum fate fate)
{
    return fate != FATE_UNKNOWN && fate != FATE_STANDS;
}

/* A chain that lives in a part of its region lives: outside of it, all belongs to the attacker. */
static enum fate prove_life(struct settler *s, int stone)
{
    enum fate fate = FATE_UNKNOWN;
    for (int i = 0; i < SETTLED_PARTS && !is_final(fate); i++) {
        enum fate found = prove_life_in_part(s, stone, &settled_parts[i]);
        fate = found != FATE_UNKNOWN ? found : fate;
    }
    return fate;
}

static bool is_proved_to_stand(const struct settler *s, int p)
{
    enum fate fate = s->fate[s->b->point[p].head];
    return s->owner[mi_go_move_of(s->b, p)] != 0 || (fate >= FATE_ALIVE && fate <= FATE_STANDS);
}

/* The stones that the search takes for granted: those around the region, and the attacker's in it
 * that are connected to a point outside. */
static struct points wall_stones(const struct ts_problem *problem)
{
    const struct ts_frame *f = &problem->frame;
    struct points attackers = problem->pos.stones[TS_ATTACKER];
    struct points safe = points_and(ts_spread(f, f->wall), attackers);
    return points_or(points_and(ts_spread(f, f->region), f->wall),
                     points_flood(safe, attackers, f->stride));
}

/* Do they stand?  Empty points outside are ways out. */
static bool walls_stand(const struct settler *s, const struct ts_problem *problem)
{
    for (struct points walls = wall_stones(problem); points_any(walls);) {
        miai_move move = mi_ts_move_of(problem, s->b, points_pop(&walls));
        int p = mi_go_point_of(s->b, move);
        if (s->b->point[p].colour == !problem->defender && !is_proved_to_stand(s, p))
            return false;
    }
    return true;
}

/* Does the chain die in a part although each way out of it counts as an escape?  With `no_stone`,
 * the defender must not live there at all, not even on the captured points. */
static bool dies_in_part(struct settler *s, int stone, const struct settled_part *part,
                         bool no_stone)
{
    struct ts_problem problem;
    if (!settled_problem(s, stone, part, TS_EXITS_ALL, &problem) || !walls_stand(s, &problem))
        return false;
    problem.frame.any = no_stone;
    return ask_settled(s, &problem, TS_DEFENDER, part->positions) == TS_PROVED;
}

static bool prove_death(struct settler *s, int stone, bool no_stone)
{
    for (int i = 0; i < SETTLED_PARTS; i++)
        if (dies_in_part(s, stone, &settled_parts[i], false) &&
            (!no_stone || dies_in_part(s, stone, &settled_parts[i], true)))
            return true;
    return false;
}

/* ---- closed regions ---- */

static bool needs_proof(const struct settler *s, int p)
{
    return mi_go_is_head(s->b, p) && s->owner[mi_go_move_of(s->b, p)] == 0 &&
           !is_final(s->fate[p]) && s->search.nodes < s->positions;
}

/* Is the whole region small enough for a larger search? */
static bool is_small_and_closed(const struct settler *s, int stone)
{
    struct ts_problem problem;
    return settled_problem(s, stone, &closed_part, TS_EXITS_NONE, &problem) && !problem.is_open;
}

static void prove_closed_regions(struct settler *s)
{
    for (int p = 0; p < s->b->span; p++)
        if (needs_proof(s, p) && is_small_and_closed(s, p)) {
            enum fate found = prove_life_in_part(s, p, &closed_part);
            s->fate[p] = found != FATE_UNKNOWN ? found : s->fate[p];
        }
}

/* ---- all chains ---- */

static void prove_fates(struct settler *s, const int8_t *life)
{
    const struct mi_go *b = s->b;
    for (int p = 0; p < b->span; p++)
        if (needs_proof(s, p))
            s->fate[p] = prove_life(s, p);
    for (int p = 0; p < b->span; p++)
        if (needs_proof(s, p) && s->fate[p] == FATE_UNKNOWN &&
            prove_death(s, p, life[mi_go_move_of(b, p)] != MIAI_DEAD))
            s->fate[p] = FATE_DEAD;
}

/* Two chains in seki share a liberty. */
static void mark_seki_of_held_chains(const struct settler *s, int p, int8_t *life)
{
    const struct mi_go *b = s->b;
    int held[2] = {MI_GO_NONE, MI_GO_NONE};
    for (int i = 0; i < 4; i++) {
        int q = p + go_neighbour_offset(b->stride, i), colour = b->point[q].colour;
        if (colour <= MI_GO_WHITE && s->fate[b->point[q].head] == FATE_HELD)
            held[colour] = q;
    }
    for (int colour = 0; colour < 2 && held[0] && held[1]; colour++)
        mi_go_mark_life(b, life, held[colour], MIAI_SEKI);
}

static void apply_fates(const struct settler *s, int8_t *life)
{
    const struct mi_go *b = s->b;
    for (int p = 0; p < b->span; p++) {
        if (!mi_go_is_head(b, p) || s->fate[p] == FATE_UNKNOWN)
            continue;
        bool dead = s->fate[p] == FATE_DEAD, called_dead = life[mi_go_move_of(b, p)] == MIAI_DEAD;
        if (dead || called_dead || s->fate[p] == FATE_ALIVE)
            mi_go_mark_life(b, life, p, dead ? MIAI_DEAD : MIAI_ALIVE);
    }
    for (int p = 0; p < b->span; p++)
        if (b->point[p].colour == MI_GO_EMPTY)
            mark_seki_of_held_chains(s, p, life);
}

static uint64_t at_most(int a, int b)
{
    return (uint64_t)(a < b ? a : b);
}

void mi_go_prove_life(const struct mi_go *b, int positions, int8_t *life)
{
    struct settler *s = calloc(1, sizeof *s);
    if (!s || b->rules.suicide || !mi_ts_search_open(&s->search, MEMORY)) {
        free(s);
        return;
    }
    s->b = b;
    mi_go_pass_alive(b, s->owner);
    s->positions = at_most(positions, POSITIONS);
    prove_fates(s, life);
    s->positions = at_most(positions, CLOSED_POSITIONS);
    prove_closed_regions(s);
    apply_fates(s, life);
    mi_ts_search_close(&s->search);
    free(s);
}
