#include "feature.h"
#include "game/go/tactics/ladder.h"
#include "game/go/tactics/tactics.h"

#include <stdlib.h>
#include <string.h>

enum { LIBERTIES_MAX = 4 }; /* liberties are counted up to this number */

/* ---- liberties ---- */

/* A set of at most LIBERTIES_MAX points. */
struct liberty_set {
    int n;
    uint16_t point[LIBERTIES_MAX];
};

static void liberty_set_add(struct liberty_set *set, int p)
{
    for (int i = 0; i < set->n; i++)
        if (set->point[i] == p)
            return;
    if (set->n < LIBERTIES_MAX)
        set->point[set->n++] = (uint16_t)p;
}

static void liberty_set_add_around(const struct mi_go *b, int p, struct liberty_set *set)
{
    for (int i = 0; i < 4; i++)
        if (b->point[p + go_neighbour_offset(b->stride, i)].colour == MI_GO_EMPTY)
            liberty_set_add(set, p + go_neighbour_offset(b->stride, i));
}

/* Adds the liberties of the stone's chain, except one point, until the set is full. */
static void liberty_set_add_chain(const struct mi_go *b, int stone, int excluded,
                                  struct liberty_set *set)
{
    int s = stone;
    do {
        for (int i = 0; i < 4; i++) {
            int q = s + go_neighbour_offset(b->stride, i);
            if (b->point[q].colour == MI_GO_EMPTY && q != excluded)
                liberty_set_add(set, q);
        }
        s = b->point[s].link;
    } while (s != stone && set->n < LIBERTIES_MAX);
}

/* ---- ladders ---- */

/* The number of empty neighbours of `at` after stones are placed on p and q. */
static int empty_around_after(const struct mi_go *b, int at, int p, int q)
{
    return mi_go_empty_around(b, at) - mi_go_are_neighbours(b, at, p) -
           mi_go_are_neighbours(b, at, q);
}

/* After a stone on p (or none), can a ladder work against a chain with these two liberties? Not if,
 * with either liberty filled, a move on the other one gives the chain three liberties. */
static bool may_be_laddered(const struct mi_go *b, int p, const uint16_t liberty[2])
{
    return empty_around_after(b, liberty[0], p, liberty[1]) < 3 ||
           empty_around_after(b, liberty[1], p, liberty[0]) < 3;
}

/* Does a stone on p capture the chain, which has two liberties, in a ladder? */
static bool starts_ladder(struct mi_go *b, int p, int chain)
{
    int liberty[2];
    bool two = go_has_two_liberties(b, chain, liberty);
    if (two && empty_around_after(b, liberty[0] + liberty[1] - p, p, MI_GO_NONE) >= 3)
        return false;
    return mi_go_is_caught_in_ladder(b, p, chain);
}

/* Is the chain lost if nobody reacts?  Reads own chains with two liberties and enemy chains with
 * one. */
static bool is_lost_chain(struct mi_go *b, int p, const struct liberty_set *liberties)
{
    const uint16_t *liberty = liberties->point;
    if (b->point[p].colour != b->turn)
        return liberties->n == 1 && mi_go_is_caught_in_ladder(b, MI_GO_NONE, p);
    return liberties->n == 2 && may_be_laddered(b, MI_GO_NONE, liberty) &&
           mi_go_is_caught_in_ladder(b, MI_GO_NONE, p);
}

static struct mi_go *reading_board(struct go_feature_context *context)
{
    return (void *)context->reading;
}

void mi_go_feature_context_init(struct go_feature_context *context, const struct mi_go *b)
{
    context->b = b;
    memcpy(context->reading, b, sizeof *b + b->span * sizeof *b->point);
    for (int p = b->stride; p < b->span - b->stride; p++)
        if (mi_go_is_head(b, p)) {
            struct liberty_set set = {.n = 0};
            liberty_set_add_chain(b, p, MI_GO_NONE, &set);
            context->liberties[p] = (uint8_t)set.n;
            context->lost[p] = is_lost_chain(reading_board(context), p, &set);
        }
}

/* ---- groups ---- */

static int size_class(int stones)
{
    return stones == 1 ? 0 : stones <= 3 ? 1 : 2;
}

