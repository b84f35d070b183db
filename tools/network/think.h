/* think.h - evaluates positions by a search, for networks trained on their own searches. */
#ifndef MI_TOOLS_NETWORK_THINK_H
#define MI_TOOLS_NETWORK_THINK_H

#include "course.h"

struct nn_evaluator;

/* Playout cap randomization (Wu 2019, section 3.1): a fraction `full` of the moves gets full
 * searches, with root noise and forced playouts, and is used for training; the others get cheap
 * ones, so that there are more games. full = 1: all. */
struct think_effort {
    long playouts, cheap;
    double full, noise, forced;
};

/* Searches with a network, or without one if file is "none". NULL on failure, with the reason in
 * error. */
struct nn_evaluator *think_open(const miai_game *game, const char *file,
                                const struct think_effort *effort, char *error, size_t size);
void think_close(struct nn_evaluator *nn_evaluator);

/* Fills out like mi_net_run(), by a full search or a cheap one: the policy has the logarithms of
 * the moves' shares of visits, the value is that of the search; ownership and score are 0. *proof:
 * as in miai_info. Returns false on failure. */
bool search_position(struct nn_evaluator *nn_evaluator, const struct course *course, bool full,
                     struct mi_net_out *out, int *proof);

#endif
