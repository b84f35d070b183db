/* limits.h - which of its bounds a search has reached. */
#ifndef MI_SEARCH_COMMON_LIMITS_H
#define MI_SEARCH_COMMON_LIMITS_H

#include "search.h"

/* Is a bound of the run reached that needs no counting: stop, or the time at now? */
bool mi_limits_over(const struct mi_limits *limits, double now);

/* The same, or is it the soft bound?  For a search by samples: each is worth as much as the one
 * before, and there is no reason to go on beyond. */
bool mi_limits_enough(const struct mi_limits *limits, double now);

/* The seconds of the player's time that are used at now; below 0 while he ponders. */
double mi_limits_used(const struct mi_limits *limits, double now);

bool mi_limits_stopped(const struct mi_limits *limits);

#endif
