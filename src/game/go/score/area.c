#include "area.h"

#include "game/go/board/encore.h"
#include "game/go/board/go.h"

#include <string.h>

/* Maximum number of regions of a colour: a checkerboard pattern. */
enum { REGIONS_MAX = (MI_GO_MAX_SIDE * MI_GO_MAX_SIDE + 1) / 2 + 1, NO_REGION = -1 };

/* A connected set of points without stones of the colour, containing an empty point. */
struct region {
    uint16_t first, count; /* range of its points in area.list */
    uint16_t vital[4];     /* heads of the chains to which it is vital */
    uint8_t vitals;
    uint8_t inner; /* number of points adjacent to no stone of the colour, at most 2 */
    bool occupied; /* has stones of the other colour */
    bool removed;  /* adjacent to a chain that was removed */
};

struct area {
    const struct mi_go *b;
    int colour;
    bool suicide;
    bool has_stones; /* are there stones of the colour? */
    int regions;
    struct region region[REGIONS_MAX];
    int16_t region_of[MI_GO_MAX_SPAN];      /* region of each point, or NO_REGION */
    uint16_t list[MI_GO_MAX_SPAN];          /* the points, grouped by region */
    uint16_t vital_regions[MI_GO_MAX_SPAN]; /* number of vital regions of each chain, by head */
    bool chain_removed[MI_GO_MAX_SPAN];     /* chains that were removed, by head */
};

/* ---- regions ---- */

/* Starts with the chains adjacent to the region's first point, which is empty: only these can be
 * adjacent to all empty points. */
static void region_init_vital(const struct area *a, struct region *r, int p)
{
    r->vitals = 0;
    for (int i = 0; i < 4; i++) {
        const struct mi_go_point *q = &a->b->point[p + go_neighbour_offset(a->b->stride, i)];
        bool known = q->colour != a->colour;
        for (int j = 0; j < r->vitals; j++)
            known |= r->vital[j] == q->head;
        if (!known)
            r->vital[r->vitals++] = q->head;
    }
}

static void region_filter_vital(const struct area *a, struct region *r, int p)
{
    int kept = 0;
    for (int i = 0; i < r->vitals; i++)
        if (go_touches_chain(a->b, p, r->vital[i]))
            r->vital[kept++] = r->vital[i];
    r->vitals = (uint8_t)kept;
}

/* Appends the region's points adjacent to p to the list of n points; returns the new length. */
static int area_flood(struct area *a, int p, int id, int n, bool *touches)
{
    for (int i = 0; i < 4; i++) {
        int q = p + go_neighbour_offset(a->b->stride, i), stands = a->b->point[q].colour;
        *touches |= stands == a->colour;
        if (stands == a->colour || stands == MI_GO_BORDER || a->region_of[q] != NO_REGION)
            continue;
        a->region_of[q] = (int16_t)id;
        a->list[n++] = (uint16_t)q;
    }
    return n;
}

static int area_add_region(struct area *a, int p, int first)
{
    int id = a->regions++, n = first;
    struct region *r = &a->region[id];
    *r = (struct region){.first = (uint16_t)first};
    region_init_vital(a, r, p);
    a->region_of[p] = (int16_t)id;
    a->list[n++] = (uint16_t)p;
    for (int i = first; i < n; i++) {
        bool empty = a->b->point[a->list[i]].colour == MI_GO_EMPTY, touches = false;
        n = area_flood(a, a->list[i], id, n, &touches);
        r->occupied |= !empty;
        r->inner = (uint8_t)(r->inner + (!touches && r->inner < 2));
        if (empty || a->suicide)
            region_filter_vital(a, r, a->list[i]);
    }
    r->count = (uint16_t)(n - first);
    return n;
}

static void area_find_regions(struct area *a)
{
    const struct mi_go *b = a->b;
    int n = 0;
    a->regions = 0;
    a->has_stones = false;
    memset(a->vital_regions, 0, (size_t)b->span * sizeof *a->vital_regions);
    memset(a->chain_removed, 0, (size_t)b->span * sizeof *a->chain_removed);
    for (int p = 0; p < b->span; p++)
        a->region_of[p] = NO_REGION;
    for (int p = b->stride; p < b->span - b->stride; p++) {
        a->has_stones |= b->point[p].colour == a->colour;
        if (b->point[p].colour == MI_GO_EMPTY && a->region_of[p] == NO_REGION)
            n = area_add_region(a, p, n);
    }
    for (int id = 0; id < a->regions; id++)
        for (int i = 0; i < a->region[id].vitals; i++)
            a->vital_regions[a->region[id].vital[i]]++;
}

/* ---- removing chains ---- */

static void area_remove_region(struct area *a, int id)
{
    struct region *r = &a->region[id];
    if (r->removed)
        return;
    r->removed = true;
    for (int i = 0; i < r->vitals; i++)
        a->vital_regions[r->vital[i]]--;
}

static void area_remove_chain(struct area *a, int head)
{
    const struct mi_go *b = a->b;
    int stone = head;
    a->chain_removed[head] = true;
    do {
        for (int i = 0; i < 4; i++) {
            int id = a->region_of[stone + go_neighbour_offset(b->stride, i)];
            if (id != NO_REGION)
                area_remove_region(a, id);
        }
        stone = b->point[stone].link;
    } while (stone != head);
}

