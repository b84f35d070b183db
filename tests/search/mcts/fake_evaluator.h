/* fake_evaluator.h - network-like evaluators: they value many leaves at once, return values and
 * priors together, always the same for the same position, and count requests. */
#ifndef MI_TESTS_SEARCH_MCTS_FAKE_EVALUATOR_H
#define MI_TESTS_SEARCH_MCTS_FAKE_EVALUATOR_H

#include "search/mcts/evaluator/evaluator.h"

#include <stdatomic.h>

/* Joint ones with batches of 8 or 1; one with separate functions for values and priors; and one
 * that returns first values with the priors. */
extern const struct mi_evaluator fake_batch, fake_single, fake_apart, fake_first;

/* One that reports outputs like a network: winning is the value, the score is fake_score() with a
 * deviation of 3, the lead is half of that, and each point's owner is the value.  It wants all
 * legal moves, and fails the test if the line of a leaf does not lead there. */
extern const struct mi_evaluator fake_telling, fake_telling_batch;
double fake_score(const miai_game *game, const void *pos);

/* A joint one with batches of 8 that exports what it has valued and uses what it imports; and one
 * that cannot use imports.  For one thread. */
extern const struct mi_evaluator fake_peer, fake_deaf;

/* Counters since fake_begin(): leaves valued (by fake_peer: not imported), the largest batch, calls
 * for priors only. */
extern atomic_int fake_valued, fake_largest, fake_priors;
void fake_begin(void);

/* The value that all of them give a position, first player's view; a multiple of 1/1024. */
double fake_value(const miai_game *game, const void *pos);

#endif
