/* semeai.h - capturing races. */
#ifndef MI_GAME_GO_TACTICS_SEMEAI_H
#define MI_GAME_GO_TACTICS_SEMEAI_H

#include "game/go/board/board.h"

/* Lists moves of the side to move in capturing races next to the last move, a stone on point last.
 * If an own chain adjacent to that stone has few liberties, the list has the liberties of each
 * adjacent enemy chain that has no more liberties.  Self-ataris, ko captures and enemy chains in
 * atari are left out.  Writes at most `capacity` points, possibly with duplicates, and returns how
 * many. */
int mi_go_semeai_moves(const struct mi_go *b, int last, uint16_t *list, int capacity);

#endif
