#include "limits.h"

bool mi_limits_stopped(const struct mi_limits *limits)
{
    return limits->stop && atomic_load_explicit(limits->stop, memory_order_relaxed);
}

double mi_limits_used(const struct mi_limits *limits, double now)
{
    double start = limits->start;
    if (limits->ponder_end)
        start = atomic_load_explicit(limits->ponder_end, memory_order_relaxed);
    return start < 0 ? -1 : now - start;
}

/* Are so many seconds of the player's time over?  0: no bound. */
static bool spent(const struct mi_limits *limits, double seconds, double now)
{
    return seconds > 0 && mi_limits_used(limits, now) >= seconds;
}

bool mi_limits_over(const struct mi_limits *limits, double now)
{
    return mi_limits_stopped(limits) || spent(limits, limits->seconds, now);
}

bool mi_limits_enough(const struct mi_limits *limits, double now)
{
    return mi_limits_over(limits, now) || spent(limits, limits->soft_seconds, now);
}
