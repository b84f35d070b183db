/* stable.h - discs that no move can turn any more. */
#ifndef MI_GAME_OTHELLO_STABLE_H
#define MI_GAME_OTHELLO_STABLE_H

#include "board.h"

/* The edges of a board: for each of the four lines through a square, has it no neighbour on the
 * one side, or on the other? */
struct mi_othello_edges {
    uint64_t board;
    mi_four edge;
};

struct mi_othello_edges mi_othello_find_edges(uint64_t board);

/* Discs of own that are safe for good: on each of the four lines through one, the line is full, or
 * it is at an edge or beside another such disc.  Not all of them are found. */
uint64_t mi_othello_stable(const struct mi_othello_edges *edges, uint64_t own, uint64_t other);

#endif
