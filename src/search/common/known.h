/* known.h - what a game can tell of a position without a search: by its tables, or its solver. */
#ifndef MI_SEARCH_COMMON_KNOWN_H
#define MI_SEARCH_COMMON_KNOWN_H

#include "search.h"

/* The true score of a position in the first player's view: least <= score <= most. */
struct mi_known {
    int least, most; /* -MIAI_SCORE_MAX, MIAI_SCORE_MAX: no bound */
    int plies;       /* that a known win or loss is away at most; 0: unknown */
};

/* Asks the game of a position that is not over; false, and no bounds: it tells nothing.  What it
 * tells holds whatever lies before the position, so that it may be kept for it. */
bool mi_query_known(const miai_game *game, const void *tables, const void *pos,
                    struct mi_known *known);

/* The same for the searches by score (see score.h): bounds in the view of the player, ply plies
 * below the root, MI_SCORE_INFINITE where there is none. */
bool mi_known_scores(const miai_game *game, const void *tables, const void *pos, int player,
                     int ply, int *least, int *most);

#endif
