/* known.h - what a game knows of a position without a search, by its tablebases or its solver. */
#ifndef MI_SEARCH_COMMON_KNOWN_H
#define MI_SEARCH_COMMON_KNOWN_H

#include "search.h"

/* Bounds of the true score, first player's view: least <= score <= most. */
struct mi_known {
    int least, most; /* -MIAI_SCORE_MAX, MIAI_SCORE_MAX: no bound */
    int plies;       /* upper bound of the distance to a known win or loss; 0: unknown */
    bool by_tables;  /* the tablebases answered, not the solver */
};

/* Asks the game about an unfinished position.  False: nothing known, no bounds.  The answer does
 * not depend on earlier positions, so it may be cached. */
bool mi_query_known(const miai_game *game, const void *tables, const void *pos,
                    struct mi_known *known);

/* The same for searches by score (score.h): bounds in the view of the player, ply plies below the
 * root; +-MI_SCORE_INFINITE: no bound.  *by_tables, unless it is NULL: as above. */
bool mi_known_scores(const miai_game *game, const void *tables, const void *pos, int player,
                     int ply, int *min_score, int *max_score, bool *by_tables);

#endif
