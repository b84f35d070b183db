/* ladder.h - ladders: can a chain be captured by a series of ataris? */
#ifndef MI_GAME_GO_TACTICS_LADDER_H
#define MI_GAME_GO_TACTICS_LADDER_H

#include "game/go/board/board.h"

/* The side to move plays on p, or passes if p is MI_GO_NONE; then the other side moves.  Is the
 * given chain (one of its stones), of either colour, captured in a ladder?  Kos are not fought.  If
 * there is too much to read, the chain counts as escaped.  Reads on b itself and restores it; the
 * shapes, the list of empty points and the hash are not used. */
bool mi_go_is_caught_in_ladder(struct mi_go *b, int p, int chain);

#endif
