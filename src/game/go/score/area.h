/* area.h - what belongs to whom if nobody plays on. */
#ifndef MI_GAME_GO_SCORE_AREA_H
#define MI_GAME_GO_SCORE_AREA_H

#include "game/go/board/board.h"

/* Writes owner[span], for each point the colour that it counts for by area, or MI_GO_EMPTY: all
 * stones, but for those in regions that the other colour holds even if it always passes (Benson
 * 1976), and the empty regions beside stones of one colour alone.  suicide: a region is vital to a
 * chain only if the stones in it stand beside the chain, too; they could be taken off the board by
 * their owner. */
void mi_go_area(const struct mi_go *b, bool suicide, uint8_t *owner);

#endif
