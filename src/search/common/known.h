/* known.h - bounds of a score without a search: from tablebases or the game's solver. */
#ifndef MI_SEARCH_COMMON_KNOWN_H
#define MI_SEARCH_COMMON_KNOWN_H

#include "search.h"

/* Bounds of the true score, first player's view: min <= score <= max. */
struct mi_known {
    int min, max;    /* -MIAI_SCORE_MAX, MIAI_SCORE_MAX: no bound */
    int plies;       /* upper bound of the distance to a known win or loss; 0: unknown */
    bool by_tables;  /* the tablebases answered, not the solver */
};

/* Probes the tablebases and the solver for an unfinished position.  Returns false if nothing is
 * known.  The bounds do not depend on earlier positions, so they may be cached. */
bool mi_query_known(const miai_game *game, const void *tables, const void *pos,
                    struct mi_known *known);

/* The same for alpha-beta: bounds as search scores (score.h) in the view of player, ply plies below
 * the root; +-MI_SCORE_INFINITE: no bound.  by_tables may be NULL. */
bool mi_known_scores(const miai_game *game, const void *tables, const void *pos, int player,
                     int ply, int *min_score, int *max_score, bool *by_tables);

#endif
