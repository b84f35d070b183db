/* leaf.h - the value of a leaf of the Monte-Carlo tree, and how good its moves look, by the game's
 * evaluation and a short quiescence search. */
#ifndef MI_SEARCH_MCTS_EVALUATOR_LEAF_H
#define MI_SEARCH_MCTS_EVALUATOR_LEAF_H

#include "search/alphabeta/stack.h"

/* Plies of the quiescence, at most. */
enum { MI_LEAF_PLIES = 12 };

/* The search has neither a table nor histories of moves: what it finds hangs on the position
 * alone. */
struct mi_leaf {
    struct mi_ab_stack stack;
    struct mi_scale scale;
    struct mi_table table;        /* of no entries */
    struct mi_ab_history history; /* that nothing is taught */
};

/* Bytes that it takes besides itself. */
size_t mi_leaf_bytes(const struct mi_root *root);

/* False: no memory; it may then be freed all the same.  It must not be moved while it is used. */
bool mi_leaf_init(struct mi_leaf *leaf, const struct mi_root *root, double odds);
void mi_leaf_free(struct mi_leaf *leaf);

/* The value of an unfinished game, 0 to 1, in the first player's view. */
double mi_leaf_value(struct mi_leaf *leaf, const void *pos);

/* As the game's priors(); first becomes the values of the positions behind the moves, or, where a
 * move is far worse than another, a bound above them. */
void mi_leaf_priors(struct mi_leaf *leaf, const void *pos, const miai_move *list, int n,
                    float *prior, float *first);

#endif
