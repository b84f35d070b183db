/* read_move.h - finds the move that a text means. */
#ifndef MI_CONTRACT_READ_MOVE_H
#define MI_CONTRACT_READ_MOVE_H

#include "miai_game.h"

/* Finds the move for a text, ignoring case: first among the legal moves (only if open is set: the
 * game can go on), then by the game's other notations, then among all moves, legal or not.
 * MIAI_NO_MOVE if the text means no move. */
miai_move mi_read_move(const miai_game *game, const miai_setup *setup, const void *pos, bool open,
                       const char *text);

/* Finds the first of n listed moves with this text in pos, or MIAI_NO_MOVE. */
miai_move mi_find_move(const miai_game *game, const void *pos, const miai_move *list, int n,
                       const char *text);

#endif
