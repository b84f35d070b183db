/* Which points the attacker encloses, and which stones of the defender. */
#include "region.h"

#include "game/go/board/go.h"
#include "game/go/board/move.h"

enum {
    NEAR_EDGE_STEPS = 6,   /* an edge within that many steps closes a direction */
    OPEN_SPACE_POINTS = 10 /* a group that reaches as many can run */
};

/* Is p a gap in a line of the attacker: between two of its stones, or its stone and the edge? */
static bool is_gap(const struct mi_go *b, int p, int across, int attacker)
{
    int one = b->point[p - across].colour, other = b->point[p + across].colour;
    return (one == attacker && (other == attacker || other == MI_GO_BORDER)) ||
           (other == attacker && one == MI_GO_BORDER);
}

/* *meets_defender becomes true if a stone of the defender is in sight in this direction. */
static bool direction_is_closed(const struct mi_go *b, int p, int offset, int attacker,
                                bool *meets_defender)
{
    int steps = 0, across = offset == 1 || offset == -1 ? b->stride : 1;
    bool gap = false;
    for (p += offset; b->point[p].colour != MI_GO_BORDER; p += offset, steps++) {
        if (b->point[p].colour == attacker)
            return true;
        gap |= is_gap(b, p, across, attacker);
        *meets_defender |= b->point[p].colour == !attacker;
    }
    return gap || steps < NEAR_EDGE_STEPS;
}

bool mi_ts_is_enclosed(const struct mi_go *b, int p, int attacker, bool *meets_defender)
{
    int open = 0;
    *meets_defender = b->point[p].colour == !attacker;
    for (int i = 0; i < 4; i++)
        open +=
            !direction_is_closed(b, p, go_neighbour_offset(b->stride, i), attacker, meets_defender);
    return open <= 1;
}

bool mi_ts_is_inside(const struct mi_go *b, int p, int attacker)
{
    bool meets_defender;
    return mi_ts_is_enclosed(b, p, attacker, &meets_defender) && meets_defender;
}

/* ---- open space ---- */

bool mi_ts_touches_colour(const struct mi_go *b, int p, int colour)
{
    for (int i = 0; i < 4; i++)
        if (b->point[p + go_neighbour_offset(b->stride, i)].colour == colour)
            return true;
    return false;
}

bool mi_ts_is_open(const struct mi_go *b, int p, int attacker, const bool *in)
{
    uint16_t space[OPEN_SPACE_POINTS];
    bool seen[MI_GO_MAX_SPAN] = {false};
    int n = 0;
    bool meets_defender;
    bool outside = false;
    if (in[p] || b->point[p].colour != MI_GO_EMPTY || mi_ts_touches_colour(b, p, attacker))
        return false;
    seen[p] = true;
    space[n++] = (uint16_t)p;
    for (int i = 0; i < n; i++) {
        outside |= !mi_ts_is_enclosed(b, space[i], attacker, &meets_defender);
        for (int j = 0; j < 4 && n < OPEN_SPACE_POINTS; j++) {
            int q = space[i] + go_neighbour_offset(b->stride, j);
            if (b->point[q].colour == MI_GO_EMPTY && !seen[q] && !in[q] &&
                !mi_ts_touches_colour(b, q, attacker)) {
                seen[q] = true;
                space[n++] = (uint16_t)q;
            }
        }
    }
    return n == OPEN_SPACE_POINTS && outside;
}

/* ---- which stones ---- */

/* The share of the defender's stones that are inside. */
static double enclosed_share(const struct mi_go *b, int attacker)
{
    int stones = 0, inside = 0;
    for (int p = 0; p < b->span; p++)
        if (b->point[p].colour == !attacker) {
            stones++;
            inside += mi_ts_is_inside(b, p, attacker);
        }
    return stones > 0 ? (double)inside / stones : 0;
}

/* The defender is the colour with the larger enclosed share. */
int mi_ts_find_enclosed_chain(const struct mi_go *b)
{
    double black = enclosed_share(b, MI_GO_WHITE), white = enclosed_share(b, MI_GO_BLACK);
    int defender = black >= white ? MI_GO_BLACK : MI_GO_WHITE, best = MI_GO_NONE, most = 0;
    for (int p = 0; p < b->span; p++)
        if (b->point[p].colour == defender && b->point[p].head == p &&
            mi_ts_is_inside(b, p, !defender) && mi_go_chain_stones(b, p) > most) {
            best = p;
            most = mi_go_chain_stones(b, p);
        }
    return best;
}
