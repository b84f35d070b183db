#include "stable.h"

#define LEFT_COLUMN  0x0101010101010101u
#define RIGHT_COLUMN 0x8080808080808080u

/* Where a step up each of the lines may come to, and one down. */
static const mi_four above = {~LEFT_COLUMN, UINT64_MAX, ~RIGHT_COLUMN, ~LEFT_COLUMN};
static const mi_four below = {~RIGHT_COLUMN, UINT64_MAX, ~LEFT_COLUMN, ~RIGHT_COLUMN};

static mi_four four(uint64_t squares)
{
    return (mi_four){squares, squares, squares, squares};
}

struct mi_othello_edges mi_othello_find_edges(uint64_t board)
{
    const mi_four s = MI_OTHELLO_STEPS, all = four(board);
    mi_four inside = (all << s & above) & (all >> s & below);
    return (struct mi_othello_edges){board, all & ~inside};
}

/* The squares of a board whose line holds none of some squares, for each direction. */
static mi_four without(mi_four all, mi_four squares)
{
    const mi_four s = MI_OTHELLO_STEPS;
    mi_four up = squares, down = squares, way_up = all & above, way_down = all & below;
    for (int step = 1; step <= 4; step *= 2) {
        mi_four far = s * (uint64_t)step;
        up |= way_up & (up << far);
        down |= way_down & (down >> far);
        way_up &= way_up << far;
        way_down &= way_down >> far;
    }
    return all & ~(up | down);
}

uint64_t mi_othello_stable(const struct mi_othello_edges *edges, uint64_t own, uint64_t other)
{
    const mi_four s = MI_OTHELLO_STEPS, all = four(edges->board);
    const mi_four held = edges->edge | without(all, four(edges->board & ~(own | other)));
    uint64_t stable = 0, more = own & held[0] & held[1] & held[2] & held[3];
    while (more != stable) {
        mi_four safe = four(more);
        stable = more;
        mi_four h = held | (safe << s & above) | (safe >> s & below);
        more = own & h[0] & h[1] & h[2] & h[3];
    }
    return stable;
}
