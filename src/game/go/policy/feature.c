#include "feature.h"
#include "game/go/tactics/ladder.h"
#include "game/go/tactics/tactics.h"

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

/* ---- ladders ---- */

/* Empty points around an empty one when stones stand on p and q. */
static int room(const struct mi_go *b, int at, int p, int q)
{
    return mi_go_empty_around(b, at) - mi_go_are_neighbours(b, at, p) -
           mi_go_are_neighbours(b, at, q);
}

/* With a stone on p, or none, can a chain with these liberties be hunted at all?  Where one is
 * taken away, and there is room around the other, it has three at once. */
static bool may_be_hunted(const struct mi_go *b, int p, const uint16_t liberty[2])
{
    return room(b, liberty[0], p, liberty[1]) < 3 || room(b, liberty[1], p, liberty[0]) < 3;
}

/* Does a stone on p take the chain of the stone on prey, which has two liberties, in a ladder? */
static bool begins_ladder(const struct mi_go *b, int p, int prey)
{
    int liberty[2];
    bool two = go_two_liberties(b, prey, liberty);
    if (two && room(b, liberty[0] + liberty[1] - p, p, MI_GO_NONE) >= 3)
        return false;
    return mi_go_ladder(b, p, prey);
}

/* Own chains with two liberties, and the other's with one: is the chain lost if nothing happens? */
static bool is_lost(const struct mi_go *b, int p, const struct points *liberties)
{
    const uint16_t *liberty = liberties->point;
    if (b->point[p].colour != b->turn)
        return liberties->n == 1 && mi_go_ladder(b, MI_GO_NONE, p);
    return liberties->n == 2 && may_be_hunted(b, MI_GO_NONE, liberty) &&
           mi_go_ladder(b, MI_GO_NONE, p);
}

void mi_go_look(struct go_scene *scene, const struct mi_go *b)
{
    scene->b = b;
    for (int p = b->stride; p < b->span - b->stride; p++)
        if (mi_go_is_head(b, p)) {
            struct points set = {.n = 0};
            add_liberties(b, p, MI_GO_NONE, &set);
            scene->liberties[p] = (uint8_t)set.n;
            scene->lost[p] = is_lost(b, p, &set);
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
 * (4, 5), or a chain that has one of one's own in atari (6 to 8); each likewise if the chain cannot
 * be saved (9 to 16). */
static int takes(const struct go_scene *scene, int p)
{
    const struct mi_go *b = scene->b;
    int best = 0, cannot_be_saved = 0;
    for (int i = 0; i < 4; i++) {
        int q = p + go_step(b->stride, i), head = b->point[q].head;
        if (b->point[q].colour != !b->turn || scene->liberties[head] > 1)
            continue;
        int size = size_class((int)(b->point[head].sums & MI_GO_STONES));
        bool recent = b->last[0] && b->point[b->last[0]].head == head;
        int kind = threatens(scene, q) ? 6 + size : recent ? 4 + (size > 0) : 1 + size;
        if (kind < best)
            continue;
        cannot_be_saved = scene->lost[head] && (kind > best || cannot_be_saved) ? 8 : 0;
        best = kind;
    }
    return best + cannot_be_saved;
}

/* What a stone would join, and have as liberties then. */
struct joined {
    struct points liberties;
    int stones;
    int weakest;  /* liberties of the weakest chains joined, MANY: none */
    bool lost;    /* one of those was lost in a ladder */
    bool pursued; /* the last move stands beside one of those */
};

static void join(const struct go_scene *scene, struct joined *joined, int q, int p)
{
    const struct mi_go *b = scene->b;
    int head = b->point[q].head;
    add_liberties(b, q, p, &joined->liberties);
    joined->stones += (int)(b->point[head].sums & MI_GO_STONES);
    if (scene->liberties[head] > joined->weakest)
        return;
    if (scene->liberties[head] < joined->weakest)
        joined->lost = joined->pursued = false;
    joined->weakest = scene->liberties[head];
    joined->lost |= scene->lost[head];
    for (int i = 0; i < 4 && b->last[0]; i++)
        joined->pursued |= b->point[b->last[0] + go_step(b->stride, i)].head == head;
}

/* Does a ladder take the stone on p, of a chain with these two liberties?  In an empty corner that
 * is not worth reading: it takes long, and the stone is lost. */
static bool would_be_lost(const struct mi_go *b, int p, const uint16_t liberty[2])
{
    bool empty_corner = go_borders_around(b, p) == 2 && mi_go_empty_around(b, p) == 2;
    return empty_corner || (may_be_hunted(b, p, liberty) && mi_go_ladder(b, p, p));
}

/* Joining none, it has two liberties, three or more (1 to 3).  Otherwise the weakest chain that it
 * joins had one liberty (4 to 6), two (7 to 9), three (10 to 12) or more (13 to 15), and it has as
 * many as above.  With one liberty at most it is a self-atari (16 to 19, by size).  With two in
 * which a ladder takes it, it joined none (20) or was in atari (21, 22: last move's doing) or was
 * not (23 to 25, by size).  It escapes from the last move's atari (26, 27), or from a ladder (28 to
 * 30, by size). */
static int own(const struct go_scene *scene, int p)
{
    const struct mi_go *b = scene->b;
    struct joined joined = {.stones = 1, .weakest = MANY};
    add_empty_around(b, p, &joined.liberties);
    for (int i = 0; i < 4; i++) {
        int q = p + go_step(b->stride, i), head = b->point[q].head;
        if (b->point[q].colour == b->turn)
            join(scene, &joined, q, p);
        else if (b->point[q].colour == !b->turn && scene->liberties[head] == 1)
            add(&joined.liberties, q);
    }
    int n = joined.liberties.n, size = size_class(joined.stones);
    if (n <= 1)
        return 16 + size + (joined.stones > 8);
    if (n == 2 && would_be_lost(b, p, joined.liberties.point))
        return joined.stones == 1 ? 20 : joined.weakest == 1 ? 21 + joined.pursued : 23 + size;
    if (joined.weakest == 1 && joined.pursued)
        return 26 + (n > 2);
    if (joined.weakest == 2 && joined.lost)
        return 28 + size;
    return joined.stones == 1 ? n - 1 : joined.weakest * 3 + n - 1;
}

/* No chain is left with one or two liberties (0), or one is with two (1 to 6) or one (7 to 12), or
 * with one and a ladder takes it (13 to 18): of the last move if it is one of the latter three, and
 * by size within.  Two chains are left with one (19). */
static int pressure(const struct go_scene *scene, int p)
{
    const struct mi_go *b = scene->b;
    int best = 0, in_atari = MI_GO_NONE;
    for (int i = 0; i < 4; i++) {
        int q = p + go_step(b->stride, i), head = b->point[q].head;
        if (b->point[q].colour != !b->turn)
            continue;
        int left = scene->liberties[head] - 1;
        if (left != 1 && left != 2)
            continue;
        if (left == 1 && in_atari && in_atari != head)
            return 19;
        in_atari = left == 1 ? head : in_atari;
        int size = size_class((int)(b->point[head].sums & MI_GO_STONES));
        bool recent = b->last[0] && b->point[b->last[0]].head == head;
        int kind = 1 + (recent ? 3 : 0) + size;
        if (left == 1)
            kind += begins_ladder(b, p, q) ? 12 : 6;
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
