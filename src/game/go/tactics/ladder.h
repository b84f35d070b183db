/* ladder.h - is a chain lost if its hunter gives atari after atari? */
#ifndef MI_GAME_GO_TACTICS_LADDER_H
#define MI_GAME_GO_TACTICS_LADDER_H

#include "game/go/board/board.h"

/* After the player to move has played on p, or passed (MI_GO_NONE), and the other goes on: is the
 * chain of the stone on prey, be it his or the other's, taken in a ladder?  A ko is not fought, and
 * where there is too much to read the chain counts as escaped. */
bool mi_go_ladder(const struct mi_go *b, int p, int prey);

#endif
