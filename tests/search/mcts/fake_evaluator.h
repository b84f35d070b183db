/* fake_evaluator.h - an evaluator like a network: it takes many leaves at once, gives values and
 * priors together, the same ones for the same position, and counts what it is asked. */
#ifndef MI_TESTS_SEARCH_MCTS_FAKE_EVALUATOR_H
#define MI_TESTS_SEARCH_MCTS_FAKE_EVALUATOR_H

#include "search/mcts/evaluator/evaluator.h"

#include <stdatomic.h>

/* Joint ones that take up to 8 leaves or one; the same values and priors from two functions; and
 * one that tells the value of each move's position with the priors. */
extern const struct mi_evaluator fake_batch, fake_single, fake_apart, fake_first;

/* One that tells what its value is made of, as a network does: winning is the value, the score is
 * fake_score() with a deviation of 3, the lead is half of that, and each point is owned by the
 * value.  It wants all legal moves, and stops the test where the line of a leaf does not lead
 * there. */
extern const struct mi_evaluator fake_telling, fake_telling_batch;
double fake_score(const miai_game *game, const void *pos);

/* A joint one that takes up to 8 leaves, tells its peers what it has valued, and values for nothing
 * what they told; and one to which nothing that they tell is of use.  For one thread. */
extern const struct mi_evaluator fake_peer, fake_deaf;

/* Since fake_begin(): leaves valued (of fake_peer those that were not told), the most at once, and
 * calls for priors alone. */
extern atomic_int fake_valued, fake_largest, fake_priors;
void fake_begin(void);

/* The value that all of them give a position, first player's view; a multiple of 1/1024. */
double fake_value(const miai_game *game, const void *pos);

#endif
