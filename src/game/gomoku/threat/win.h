/* win.h - wins by threats, looked for a short time at any position and a long one before a search.
 */
#ifndef MI_GAME_GOMOKU_THREAT_WIN_H
#define MI_GAME_GOMOKU_THREAT_WIN_H

#include "game/gomoku/board/position.h"

/* Does who is to move win by fours, as few positions tell?  *plies: how long that takes. */
bool mi_gomoku_wins_by_fours(const struct mi_gomoku *g, int *plies);

/* As the contract has it. */
miai_move mi_gomoku_find_win(const void *pos, int64_t positions, bool (*go_on)(void *arg),
                             void *arg);

#endif
