/* leaf.h - values and priors of a Monte-Carlo leaf from the static evaluation and a short
 * quiescence search. */
#ifndef MI_SEARCH_MCTS_EVALUATOR_LEAF_H
#define MI_SEARCH_MCTS_EVALUATOR_LEAF_H

#include "search/alphabeta/stack.h"

/* Maximum plies of the quiescence search. */
enum { MI_LEAF_PLIES = 12 };

/* The search has no table and no history, so its result depends only on the position. */
struct mi_leaf {
    struct mi_ab_stack stack;
    struct mi_scale scale;
    struct mi_table table;        /* empty */
    struct mi_ab_history history; /* empty */
};

/* Bytes that mi_leaf_init() allocates. */
size_t mi_leaf_bytes(const struct mi_root *root);

/* Returns false if out of memory; call mi_leaf_free() in either case.  The struct must not be moved
 * while in use.
 */
bool mi_leaf_init(struct mi_leaf *leaf, const struct mi_root *root, double odds);
void mi_leaf_free(struct mi_leaf *leaf);

/* The value of an unfinished game, 0 to 1, in the first player's view. */
double mi_leaf_value(struct mi_leaf *leaf, const void *pos);

/* Priors, in the form of the game's priors().  first: the values of the children; for moves far
 * worse than another, upper bounds. */
void mi_leaf_priors(struct mi_leaf *leaf, const void *pos, const miai_move *list, int n,
                    float *prior, float *first);

#endif
