/* area.h - the area if nobody plays on. */
#ifndef MI_GAME_GO_SCORE_AREA_H
#define MI_GAME_GO_SCORE_AREA_H

#include "game/go/board/board.h"

/* Writes owner[span]: for each point the colour that owns it by area, or MI_GO_EMPTY.  Stones own
 * their points, except in regions that the other colour holds even if it always passes (Benson
 * 1976).  An empty region belongs to a colour if it touches no stone of the other.  suicide: the
 * stones in a region must be adjacent to a chain, too, for the region to be vital to it, because
 * their owner could remove them by suicide. */
void mi_go_area(const struct mi_go *b, bool suicide, uint8_t *owner);

#endif
