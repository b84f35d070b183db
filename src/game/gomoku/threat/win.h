/* win.h - wins by threats: a short search for any position, and a long one before the main
 * search. */
#ifndef MI_GAME_GOMOKU_THREAT_WIN_H
#define MI_GAME_GOMOKU_THREAT_WIN_H

#include "game/gomoku/board/position.h"

/* Does the side to move win by fours, according to a short search?  *plies: length of the win. */
bool mi_gomoku_wins_by_fours(const struct mi_gomoku *g, int *plies);

/* See miai_solver.find_win. */
miai_move mi_gomoku_find_win(const void *pos, int64_t positions, bool (*go_on)(void *arg),
                             void *arg);

#endif
