/* rows.h - rows of five in which a colour could still make a four. */
#ifndef MI_GAME_GOMOKU_THREAT_ROWS_H
#define MI_GAME_GOMOKU_THREAT_ROWS_H

#include "zone.h"

/* Adds to the zone the empty points of rows of five with at least min_stones stones of the colour
 * and none of the other. */
void mi_gomoku_add_rows(const struct mi_gomoku *g, int colour, int min_stones,
                        struct gomoku_zone *zone);

/* The same for rows on the four lines through a point. */
void mi_gomoku_add_rows_through(const struct mi_gomoku *g, int colour, int at, int min_stones,
                                struct gomoku_zone *zone);

#endif
