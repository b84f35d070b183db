/* Connections that hold even if the opponent moves first.
 *
 * The AND rule (Anshelevich 2002, "A hierarchical approach to computer Hex"): patterns that share
 * no point can be combined.  The patterns are
 *
 *   - the bridge: two empty points between two stones, or a stone and the edge; if the opponent
 * takes one, the player takes the other;
 *   - the ziggurat: a stone S on the third row and the points below it.  By the OR rule, the edge
 * is connected because no point is on all three ways down:
 *
 *              S a
 *            b c d
 *           e f g h
 *
 *     by b with e and f; by c with f and g; and by the bridge over a and c to d, with g and h.  Its
 * mirror image works, too. */
#include "knowledge.h"

#include <string.h>

/* Directions as seen from an edge at the bottom: steps down left and down right, and steps left and
 * right along the edge. */
struct slope {
    int down_left, down_right, left, right;
};

/* The steps are in rotational order, so the slopes are consecutive steps. */
static struct slope slope_of(int player, bool end)
{
    static const int first[2][2] = {{1, 4}, {3, 0}};
    int i = first[player][end];
    return (struct slope){hex_step[i], hex_step[i + 1], hex_step[(i + 5) % 6], hex_step[i + 2]};
}

/* A search for everything connected to the player's first edge. */
struct connection_search {
    const struct mi_hex *b;
    int player, n;
    uint16_t stack[HEX_PLACES];
    bool seen[HEX_PLACES], used[HEX_PLACES]; /* reached; used by a pattern */
};

static bool is_unused(const struct connection_search *s, int place)
{
    return s->b->place[place] == HEX_EMPTY && !s->used[place];
}

static void search_reach(struct connection_search *s, int place)
{
    s->seen[place] = true;
    s->stack[s->n++] = (uint16_t)place;
}

/* Uses the points for a pattern; false if one of them is not free. */
static bool use_points(struct connection_search *s, const int *place, int n)
{
    for (int i = 0; i < n; i++)
        if (!is_unused(s, place[i]))
            return false;
    for (int i = 0; i < n; i++)
        s->used[place[i]] = true;
    return true;
}

/* Is the place on the third row of an edge, on a board with more than four rows? */
static bool is_on_third_row(const struct mi_hex *b, int place, int player, bool end)
{
    int x = place % HEX_SPAN - 1, y = place / HEX_SPAN - 1;
    int row = player == HEX_FIRST ? y : x;
    int rows = player == HEX_FIRST ? b->height : b->width;
    return rows > 4 && row == (end ? rows - 3 : 2);
}

/* Is there a free ziggurat below a stone?  Off-board points are border, so never free. */
static bool has_ziggurat(struct connection_search *s, int place, bool end)
{
    const struct slope to = slope_of(s->player, end);
    int l = place + to.down_left, r = place + to.down_right;
    const int rightward[] = {l,
                             r,
                             l + to.down_left,
                             l + to.down_right,
                             r + to.down_right,
                             place + to.right,
                             r + to.right,
                             r + to.down_right + to.right};
    const int leftward[] = {l,
                            r,
                            l + to.down_left,
                            l + to.down_right,
                            r + to.down_right,
                            place + to.left,
                            l + to.left,
                            l + to.down_left + to.left};
    return is_on_third_row(s->b, place, s->player, end) &&
           (use_points(s, rightward, 8) || use_points(s, leftward, 8));
}

/* Starts with the edge and the stones connected to it by a ziggurat. */
static void search_begin(struct connection_search *s, const struct mi_hex *b, int player)
{
    int edge = player == HEX_FIRST ? b->width : b->height;
    int step = player == HEX_FIRST ? 1 : HEX_SPAN;
    int row = hex_place_at(0, 0) + (player == HEX_FIRST ? 2 * HEX_SPAN : 2);
    s->b = b;
    s->player = player;
    s->n = 0;
    memset(s->seen, 0, sizeof s->seen);
    memset(s->used, 0, sizeof s->used);
    for (int i = 0; i < edge; i++)
        search_reach(s, hex_place_at(0, 0) + i * step - (player == HEX_FIRST ? HEX_SPAN : 1));
    for (int i = 0; i < edge; i++) {
        int place = row + i * step;
        unsigned stone = b->place[place];
        if ((stone & HEX_COLOUR) == (unsigned)player && !(stone & HEX_BEGIN) &&
            has_ziggurat(s, place, false))
            search_reach(s, place);
    }
}

