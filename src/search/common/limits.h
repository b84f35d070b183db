/* limits.h - which limits a search has reached. */
#ifndef MI_SEARCH_COMMON_LIMITS_H
#define MI_SEARCH_COMMON_LIMITS_H

#include "search.h"

/* Has the run been stopped, or its time run out?  Ignores the limits of nodes and playouts. */
bool mi_limits_over(const struct mi_limits *limits, double now);

/* Has the run been stopped, or the soft or hard time limit been reached?  For sampling searches, in
 * which every sample is worth the same. */
bool mi_limits_enough(const struct mi_limits *limits, double now);

/* Seconds of the player's time used at now; negative while pondering. */
double mi_limits_used(const struct mi_limits *limits, double now);

bool mi_limits_stopped(const struct mi_limits *limits);

#endif
