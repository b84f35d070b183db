/* ladder_katago.h - ladders as KataGo reads them, since its networks learned from that reading:
 * every answer is tried, including captures that would gain liberties, and kos are not fought. */
#ifndef MI_GAME_GO_TACTICS_LADDER_KATAGO_H
#define MI_GAME_GO_TACTICS_LADDER_KATAGO_H

#include "game/go/board/board.h"

/* A captured chain of one or two liberties, and the moves that start the ladder. */
struct go_katago_ladder {
    int moves; /* 0 for a chain in atari with its owner to move */
    uint16_t move[2];
};

/* Finds all chains that cannot escape: those in atari even if their owner moves, and those with two
 * liberties if the opponent moves.  Calls found() for each with its head.  ko: a point where nobody
 * may play at first, or MI_GO_NONE.  Finds none if there is no memory. */
void mi_go_katago_ladders(const struct mi_go *b, int ko,
                          void (*found)(void *context, const struct mi_go *b, int head,
                                        const struct go_katago_ladder *ladder),
                          void *context);

#endif
