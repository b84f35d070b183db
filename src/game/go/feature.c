#include "feature.h"
#include "tactics.h"

#include <stdlib.h>

enum { MANY = 4 }; /* liberties that are counted */

/* ---- liberties ---- */

/* A few points, each once. */
struct points {
    int n;
    uint16_t point[MANY];
};

static void add(struct points *set, int p)
{
    for (int i = 0; i < set->n; i++)
        if (set->point[i] == p)
            return;
    if (set->n < MANY)
        set->point[set->n++] = (uint16_t)p;
}

static void add_empty_around(const struct mi_go *b, int p, struct points *set)
{
    for (int i = 0; i < 4; i++)
        if (b->point[p + go_step(b->stride, i)].colour == MI_GO_EMPTY)
            add(set, p + go_step(b->stride, i));
}

/* Adds the liberties of the stone's chain, but for one point, until there are many. */
static void add_liberties(const struct mi_go *b, int stone, int but, struct points *set)
{
    int s = stone;
    do {
        for (int i = 0; i < 4; i++) {
            int q = s + go_step(b->stride, i);
            if (b->point[q].colour == MI_GO_EMPTY && q != but)
                add(set, q);
        }
        s = b->point[s].link;
    } while (s != stone && set->n < MANY);
}

void mi_go_look(struct go_scene *scene, const struct mi_go *b)
{
    scene->b = b;
    for (int p = b->stride; p < b->span - b->stride; p++)
        if (b->point[p].colour < MI_GO_EMPTY && b->point[p].head == p) {
            struct points set = {.n = 0};
            add_liberties(b, p, MI_GO_NONE, &set);
            scene->liberties[p] = (uint8_t)set.n;
        }
}

/* ---- groups ---- */

static int size_class(int stones)
{
    return stones == 1 ? 0 : stones <= 3 ? 1 : 2;
}

/* Is a chain of the player beside the stone's chain in atari? */
static bool threatens(const struct go_scene *scene, int stone)
{
    const struct mi_go *b = scene->b;
    int s = stone;
    do {
        for (int i = 0; i < 4; i++) {
            const struct mi_go_point *q = &b->point[s + go_step(b->stride, i)];
            if (q->colour == b->turn && scene->liberties[q->head] == 1)
                return true;
        }
        s = b->point[s].link;
    } while (s != stone);
    return false;
}

/* Nothing (0), a chain of a size class (1 to 3), the chain of the last move, of one stone or more
 * (4, 5), or a chain that has one of one's own in atari (6 to 8). */
static int takes(const struct go_scene *scene, int p)
{
    const struct mi_go *b = scene->b;
    int best = 0;
    for (int i = 0; i < 4; i++) {
        int q = p + go_step(b->stride, i), head = b->point[q].head;
        if (b->point[q].colour != !b->turn || scene->liberties[head] > 1)
            continue;
        int size = size_class((int)(b->point[head].sums & MI_GO_STONES));
        bool recent = b->last[0] && b->point[b->last[0]].head == head;
        int kind = threatens(scene, q) ? 6 + size : recent ? 4 + (size > 0) : 1 + size;
        best = kind > best ? kind : best;
    }
    return best;
}

/* Joining none, it has two liberties, three or more (1 to 3).  Otherwise the weakest chain that it
 * joins had one liberty (4 to 6), two (7 to 9), three (10 to 12) or more (13 to 15), and it has as
 * many as above.  With one liberty at most it is a self-atari (16 to 19, by size). */
static int own(const struct go_scene *scene, int p)
{
    const struct mi_go *b = scene->b;
    struct points set = {.n = 0};
    int weakest = MANY, stones = 1;
    add_empty_around(b, p, &set);
    for (int i = 0; i < 4; i++) {
        int q = p + go_step(b->stride, i), head = b->point[q].head;
        if (b->point[q].colour == b->turn) {
            add_liberties(b, q, p, &set);
            stones += (int)(b->point[head].sums & MI_GO_STONES);
            weakest = scene->liberties[head] < weakest ? scene->liberties[head] : weakest;
        } else if (b->point[q].colour == !b->turn && scene->liberties[head] == 1) {
            add(&set, q);
        }
    }
    if (set.n <= 1)
        return 16 + size_class(stones) + (stones > 8);
    if (stones == 1)
        return set.n - 1;
    return weakest * 3 + set.n - 1;
}

/* No chain is left with one or two liberties (0), or one is with two (1 to 6) or one (7 to 12): of
 * the last move if it is one of the latter three, and by size within. */
static int pressure(const struct go_scene *scene, int p)
{
    const struct mi_go *b = scene->b;
    int best = 0;
    for (int i = 0; i < 4; i++) {
        int q = p + go_step(b->stride, i), head = b->point[q].head;
        if (b->point[q].colour != !b->turn)
            continue;
        int left = scene->liberties[head] - 1;
        if (left != 1 && left != 2)
            continue;
        int size = size_class((int)(b->point[head].sums & MI_GO_STONES));
        bool recent = b->last[0] && b->point[b->last[0]].head == head;
        int kind = 1 + (left == 1 ? 6 : 0) + (recent ? 3 : 0) + size;
        best = kind > best ? kind : best;
    }
    return best;
}

static int line(const struct mi_go *b, int x, int y)
{
    int right = b->width - 1 - x, top = b->height - 1 - y;
    int dx = x < right ? x : right, dy = y < top ? y : top, d = dx < dy ? dx : dy;
    return d < GO_LINES - 1 ? d : GO_LINES - 1;
}

/* The distance dx + dy + max(dx, dy), or 0 where there is no point to be distant from. */
static int distance(const struct mi_go *b, int x, int y, int from)
{
    if (from == MI_GO_NONE)
        return 0;
    int move = mi_go_move_of(b, from);
    int dx = abs(move % b->width - x), dy = abs(move / b->width - y);
    int d = dx + dy + (dx > dy ? dx : dy);
    return d < GO_DISTANCES - 1 ? d : GO_DISTANCES - 1;
}

void mi_go_features(const struct go_scene *scene, int p, uint16_t feature[GO_GROUPS])
{
    const struct mi_go *b = scene->b;
    int move = mi_go_move_of(b, p), x = move % b->width, y = move / b->width;
    feature[GO_GROUP_TAKES] = (uint16_t)takes(scene, p);
    feature[GO_GROUP_OWN] = (uint16_t)(GO_FIRST_OWN + own(scene, p));
    feature[GO_GROUP_PRESSURE] = (uint16_t)(GO_FIRST_PRESSURE + pressure(scene, p));
    feature[GO_GROUP_LINE] = (uint16_t)(GO_FIRST_LINE + line(b, x, y));
    feature[GO_GROUP_LAST] = (uint16_t)(GO_FIRST_LAST + distance(b, x, y, b->last[0]));
    feature[GO_GROUP_BEFORE] = (uint16_t)(GO_FIRST_BEFORE + distance(b, x, y, b->last[1]));
    feature[GO_GROUP_SHAPE] = (uint16_t)(GO_FIRST_SHAPE + go_shape(b, p, b->turn));
}
