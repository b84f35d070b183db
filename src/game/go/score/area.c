#include "area.h"

#include "game/go/board/move.h"

#include <string.h>

/* Most regions that a colour can have: in a chessboard's pattern. */
enum { REGIONS_MAX = (MI_GO_MAX_SIDE * MI_GO_MAX_SIDE + 1) / 2 + 1, NO_REGION = -1 };

/* A connected set of points without stones of the colour. */
struct region {
    uint16_t first, count; /* its points in the list */
    uint16_t vital[4];     /* heads of the chains that it is vital to */
    uint8_t vitals;
    uint8_t inner;   /* points that touch no stone of the colour, counted up to 2 */
    bool occupied;   /* by stones of the other colour */
    bool struck_off; /* beside a chain that is */
};

struct area {
    const struct mi_go *b;
    int colour;
    bool suicide;
    bool any; /* has the colour any stones? */
    int regions;
    struct region region[REGIONS_MAX];
    int16_t of[MI_GO_MAX_SPAN];    /* the region of each point */
    uint16_t list[MI_GO_MAX_SPAN]; /* the points of one region after another */
    uint16_t eyes[MI_GO_MAX_SPAN]; /* vital regions of each chain, by its head */
    bool dead[MI_GO_MAX_SPAN];     /* chains that are struck off, by their heads */
};

/* ---- regions ---- */

/* The chains beside the region's first point, which is empty: no other can be served by all. */
static void begin_vital(const struct area *a, struct region *r, int p)
{
    r->vitals = 0;
    for (int i = 0; i < 4; i++) {
        const struct mi_go_point *q = &a->b->point[p + go_step(a->b->stride, i)];
        bool known = q->colour != a->colour;
        for (int j = 0; j < r->vitals; j++)
            known |= r->vital[j] == q->head;
        if (!known)
            r->vital[r->vitals++] = q->head;
    }
}

static void keep_vital(const struct area *a, struct region *r, int p)
{
    int kept = 0;
    for (int i = 0; i < r->vitals; i++)
        if (go_is_beside(a->b, p, r->vital[i]))
            r->vital[kept++] = r->vital[i];
    r->vitals = (uint8_t)kept;
}

/* Adds what is beside the point to the list of n; returns how many there are then. */
static int spread(struct area *a, int p, int id, int n, bool *touches)
{
    for (int i = 0; i < 4; i++) {
        int q = p + go_step(a->b->stride, i), stands = a->b->point[q].colour;
        *touches |= stands == a->colour;
        if (stands == a->colour || stands == MI_GO_BORDER || a->of[q] != NO_REGION)
            continue;
        a->of[q] = (int16_t)id;
        a->list[n++] = (uint16_t)q;
    }
    return n;
}

static int add_region(struct area *a, int p, int first)
{
    int id = a->regions++, n = first;
    struct region *r = &a->region[id];
    *r = (struct region){.first = (uint16_t)first};
    begin_vital(a, r, p);
    a->of[p] = (int16_t)id;
    a->list[n++] = (uint16_t)p;
    for (int i = first; i < n; i++) {
        bool empty = a->b->point[a->list[i]].colour == MI_GO_EMPTY, touches = false;
        n = spread(a, a->list[i], id, n, &touches);
        r->occupied |= !empty;
        r->inner = (uint8_t)(r->inner + (!touches && r->inner < 2));
        if (empty || a->suicide)
            keep_vital(a, r, a->list[i]);
    }
    r->count = (uint16_t)(n - first);
    return n;
}

static void divide(struct area *a)
{
    const struct mi_go *b = a->b;
    int n = 0;
    a->regions = 0;
    a->any = false;
    memset(a->eyes, 0, (size_t)b->span * sizeof *a->eyes);
    memset(a->dead, 0, (size_t)b->span * sizeof *a->dead);
    for (int p = 0; p < b->span; p++)
        a->of[p] = NO_REGION;
    for (int p = b->stride; p < b->span - b->stride; p++) {
        a->any |= b->point[p].colour == a->colour;
        if (b->point[p].colour == MI_GO_EMPTY && a->of[p] == NO_REGION)
            n = add_region(a, p, n);
    }
    for (int id = 0; id < a->regions; id++)
        for (int i = 0; i < a->region[id].vitals; i++)
            a->eyes[a->region[id].vital[i]]++;
}

/* ---- striking off ---- */

static void strike_region(struct area *a, int id)
{
    struct region *r = &a->region[id];
    if (r->struck_off)
        return;
    r->struck_off = true;
    for (int i = 0; i < r->vitals; i++)
        a->eyes[r->vital[i]]--;
}

static void strike_chain(struct area *a, int head)
{
    const struct mi_go *b = a->b;
    int stone = head;
    a->dead[head] = true;
    do {
        for (int i = 0; i < 4; i++) {
            int id = a->of[stone + go_step(b->stride, i)];
            if (id != NO_REGION)
                strike_region(a, id);
        }
        stone = b->point[stone].link;
    } while (stone != head);
}

/* Until each chain that is left has two vital regions that are left. */
static void strike_off(struct area *a)
{
    const struct mi_go *b = a->b;
    for (bool any = true; any;) {
        any = false;
        for (int p = b->stride; p < b->span - b->stride; p++)
            if (b->point[p].colour == a->colour && b->point[p].head == p && !a->dead[p] &&
                a->eyes[p] < 2) {
                strike_chain(a, p);
                any = true;
            }
    }
}

/* ---- owners ---- */

/* Where the other colour has no room for two eyes, and nothing can be taken around it, all is the
 * colour's whatever was said of it before; otherwise what is empty of the other colour's stones, if
 * nobody has it yet. */
static void own_region(const struct area *a, const struct region *r, uint8_t *owner)
{
    bool safe = !r->struck_off && (r->inner < 2 || !r->occupied);
    for (int i = r->first; (safe || !r->occupied) && i < r->first + r->count; i++)
        if (safe || owner[a->list[i]] == MI_GO_EMPTY)
            owner[a->list[i]] = (uint8_t)a->colour;
}

static void own(const struct area *a, uint8_t *owner)
{
    const struct mi_go *b = a->b;
    for (int p = b->stride; p < b->span - b->stride; p++)
        if (b->point[p].colour == a->colour && !a->dead[b->point[p].head])
            owner[p] = (uint8_t)a->colour;
    for (int id = 0; id < a->regions; id++)
        own_region(a, &a->region[id], owner);
}

void mi_go_area(const struct mi_go *b, bool suicide, uint8_t *owner)
{
    struct area a;
    a.b = b;
    a.suicide = suicide;
    memset(owner, MI_GO_EMPTY, b->span);
    for (a.colour = MI_GO_BLACK; a.colour <= MI_GO_WHITE; a.colour++) {
        divide(&a);
        strike_off(&a);
        if (a.any)
            own(&a, owner);
    }
    for (int p = b->stride; p < b->span - b->stride; p++)
        if (owner[p] == MI_GO_EMPTY && b->point[p].colour <= MI_GO_WHITE)
            owner[p] = b->point[p].colour;
}
