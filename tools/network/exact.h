/* exact.h - results under perfect play, for games that have a solver. */
#ifndef MI_TOOLS_NETWORK_EXACT_H
#define MI_TOOLS_NETWORK_EXACT_H

#include "course.h"

struct exact;

/* Solves positions of that board if that takes at most about so many nodes. NULL: the game has no
 * solver, or none for that board. */
struct exact *exact_open(const miai_game *game, const miai_setup *setup, long nodes);
void exact_close(struct exact *exact); /* or NULL */

/* The score of the course's position, first player's view; false if it takes more nodes. */
bool exact_find(struct exact *exact, const struct course *course, int *score);

/* Solves the position after each legal move. The policy prefers moves that keep the result, then
 * quick wins and slow losses; win and loss are those of the best move. About three of the positions
 * after the moves are kept with only a value. *found: all moves were solved; otherwise they are
 * equal and the result is open. *score: first player's view. False: out of memory. */
bool exact_moves(struct exact *exact, struct course *course, struct mi_net_out *out, bool *found,
                 int *score);

#endif
