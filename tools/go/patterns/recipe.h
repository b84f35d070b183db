/* recipe.h - from records of games to all that a file of weights holds. */
#ifndef MI_TOOLS_GO_PATTERNS_RECIPE_H
#define MI_TOOLS_GO_PATTERNS_RECIPE_H

#include "games.h"
#include "write.h"

struct options {
    long games, held_out; /* of so many games the last held_out test */
    int step;             /* one of so many positions is used */
    int rounds;           /* over all of them */
    unsigned often;       /* a large pattern was played at least so many times */
    double rate;          /* of learning at first; it falls to 0 */
};

/* Learns from the games, and tells on standard error how far it is and what it foresees.  The same
 * games and options give the same weights.  learned->pattern is freed by the caller.  False, and
 * that is told too, with nothing in learned: the games have no moves to learn from, or more
 * patterns than a file holds. */
bool learn_weights(struct learned *learned, const struct games *games,
                   const struct options *options);

#endif
