/* Life and death without reading. */
#include "position.h"

enum { REGIONS_MAX = 32, CHAINS_MAX = 32 };

/* ---- alive: Benson 1976, Life in the Game of Go; see game/go/life/life.c ---- */

struct ts_benson {
    struct points region[REGIONS_MAX], empty[REGIONS_MAX];
    struct points chain[CHAINS_MAX];
    int regions, chains;
};

/* Finds the areas that contain no stones of the defender and are enclosed only by such stones.
 * Areas that no chain can turn into an eye are left out. */
static void find_enclosed_areas(const struct ts_frame *f, const struct ts_position *pos,
                                struct ts_benson *k)
{
    struct points own = pos->stones[TS_DEFENDER], empty = ts_empty(f, pos);
    struct points others = points_without(f->region, own), left = others;
    /* Most areas touch the wall: remove them at once. */
    struct points open = points_and(ts_spread(f, f->wall), others);
    left = points_without(left, points_flood(open, others, f->stride));
    while (points_any(left) && k->regions < REGIONS_MAX) {
        struct points area = points_flood(points_of(points_first(left)), left, f->stride);
        left = points_without(left, area);
        struct points inner = points_and(area, empty);
        if (!points_within(inner, ts_spread(f, own)))
            continue;
        k->region[k->regions] = area;
        k->empty[k->regions++] = inner;
    }
}

static void find_defender_chains(const struct ts_frame *f, const struct ts_position *pos,
                                 struct ts_benson *k)
{
    struct points own = pos->stones[TS_DEFENDER], left = own;
    while (points_any(left) && k->chains < CHAINS_MAX) {
        struct points chain = points_flood(points_of(points_first(left)), own, f->stride);
        left = points_without(left, chain);
        k->chain[k->chains++] = chain;
    }
}

static int count_vital_areas(const struct ts_frame *f, const struct ts_benson *k,
                             struct points chain)
{
    struct points around = ts_spread(f, chain);
    int n = 0;
    for (int i = 0; i < k->regions; i++)
        n += points_within(k->empty[i], around);
    return n;
}

static bool remove_unsafe_chains(const struct ts_frame *f, struct ts_benson *k)
{
    int kept = 0, before = k->chains;
    struct points lost = points_none();
    for (int i = 0; i < k->chains; i++)
        if (count_vital_areas(f, k, k->chain[i]) >= 2)
            k->chain[kept++] = k->chain[i];
        else
            lost = points_or(lost, k->chain[i]);
    k->chains = kept;
    int regions = 0;
    struct points near = ts_spread(f, lost);
    for (int i = 0; i < k->regions; i++)
        if (!points_meet(k->region[i], near)) {
            k->region[regions] = k->region[i];
            k->empty[regions++] = k->empty[i];
        }
    k->regions = regions;
    return kept < before;
}

bool mi_ts_is_alive(const struct ts_frame *f, const struct ts_position *pos)
{
    struct ts_benson k = {.regions = 0};
    find_enclosed_areas(f, pos, &k);
    if (k.regions < 2)
        return false;
    find_defender_chains(f, pos, &k);
    while (k.regions >= 2 && remove_unsafe_chains(f, &k))
        ;
    for (int i = 0; k.regions >= 2 && i < k.chains; i++)
        if (f->any || points_meet(k.chain[i], f->target))
            return true;
    return false;
}

/* ---- escaped ---- */

bool mi_ts_has_escaped(const struct ts_frame *f, const struct ts_position *pos)
{
    struct points own = pos->stones[TS_DEFENDER], goal = points_or(f->exit, f->friends);
    if (!points_any(goal))
        return false;
    struct points chains = f->any ? own : points_flood(points_and(own, f->target), own, f->stride);
    return points_meet(ts_spread(f, chains), f->friends) || points_meet(chains, f->exit);
}

/* ---- dead ----
 *
 * Stones of the attacker next to the wall can never be captured, and the attacker may play at any
 * empty point next to such a stone.  So the attacker can fill all liberties of the chain except
 * those without such a neighbour, the inside.  The chain is dead if two eyes do not fit in the
 * inside. */

void mi_ts_eye_space(const struct ts_frame *f, const struct ts_position *pos,
                     struct ts_eye_space *space)
{
    struct points own = pos->stones[TS_DEFENDER], attackers = pos->stones[TS_ATTACKER];
    struct points first = points_and(own, f->any ? f->region : f->target);
    struct points near = ts_spread(f, f->wall);
    struct points safe = points_and(near, attackers);
    safe = points_flood(safe, attackers, f->stride);
    near = points_or(near, ts_spread(f, safe));
    if (!points_any(first)) {
        *space = (struct ts_eye_space){.chain = points_none()};
        return;
    }
    space->chain = points_flood(points_of(points_first(first)), own, f->stride);
    struct points around = ts_spread(f, space->chain);
    space->liberties = points_and(around, ts_empty(f, pos));
    struct points open = points_without(f->region, safe);
    space->area = points_flood(space->chain, open, f->stride);
    space->inside = points_without(space->area, points_or(space->chain, near));
    space->is_open =
        points_meet(space->area, f->exit) || points_meet(ts_spread(f, space->area), f->friends);
}

/* The point of the three that is adjacent to the two others, or -1 if they are not connected. */
static int middle_of_three(const struct ts_frame *f, struct points three)
{
    for (struct points left = three; points_any(left);) {
        int bit = points_pop(&left);
        if (points_within(three, ts_spread(f, points_of(bit))))
            return bit;
    }
    return -1;
}

static bool is_square(const struct ts_frame *f, struct points four)
{
    int corner = points_first(four), s = f->stride;
    struct points square = points_of(corner);
    square = points_or(square, points_up(square, 1));
    square = points_or(square, points_up(square, s));
    return points_equal(square, four);
}

bool mi_ts_is_dead(const struct ts_frame *f, const struct ts_position *pos,
                   const struct ts_eye_space *space)
{
    struct points inside = space->inside;
    int n = points_count(inside);
    if (n > 4 || f->any || space->is_open || points_count(space->chain) < 2 ||
        points_meet(points_without(f->target, space->chain), pos->stones[TS_DEFENDER]))
        return false;
    if (n <= 1)
        return true;
    struct points first = points_of(points_first(inside));
    if (!points_within(inside, ts_spread(f, space->chain)) ||
        !points_equal(points_flood(first, inside, f->stride), inside))
        return false;
    struct points attackers = points_and(inside, pos->stones[TS_ATTACKER]);
    if (n == 3) {
        int middle = middle_of_three(f, inside);
        bool taken = points_has(attackers, middle), free = points_has(ts_empty(f, pos), middle);
        struct points ends = points_without(inside, points_of(middle));
        bool legal = !points_within(ends, attackers); /* otherwise it is suicide */
        return taken || (free && legal && pos->turn == TS_ATTACKER);
    }
    /* Two stones on a diagonal of the square can be captured one by one, which makes two eyes. */
    bool apart = points_any(attackers) &&
                 !points_equal(points_flood(points_of(points_first(attackers)), attackers, f->stride),
                               attackers);
    return n == 2 || (!apart && is_square(f, inside));
}
