/* think.h - what a search says of positions, for networks that learn from searches by themselves.
 */
#ifndef MI_TOOLS_NETWORK_THINK_H
#define MI_TOOLS_NETWORK_THINK_H

#include "course.h"

struct nn_evaluator;

/* Playout cap randomisation (Wu 2019, section 3.1): of the moves that part is searched by all the
 * playouts, with noise and forced ones at the root, and learned from; the others by few, so that
 * there are more games.  full = 1: all are. */
struct think_effort {
    long playouts, cheap;
    double full, noise, forced;
};

/* Searches by a network, or without one: file is "none".  NULL: it cannot, and error says why. */
struct nn_evaluator *think_open(const miai_game *game, const char *file,
                                const struct think_effort *effort, char *error, size_t size);
void think_close(struct nn_evaluator *nn_evaluator);

/* Fills out as mi_net_run() does, by a full search or a cheap one: the policy are the logarithms of
 * what part of the visits each move has, the value is that of the search; ownership and score are
 * 0. *proof: as in miai_info.  False: it failed. */
bool think(struct nn_evaluator *nn_evaluator, const struct course *course, bool full,
           struct mi_net_out *out, int *proof);

#endif
