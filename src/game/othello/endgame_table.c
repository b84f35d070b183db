/* What the solver keeps of positions: those of few empty squares in a table of its own, which stays
 * in the second cache, the others in the table that the search lends. */
#include "endgame.h"

#include <math.h>
#include <stdlib.h>

enum {
    FAR = 12, /* empty squares from which a position is kept in the table that is lent */
    BITS = 13,
    FEW_BITS = 8 /* of the own table, where it serves positions of FAR and of fewer */
};

/* ---- scores as the library has them, in parts of a disc ---- */

static int clamp(int score)
{
    return score < MI_OTHELLO_WORST    ? MI_OTHELLO_WORST
           : score > -MI_OTHELLO_WORST ? -MI_OTHELLO_WORST
                                       : score;
}

int mi_othello_disc_below(int score)
{
    return clamp((int)floor(score / (double)MIAI_POINT_SCORE));
}

int mi_othello_disc_above(int score)
{
    return clamp((int)ceil(score / (double)MIAI_POINT_SCORE));
}

/* ---- positions of few empty squares ---- */

/* Without memory for it a solver does without. */
void mi_othello_set_up_near(struct mi_othello_endgame *e, int count)
{
    e->near_bits = count < FAR ? FEW_BITS : BITS;
    if (count > MI_OTHELLO_LAST)
        e->near = calloc((size_t)1 << e->near_bits, sizeof *e->near);
}

static struct mi_othello_entry *entry_of(const struct mi_othello_endgame *e,
                                         const struct mi_othello_solver_place *p)
{
    uint64_t key = (p->own * 0x9e3779b97f4a7c15u ^ p->other) * 0xbf58476d1ce4e5b9u;
    return &e->near[key >> (64 - e->near_bits)];
}

static bool recall_near(const struct mi_othello_endgame *e, const struct mi_othello_solver_place *p,
                        struct mi_othello_bounds *b)
{
    const struct mi_othello_entry *entry = e->near ? entry_of(e, p) : NULL;
    if (!entry || entry->own != p->own || entry->other != p->other)
        return false;
    *b = (struct mi_othello_bounds){entry->least, entry->most, entry->square};
    return true;
}

static void keep_near(struct mi_othello_endgame *e, const struct mi_othello_solver_place *p,
                      struct mi_othello_bounds b)
{
    if (e->near)
        *entry_of(e, p) = (struct mi_othello_entry){p->own, p->other, (int8_t)b.least,
                                                    (int8_t)b.most, (int8_t)b.square};
}

void mi_othello_fetch(const struct mi_othello_endgame *e, const struct mi_othello_solver_place *p)
{
    if (p->count < FAR && e->near)
        __builtin_prefetch(entry_of(e, p));
}

/* ---- positions of many ---- */

static uint64_t key_of(const struct mi_othello_solver_place *p)
{
    return p->player == 0 ? mi_othello_hash(p->own, p->other, 0)
                          : mi_othello_hash(p->other, p->own, 1);
}

static bool recall_far(const struct mi_othello_endgame *e, const struct mi_othello_solver_place *p,
                       struct mi_othello_bounds *b)
{
    int low, high;
    miai_move move = MIAI_NO_MOVE;
    if (!e->solving->recall(e->solving, key_of(p), &low, &high, &move))
        return false;
    bool moves = move >= 0 && move < mi_othello_pass(e->root);
    *b = (struct mi_othello_bounds){mi_othello_disc_above(low), mi_othello_disc_below(high),
                                    moves ? mi_othello_square_of(e->root, move) : -1};
    return true;
}

static void keep_far(const struct mi_othello_endgame *e, const struct mi_othello_solver_place *p,
                     struct mi_othello_bounds b)
{
    e->solving->keep(e->solving, key_of(p), p->count,
                     b.least > MI_OTHELLO_WORST ? b.least * MIAI_POINT_SCORE : -MIAI_SCORE_MAX,
                     b.most < -MI_OTHELLO_WORST ? b.most * MIAI_POINT_SCORE : MIAI_SCORE_MAX,
                     b.square < 0 ? MIAI_NO_MOVE : mi_othello_move_of(e->root, b.square));
}

/* ---- both ---- */

bool mi_othello_recall(struct mi_othello_endgame *e, const struct mi_othello_solver_place *p,
                       struct mi_othello_bounds *b)
{
    return p->count < FAR ? recall_near(e, p, b) : recall_far(e, p, b);
}

void mi_othello_store(struct mi_othello_endgame *e, const struct mi_othello_solver_place *p,
                      struct mi_othello_bounds b)
{
    if (p->count < FAR)
        keep_near(e, p, b);
    else
        keep_far(e, p, b);
}
