/* exact.h - results of positions when both play perfectly, of games that have a solver. */
#ifndef MI_TOOLS_NETWORK_EXACT_H
#define MI_TOOLS_NETWORK_EXACT_H

#include "course.h"

struct exact;

/* Solves positions of that board as far as that takes at most about so many nodes each.  NULL: the
 * game has no solver, or none for that board. */
struct exact *exact_open(const miai_game *game, const miai_setup *setup, long nodes);
void exact_close(struct exact *exact); /* or NULL */

/* The score of the course's position, first player's view; false: it takes more. */
bool exact_find(struct exact *exact, const struct course *course, int *score);

#endif