/* Extends to a neighbour. */
static void extend_step(struct connection_search *s, int to)
{
    if (hex_colour(s->b, to) == s->player && !s->seen[to])
        search_reach(s, to);
}

/* Extends over the bridge across neighbours i and i + 1.  If both are empty, the place beyond
 * exists. */
static void extend_bridge(struct connection_search *s, int from, int i)
{
    int pair[] = {from + hex_step[i], from + hex_step[i + 1]}, to = pair[0] + hex_step[i + 1];
    if (hex_colour(s->b, pair[0]) == HEX_EMPTY && hex_colour(s->b, pair[1]) == HEX_EMPTY &&
        hex_colour(s->b, to) == s->player && !s->seen[to] && use_points(s, pair, 2))
        search_reach(s, to);
}

/* Extends from the first edge inward. */
static void extend_from_edge(struct connection_search *s, int from)
{
    int i = s->player == HEX_FIRST ? 4 : 0;
    extend_step(s, from + hex_step[i]);
    extend_step(s, from + hex_step[i + 1]);
    extend_bridge(s, from, i);
}

/* Extends from a place; true if it reaches the other edge. */
static bool extend_from(struct connection_search *s, int from)
{
    unsigned stone = s->b->place[from];
    if (stone & HEX_END)
        return true;
    if (stone & HEX_BORDER) {
        extend_from_edge(s, from);
        return false;
    }
    if (has_ziggurat(s, from, true))
        return true;
    for (int i = 0; i < 6; i++)
        extend_step(s, from + hex_step[i]);
    for (int i = 0; i < 6; i++)
        extend_bridge(s, from, i);
    return false;
}

bool mi_hex_is_connected(const struct mi_hex *b, int player)
{
    struct connection_search s;
    search_begin(&s, b, player);
    while (s.n > 0)
        if (extend_from(&s, s.stack[--s.n]))
            return true;
    return false;
}

/* ---- distance ---- */

/* A breadth-first search: places reached at no cost are visited before those that cost a stone. */
struct front {
    uint16_t now[HEX_PLACES], next[HEX_PLACES];
    bool seen[HEX_PLACES];
    int n, n_next;
};

/* The number of stones that a place costs the player: 0, 1, or 2 if impossible. */
static int place_cost(const struct mi_hex *b, int place, int player)
{
    if (hex_colour(b, place) == HEX_EMPTY)
        return 1;
    return hex_colour(b, place) != player ? 2 : (b->place[place] & HEX_FILLED) != 0;
}

static void front_add(struct front *f, const struct mi_hex *b, int place, int player)
{
    if (f->seen[place] || place_cost(b, place, player) > 1)
        return;
    f->seen[place] = true;
    if (place_cost(b, place, player) == 0)
        f->now[f->n++] = (uint16_t)place;
    else
        f->next[f->n_next++] = (uint16_t)place;
}

/* Visits all places at the current distance; true if the other edge is among them. */
static bool front_expand(struct front *f, const struct mi_hex *b, int player)
{
    while (f->n > 0) {
        int from = f->now[--f->n];
        unsigned stone = b->place[from];
        if (stone & HEX_BORDER && stone & HEX_END)
            return true;
        int first = !(stone & HEX_BORDER) ? 0 : player == HEX_FIRST ? 4 : 0;
        int last = stone & HEX_BORDER ? first + 2 : 6;
        for (int i = first; i < last; i++)
            front_add(f, b, from + hex_step[i], player);
    }
    return false;
}

int mi_hex_distance(const struct mi_hex *b, int player)
{
    struct front f = {.n = 0};
    int edge = player == HEX_FIRST ? b->width : b->height;
    for (int i = 0; i < edge; i++)
        front_add(&f, b, player == HEX_FIRST ? hex_place_at(i, -1) : hex_place_at(-1, i), player);
    for (int stones = 0;; stones++) {
        if (front_expand(&f, b, player))
            return stones;
        if (f.n_next == 0)
            return HEX_PLACES;
        memcpy(f.now, f.next, (size_t)f.n_next * sizeof *f.now);
        f.n = f.n_next;
        f.n_next = 0;
    }
}
