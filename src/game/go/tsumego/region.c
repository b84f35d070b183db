/* Finds the region of a problem, or the part of it next to the stones in question.
 *
 * Everything outside the region, except friends, counts as living stones of the attacker.  A point
 * is inside if a look along its row and column meets a stone of the attacker, or a near edge, in at
 * least three of the four directions, and a stone of the defender in one.  The region holds the
 * inside points that are connected to the stones in question, all liberties of the defender's
 * stones there, and the attacker's stones that could be captured. */
#include "region.h"

#include "game/go/board/go.h"
#include "game/go/tactics/tactics.h"

#include <limits.h>
#include <string.h>

enum {
    WEAK_LIBERTIES = 2,    /* a wall with at most this many may be captured */
    FAIR_LIBERTIES = 4,    /* the same in a part with TS_EXITS_ALL */
    FRIEND_LIBERTIES = 5,  /* a chain with at least this many needs no help */
    OPEN_AREA_POINTS = 12, /* empty points */
    STEPS_MAX = 12         /* no point of the region is farther from the stones in question */
};

struct region_finder {
    const struct mi_go *b;
    int attacker, stone;
    enum ts_exits exits;
    int min_stones;                /* other chains of the defender with that many are in question */
    bool in_group[MI_GO_MAX_SPAN]; /* heads of chains connected to the stone's: find_group() */
    const int8_t *owner;           /* of pass-alive points: see go.h */
    bool in[MI_GO_MAX_SPAN];       /* the region */
    uint8_t steps[MI_GO_MAX_SPAN]; /* from the stones in question */
    uint16_t queue[MI_GO_MAX_SPAN];
    int n;
};

/* ---- the group ---- */

static bool is_same_chain(const struct mi_go *b, int p, int q)
{
    return b->point[p].head == b->point[q].head;
}

static bool is_in_group(const struct region_finder *f, int p)
{
    return f->b->point[p].colour == !f->attacker && f->in_group[f->b->point[p].head];
}

/* How strongly a stone of the defender on p would connect to the group: 2 if the attacker's stone
 * there could be captured at once. */
static int strength_of_link(const struct region_finder *f, int p)
{
    int linked = 0, weak = 0;
    for (int i = 0; i < 4; i++) {
        int q = p + go_neighbour_offset(f->b->stride, i), colour = f->b->point[q].colour;
        linked += is_in_group(f, q);
        weak += colour == MI_GO_EMPTY || colour == f->attacker ? 1 + (colour == f->attacker) : 0;
    }
    return linked == 0 ? 0 : weak <= 1 ? 2 : 1;
}

/* Adds the chains that the attacker cannot cut off by one move: they share two liberties with the
 * group, or one where the attacker's stone could be captured.  Returns false if there are none. */
static bool group_grow(struct region_finder *f)
{
    const struct mi_go *b = f->b;
    uint16_t strength[MI_GO_MAX_SPAN] = {0};
    bool grows = false;
    for (int p = 0; p < b->span; p++) {
        int link = b->point[p].colour == MI_GO_EMPTY ? strength_of_link(f, p) : 0;
        for (int i = 0; link > 0 && i < 4; i++) {
            const struct mi_go_point *q = &b->point[p + go_neighbour_offset(b->stride, i)];
            if (q->colour == !f->attacker)
                strength[q->head] = (uint16_t)(strength[q->head] + link);
        }
    }
    for (int p = 0; p < b->span; p++)
        if (strength[p] >= 2 && !f->in_group[p])
            grows = f->in_group[p] = true;
    return grows;
}

static void find_group(struct region_finder *f)
{
    f->in_group[f->b->point[f->stone].head] = true;
    while (group_grow(f))
        ;
}

/* ---- the region ---- */

static void region_add_point(struct region_finder *f, int p, int steps)
{
    if (f->in[p] || steps > STEPS_MAX)
        return;
    f->in[p] = true;
    f->steps[p] = (uint8_t)steps;
    f->queue[f->n++] = (uint16_t)p;
}

static void region_add_chain(struct region_finder *f, int p, int steps)
{
    int stone = p;
    do {
        region_add_point(f, stone, steps);
        stone = f->b->point[stone].link;
    } while (stone != p);
}

/* Is the empty point part of an area of many empty points? */
static bool is_open_area(const struct mi_go *b, int p)
{
    uint16_t area[OPEN_AREA_POINTS];
    int n = 0;
    area[n++] = (uint16_t)p;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 4; j++) {
            int q = area[i] + go_neighbour_offset(b->stride, j), k = 0;
            while (k < n && area[k] != q)
                k++;
            if (b->point[q].colour != MI_GO_EMPTY || k < n)
                continue;
            if (n == OPEN_AREA_POINTS)
                return true;
            area[n++] = (uint16_t)q;
        }
    return false;
}

