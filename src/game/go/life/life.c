/* Life without reading: pass-alive chains, possible seki, and whether anything is left to play
 * for. */
#include "game/go/board/go.h"
#include "game/go/board/move.h"

#include <string.h>

/* ---- pass-alive chains ----
 *
 * Benson 1976, "Life in the Game of Go".  A region of a colour is a connected set of points without
 * its stones.  A region is vital to an adjacent chain of the colour if all its empty points are
 * liberties of the chain.  Repeatedly remove chains with fewer than two remaining vital regions,
 * and regions adjacent to a removed chain.  The chains that remain live even if their owner always
 * passes, and in a remaining vital region the opponent cannot make an eye. */

enum { NO_REGION = -1 };

struct benson {
    const struct mi_go *b;
    int colour;
    int16_t region[MI_GO_MAX_SPAN]; /* region number of each point, or NO_REGION */
    int regions;
    uint16_t empties[MI_GO_MAX_SPAN];   /* number of empty points, by region */
    bool removed[MI_GO_MAX_SPAN];       /* regions that were removed */
    bool vital[MI_GO_MAX_SPAN];         /* regions that are vital to some chain */
    bool chain_removed[MI_GO_MAX_SPAN]; /* chains that were removed, by head */
};

/* Assigns the next region number to p and all points connected to it without a stone of the
 * colour. */
static void benson_flood_region(struct benson *k, int p)
{
    const struct mi_go *b = k->b;
    uint16_t list[MI_GO_MAX_SPAN];
    int n = 0, id = k->regions++;
    k->empties[id] = 0;
    k->removed[id] = false;
    list[n++] = (uint16_t)p;
    k->region[p] = (int16_t)id;
    for (int i = 0; i < n; i++) {
        k->empties[id] = (uint16_t)(k->empties[id] + (b->point[list[i]].colour == MI_GO_EMPTY));
        for (int j = 0; j < 4; j++) {
            int q = list[i] + go_neighbour_offset(b->stride, j), stands = b->point[q].colour;
            if (stands == k->colour || stands == MI_GO_BORDER || k->region[q] != NO_REGION)
                continue;
            k->region[q] = (int16_t)id;
            list[n++] = (uint16_t)q;
        }
    }
}

static void benson_find_regions(struct benson *k)
{
    const struct mi_go *b = k->b;
    k->regions = 0;
    for (int p = 0; p < b->span; p++)
        k->region[p] = NO_REGION;
    for (int p = 0; p < b->span; p++)
        if (b->point[p].colour != k->colour && b->point[p].colour != MI_GO_BORDER &&
            k->region[p] == NO_REGION)
            benson_flood_region(k, p);
}

/* Counts the chain's remaining vital regions. */
static int benson_count_vital(struct benson *k, int head)
{
    const struct mi_go *b = k->b;
    uint16_t liberties[MI_GO_MAX_SPAN] = {0};
    int vital_regions = 0;
    for (int p = 0; p < b->span; p++)
        if (b->point[p].colour == MI_GO_EMPTY && !k->removed[k->region[p]] &&
            go_touches_chain(b, p, head))
            liberties[k->region[p]]++;
    for (int id = 0; id < k->regions; id++)
        if (liberties[id] > 0 && liberties[id] == k->empties[id]) {
            k->vital[id] = true;
            vital_regions++;
        }
    return vital_regions;
}

static bool benson_remove_chains(struct benson *k)
{
    const struct mi_go *b = k->b;
    bool any = false;
    memset(k->vital, 0, sizeof k->vital);
    for (int p = 0; p < b->span; p++) {
        if (b->point[p].colour != k->colour || b->point[p].head != p || k->chain_removed[p])
            continue;
        k->chain_removed[p] = benson_count_vital(k, p) < 2;
        any |= k->chain_removed[p];
    }
    return any;
}

static void benson_remove_regions(struct benson *k)
{
    const struct mi_go *b = k->b;
    for (int p = 0; p < b->span; p++)
        for (int i = 0; k->region[p] != NO_REGION && i < 4; i++) {
            int q = p + go_neighbour_offset(b->stride, i);
            if (b->point[q].colour == k->colour && k->chain_removed[b->point[q].head])
                k->removed[k->region[p]] = true;
        }
}

static void find_pass_alive(struct benson *k)
{
    benson_find_regions(k);
    memset(k->chain_removed, 0, sizeof k->chain_removed);
    while (benson_remove_chains(k))
        benson_remove_regions(k);
}

void mi_go_pass_alive(const void *pos, int8_t *owner)
{
    const struct mi_go *b = pos;
    struct benson k = {.b = b};
    memset(owner, 0, (size_t)mi_go_pass(b));
    for (k.colour = MI_GO_BLACK; k.colour <= MI_GO_WHITE; k.colour++) {
        find_pass_alive(&k);
        for (int move = 0; move < mi_go_pass(b); move++) {
            int p = mi_go_point_of(b, move), id = k.region[p];
            bool safe = id == NO_REGION ? !k.chain_removed[b->point[p].head]
                                        : !k.removed[id] && k.vital[id];
            if (safe)
                owner[move] = (int8_t)(k.colour == MI_GO_BLACK ? 1 : -1);
        }
    }
}

