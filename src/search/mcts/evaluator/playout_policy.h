/* playout_policy.h - playouts that are more than random in any game, by the plain loop over the
 * contract: decisive moves, averages of moves and of pairs of moves, and playouts that stop early.
 */
#ifndef MI_SEARCH_MCTS_EVALUATOR_PLAYOUT_POLICY_H
#define MI_SEARCH_MCTS_EVALUATOR_PLAYOUT_POLICY_H

#include "search/common/estimate.h"
#include "search/common/score.h"
#include "search/common/search.h"

/* What a move, or a pair of them, has come to. */
struct mi_move_average {
    float sum; /* of values in the view of who made it */
    uint32_t visits;
};

/* A player of playouts, for one thread.  Owns memory. */
struct mi_playout_policy {
    const miai_game *game;
    struct mi_estimator estimator;
    enum mi_playout_kind kind;
    const struct mi_limits *limits; /* of the search: once they are over it draws at random, where
                                       to look at moves takes long; or NULL */
    size_t size;                    /* of a position */
    int most;                       /* plies of a playout */
    int early;     /* after so many it stops and is evaluated; 0: it goes to the end */
    int moves;     /* numbers of moves */
    void *memory;  /* all that follows */
    void *scratch; /* two positions */
    struct mi_move_average *mast;  /* [2][moves]: by player and move */
    struct mi_move_average *pairs; /* by a hash of two moves one after the other */
    struct mi_playout_move {
        uint16_t move, before;
        uint8_t player;
    } * made; /* in the playout that is on: [most] */
};

/* Do the settings want such a player? */
bool mi_playout_policy_wanted(const miai_game *game, const struct mi_settings *settings);

/* Bytes that one takes. */
size_t mi_playout_policy_bytes(const struct mi_root *root, const struct mi_settings *settings);

/* False: no memory. */
bool mi_playout_policy_make(struct mi_playout_policy *policy, const struct mi_root *root,
                            const struct mi_settings *settings);
void mi_playout_policy_free(struct mi_playout_policy *policy);

/* Plays pos on, in place, and returns its value, first player's view.  *over: the game has ended,
 * with that score.  trace may be NULL. */
double mi_playout_policy_play(struct mi_playout_policy *policy, const struct mi_scale *scale,
                              void *pos, miai_rng *rng, miai_trace *trace, bool *over, int *score);

#endif
