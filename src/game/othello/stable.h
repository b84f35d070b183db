/* stable.h - stable discs, which can never be flipped again. */
#ifndef MI_GAME_OTHELLO_STABLE_H
#define MI_GAME_OTHELLO_STABLE_H

#include "board.h"

/* The edges of a board: for each of the four lines through a square, is the square at an end of the
 * line? */
struct mi_othello_edges {
    uint64_t board;
    mi_four edge;
};

struct mi_othello_edges mi_othello_find_edges(uint64_t board);

/* Own discs that are certainly stable: each of the four lines through them is full, or ends at the
 * disc, or has another stable own disc next to it.  Does not find all stable discs. */
uint64_t mi_othello_stable(const struct mi_othello_edges *edges, uint64_t own, uint64_t other);

#endif
