/* What a position is worth. */
#include "stable.h"

#include "othello.h"

/* Who has more moves, corners and discs that stay, has more discs in the end. */
static int expect_anywhere(uint64_t board, uint64_t own, uint64_t other)
{
    const int mobility = 120, safe = 250;
    const struct mi_othello_edges edges = mi_othello_edges(board);
    uint64_t empty = board & ~(own | other);
    int mine = mi_othello_count(mi_othello_moves(own, other, empty));
    int theirs = mi_othello_count(mi_othello_moves(other, own, empty));
    return mobility * (mine - theirs) +
           safe * (mi_othello_count(mi_othello_stable(&edges, own, other)) -
                   mi_othello_count(mi_othello_stable(&edges, other, own)));
}

static int clamp(int score, int most)
{
    return score < -most ? -most : score > most ? most : score;
}

int mi_othello_expect(uint64_t board, uint64_t own, uint64_t other)
{
    return clamp(expect_anywhere(board, own, other), MIAI_POINT_SCORE * mi_othello_count(board));
}

int mi_othello_evaluate(const void *context, const void *pos)
{
    const struct mi_othello *o = pos;
    int score = mi_othello_expect(o->board, o->discs[o->turn], o->discs[!o->turn]);
    (void)context;
    return o->turn == 0 ? score : -score;
}
