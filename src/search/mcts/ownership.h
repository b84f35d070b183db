/* ownership.h - ownership and lead over the leaves of a Monte-Carlo search: whose each point will
 * be, and by how much the game will be won.
 *
 * Gathered only while somebody wants it (limits->ownership), of games whose scores count points.
 * All sums are in the first player's view. */
#ifndef MI_SEARCH_MCTS_OWNERSHIP_H
#define MI_SEARCH_MCTS_OWNERSHIP_H

#include "search/common/search.h"

enum {
    MI_OWNER_UNIT =
        1 << 12,          /* the first player's point in a sum of owners, and in one of squares */
    MI_LEAD_UNIT = 1 << 6 /* a point, or a square point, in a sum of leads */
};

/* Threads add to it with relaxed order and read it as it happens to be: a mean may be off by the
 * leaf that is being added. */
struct mi_ownership_tally {
    _Atomic int64_t leaves, lead, squares;
};

/* One block with the arrays behind it. */
struct mi_ownership {
    int points, moves; /* of the board; numbers of moves */
    struct mi_ownership_tally all;
    struct mi_ownership_tally *move; /* [moves]: the leaves behind each root move */
    _Atomic int64_t *owner;          /* [points] */
    _Atomic int64_t *owner_squares;  /* [points] */
    _Atomic int64_t *move_owner;     /* [moves][points], or NULL: they are not kept apart */
};

/* Do the scores of the game count points, so that there is something to gather? */
bool mi_ownership_suits(const miai_game *game);

/* Bytes of one; by_move: with the owners for each root move apart. */
size_t mi_ownership_bytes(const miai_game *game, const miai_setup *setup, bool by_move);

/* NULL: no memory.  free() frees it. */
struct mi_ownership *mi_ownership_make(const miai_game *game, const miai_setup *setup,
                                       bool by_move);

/* Adds a leaf behind that root move, whose lead scatters by deviation by itself.  shared: other
 * threads add, too. */
void mi_ownership_add(struct mi_ownership *ownership, miai_move move, const float *owner,
                      double lead, double deviation, bool shared);

/* ---- reading, of a root move or, with MIAI_NO_MOVE, of all leaves; first player's view ---- */

/* The leaves that were added. */
int64_t mi_ownership_leaves(const struct mi_ownership *ownership, miai_move move);

/* The mean of the leads and its deviation, in points; false where there are no leaves. */
bool mi_ownership_lead(const struct mi_ownership *ownership, miai_move move, double *mean,
                       double *deviation);

/* The mean of each point's owner, -1 to 1, and its deviation, 0 to 1, where that is not NULL; false
 * where there are no leaves or they were not kept apart.  Of a root move deviations are 0. */
bool mi_ownership_mean(const struct mi_ownership *ownership, miai_move move, double *mean,
                       double *deviation);

#endif
