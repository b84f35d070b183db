/* recipe.h - learns everything in a weights file from game records. */
#ifndef MI_TOOLS_GO_PATTERNS_RECIPE_H
#define MI_TOOLS_GO_PATTERNS_RECIPE_H

#include "games.h"
#include "write.h"

struct options {
    long games, held_out; /* number of games at the end held out for testing */
    int step;             /* every step-th position is used */
    int rounds;           /* passes over all positions */
    unsigned often;       /* minimum number of occurrences of a large pattern */
    double rate;          /* initial learning rate; falls to 0 */
};

/* Learns from the games; reports progress and predictions on standard error.  The same games and
 * options give the same weights.  The caller frees learned->pattern.  Returns false, after
 * reporting it and with nothing in learned, if the games have no moves to learn from or more
 * patterns than fit in a file. */
bool learn_weights(struct learned *learned, const struct games *games,
                   const struct options *options);

#endif
