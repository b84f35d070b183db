/* diagram.h - for tests: Go positions from diagrams, and moves in them as text. */
#ifndef MI_TESTS_GAME_GO_DIAGRAM_H
#define MI_TESTS_GAME_GO_DIAGRAM_H

#include "game/go/board/move.h"

enum { STATUS_LINE = 512 };

/* Reads the lines of status.txt, but for those that begin with one of these characters.  Returns
 * how many there are, at most `room`. */
int status_lines(char line[][STATUS_LINE], int room, const char *skipped);

/* A board without komi. */
miai_setup board_setup(int width, int height, int rules);

/* An empty position; release it with free(). */
struct mi_go *board_start(const miai_setup *setup);

/* A position from rows, top first, separated by slashes: X and x are black stones, O and o white
 * ones; anything else, and missing rows, is empty. */
struct mi_go *board_draw(const miai_setup *setup, const char *rows);

/* The point marked with one of the letters. */
int board_mark(const struct mi_go *b, const char *rows, const char *marks);

/* Parses a valid move: "pass" or a point. */
miai_move board_point(const miai_setup *setup, const char *text);

bool board_legal(const miai_setup *setup, const void *pos, const char *text);

/* Plays moves separated by spaces, with alternating players. */
void board_play(const miai_setup *setup, void *pos, const char *moves);

/* Is the move among the n of a list? */
bool is_move_listed(const miai_setup *setup, const miai_move *list, int n, const char *text);

#endif
