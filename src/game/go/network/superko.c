/* Superko: finds moves that would repeat an earlier position. */
#include "superko.h"

#include "game/go/board/move.h"

#include <string.h>

/* A Bloom filter in front of the key comparisons: most positions are new. */
enum { FILTER_BITS = 4096 };

/* The positions that must not be repeated. */
struct earlier_keys {
    uint64_t filter[FILTER_BITS / 64];
    const struct mi_go *b;
    const struct go_network_history *line;
    int first; /* ply after which the first of them occurred */
};

/* The hash of the stones after `ply` plies, under situational superko with the side to move. */
static bool earlier_key(const struct earlier_keys *earlier_keys, int ply, uint64_t *key)
{
    if (!mi_go_network_stones(earlier_keys->b, earlier_keys->line, ply, key))
        return false;
    if (earlier_keys->b->rules.ko == MI_GO_KO_SITUATIONAL)
        *key ^= miai_mix(earlier_keys->line->past->ply[ply].player);
    return true;
}

/* With Spight's ko, positions may be repeated after a pass. */
static int first_earlier_ply(const struct mi_go *b, const struct go_network_history *line)
{
    int first = line->first_counted;
    for (int i = first; i < line->past->plies && b->rules.ko == MI_GO_KO_SPIGHT; i++)
        if (line->past->ply[i].move == mi_go_pass(b))
            first = i + 1;
    return first;
}

static bool collect_keys(struct earlier_keys *earlier_keys, const struct mi_go *b,
                         const struct go_network_history *line)
{
    int found = 0;
    uint64_t key;
    memset(earlier_keys, 0, sizeof *earlier_keys);
    earlier_keys->b = b;
    earlier_keys->line = line;
    earlier_keys->first = first_earlier_ply(b, line);
    for (int i = earlier_keys->first; i < line->past->plies; i++) {
        if (!earlier_key(earlier_keys, i, &key))
            continue;
        earlier_keys->filter[key % FILTER_BITS / 64] |= (uint64_t)1 << key % 64;
        found++;
    }
    return found > 0;
}

static bool has_occurred(const struct earlier_keys *earlier_keys, uint64_t key)
{
    uint64_t other;
    if (!(earlier_keys->filter[key % FILTER_BITS / 64] >> key % 64 & 1))
        return false;
    for (int i = earlier_keys->first; i < earlier_keys->line->past->plies; i++)
        if (earlier_key(earlier_keys, i, &other) && other == key)
            return true;
    return false;
}

/* The change of the stones' hash when the chain is removed. */
static uint64_t chain_key(const struct mi_go *b, int head)
{
    int stone = head;
    uint64_t key = 0;
    do {
        key ^= go_stone_key(stone, b->point[head].colour);
        stone = b->point[stone].link;
    } while (stone != head);
    return key;
}

/* The stones' hash after a legal move at p: captured chains are removed; in a suicide, the stone
 * and its chain instead. */
static uint64_t stones_after(const struct mi_go *b, int p)
{
    uint64_t key[2] = {0, 0}; /* by colour: keys of the adjacent chains whose last liberty is p */
    uint16_t seen[4];
    bool has_liberty = mi_go_empty_around(b, p) > 0;
    for (int i = 0; i < 4; i++) {
        const struct mi_go_point *q = &b->point[p + go_neighbour_offset(b->stride, i)];
        bool again = false;
        for (int j = 0; j < i; j++)
            again |= seen[j] == q->head;
        seen[i] = q->head;
        if (q->colour > MI_GO_WHITE || again)
            continue;
        bool last = mi_go_is_only_liberty(b->point[q->head].sums, p);
        has_liberty |= last == (q->colour != b->turn);
        if (last)
            key[q->colour] ^= chain_key(b, q->head);
    }
    return b->stones ^ (has_liberty ? key[!b->turn] ^ go_stone_key(p, b->turn) : key[b->turn]);
}

bool mi_go_superko(const struct mi_go *b, const struct go_network_history *line, bool *forbidden)
{
    struct earlier_keys earlier_keys;
    bool situational = b->rules.ko == MI_GO_KO_SITUATIONAL;
    bool no_captures = b->prisoners[0] + b->prisoners[1] == 0 && !b->rules.suicide;
    if (b->rules.ko == MI_GO_KO_SIMPLE || b->phase > 0 || no_captures ||
        !collect_keys(&earlier_keys, b, line))
        return false;
    memset(forbidden, 0, b->span * sizeof *forbidden);
    for (int p = b->stride; p < b->span - b->stride; p++) {
        if (!mi_go_legal_point(b, p))
            continue;
        uint64_t key = stones_after(b, p);
        forbidden[p] = has_occurred(&earlier_keys, situational ? key ^ miai_mix(!b->turn) : key);
    }
    return true;
}
