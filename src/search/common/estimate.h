/* estimate.h - the estimate of an unfinished game, as one thread of a search asks for it: from the
 * game's evaluation, with memory of its own, or from its knowledge. */
#ifndef MI_ESTIMATE_H
#define MI_ESTIMATE_H

#include "contract/parts.h"
#include "search.h"

struct mi_estimator {
    const miai_game *game;
    const void *context; /* of its knowledge */
    const void *weights; /* of its evaluation; NULL: the knowledge alone */
    void *memory;        /* the evaluation's; owned */
};

/* Bytes of the memory that one takes. */
size_t mi_estimator_bytes(const struct mi_root *root);

/* False: no memory.  It may be freed all the same, as one that is all zeros may. */
bool mi_estimator_init(struct mi_estimator *estimator, const struct mi_root *root);
void mi_estimator_free(struct mi_estimator *estimator);

/* In the first player's view, where the game's knowledge evaluates. */
static inline int mi_estimate(const struct mi_estimator *estimator, const void *pos)
{
    const miai_game *game = estimator->game;
    return estimator->weights
               ? game->evaluation->evaluate(estimator->weights, estimator->memory, pos)
               : game->knowledge->evaluate(estimator->context, pos);
}

/* How good moves look, as the contract's priors() of either, where the game's knowledge has them.
 */
static inline void mi_estimate_priors(const struct mi_estimator *estimator, const void *pos,
                                      const miai_move *list, int n, float *prior)
{
    const miai_game *game = estimator->game;
    if (estimator->weights && mi_evaluation(game)->priors)
        mi_evaluation(game)->priors(estimator->weights, estimator->memory, pos, list, n, prior);
    else
        mi_knowledge(game)->priors(estimator->context, pos, list, n, prior);
}

#endif