/* Could the defender capture this chain of the attacker? */
static bool is_capturable_wall(const struct region_finder *f, int p)
{
    const struct mi_go *b = f->b;
    int liberty[32], n = go_liberties(b, p, 31, liberty), outside = 0, attacker = f->attacker;
    if (f->owner[mi_go_move_of(b, p)] != 0)
        return false;
    for (int i = 0; i < n && i < 31; i++)
        outside += !mi_ts_is_inside(b, liberty[i], attacker) &&
                   !mi_ts_touches_colour(b, liberty[i], !attacker) && is_open_area(b, liberty[i]);
    int weak = f->exits == TS_EXITS_ALL ? FAIR_LIBERTIES : WEAK_LIBERTIES;
    return n <= weak || outside <= 1;
}

static void region_add_liberties(struct region_finder *f, int p, int steps)
{
    int liberty[32], n = go_liberties(f->b, p, 31, liberty);
    for (int i = 0; i < n && i < 31; i++)
        region_add_point(f, liberty[i], steps);
}

static bool is_at_edge(const struct mi_go *b, int p)
{
    return mi_ts_touches_colour(b, p, MI_GO_BORDER);
}

/* Does the region extend from p to its neighbour q on the edge? It does if the defender can push
 * from p along the edge, or if q lies between the inside and the edge. */
static bool extends_to_edge(const struct region_finder *f, int p, int q)
{
    bool meets_defender,
        pushes = is_at_edge(f->b, p) && mi_ts_touches_colour(f->b, p, !f->attacker);
    return is_at_edge(f->b, q) &&
           (pushes || (mi_ts_is_inside(f->b, p, f->attacker) &&
                       mi_ts_is_enclosed(f->b, q, f->attacker, &meets_defender)));
}

static void region_visit_neighbour(struct region_finder *f, int p, int q)
{
    const struct mi_go *b = f->b;
    int colour = b->point[q].colour, steps = f->steps[p];
    bool stone = b->point[p].colour == !f->attacker;
    if (colour == !f->attacker)
        region_add_chain(f, q, steps);
    else if (colour == MI_GO_EMPTY &&
             (stone || mi_ts_is_inside(b, q, f->attacker) || extends_to_edge(f, p, q)))
        region_add_point(f, q, steps + 1);
    else if (colour == f->attacker && is_capturable_wall(f, q) && !f->in[q]) {
        region_add_chain(f, q, steps);
        region_add_liberties(f, q, steps + 1);
    }
}

static void find_region(struct region_finder *f, int stone)
{
    region_add_chain(f, stone, 0);
    for (int i = 0; i < f->n; i++)
        for (int j = 0; j < 4; j++) {
            int q = f->queue[i] + go_neighbour_offset(f->b->stride, j);
            region_visit_neighbour(f, f->queue[i], q);
        }
}

/* Adds the points whose neighbours all belong to the region. */
static void region_fill_holes(struct region_finder *f)
{
    const struct mi_go *b = f->b;
    for (int p = 0; p < b->span; p++) {
        bool hole = b->point[p].colour != MI_GO_BORDER && !f->in[p];
        for (int i = 0; hole && i < 4; i++) {
            int q = p + go_neighbour_offset(b->stride, i);
            hole = b->point[q].colour == MI_GO_BORDER || f->in[q];
        }
        if (hole)
            region_add_point(f, p, 0);
    }
}

/* ---- the points around the region ---- */

/* Those next to empty points and stones of the defender in it. */
struct region_border {
    int attackers; /* stones of the attacker */
    int others;
    int gaps; /* others that the attacker does not enclose */
};

static void border_add_point(struct region_border *border, const struct region_finder *f, int p)
{
    bool meets_defender, attacker = f->b->point[p].colour == f->attacker;
    border->attackers += attacker;
    border->others += !attacker;
    border->gaps += !attacker && !mi_ts_is_enclosed(f->b, p, f->attacker, &meets_defender);
}

static struct region_border count_border(const struct region_finder *f)
{
    const struct mi_go *b = f->b;
    struct region_border border = {0};
    bool seen[MI_GO_MAX_SPAN] = {false};
    for (int i = 0; i < f->n; i++)
        for (int j = 0; j < 4 && b->point[f->queue[i]].colour != f->attacker; j++) {
            int q = f->queue[i] + go_neighbour_offset(b->stride, j);
            if (b->point[q].colour == MI_GO_BORDER || f->in[q] || seen[q])
                continue;
            seen[q] = true;
            border_add_point(&border, f, q);
        }
    return border;
}

