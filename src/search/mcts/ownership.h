/* ownership.h - ownership of each point and lead in points, averaged over the leaves of a
 * Monte-Carlo search.
 *
 * Gathered only if requested (limits->ownership), in games with points.  All sums are in the first
 * player's view. */
#ifndef MI_SEARCH_MCTS_OWNERSHIP_H
#define MI_SEARCH_MCTS_OWNERSHIP_H

#include "search/common/search.h"

enum {
    MI_OWNER_UNIT = 1 << 12, /* unit of the sums of owners and of their squares */
    MI_LEAD_UNIT = 1 << 6    /* unit of the sums of leads and of their squares: 1/64 point */
};

/* Relaxed atomics: a mean may be off by the leaf that is being added. */
struct mi_ownership_stats {
    _Atomic int64_t leaves, lead, squares;
};

/* One block of memory, with the arrays after the struct. */
struct mi_ownership {
    int points, moves; /* of the board; number of the game's moves */
    struct mi_ownership_stats all;
    struct mi_ownership_stats *move; /* [moves]: leaves below each root move */
    _Atomic int64_t *owner;          /* [points] */
    _Atomic int64_t *owner_squares;  /* [points] */
    _Atomic int64_t *move_owner;     /* [moves][points]; NULL: not kept by move */
    _Atomic int64_t *move_squares;   /* the same */
};

/* Does the game have ownership or points? */
bool mi_ownership_suits(const miai_game *game);

/* Bytes of a struct mi_ownership. by_move: with owners for each root move. */
size_t mi_ownership_bytes(const miai_game *game, const miai_setup *setup, bool by_move);

/* Returns NULL if out of memory.  Free it with free(). */
struct mi_ownership *mi_ownership_make(const miai_game *game, const miai_setup *setup,
                                       bool by_move);

/* Adds a leaf below a root move.  deviation: of the leaf's own lead.  shared: other threads may add
 * at the same time. */
void mi_ownership_add(struct mi_ownership *ownership, miai_move move, const float *owner,
                      double lead, double deviation, bool shared);

/* ---- reading: of one root move, or of all leaves with MIAI_NO_MOVE; first player's view ---- */

/* The number of leaves. */
int64_t mi_ownership_leaves(const struct mi_ownership *ownership, miai_move move);

/* Mean and standard deviation of the lead, in points. Returns false if there are no leaves. */
bool mi_ownership_lead(const struct mi_ownership *ownership, miai_move move, double *mean,
                       double *deviation);

/* Each point's mean owner, -1 to 1, and its standard deviation, 0 to 1 (may be NULL).
 * Returns false if there are no leaves, or if owners are not kept by move. */
bool mi_ownership_mean(const struct mi_ownership *ownership, miai_move move, double *mean,
                       double *deviation);

#endif
