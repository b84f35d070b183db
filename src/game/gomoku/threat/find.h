/* find.h - points of a given kind, and candidate moves. */
#ifndef MI_GAME_GOMOKU_THREAT_FIND_H
#define MI_GAME_GOMOKU_THREAT_FIND_H

#include "game/gomoku/board/position.h"

/* Lists the empty points of a colour whose kind is `min_kind` or better, without
 * KIND_MAYBE_FORBIDDEN. list must have space for all points. */
int mi_gomoku_find_points(const struct mi_gomoku *g, int colour, int min_kind, miai_move *list);

/* The length of that list. */
static inline int gomoku_count_points(const struct mi_gomoku *g, int colour, int min_kind)
{
    int n = 0;
    for (int kind = min_kind; kind < KIND_MAYBE_FORBIDDEN; kind++)
        n += g->kinds[colour][kind];
    return n;
}

/* Does the opponent threaten to make five or an open four?  Then only few moves make sense. */
static inline bool gomoku_is_threatened(const struct mi_gomoku *g)
{
    const uint16_t *kinds = g->kinds[others(g->colour)];
    return kinds[KIND_FIVE] + kinds[KIND_WIN] > 0 && g->opening == OPENING_OVER;
}

/* Lists the moves of a colour that may stop an open four or a double four of the opponent. */
int mi_gomoku_defences(const struct mi_gomoku *g, int own, miai_move *list);

/* See miai_hints.candidates: never empty. */
int mi_gomoku_candidates(const void *pos, miai_move *list);

/* How good an empty point looks for the side to move (move ordering). */
int mi_gomoku_move_score(const struct mi_gomoku *g, int point);

#endif
