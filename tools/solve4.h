/* solve4.h - exact values of positions of Connect Four on the usual board of 7x6. */
#ifndef SOLVE4_H
#define SOLVE4_H

#include <stdbool.h>

enum { SOLVE4_WIDTH = 7, SOLVE4_HEIGHT = 6 };

struct solve4;

struct solve4 *solve4_new(void); /* NULL: no memory; it takes 256 MiB */
void solve4_free(struct solve4 *solver);

/* Plays the columns (0 to 6) from the empty board; false if one is full or the game is over before
 * the last.  The value of the position: 1 a win of who is to move, 0 a draw, -1 a loss. */
bool solve4_value(struct solve4 *solver, const char *columns, int n, int *value);

/* Is it a position where a choice is to be made: not over, no win at once, no win of the opponent
 * to stop? */
bool solve4_quiet(const char *columns, int n);

#endif