/* ---- the frame's rectangle ---- */

static int column_of_point(const struct mi_go *b, int p)
{
    return mi_go_move_of(b, p) % b->width;
}

static int row_of_point(const struct mi_go *b, int p)
{
    return mi_go_move_of(b, p) / b->width;
}

/* The points of the region, and a margin of one point where the board has it. */
struct box {
    int left, right, bottom, top; /* columns and rows; without the margin */
};

static void box_add_point(struct box *box, const struct mi_go *b, int p)
{
    int x = column_of_point(b, p), y = row_of_point(b, p);
    box->left = x < box->left ? x : box->left;
    box->right = x > box->right ? x : box->right;
    box->bottom = y < box->bottom ? y : box->bottom;
    box->top = y > box->top ? y : box->top;
}

static struct box box_with_margin(struct box box, const struct mi_go *b)
{
    box.left -= box.left > 0;
    box.bottom -= box.bottom > 0;
    box.right += box.right < b->width - 1;
    box.top += box.top < b->height - 1;
    return box;
}

static struct box empty_box(const struct mi_go *b)
{
    return (struct box){b->width, 0, b->height, 0};
}

static struct box box_of_region(const struct region_finder *f)
{
    struct box box = empty_box(f->b);
    for (int i = 0; i < f->n; i++)
        box_add_point(&box, f->b, f->queue[i]);
    return box;
}

/* Can a frame hold the box and its margin? */
static bool box_fits(struct box box, const struct mi_go *b)
{
    box = box_with_margin(box, b);
    return (box.right - box.left + 2) * (box.top - box.bottom + 1) <= TS_POINTS;
}

/* ---- a part of the region ---- */

/* Points outside of the attacker's stones cost more: the group will rarely live there. */
enum { COST_INSIDE = 2, COST_OUTSIDE = 5, COST_LIBERTY = 2, COST_NONE = UINT8_MAX };

enum { COUNTED_LIBERTIES = 8 };

/* The points that can be added next, with their cost; the others have COST_NONE. */
struct region_part {
    struct region_finder *f;
    const struct region_finder *whole;
    struct box box; /* of the points so far */
    uint8_t cost[MI_GO_MAX_SPAN];
};

/* Is the stone part of another chain of the defender that lives without help? */
static bool is_friend(const struct region_finder *f, int p)
{
    const struct mi_go *b = f->b;
    int8_t owner = f->owner[mi_go_move_of(b, p)];
    int liberty[FRIEND_LIBERTIES + 1];
    return f->exits != TS_EXITS_NONE && b->point[p].colour == !f->attacker &&
           !is_same_chain(b, p, f->stone) &&
           (owner != 0 || (go_liberties(b, p, FRIEND_LIBERTIES, liberty) >= FRIEND_LIBERTIES &&
                           !mi_ts_is_inside(b, p, f->attacker)));
}

static void part_offer_point(struct region_part *part, int p, int cost)
{
    bool allowed = part->f->exits != TS_EXITS_NONE ? !is_friend(part->f, p) : part->whole->in[p];
    if (allowed && !part->f->in[p] && cost < part->cost[p])
        part->cost[p] = (uint8_t)cost;
}

static void part_offer_chain(struct region_part *part, int p, int cost)
{
    int stone = p;
    do {
        part_offer_point(part, stone, cost);
        stone = part->f->b->point[stone].link;
    } while (stone != p);
}

/* The liberties of the named stone's chain come first. */
static int cost_of_step(const struct region_part *part, int p, int q)
{
    const struct region_finder *f = part->f;
    if (f->b->point[p].colour != MI_GO_EMPTY && is_same_chain(f->b, p, f->stone))
        return 0;
    return mi_ts_is_inside(f->b, q, f->attacker) ? COST_INSIDE : COST_OUTSIDE;
}

/* A chain of the attacker with many liberties can rarely be captured. */
static int cost_of_attacker(const struct region_part *part, int p)
{
    int liberty[COUNTED_LIBERTIES];
    return COST_LIBERTY * go_liberties(part->f->b, p, COUNTED_LIBERTIES, liberty);
}

static void part_offer_neighbour(struct region_part *part, int p, int q)
{
    const struct mi_go *b = part->f->b;
    int colour = b->point[q].colour, attacker = part->f->attacker, cost = part->cost[p];
    if (colour == !attacker)
        part_offer_chain(part, q, cost);
    else if (colour == attacker && (part->whole->in[q] || is_capturable_wall(part->f, q)))
        part_offer_chain(part, q, cost + cost_of_attacker(part, q));
    else if (colour == MI_GO_EMPTY)
        part_offer_point(part, q, cost + cost_of_step(part, p, q));
}

