/* area.h - the area if nobody plays on. */
#ifndef MI_GAME_GO_SCORE_AREA_H
#define MI_GAME_GO_SCORE_AREA_H

#include "game/go/board/board.h"

/* Writes owner[span]: for each point the colour that owns it by area, or MI_GO_EMPTY.  Stones own
 * their points, except in regions that the other colour holds even if it always passes (Benson
 * 1976). An empty region belongs to a colour if it touches no stone of the other.
 *
 * suicide: is suicide legal?  Then a region is vital to a chain only if the enemy stones in it are
 * adjacent to the chain, too, because their owner could remove them by suicide. */
void mi_go_area(const struct mi_go *b, bool suicide, uint8_t *owner);

/* Writes life[span]: the owner in regions of the area that live without help, otherwise
 * MI_GO_EMPTY. A region is connected and has one owner. A region that touches a neutral point or
 * has a chain in atari does not live without help: KataGo treats it as seki. Returns the number of
 * Black's independent regions minus White's. */
int mi_go_independent_life(const struct mi_go *b, const uint8_t *area, uint8_t *life);

#endif
