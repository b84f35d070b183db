/* early_stop.h - when a search by samples has seen enough. */
#ifndef MI_SEARCH_MCTS_EARLY_STOP_H
#define MI_SEARCH_MCTS_EARLY_STOP_H

#include "search/common/search.h"

/* How the root moves stand. */
struct mi_standing {
    uint64_t best, second; /* visits of the most visited move, and of the next one */
    bool torn;             /* another move of many visits has a better value */
    uint64_t gained;       /* visits in this run */
    double seconds;        /* that they took: less than is used, where the game has searched first */
};

/* Is it not worth going on at now?  Before the soft bound, if no other move can catch up until
 * then; behind it, if that move has the best value, too.  Only where there is a soft bound, so that
 * what is saved is worth something. */
bool mi_early_stop(const struct mi_limits *limits, const struct mi_standing *standing, double now);

#endif
