/* ladder_katago.h - ladders as KataGo's networks see them, who learnt from its reading: each answer
 * is tried, also the captures that would gain liberties, and no ko is fought for the chain's death.
 */
#ifndef MI_GAME_GO_TACTICS_LADDER_KATAGO_H
#define MI_GAME_GO_TACTICS_LADDER_KATAGO_H

#include "game/go/board/board.h"

/* A chain of one or two liberties that is lost, and the moves that begin the ladder. */
struct go_katago_ladder {
    int moves; /* 0 for a chain in atari, whose owner is to move */
    uint16_t move[2];
};

/* Finds all chains that cannot escape: a chain in atari though its owner moves, a chain of two
 * liberties if the other colour moves.  Calls found() for each, with its head.  ko: where nobody
 * may play at first, or MI_GO_NONE.  Without memory it finds none. */
void mi_go_katago_ladders(const struct mi_go *b, int ko,
                          void (*found)(void *context, const struct mi_go *b, int head,
                                        const struct go_katago_ladder *ladder),
                          void *context);

#endif
