/* What a player is sure to join although the other moves first.
 *
 * The rule "and" of Anshelevich (2002, "A hierarchical approach to computer Hex"): what is joined
 * through points that no two of the joints share is joined.  The joints are
 *
 *   - the bridge: two points between two stones, of which the player takes the second when the
 *     other takes one; the edge is a stone there;
 *   - the ziggurat: a stone on the third row, S, and the points below it, where the rule "or" says
 *     that no point is in all three ways down:
 *
 *              S a
 *            b c d
 *           e f g h
 *
 *     by b with e and f, by c with f and g, and by the bridge over a and c to d with g and h; and
 *     its mirror image. */
#include "knowledge.h"

#include <string.h>

/* An edge, from which a row lies above the other: the steps down to the left and the right, and
 * along it to the left and the right. */
struct slope {
    int down_left, down_right, left, right;
};

/* The steps turn, so the slopes are the steps from one of them on. */
static struct slope slope_of(int player, bool end)
{
    static const int first[2][2] = {{1, 4}, {3, 0}};
    int i = first[player][end];
    return (struct slope){hex_step[i], hex_step[i + 1], hex_step[(i + 5) % 6], hex_step[i + 2]};
}

/* A search for what is joined to the player's edge of the beginning. */
struct search {
    const struct mi_hex *b;
    int player, n;
    uint16_t stack[HEX_PLACES];
    bool seen[HEX_PLACES], used[HEX_PLACES]; /* reached; part of a joint */
};

static bool is_free(const struct search *s, int place)
{
    return s->b->place[place] == HEX_EMPTY && !s->used[place];
}

static void reach(struct search *s, int place)
{
    s->seen[place] = true;
    s->stack[s->n++] = (uint16_t)place;
}

/* Uses up the points for a joint; false if one of them is not free. */
static bool use(struct search *s, const int *place, int n)
{
    for (int i = 0; i < n; i++)
        if (!is_free(s, place[i]))
            return false;
    for (int i = 0; i < n; i++)
        s->used[place[i]] = true;
    return true;
}

/* The edge is not reached by way of the points beside it, whose rows end. */
static bool on_third_row(const struct mi_hex *b, int place, int player, bool end)
{
    int x = place % HEX_SPAN - 1, y = place / HEX_SPAN - 1;
    int row = player == HEX_FIRST ? y : x;
    int rows = player == HEX_FIRST ? b->height : b->width;
    return rows > 4 && row == (end ? rows - 3 : 2);
}

/* Is there a ziggurat below a stone?  Where the board ends its points would be border: never
 * free. */
static bool falls(struct search *s, int place, bool end)
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
    return on_third_row(s->b, place, s->player, end) &&
           (use(s, rightward, 8) || use(s, leftward, 8));
}

/* Begins with the edge and the stones that are sure to reach it. */
static void begin(struct search *s, const struct mi_hex *b, int player)
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
        reach(s, hex_place_at(0, 0) + i * step - (player == HEX_FIRST ? HEX_SPAN : 1));
    for (int i = 0; i < edge; i++) {
        int place = row + i * step;
        unsigned stone = b->place[place];
        if ((stone & HEX_COLOUR) == (unsigned)player && !(stone & HEX_BEGIN) &&
            falls(s, place, false))
            reach(s, place);
    }
}

/* Goes to a neighbour. */
static void step_to(struct search *s, int to)
{
    if (hex_colour(s->b, to) == s->player && !s->seen[to])
        reach(s, to);
}

/* Goes over the bridge between two neighbours that follow each other.  Where both are empty there
 * is a place behind them. */
static void cross(struct search *s, int from, int i)
{
    int pair[] = {from + hex_step[i], from + hex_step[i + 1]}, to = pair[0] + hex_step[i + 1];
    if (hex_colour(s->b, pair[0]) == HEX_EMPTY && hex_colour(s->b, pair[1]) == HEX_EMPTY &&
        hex_colour(s->b, to) == s->player && !s->seen[to] && use(s, pair, 2))
        reach(s, to);
}

/* From the edge of the beginning the ways go inward. */
static void spread_inward(struct search *s, int from)
{
    int i = s->player == HEX_FIRST ? 4 : 0;
    step_to(s, from + hex_step[i]);
    step_to(s, from + hex_step[i + 1]);
    cross(s, from, i);
}

/* Goes on from a place; true if the other edge is reached. */
static bool spread(struct search *s, int from)
{
    unsigned stone = s->b->place[from];
    if (stone & HEX_END)
        return true;
    if (stone & HEX_BORDER) {
        spread_inward(s, from);
        return false;
    }
    if (falls(s, from, true))
        return true;
    for (int i = 0; i < 6; i++)
        step_to(s, from + hex_step[i]);
    for (int i = 0; i < 6; i++)
        cross(s, from, i);
    return false;
}

bool mi_hex_is_joined(const struct mi_hex *b, int player)
{
    struct search s;
    begin(&s, b, player);
    while (s.n > 0)
        if (spread(&s, s.stack[--s.n]))
            return true;
    return false;
}

/* ---- distance ---- */

/* Places in the order of their distance from an edge: those found at no cost are looked at before
 * those that cost a stone. */
struct front {
    uint16_t now[HEX_PLACES], next[HEX_PLACES];
    bool seen[HEX_PLACES];
    int n, n_next;
};

/* What a place costs the player: a stone, nothing, or more than he has (2). */
static int cost(const struct mi_hex *b, int place, int player)
{
    if (hex_colour(b, place) == HEX_EMPTY)
        return 1;
    return hex_colour(b, place) != player ? 2 : (b->place[place] & HEX_FILLED) != 0;
}

static void see(struct front *f, const struct mi_hex *b, int place, int player)
{
    if (f->seen[place] || cost(b, place, player) > 1)
        return;
    f->seen[place] = true;
    if (cost(b, place, player) == 0)
        f->now[f->n++] = (uint16_t)place;
    else
        f->next[f->n_next++] = (uint16_t)place;
}

/* Looks at all places that are as far away as these; true if the other edge is among them. */
static bool look_around(struct front *f, const struct mi_hex *b, int player)
{
    while (f->n > 0) {
        int from = f->now[--f->n];
        unsigned stone = b->place[from];
        if (stone & HEX_BORDER && stone & HEX_END)
            return true;
        int first = !(stone & HEX_BORDER) ? 0 : player == HEX_FIRST ? 4 : 0;
        int last = stone & HEX_BORDER ? first + 2 : 6;
        for (int i = first; i < last; i++)
            see(f, b, from + hex_step[i], player);
    }
    return false;
}

int mi_hex_distance(const struct mi_hex *b, int player)
{
    struct front f = {.n = 0};
    int edge = player == HEX_FIRST ? b->width : b->height;
    for (int i = 0; i < edge; i++)
        see(&f, b, player == HEX_FIRST ? hex_place_at(i, -1) : hex_place_at(-1, i), player);
    for (int stones = 0;; stones++) {
        if (look_around(&f, b, player))
            return stones;
        if (f.n_next == 0)
            return HEX_PLACES;
        memcpy(f.now, f.next, (size_t)f.n_next * sizeof *f.now);
        f.n = f.n_next;
        f.n_next = 0;
    }
}