/* The point of the least cost, or MI_GO_NONE. */
static int part_cheapest_point(const struct region_part *part)
{
    int best = MI_GO_NONE, least = COST_NONE;
    for (int p = 0; p < part->f->b->span; p++)
        if (!part->f->in[p] && part->cost[p] < least) {
            least = part->cost[p];
            best = p;
        }
    return best;
}

static int count_empty(const struct region_finder *f)
{
    int n = 0;
    for (int i = 0; i < f->n; i++)
        n += f->b->point[f->queue[i]].colour == MI_GO_EMPTY;
    return n;
}

/* Adds the point, unless the frame cannot hold it then: points outside of it count as stones of the
 * attacker.  Chains of the attacker may thus be cut, which makes them safe. */
static bool part_add_point(struct region_part *part, int p)
{
    struct box larger = part->box;
    box_add_point(&larger, part->f->b, p);
    if (!is_same_chain(part->f->b, p, part->f->stone) && !box_fits(larger, part->f->b)) {
        part->cost[p] = COST_NONE;
        return false;
    }
    part->box = larger;
    region_add_point(part->f, p, 0);
    return true;
}

/* Keeps only the points nearest to the stone (Dijkstra 1959), at most most_empty of them empty. */
static void shrink_region(struct region_finder *f, int stone, int most_empty)
{
    const struct region_finder whole = *f;
    struct region_part part = {.f = f, .whole = &whole, .box = empty_box(f->b)};
    memset(part.cost, COST_NONE, sizeof part.cost);
    memset(f->in, 0, sizeof f->in);
    f->n = 0;
    part_offer_chain(&part, stone, 0);
    for (int p = 0; p < f->b->span; p++)
        if (is_in_group(f, p))
            part_offer_point(&part, p, 0);
    for (int p, empty = 0; (p = part_cheapest_point(&part)) != MI_GO_NONE;) {
        bool is_empty = f->b->point[p].colour == MI_GO_EMPTY;
        if (is_empty && empty == most_empty)
            return;
        if (!part_add_point(&part, p))
            continue;
        empty += is_empty;
        for (int i = 0; i < 4; i++)
            part_offer_neighbour(&part, p, p + go_neighbour_offset(f->b->stride, i));
    }
}

/* Does the empty point of the part, or the defender's stone in it, lead out of it? */
static bool is_exit(const struct region_finder *f, int p)
{
    for (int i = 0; i < 4; i++) {
        int q = p + go_neighbour_offset(f->b->stride, i);
        bool leaves = !f->in[q] && f->b->point[q].colour == MI_GO_EMPTY;
        if (leaves && f->exits == TS_EXITS_OPEN && mi_ts_is_open(f->b, q, f->attacker, f->in))
            return true;
    }
    return false;
}

/* ---- the frame ---- */

/* Is the defender's stone in question?  Pass-alive chains are not, unless one is named. */
static bool is_in_question(const struct region_finder *f, int p)
{
    const struct mi_go *b = f->b;
    return is_same_chain(b, p, f->stone) ||
           ((is_in_group(f, p) || mi_go_chain_stones(b, p) >= f->min_stones) &&
            f->owner[mi_go_move_of(b, p)] == 0);
}

static void frame_add_point(struct ts_problem *t, const struct region_finder *f, int bit, int p)
{
    struct points point = points_of(bit);
    int colour = f->b->point[p].colour;
    if (!f->in[p]) {
        bool friend = is_friend(f, p) ||
                      (f->exits == TS_EXITS_ALL && colour != f->attacker && colour != MI_GO_BORDER);
        struct points *set = friend ? &t->frame.friends : &t->frame.wall;
        *set = points_or(*set, point);
        return;
    }
    t->frame.region = points_or(t->frame.region, point);
    if (colour != f->attacker && is_exit(f, p))
        t->frame.exit = points_or(t->frame.exit, point);
    if (colour == MI_GO_EMPTY)
        return;
    int side = colour == f->attacker ? TS_ATTACKER : TS_DEFENDER;
    t->pos.stones[side] = points_or(t->pos.stones[side], point);
    if (side == TS_DEFENDER && is_in_question(f, p))
        t->frame.target = points_or(t->frame.target, point);
}

/* Stones of the defender without a liberty in the region do not help.  False: those in question
 * have none. */
