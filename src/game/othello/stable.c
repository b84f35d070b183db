#include "stable.h"

#define LEFT_COLUMN  0x0101010101010101u
#define RIGHT_COLUMN 0x8080808080808080u

/* The squares that a step along each line can reach, upwards or downwards. */
static const mi_four reachable_up = {~LEFT_COLUMN, UINT64_MAX, ~RIGHT_COLUMN, ~LEFT_COLUMN};
static const mi_four reachable_down = {~RIGHT_COLUMN, UINT64_MAX, ~LEFT_COLUMN, ~RIGHT_COLUMN};

static mi_four in_all_directions(uint64_t squares)
{
    return (mi_four){squares, squares, squares, squares};
}

struct mi_othello_edges mi_othello_find_edges(uint64_t board)
{
    const mi_four s = MI_OTHELLO_STEPS, all = in_all_directions(board);
    mi_four inside = (all << s & reachable_up) & (all >> s & reachable_down);
    return (struct mi_othello_edges){board, all & ~inside};
}

/* For each direction, the squares whose line contains none of the given squares. */
static mi_four lines_without(mi_four all, mi_four squares)
{
    const mi_four s = MI_OTHELLO_STEPS;
    mi_four up = squares, down = squares, path_up = all & reachable_up,
            path_down = all & reachable_down;
    for (int step = 1; step <= 4; step *= 2) {
        mi_four far = s * (uint64_t)step;
        up |= path_up & (up << far);
        down |= path_down & (down >> far);
        path_up &= path_up << far;
        path_down &= path_down >> far;
    }
    return all & ~(up | down);
}

uint64_t mi_othello_stable(const struct mi_othello_edges *edges, uint64_t own, uint64_t other)
{
    const mi_four s = MI_OTHELLO_STEPS, all = in_all_directions(edges->board);
    const mi_four secured =
        edges->edge | lines_without(all, in_all_directions(edges->board & ~(own | other)));
    uint64_t stable = 0, more = own & secured[0] & secured[1] & secured[2] & secured[3];
    while (more != stable) {
        mi_four safe = in_all_directions(more);
        stable = more;
        mi_four h = secured | (safe << s & reachable_up) | (safe >> s & reachable_down);
        more = own & h[0] & h[1] & h[2] & h[3];
    }
    return stable;
}
