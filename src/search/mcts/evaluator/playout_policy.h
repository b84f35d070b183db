/* playout_policy.h - playout policies for any game, better than random: decisive moves, averages of
 * moves (MAST) and of pairs of moves (N-grams), and playouts that are cut short. */
#ifndef MI_SEARCH_MCTS_EVALUATOR_PLAYOUT_POLICY_H
#define MI_SEARCH_MCTS_EVALUATOR_PLAYOUT_POLICY_H

#include "search/common/estimate.h"
#include "search/common/score.h"
#include "search/common/search.h"

/* Average value of a move or a pair of moves. */
struct mi_move_average {
    float sum; /* of values in the view of the player who made it */
    uint32_t visits;
};

/* The policy's state, for one thread.  Owns memory. */
struct mi_playout_policy {
    const miai_game *game;
    struct mi_estimator estimator;
    enum mi_playout_kind kind;
    const struct mi_limits *limits; /* of the search, or NULL: once a limit is reached, playouts no
                                       longer look for decisive moves */
    size_t size;                    /* of a position */
    int max_plies;                  /* of a playout */
    int early;                      /* plies after which it is cut short; 0: never */
    int moves;                      /* number of the game's moves */
    void *memory;                   /* block that holds the arrays below */
    void *scratch;                  /* two positions */
    struct mi_move_average *mast;   /* [2][moves]: by player and move */
    struct mi_move_average *pairs;  /* by a hash of two consecutive moves */
    struct mi_playout_move {
        uint16_t move, before;
        uint8_t player;
    } * made; /* in the current playout: [max_plies] */
};

/* Do the settings request one of these policies? */
bool mi_playout_policy_wanted(const miai_game *game, const struct mi_settings *settings);

/* Bytes that mi_playout_policy_make() allocates. */
size_t mi_playout_policy_bytes(const struct mi_root *root, const struct mi_settings *settings);

/* Returns false if out of memory. */
bool mi_playout_policy_make(struct mi_playout_policy *policy, const struct mi_root *root,
                            const struct mi_settings *settings);
void mi_playout_policy_free(struct mi_playout_policy *policy);

/* Plays pos out in place and returns its value in the first player's view.  *over: the game has
 * ended with *score.  trace may be NULL. */
double mi_playout_policy_play(struct mi_playout_policy *policy, const struct mi_scale *scale,
                              void *pos, miai_rng *rng, miai_trace *trace, bool *over, int *score);

#endif
