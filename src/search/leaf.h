/* leaf.h - the value of a leaf of the Monte-Carlo tree, and how good its moves look, by the game's
 * evaluation and a short quiescence search. */
#ifndef MI_LEAF_H
#define MI_LEAF_H

#include "search.h"

/* Plies of the quiescence, at most. */
enum { MI_LEAF_PLIES = 12 };

struct mi_leaf {
    const miai_game *game;
    double odds;          /* the score at which a win is e times as likely as a loss */
    size_t size;          /* of a position */
    size_t stride;        /* from one position to the next */
    unsigned char *stack; /* positions, one for each ply and the first; borrowed */
};

/* Bytes of the stack for positions of that size. */
size_t mi_leaf_bytes(size_t size);

struct mi_leaf mi_leaf_make(const struct mi_root *root, double odds, unsigned char *stack);

/* The value of an unfinished game, 0 to 1, in the first player's view. */
double mi_leaf_value(const struct mi_leaf *leaf, const void *pos);

/* As the game's priors(). */
void mi_leaf_priors(const struct mi_leaf *leaf, const void *pos, const miai_move *list, int n,
                    float *prior);

#endif