/* Is an own chain adjacent to the stone's chain in atari? */
static bool has_own_chain_in_atari(const struct go_feature_context *context, int stone)
{
    const struct mi_go *b = context->b;
    int s = stone;
    do {
        for (int i = 0; i < 4; i++) {
            const struct mi_go_point *q = &b->point[s + go_neighbour_offset(b->stride, i)];
            if (q->colour == b->turn && context->liberties[q->head] == 1)
                return true;
        }
        s = b->point[s].link;
    } while (s != stone);
    return false;
}

/* GO_GROUP_CAPTURE:
 *   0     captures nothing
 *   1-3   captures a chain, by size class
 *   4-5   captures the chain of the last move: one stone, or more
 *   6-8   captures a chain that has an own chain in atari, by size class
 *   9-16  the same as 1 to 8, if the captured chain could not escape anyway */
static int capture_feature(const struct go_feature_context *context, int p)
{
    const struct mi_go *b = context->b;
    int best = 0, cannot_be_saved = 0;
    for (int i = 0; i < 4; i++) {
        int q = p + go_neighbour_offset(b->stride, i), head = b->point[q].head;
        if (b->point[q].colour != !b->turn || context->liberties[head] > 1)
            continue;
        int size = size_class((int)(b->point[head].sums & MI_GO_STONES));
        bool recent = b->last[0] && b->point[b->last[0]].head == head;
        int kind = has_own_chain_in_atari(context, q) ? 6 + size
                   : recent                           ? 4 + (size > 0)
                                                      : 1 + size;
        if (kind < best)
            continue;
        cannot_be_saved = context->lost[head] && (kind > best || cannot_be_saved) ? 8 : 0;
        best = kind;
    }
    return best + cannot_be_saved;
}

/* The chain that a stone would become part of. */
struct joined_chains {
    struct liberty_set liberties;
    int stones;
    int weakest;  /* liberties of the weakest joined chains; LIBERTIES_MAX: none joined */
    bool lost;    /* one of the weakest chains was caught in a ladder */
    bool pursued; /* the last move is adjacent to one of the weakest chains */
};

static void join_chain(const struct go_feature_context *context, struct joined_chains *joined,
                       int q, int p)
{
    const struct mi_go *b = context->b;
    int head = b->point[q].head;
    liberty_set_add_chain(b, q, p, &joined->liberties);
    joined->stones += (int)(b->point[head].sums & MI_GO_STONES);
    if (context->liberties[head] > joined->weakest)
        return;
    if (context->liberties[head] < joined->weakest)
        joined->lost = joined->pursued = false;
    joined->weakest = context->liberties[head];
    joined->lost |= context->lost[head];
    for (int i = 0; i < 4 && b->last[0]; i++)
        joined->pursued |= b->point[b->last[0] + go_neighbour_offset(b->stride, i)].head == head;
}

/* Is the stone on p, whose chain has these two liberties, caught in a ladder?  In an empty corner
 * it always is; reading that would take long. */
static bool is_caught_in_ladder(struct mi_go *b, int p, const uint16_t liberty[2])
{
    bool empty_corner = go_count_borders_around(b, p) == 2 && mi_go_empty_around(b, p) == 2;
    return empty_corner || (may_be_laddered(b, p, liberty) && mi_go_is_caught_in_ladder(b, p, p));
}

/* GO_GROUP_OWN, by the liberties after the move:
 *   1-2    joins no chain; 2 liberties, or 3 and more
 *   4-6    joins chains of which the weakest had 1 liberty; 2, 3, or 4 and more afterwards
 *   7-15   the same for weakest chains with 2, 3, or 4 and more liberties
 *   16-19  self-atari, by size class; 19: more than 8 stones
 *   20     2 liberties and caught in a ladder; joins none
 *   21-22  the same; joins a chain that was in atari: not by the last move, or by it
 *   23-25  the same; joins other chains, by size class
 *   26-27  escapes an atari of the last move; 2 liberties, or more
 *   28-30  escapes from a ladder, by size class */
