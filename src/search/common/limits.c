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

/* Has the player used that many seconds?  0: no limit. */
static bool is_time_used(const struct mi_limits *limits, double seconds, double now)
{
    return seconds > 0 && mi_limits_used(limits, now) >= seconds;
}

bool mi_limits_over(const struct mi_limits *limits, double now)
{
    return mi_limits_stopped(limits) || is_time_used(limits, limits->seconds, now) ||
           (limits->ceiling > 0 && now - limits->start >= limits->ceiling);
}

bool mi_limits_enough(const struct mi_limits *limits, double now)
{
    return mi_limits_over(limits, now) || is_time_used(limits, limits->soft_seconds, now);
}

/* ---- avoided moves ---- */

static bool is_avoided(const struct mi_limits *limits, int player, int depth, miai_move move)
{
    for (int i = 0; i < limits->avoid_count; i++) {
        const struct mi_avoid *avoid = &limits->avoid[i];
        if (avoid->player == player && depth < avoid->plies &&
            mi_is_listed(avoid->move, avoid->count, move) != avoid->allow)
            return true;
    }
    return false;
}

bool mi_avoids_all(const struct mi_limits *limits, int player, int depth, const miai_move *list,
                   int n)
{
    for (int i = 0; i < n; i++)
        if (!is_avoided(limits, player, depth, list[i]))
            return false;
    return n > 0;
}

int mi_drop_avoided_moves(const struct mi_limits *limits, int player, int depth, miai_move *list,
                          int n)
{
    int kept = 0;
    if (limits->avoid_count == 0 || mi_avoids_all(limits, player, depth, list, n))
        return n;
    for (int i = 0; i < n; i++)
        if (!is_avoided(limits, player, depth, list[i]))
            list[kept++] = list[i];
    return kept;
}
