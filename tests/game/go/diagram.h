/* diagram.h - positions of Go for the tests, from drawings, and moves in them as text. */
#ifndef MI_TESTS_GAME_GO_DIAGRAM_H
#define MI_TESTS_GAME_GO_DIAGRAM_H

#include "game/go/board/move.h"

/* A board without komi. */
miai_setup board_setup(int width, int height, int rules);

/* An empty position; free() takes it. */
struct mi_go *board_start(const miai_setup *setup);

/* A position from its rows, the top one first, with a slash between: X and x are black stones, O
 * and o white ones, all else is empty, and so are rows that are missing. */
struct mi_go *board_draw(const miai_setup *setup, const char *rows);

/* The point drawn as one of the marks. */
int board_mark(const struct mi_go *b, const char *rows, const char *marks);

/* The move of a text, which must be one: "pass" or a point. */
miai_move board_point(const miai_setup *setup, const char *text);

bool board_legal(const miai_setup *setup, const void *pos, const char *text);

/* Plays the moves, with spaces between, each by the player whose turn it is. */
void board_play(const miai_setup *setup, void *pos, const char *moves);

/* Is the move among the n of a list? */
bool board_listed(const miai_setup *setup, const miai_move *list, int n, const char *text);

#endif
