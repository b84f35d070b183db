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

#endif
