/* rows.h - rows of five in which White could come to a four. */
#ifndef MI_TOOLS_GOMOKU_PROOF_ROWS_H
#define MI_TOOLS_GOMOKU_PROOF_ROWS_H

#include "game/gomoku/board/position.h"
#include "zone.h"

/* Adds to the zone the empty points of rows of five in which White has so many stones, Black none.
 */
void rows_add(const struct mi_gomoku *g, int least, struct zone *zone);

/* The same of the rows through a point. */
void rows_add_through(const struct mi_gomoku *g, int at, int least, struct zone *zone);

#endif
