/* estimate.h - the static evaluation of an unfinished game for one thread, with the memory that the
 * game's evaluation may need. */
#ifndef MI_SEARCH_COMMON_ESTIMATE_H
#define MI_SEARCH_COMMON_ESTIMATE_H

#include "contract/capability.h"
#include "search.h"

struct mi_estimator {
    const miai_game *game;
    const void *weights; /* of its evaluation, or NULL */
    void *memory;        /* the evaluation's; owned */
};

/* Bytes of an estimator's memory. */
size_t mi_estimator_bytes(const struct mi_root *root);

/* Returns false if out of memory.  mi_estimator_free() accepts this estimator, too, and one of
 * zeros. */
bool mi_estimator_init(struct mi_estimator *estimator, const struct mi_root *root);
void mi_estimator_free(struct mi_estimator *estimator);

/* First player's view.  The game must have evaluate(). */
static inline int mi_estimate(const struct mi_estimator *estimator, const void *pos)
{
    return estimator->game->evaluation->evaluate(estimator->weights, estimator->memory, pos);
}

/* Sets the priors of moves.  The game must have priors(). */
static inline void mi_estimate_priors(const struct mi_estimator *estimator, const void *pos,
                                      const miai_move *list, int n, float *prior)
{
    estimator->game->evaluation->priors(estimator->weights, estimator->memory, pos, list, n, prior);
}

#endif
