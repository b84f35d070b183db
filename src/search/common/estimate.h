/* estimate.h - the estimate of an unfinished game, as one thread of a search asks for it: with the
 * memory that the game's evaluation may want. */
#ifndef MI_SEARCH_COMMON_ESTIMATE_H
#define MI_SEARCH_COMMON_ESTIMATE_H

#include "contract/capability.h"
#include "search.h"

struct mi_estimator {
    const miai_game *game;
    const void *weights; /* of its evaluation, or NULL */
    void *memory;        /* the evaluation's; owned */
};

/* Bytes of the memory that one takes. */
size_t mi_estimator_bytes(const struct mi_root *root);

/* False: no memory.  It may be freed all the same, as one that is all zeros may. */
bool mi_estimator_init(struct mi_estimator *estimator, const struct mi_root *root);
void mi_estimator_free(struct mi_estimator *estimator);

/* In the first player's view, where the game has evaluate(). */
static inline int mi_estimate(const struct mi_estimator *estimator, const void *pos)
{
    return estimator->game->evaluation->evaluate(estimator->weights, estimator->memory, pos);
}

/* How good moves look, where the game has priors(). */
static inline void mi_estimate_priors(const struct mi_estimator *estimator, const void *pos,
                                      const miai_move *list, int n, float *prior)
{
    estimator->game->evaluation->priors(estimator->weights, estimator->memory, pos, list, n, prior);
}

#endif
