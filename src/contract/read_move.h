/* read_move.h - the move that a text means. */
#ifndef MI_CONTRACT_READ_MOVE_H
#define MI_CONTRACT_READ_MOVE_H

#include "miai_game.h"

/* The move whose text it is in pos, in either case: a legal one, if open says that there are such;
 * or one of another spelling; or else any move at all.  MIAI_NO_MOVE: it is none. */
miai_move mi_read_move(const miai_game *game, const miai_setup *setup, const void *pos, bool open,
                       const char *text);

/* The first of the n moves listed whose text it is in pos, or MIAI_NO_MOVE. */
miai_move mi_find_move(const miai_game *game, const void *pos, const miai_move *list, int n,
                       const char *text);

#endif