/* ---- seki ---- */

/* Up to two distinct liberties. */
struct liberties {
    int point[2], count;
};

static void add_liberty(const struct mi_go *b, struct liberties *found, int p)
{
    bool known = found->count > 0 && found->point[0] == p;
    if (b->point[p].colour == MI_GO_EMPTY && !known && found->count < 2)
        found->point[found->count++] = p;
}

/* Can a stone of that colour on the empty point p be captured at once? Not if it captures
 * something, or if it and the chains that it joins have two liberties. *rest: these liberties. */
static bool is_capturable(const struct mi_go *b, int p, int colour, struct liberties *rest)
{
    struct liberties found = {.count = 0};
    for (int i = 0; i < 4; i++) {
        int q = p + go_neighbour_offset(b->stride, i), stone = q;
        if (b->point[q].colour == !colour &&
            mi_go_is_only_liberty(b->point[b->point[q].head].sums, p))
            return false;
        add_liberty(b, &found, q);
        if (b->point[q].colour != colour)
            continue;
        do {
            for (int j = 0; j < 4; j++)
                if (stone + go_neighbour_offset(b->stride, j) != p)
                    add_liberty(b, &found, stone + go_neighbour_offset(b->stride, j));
            stone = b->point[stone].link;
        } while (stone != q);
    }
    *rest = found;
    return found.count < 2;
}

/* Can the colour never play on p, a liberty of the chain? True if the stone would be captured at
 * once, and the colour cannot prepare the move by playing on its other liberty: there is none, it
 * is also a liberty of the chain, or a stone there would be captured, too. */
static bool is_never_playable(const struct mi_go *b, int p, int colour, int head)
{
    struct liberties rest, further;
    if (!is_capturable(b, p, colour, &rest))
        return false;
    return rest.count == 0 || go_touches_chain(b, rest.point[0], head) ||
           is_capturable(b, rest.point[0], colour, &further);
}

static bool has_neighbour_of_colour(const struct mi_go *b, int p, int colour)
{
    for (int i = 0; i < 4; i++)
        if (b->point[p + go_neighbour_offset(b->stride, i)].colour == colour)
            return true;
    return false;
}

/* At least one liberty must be shared with the other colour: a chain with only one eye that nobody
 * can enter is dead. */
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
            int p = stone + go_neighbour_offset(b->stride, i);
            if (b->point[p].colour != MI_GO_EMPTY)
                continue;
            if (!is_never_playable(b, p, MI_GO_BLACK, head) ||
                !is_never_playable(b, p, MI_GO_WHITE, head))
                return false;
            shared |= has_neighbour_of_colour(b, p, !colour);
        }
        stone = b->point[stone].link;
    } while (stone != start);
    return shared;
}

/* ---- end of the game ---- */

/* Is p adjacent to a stone in seki? */
static bool is_adjacent_to_seki(const struct mi_go *b, int p, const int8_t *life)
{
    for (int i = 0; i < 4; i++) {
        int q = p + go_neighbour_offset(b->stride, i);
        if (b->point[q].colour <= MI_GO_WHITE && life[mi_go_move_of(b, q)] == MIAI_SEKI)
            return true;
    }
    return false;
}

/* The colours of living stones adjacent to p: bits 1 << colour. */
static int living_colours_around(const struct mi_go *b, int p, const int8_t *life)
{
    int colours = 0;
    for (int i = 0; i < 4; i++) {
        int q = p + go_neighbour_offset(b->stride, i);
        if (b->point[q].colour <= MI_GO_WHITE && life[mi_go_move_of(b, q)] != MIAI_DEAD)
            colours |= 1 << b->point[q].colour;
    }
    return colours;
}

/* Is the stone on p marked alive although it is in atari? */
static bool is_living_but_in_atari(const struct mi_go *b, int p, const int8_t *life)
{
    return b->point[p].colour <= MI_GO_WHITE && life[mi_go_move_of(b, p)] == MIAI_ALIVE &&
           mi_go_atari(b, p) != MI_GO_NONE;
}

/* Under area scoring every neutral point is worth a move.  Under territory scoring it is worth none
 * if living stones of both colours are adjacent.  But at the end of an encore, areas next to a
 * neutral point are not counted fully. */
bool mi_go_finished(const void *pos, const int8_t *life, int8_t *owner)
{
    const struct mi_go *b = pos;
    bool dame_is_worthless = b->rules.territory && !b->rules.encore;
    mi_go_ownership(b, life, owner);
    for (int move = 0; move < mi_go_pass(b); move++) {
        int p = mi_go_point_of(b, move);
        bool both = living_colours_around(b, p, life) == (1 << MI_GO_BLACK | 1 << MI_GO_WHITE);
        if (is_living_but_in_atari(b, p, life))
            return false;
        if (owner[move] == 0 && !is_adjacent_to_seki(b, p, life) && !(dame_is_worthless && both))
            return false;
    }
    return true;
}
