/* Stopping early and going on, as Huang, Coulom and Lin 2010 and Baier and Winands 2012 ("Time
 * Management for Monte-Carlo Tree Search in Go") measured: EARLY and UNST of the latter. */
#include "early_stop.h"

#include "search/common/limits.h"

/* A move behind never gets all of the visits to come: it is given up if this part of them would not
 * do. */
static const double CATCH_UP = 0.4;

/* In soft bounds: before the first a search has seen too little, after the last it ends, however
 * unsure. */
static const double FIRST = 0.05, LAST = 2;

static bool out_of_reach(const struct mi_standing *standing, double rest)
{
    return !standing->torn && (double)(standing->best - standing->second) > CATCH_UP * rest;
}

bool mi_early_stop(const struct mi_limits *limits, const struct mi_standing *standing, double now)
{
    double soft = limits->soft_seconds, used = mi_limits_used(limits, now);
    if (soft <= 0 || used < FIRST * soft || standing->seconds < FIRST * (soft - used))
        return false;
    if (used < soft)
        return out_of_reach(standing, (double)standing->gained / standing->seconds * (soft - used));
    return used >= LAST * soft || !standing->torn;
}