static bool remove_stones_without_liberties(struct ts_problem *t)
{
    struct ts_frame *f = &t->frame;
    struct points *own = &t->pos.stones[TS_DEFENDER];
    for (struct points left = *own; points_any(left);) {
        struct points chain = points_flood(points_of(points_first(left)), *own, f->stride);
        left = points_without(left, chain);
        if (mi_ts_has_liberty(f, TS_DEFENDER, chain, ts_empty(f, &t->pos)))
            continue;
        if (points_meet(chain, f->target))
            return false;
        *own = points_without(*own, chain);
        f->region = points_without(f->region, chain);
        f->wall = points_or(f->wall, chain);
    }
    return true;
}

static const char *make_problem_frame(struct ts_problem *t, const struct region_finder *f)
{
    const struct mi_go *b = f->b;
    struct box box = box_of_region(f);
    if (!box_fits(box, b))
        return "the region is too large";
    box = box_with_margin(box, b);
    int stride = box.right - box.left + 2;
    t->frame.stride = stride;
    t->left = box.left;
    t->bottom = box.bottom;
    t->pos.ko = TS_NO_POINT;
    for (int y = box.bottom; y <= box.top; y++)
        for (int x = box.left; x <= box.right; x++) {
            int bit = (y - box.bottom) * stride + x - box.left, p = mi_go_point_at(b, x, y);
            frame_add_point(t, f, bit, p);
            if (p == b->ko)
                t->pos.ko = (uint8_t)bit;
        }
    return remove_stones_without_liberties(t) ? NULL : "the region is too large";
}

/* If the stone is found and not named: chains with at least a third of its stones. */
static int min_stones_in_question(const struct mi_go *b, int stone, const struct ts_part *part)
{
    int third = (mi_go_chain_stones(b, stone) + 2) / 3;
    return part->target != TS_TARGET_FOUND || third < 2 ? INT_MAX : third;
}

/* Finds the whole region around the stone. */
static void find_whole_region(struct region_finder *f, int8_t *owner)
{
    f->attacker = !f->b->point[f->stone].colour;
    if (!f->owner) {
        mi_go_pass_alive(f->b, owner);
        f->owner = owner;
    }
    find_region(f, f->stone);
    region_fill_holes(f);
}

const char *mi_ts_problem_from_go(const struct mi_go *b, int stone, const struct ts_part *part,
                                  struct ts_problem *problem)
{
    struct region_finder f = {.b = b, .stone = stone, .exits = part->exits, .owner = part->owner};
    int8_t owner[MI_GO_MAX_SIDE * MI_GO_MAX_SIDE];
    *problem = (struct ts_problem){.left = 0};
    if (b->point[stone].colour > MI_GO_WHITE)
        return "the point is empty; name a stone of the group";
    find_whole_region(&f, owner);
    problem->defender = !f.attacker;
    problem->pos.turn = b->turn == f.attacker ? TS_ATTACKER : TS_DEFENDER;
    if (part->target == TS_TARGET_GROUP)
        find_group(&f);
    f.min_stones = min_stones_in_question(b, stone, part);
    problem->is_part = part->exits != TS_EXITS_NONE || count_empty(&f) > part->most_empty;
    problem->is_open = problem->is_part || count_border(&f).others > 0;
    if (problem->is_part)
        shrink_region(&f, stone, part->most_empty);
    return make_problem_frame(problem, &f);
}

/* A region with more than two gaps for each stone of the attacker around it is too open, and one
 * that cannot be searched as a whole is too large, to call the group enclosed.  In 238 of 240
 * problems of a book the group is (lab/tsumego.md). */
int mi_ts_find_group(const struct mi_go *b)
{
    struct region_finder f = {.b = b, .stone = mi_ts_find_enclosed_chain(b)};
    int8_t owner[MI_GO_MAX_SIDE * MI_GO_MAX_SIDE];
    if (f.stone == MI_GO_NONE)
        return MI_GO_NONE;
    find_whole_region(&f, owner);
    struct region_border border = count_border(&f);
    bool is_enclosed = border.attackers > 0 && border.gaps <= 2 * border.attackers;
    return is_enclosed && box_fits(box_of_region(&f), b) ? f.stone : MI_GO_NONE;
}

miai_move mi_ts_move_of(const struct ts_problem *problem, const struct mi_go *b, int bit)
{
    if (bit == TS_PASS)
        return mi_go_pass(b);
    int x = problem->left + bit % problem->frame.stride;
    int y = problem->bottom + bit / problem->frame.stride;
    return y * b->width + x;
}

int mi_ts_bit_of(const struct ts_problem *problem, const struct mi_go *b, miai_move move)
{
    int x = move % b->width - problem->left, y = move / b->width - problem->bottom;
    return y * problem->frame.stride + x;
}
