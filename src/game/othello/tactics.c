/* Move ordering and margins for the alpha-beta search. */
#include "othello.h"

/* Orders moves by the opponent's mobility, with corners counted twice. */
static int othello_quiet_score(const void *pos, miai_move move)
{
    const int average_mobility = 8, per_move = 600, max_penalty = 8000;
    const struct mi_othello *o = pos;
    if (move == mi_othello_pass(o))
        return 0;
    uint64_t own = o->discs[o->turn], other = o->discs[!o->turn];
    mi_othello_make_move(&own, &other, mi_othello_square_of(o, move));
    uint64_t replies = mi_othello_moves(other, own, o->board & ~(own | other));
    int score = per_move * (average_mobility - mi_othello_mobility(replies, mi_othello_corners(o)));
    return score < -max_penalty ? -max_penalty : score;
}

static const miai_margins margins = {
    .bytes = sizeof(miai_margins),
    .unit = 3 * MIAI_POINT_SCORE,
    .window = 2 * MIAI_POINT_SCORE,
    .multi_probcut = 5 * MIAI_POINT_SCORE,
    .multi_probcut_step = MIAI_POINT_SCORE / 4,
};

const miai_tactics mi_othello_tactics = {
    .bytes = sizeof(miai_tactics),
    .margins = &margins,
    .quiet_score = othello_quiet_score,
};
