/* Life that needs no reading: unconditional life, seki, and whether anything is left to play for.
 */
#include "game/go/board/go.h"
#include "game/go/board/move.h"

#include <string.h>

/* ---- unconditional life ----
 *
 * Benson 1976, "Life in the Game of Go".  A region of a colour is a connected set of points without
 * its stones.  It is vital to a chain of the colour beside it if all its empty points are liberties
 * of the chain.  Chains are struck off that have less than two vital regions left, and regions
 * beside a chain that was struck off, until no more go: what is left lives even if its owner always
 * passes.  In a vital region that is left, no stone of the other colour can make an eye. */

enum { NO_REGION = -1 };

struct benson {
    const struct mi_go *b;
    int colour;
    int16_t region[MI_GO_MAX_SPAN]; /* of each point, or NO_REGION */
    int regions;
    uint16_t empties[MI_GO_MAX_SPAN]; /* of each region */
    bool struck[MI_GO_MAX_SPAN];      /* regions */
    bool vital[MI_GO_MAX_SPAN];       /* regions: to some chain */
    bool dead[MI_GO_MAX_SPAN];        /* chains that were struck off, by their heads */
};

/* Gives p and all that is joined to it without a stone of the colour the next number. */
static void flood(struct benson *k, int p)
{
    const struct mi_go *b = k->b;
    uint16_t list[MI_GO_MAX_SPAN];
    int n = 0, id = k->regions++;
    k->empties[id] = 0;
    k->struck[id] = false;
    list[n++] = (uint16_t)p;
    k->region[p] = (int16_t)id;
    for (int i = 0; i < n; i++) {
        k->empties[id] = (uint16_t)(k->empties[id] + (b->point[list[i]].colour == MI_GO_EMPTY));
        for (int j = 0; j < 4; j++) {
            int q = list[i] + go_step(b->stride, j), stands = b->point[q].colour;
            if (stands == k->colour || stands == MI_GO_BORDER || k->region[q] != NO_REGION)
                continue;
            k->region[q] = (int16_t)id;
            list[n++] = (uint16_t)q;
        }
    }
}

static void divide(struct benson *k)
{
    const struct mi_go *b = k->b;
    k->regions = 0;
    for (int p = 0; p < b->span; p++)
        k->region[p] = NO_REGION;
    for (int p = 0; p < b->span; p++)
        if (b->point[p].colour != k->colour && b->point[p].colour != MI_GO_BORDER &&
            k->region[p] == NO_REGION)
            flood(k, p);
}

/* Counts the vital regions of a chain that are left. */
static int count_eyes(struct benson *k, int head)
{
    const struct mi_go *b = k->b;
    uint16_t liberties[MI_GO_MAX_SPAN] = {0};
    int eyes = 0;
    for (int p = 0; p < b->span; p++)
        if (b->point[p].colour == MI_GO_EMPTY && !k->struck[k->region[p]] &&
            go_is_beside(b, p, head))
            liberties[k->region[p]]++;
    for (int id = 0; id < k->regions; id++)
        if (liberties[id] > 0 && liberties[id] == k->empties[id]) {
            k->vital[id] = true;
            eyes++;
        }
    return eyes;
}

static bool strike_chains(struct benson *k)
{
    const struct mi_go *b = k->b;
    bool any = false;
    memset(k->vital, 0, sizeof k->vital);
    for (int p = 0; p < b->span; p++) {
        if (b->point[p].colour != k->colour || b->point[p].head != p || k->dead[p])
            continue;
        k->dead[p] = count_eyes(k, p) < 2;
        any |= k->dead[p];
    }
    return any;
}

static void strike_regions(struct benson *k)
{
    const struct mi_go *b = k->b;
    for (int p = 0; p < b->span; p++)
        for (int i = 0; k->region[p] != NO_REGION && i < 4; i++) {
            int q = p + go_step(b->stride, i);
            if (b->point[q].colour == k->colour && k->dead[b->point[q].head])
                k->struck[k->region[p]] = true;
        }
}

static void find_life(struct benson *k)
{
    divide(k);
    memset(k->dead, 0, sizeof k->dead);
    while (strike_chains(k))
        strike_regions(k);
}

void mi_go_pass_alive(const void *pos, int8_t *owner)
{
    const struct mi_go *b = pos;
    struct benson k = {.b = b};
    memset(owner, 0, (size_t)mi_go_pass(b));
    for (k.colour = MI_GO_BLACK; k.colour <= MI_GO_WHITE; k.colour++) {
        find_life(&k);
        for (int move = 0; move < mi_go_pass(b); move++) {
            int p = mi_go_point_of(b, move), id = k.region[p];
            bool safe = id == NO_REGION ? !k.dead[b->point[p].head] : !k.struck[id] && k.vital[id];
            if (safe)
                owner[move] = (int8_t)(k.colour == MI_GO_BLACK ? 1 : -1);
        }
    }
}

