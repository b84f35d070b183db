/* find.h - the points of a position that matter, and how good they look. */
#ifndef MI_GAME_GOMOKU_THREAT_FIND_H
#define MI_GAME_GOMOKU_THREAT_FIND_H

#include "game/gomoku/board/position.h"

/* Lists the empty points where a colour has a kind from least on, KIND_DOUBTFUL left out.  list has
 * room for all points. */
int mi_gomoku_find(const struct mi_gomoku *g, int colour, int least, miai_move *list);

/* How many there are. */
static inline int gomoku_count(const struct mi_gomoku *g, int colour, int least)
{
    int n = 0;
    for (int kind = least; kind < KIND_DOUBTFUL; kind++)
        n += g->kinds[colour][kind];
    return n;
}

/* Has the other colour a move that wins at once, or that makes an open four?  Then only few moves
 * are worth a thought. */
static inline bool gomoku_is_threatened(const struct mi_gomoku *g)
{
    const uint16_t *kinds = g->kinds[others(g->colour)];
    return kinds[KIND_FIVE] + kinds[KIND_WIN] > 0 && g->opening == OPENING_OVER;
}

/* Lists the moves of a colour that the other threatens with an open four, or two fours. */
int mi_gomoku_defences(const struct mi_gomoku *g, int own, miai_move *list);

/* The moves worth a search, as the contract has them: at least one. */
int mi_gomoku_candidates(const void *pos, miai_move *list);

/* How good an empty point looks for whoever is to move. */
int mi_gomoku_looks(const struct mi_gomoku *g, int point);

#endif