static int own_liberties_feature(struct go_feature_context *context, int p)
{
    const struct mi_go *b = context->b;
    struct joined_chains joined = {.stones = 1, .weakest = LIBERTIES_MAX};
    liberty_set_add_around(b, p, &joined.liberties);
    for (int i = 0; i < 4; i++) {
        int q = p + go_neighbour_offset(b->stride, i), head = b->point[q].head;
        if (b->point[q].colour == b->turn)
            join_chain(context, &joined, q, p);
        else if (b->point[q].colour == !b->turn && context->liberties[head] == 1)
            liberty_set_add(&joined.liberties, q);
    }
    int n = joined.liberties.n, size = size_class(joined.stones);
    if (n <= 1)
        return 16 + size + (joined.stones > 8);
    if (n == 2 && is_caught_in_ladder(reading_board(context), p, joined.liberties.point))
        return joined.stones == 1 ? 20 : joined.weakest == 1 ? 21 + joined.pursued : 23 + size;
    if (joined.weakest == 1 && joined.pursued)
        return 26 + (n > 2);
    if (joined.weakest == 2 && joined.lost)
        return 28 + size;
    return joined.stones == 1 ? n - 1 : joined.weakest * 3 + n - 1;
}

/* GO_GROUP_PRESSURE, on adjacent enemy chains (each range: by size class, then the same for the
 * chain of the last move):
 *   0      none is left with 1 or 2 liberties
 *   1-6    one is left with 2 liberties
 *   7-12   one is left in atari
 *   13-18  one is left in atari and caught in a ladder
 *   19     two chains are left in atari */
static int pressure_feature(struct go_feature_context *context, int p)
{
    const struct mi_go *b = context->b;
    int best = 0, in_atari = MI_GO_NONE;
    for (int i = 0; i < 4; i++) {
        int q = p + go_neighbour_offset(b->stride, i), head = b->point[q].head;
        if (b->point[q].colour != !b->turn)
            continue;
        int left = context->liberties[head] - 1;
        if (left != 1 && left != 2)
            continue;
        if (left == 1 && in_atari && in_atari != head)
            return 19;
        in_atari = left == 1 ? head : in_atari;
        int size = size_class((int)(b->point[head].sums & MI_GO_STONES));
        bool recent = b->last[0] && b->point[b->last[0]].head == head;
        int kind = 1 + (recent ? 3 : 0) + size;
        if (left == 1)
            kind += starts_ladder(reading_board(context), p, q) ? 12 : 6;
        best = kind > best ? kind : best;
    }
    return best;
}

static int line_feature(const struct mi_go *b, int x, int y)
{
    int right = b->width - 1 - x, top = b->height - 1 - y;
    int dx = x < right ? x : right, dy = y < top ? y : top, d = dx < dy ? dx : dy;
    return d < GO_LINES - 1 ? d : GO_LINES - 1;
}

/* The distance dx + dy + max(dx, dy); 0 if there is no move to measure from. */
static int distance_feature(const struct mi_go *b, int x, int y, int from)
{
    if (from == MI_GO_NONE)
        return 0;
    int move = mi_go_move_of(b, from);
    int dx = abs(move % b->width - x), dy = abs(move / b->width - y);
    int d = dx + dy + (dx > dy ? dx : dy);
    return d < GO_DISTANCES - 1 ? d : GO_DISTANCES - 1;
}

void mi_go_features(struct go_feature_context *context, int p, uint16_t feature[GO_GROUPS])
{
    const struct mi_go *b = context->b;
    int move = mi_go_move_of(b, p), x = move % b->width, y = move / b->width;
    feature[GO_GROUP_CAPTURE] = (uint16_t)capture_feature(context, p);
    feature[GO_GROUP_OWN] = (uint16_t)(GO_FIRST_OWN + own_liberties_feature(context, p));
    feature[GO_GROUP_PRESSURE] = (uint16_t)(GO_FIRST_PRESSURE + pressure_feature(context, p));
    feature[GO_GROUP_LINE] = (uint16_t)(GO_FIRST_LINE + line_feature(b, x, y));
    feature[GO_GROUP_LAST] = (uint16_t)(GO_FIRST_LAST + distance_feature(b, x, y, b->last[0]));
    feature[GO_GROUP_SECOND_LAST] =
        (uint16_t)(GO_FIRST_SECOND_LAST + distance_feature(b, x, y, b->last[1]));
    feature[GO_GROUP_SHAPE] = (uint16_t)(GO_FIRST_SHAPE + go_shape(b, p, b->turn));
}