/* ---- seki ---- */

/* Liberties that were counted: no more than matter. */
struct liberties {
    int point[2], count;
};

static void add_liberty(const struct mi_go *b, struct liberties *found, int p)
{
    bool known = found->count > 0 && found->point[0] == p;
    if (b->point[p].colour == MI_GO_EMPTY && !known && found->count < 2)
        found->point[found->count++] = p;
}

/* Would a stone of colour on the empty point p be taken at once?  Not if it takes something, or if
 * it and what it joins have two liberties; *rest becomes what they have. */
static bool is_lost(const struct mi_go *b, int p, int colour, struct liberties *rest)
{
    struct liberties found = {.count = 0};
    for (int i = 0; i < 4; i++) {
        int q = p + go_step(b->stride, i), stone = q;
        if (b->point[q].colour == !colour && mi_go_last_liberty(b->point[b->point[q].head].sums, p))
            return false;
        add_liberty(b, &found, q);
        if (b->point[q].colour != colour)
            continue;
        do {
            for (int j = 0; j < 4; j++)
                if (stone + go_step(b->stride, j) != p)
                    add_liberty(b, &found, stone + go_step(b->stride, j));
            stone = b->point[stone].link;
        } while (stone != q);
    }
    *rest = found;
    return found.count < 2;
}

/* Can colour never play on p, a liberty of the chain?  He can if he may first join what he has
 * beside p to more liberties, by a move on the one that would be left, where the chain has none. */
static bool is_barred(const struct mi_go *b, int p, int colour, int head)
{
    struct liberties rest, further;
    if (!is_lost(b, p, colour, &rest))
        return false;
    return rest.count == 0 || go_is_beside(b, rest.point[0], head) ||
           is_lost(b, rest.point[0], colour, &further);
}

static bool has_neighbour(const struct mi_go *b, int p, int colour)
{
    for (int i = 0; i < 4; i++)
        if (b->point[p + go_step(b->stride, i)].colour == colour)
            return true;
    return false;
}

/* Some liberty must be the other colour's, too: a chain whose last eye nobody can enter is dead. */
bool mi_go_may_be_seki(const void *pos, miai_move point)
{
    const struct mi_go *b = pos;
    int start = mi_go_point_of(b, point), stone = start;
    int colour = b->point[start].colour, head = b->point[start].head;
    bool shared = false;
    if (colour > MI_GO_WHITE)
        return false;
    do {
        for (int i = 0; i < 4; i++) {
            int p = stone + go_step(b->stride, i);
            if (b->point[p].colour != MI_GO_EMPTY)
                continue;
            if (!is_barred(b, p, MI_GO_BLACK, head) || !is_barred(b, p, MI_GO_WHITE, head))
                return false;
            shared |= has_neighbour(b, p, !colour);
        }
        stone = b->point[stone].link;
    } while (stone != start);
    return shared;
}

/* ---- is it over? ---- */

/* Does one of the stones beside p live in seki? */
static bool is_beside_seki(const struct mi_go *b, int p, const int8_t *life)
{
    for (int i = 0; i < 4; i++) {
        int q = p + go_step(b->stride, i);
        if (b->point[q].colour <= MI_GO_WHITE && life[mi_go_move_of(b, q)] == MIAI_SEKI)
            return true;
    }
    return false;
}

/* Which colours live beside p: bit 1 << colour. */
static int lives_beside(const struct mi_go *b, int p, const int8_t *life)
{
    int colours = 0;
    for (int i = 0; i < 4; i++) {
        int q = p + go_step(b->stride, i);
        if (b->point[q].colour <= MI_GO_WHITE && life[mi_go_move_of(b, q)] != MIAI_DEAD)
            colours |= 1 << b->point[q].colour;
    }
    return colours;
}

/* Can a stone on p be taken that is to live? */
static bool hangs(const struct mi_go *b, int p, const int8_t *life)
{
    return b->point[p].colour <= MI_GO_WHITE && life[mi_go_move_of(b, p)] == MIAI_ALIVE &&
           mi_go_atari(b, p) != MI_GO_NONE;
}

/* A point that is nobody's is worth a move by area; by territory it is not, if both colours are
 * beside it already. */
bool mi_go_finished(const void *pos, const int8_t *life, int8_t *owner)
{
    const struct mi_go *b = pos;
    mi_go_ownership(b, life, owner);
    for (int move = 0; move < mi_go_pass(b); move++) {
        int p = mi_go_point_of(b, move);
        bool both = lives_beside(b, p, life) == (1 << MI_GO_BLACK | 1 << MI_GO_WHITE);
        if (hangs(b, p, life))
            return false;
        if (owner[move] == 0 && !is_beside_seki(b, p, life) && !(b->territory && both))
            return false;
    }
    return true;
}