/* Removes chains until each remaining one has two remaining vital regions. */
static void area_remove_unsafe(struct area *a)
{
    const struct mi_go *b = a->b;
    for (bool found = true; found;) {
        found = false;
        for (int p = b->stride; p < b->span - b->stride; p++)
            if (b->point[p].colour == a->colour && b->point[p].head == p && !a->chain_removed[p] &&
                a->vital_regions[p] < 2) {
                area_remove_chain(a, p);
                found = true;
            }
    }
}

/* ---- owners ---- */

/* The owner gets the whole region, even points already assigned, if the region is not removed, and
 * if the other colour has no stones there or cannot make two eyes there.  Otherwise, if the
 * other colour has no stones there, the owner gets the points that have no owner yet. */
static void area_assign_region(const struct area *a, const struct region *r, uint8_t *owner)
{
    bool safe = !r->removed && (r->inner < 2 || !r->occupied);
    for (int i = r->first; (safe || !r->occupied) && i < r->first + r->count; i++)
        if (safe || owner[a->list[i]] == MI_GO_EMPTY)
            owner[a->list[i]] = (uint8_t)a->colour;
}

static void area_assign_owners(const struct area *a, uint8_t *owner)
{
    const struct mi_go *b = a->b;
    for (int p = b->stride; p < b->span - b->stride; p++)
        if (b->point[p].colour == a->colour && !a->chain_removed[b->point[p].head])
            owner[p] = (uint8_t)a->colour;
    for (int id = 0; id < a->regions; id++)
        area_assign_region(a, &a->region[id], owner);
}

void mi_go_area(const struct mi_go *b, bool suicide, uint8_t *owner)
{
    struct area a;
    a.b = b;
    a.suicide = suicide;
    memset(owner, MI_GO_EMPTY, b->span);
    for (a.colour = MI_GO_BLACK; a.colour <= MI_GO_WHITE; a.colour++) {
        area_find_regions(&a);
        area_remove_unsafe(&a);
        if (a.has_stones)
            area_assign_owners(&a, owner);
    }
    for (int p = b->stride; p < b->span - b->stride; p++)
        if (owner[p] == MI_GO_EMPTY && b->point[p].colour <= MI_GO_WHITE)
            owner[p] = b->point[p].colour;
}

/* ---- independent life ---- */

/* Is there a neutral point next to p, or an owner's chain in atari on it? */
static bool area_is_seki_at(const struct mi_go *b, const uint8_t *area, int p)
{
    if (b->point[p].colour == area[p] && mi_go_atari(b, p) != MI_GO_NONE)
        return true;
    for (int i = 0; i < 4; i++) {
        int q = p + go_neighbour_offset(b->stride, i);
        if (b->point[q].colour == MI_GO_EMPTY && area[q] == MI_GO_EMPTY)
            return true;
    }
    return false;
}

/* Collects the region of p; returns its size. */
static int area_collect(const struct mi_go *b, const uint8_t *area, int p, bool *seen,
                        uint16_t *list)
{
    int n = 0;
    list[n++] = (uint16_t)p;
    seen[p] = true;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 4; j++) {
            int q = list[i] + go_neighbour_offset(b->stride, j);
            if (b->point[q].colour == MI_GO_BORDER || area[q] != area[p] || seen[q])
                continue;
            seen[q] = true;
            list[n++] = (uint16_t)q;
        }
    return n;
}

int mi_go_independent_life(const struct mi_go *b, const uint8_t *area, uint8_t *life)
{
    bool seen[MI_GO_MAX_SPAN] = {false};
    uint16_t list[MI_GO_MAX_SPAN];
    int regions = 0;
    memset(life, MI_GO_EMPTY, b->span);
    for (int p = b->stride; p < b->span - b->stride; p++) {
        if (b->point[p].colour == MI_GO_BORDER || area[p] == MI_GO_EMPTY || seen[p])
            continue;
        int n = area_collect(b, area, p, seen, list);
        bool seki = false;
        for (int i = 0; i < n; i++)
            seki |= area_is_seki_at(b, area, list[i]);
        for (int i = 0; i < n && !seki; i++)
            life[list[i]] = area[p];
        regions += seki ? 0 : area[p] == MI_GO_BLACK ? 1 : -1;
    }
    return regions;
}

/* ---- the encore ---- */

/* Areas that do not live without help count only by stones that stood there before phase 2, and
 * without a tax also by their territory. */
int mi_go_encore_area(const struct mi_go *b, uint8_t *owner)
{
    uint8_t area[MI_GO_MAX_SPAN];
    mi_go_area(b, b->rules.suicide, area);
    int groups = mi_go_independent_life(b, area, owner);
    for (int p = b->stride; p < b->span - b->stride; p++) {
        int stands = b->point[p].colour;
        if (b->rules.tax == MI_GO_TAX_NONE && area[p] != MI_GO_EMPTY && area[p] != stands)
            owner[p] = area[p];
        else if (owner[p] == MI_GO_EMPTY && mi_go_stood_before_phase_2(b, p))
            owner[p] = (uint8_t)stands;
    }
    return groups;
}
