/* Transposition tables of the solver: a small one of its own, which stays in the second-level
 * cache, for positions with few empty squares; the table of the main search for the others. */
#include "endgame.h"

#include <math.h>
#include <stdlib.h>

enum {
    FAR_EMPTY_MIN = 12, /* with at least this many empty squares, the search's table is used */
    NEAR_BITS = 13,
    NEAR_BITS_SMALL = 8 /* size of the own table if the solver starts with fewer than FAR_EMPTY_MIN
                           empty squares */
};

/* ---- scores of the contract ---- */

static int clamp_discs(int score)
{
    return score < MI_OTHELLO_WORST    ? MI_OTHELLO_WORST
           : score > -MI_OTHELLO_WORST ? -MI_OTHELLO_WORST
                                       : score;
}

int mi_othello_floor_to_discs(int score)
{
    return clamp_discs((int)floor(score / (double)MIAI_POINT_SCORE));
}

int mi_othello_ceil_to_discs(int score)
{
    return clamp_discs((int)ceil(score / (double)MIAI_POINT_SCORE));
}

/* ---- few empty squares: the own table ---- */

/* If there is no memory, the solver works without the table. */
void mi_othello_open_near_table(struct mi_othello_endgame *e, int count)
{
    e->near_bits = count < FAR_EMPTY_MIN ? NEAR_BITS_SMALL : NEAR_BITS;
    if (count > MI_OTHELLO_LAST_EMPTY)
        e->near = calloc((size_t)1 << e->near_bits, sizeof *e->near);
}

static struct mi_othello_entry *near_entry(const struct mi_othello_endgame *e,
                                           const struct mi_othello_solver_position *p)
{
    uint64_t key = (p->own * 0x9e3779b97f4a7c15u ^ p->other) * 0xbf58476d1ce4e5b9u;
    return &e->near[key >> (64 - e->near_bits)];
}

static bool near_probe(const struct mi_othello_endgame *e,
                       const struct mi_othello_solver_position *p, struct mi_othello_bounds *b)
{
    const struct mi_othello_entry *entry = e->near ? near_entry(e, p) : NULL;
    if (!entry || entry->own != p->own || entry->other != p->other)
        return false;
    *b = (struct mi_othello_bounds){entry->lower, entry->upper, entry->square};
    return true;
}

static void near_store(struct mi_othello_endgame *e, const struct mi_othello_solver_position *p,
                       struct mi_othello_bounds b)
{
    if (e->near)
        *near_entry(e, p) = (struct mi_othello_entry){p->own, p->other, (int8_t)b.lower,
                                                      (int8_t)b.upper, (int8_t)b.square};
}

void mi_othello_prefetch(const struct mi_othello_endgame *e,
                         const struct mi_othello_solver_position *p)
{
    if (p->count < FAR_EMPTY_MIN && e->near)
        __builtin_prefetch(near_entry(e, p));
}

/* ---- many empty squares: the search's table ---- */

static uint64_t far_key(const struct mi_othello_solver_position *p)
{
    return p->player == 0 ? mi_othello_hash(p->own, p->other, 0)
                          : mi_othello_hash(p->other, p->own, 1);
}

static bool far_probe(const struct mi_othello_endgame *e,
                      const struct mi_othello_solver_position *p, struct mi_othello_bounds *b)
{
    int low, high;
    miai_move move = MIAI_NO_MOVE;
    if (!e->solving->recall(e->solving, far_key(p), &low, &high, &move))
        return false;
    bool moves = move >= 0 && move < mi_othello_pass(e->root);
    *b = (struct mi_othello_bounds){mi_othello_ceil_to_discs(low), mi_othello_floor_to_discs(high),
                                    moves ? mi_othello_square_of(e->root, move) : -1};
    return true;
}

static void far_store(const struct mi_othello_endgame *e,
                      const struct mi_othello_solver_position *p, struct mi_othello_bounds b)
{
    e->solving->keep(e->solving, far_key(p), p->count,
                     b.lower > MI_OTHELLO_WORST ? b.lower * MIAI_POINT_SCORE : -MIAI_SCORE_MAX,
                     b.upper < -MI_OTHELLO_WORST ? b.upper * MIAI_POINT_SCORE : MIAI_SCORE_MAX,
                     b.square < 0 ? MIAI_NO_MOVE : mi_othello_move_of(e->root, b.square));
}

/* ---- dispatch ---- */

bool mi_othello_probe(struct mi_othello_endgame *e, const struct mi_othello_solver_position *p,
                      struct mi_othello_bounds *b)
{
    return p->count < FAR_EMPTY_MIN ? near_probe(e, p, b) : far_probe(e, p, b);
}

void mi_othello_store(struct mi_othello_endgame *e, const struct mi_othello_solver_position *p,
                      struct mi_othello_bounds b)
{
    if (p->count < FAR_EMPTY_MIN)
        near_store(e, p, b);
    else
        far_store(e, p, b);
}
