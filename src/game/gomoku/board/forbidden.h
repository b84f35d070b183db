/* forbidden.h - what renju forbids Black. */
#ifndef MI_GAME_GOMOKU_BOARD_FORBIDDEN_H
#define MI_GAME_GOMOKU_BOARD_FORBIDDEN_H

#include "position.h"

/* Is black forbidden to play on an empty point, in renju? */
bool mi_gomoku_forbidden(const struct mi_gomoku *g, int point);

/* Why it is, in words: an overline, two fours or two threes; NULL: it is not. */
const char *mi_gomoku_why_forbidden(const struct mi_gomoku *g, int point);

/* May a stone of the colour stand on an empty point? */
static inline bool may_stand(const struct mi_gomoku *g, int point, int colour)
{
    return gomoku_kind(g, colour)[point] != KIND_DOUBTFUL || !mi_gomoku_forbidden(g, point);
}

#endif
