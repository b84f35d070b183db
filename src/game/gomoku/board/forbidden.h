/* forbidden.h - moves forbidden to Black in renju. */
#ifndef MI_GAME_GOMOKU_BOARD_FORBIDDEN_H
#define MI_GAME_GOMOKU_BOARD_FORBIDDEN_H

#include "position.h"

/* Is Black forbidden to play on an empty point?  Always false under other rules. */
bool mi_gomoku_forbidden(const struct mi_gomoku *g, int point);

/* Why the move is forbidden: overline, two fours or two threes.  NULL if it is not. */
const char *mi_gomoku_why_forbidden(const struct mi_gomoku *g, int point);

/* May the colour play on an empty point? */
static inline bool may_play_at(const struct mi_gomoku *g, int point, int colour)
{
    return gomoku_kind(g, colour)[point] != KIND_MAYBE_FORBIDDEN || !mi_gomoku_forbidden(g, point);
}

#endif
