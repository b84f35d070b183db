/* Superko: finds moves that would repeat an earlier position. */
#include "superko.h"

#include "game/go/board/move.h"

#include <string.h>

/* A Bloom filter in front of the key comparisons: most positions are new. */
enum { FILTER_BITS = 4096 };

struct earlier_keys {
    uint64_t filter[FILTER_BITS / 64];
    const struct go_network_history *line;
    uint64_t first; /* key of the position after line->since plies */
};

/* Converts a key of the stones into one that includes the side to move. */
static uint64_t turn_key(int turn)
{
    return miai_mix((uint64_t)turn);
}

/* If the history starts with a move out of turn, its first key was stored with the wrong side to
 * move. */
static uint64_t first_key(const struct go_katago_rules *terms,
                          const struct go_network_history *line, uint64_t key)
{
    const miai_past *past = line->past;
    const struct mi_go *start = past->start;
    bool out_of_turn = line->since > 0 || (start && start->turn != past->ply[0].player);
    return terms->situational && out_of_turn ? key ^ turn_key(0) ^ turn_key(1) : key;
}

static bool collect_keys(struct earlier_keys *earlier_keys, const struct go_katago_rules *terms,
                         const struct go_network_history *line)
{
    int found = 0;
    uint64_t key;
    memset(earlier_keys, 0, sizeof *earlier_keys);
    earlier_keys->line = line;
    for (int i = line->since; i < line->past->plies; i++) {
        if (!mi_go_network_history_key(line, i, &key))
            continue;
        if (i == line->since)
            earlier_keys->first = key = first_key(terms, line, key);
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
    for (int i = earlier_keys->line->since; i < earlier_keys->line->past->plies; i++)
        if (mi_go_network_history_key(earlier_keys->line, i, &other) &&
            (i == earlier_keys->line->since ? earlier_keys->first : other) == key)
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
    const struct go_katago_rules *terms = mi_go_katago_rules(b);
    struct earlier_keys earlier_keys;
    bool no_captures = b->prisoners[0] + b->prisoners[1] == 0 && !terms->suicide;
    if (!terms->superko || no_captures || !collect_keys(&earlier_keys, terms, line))
        return false;
    memset(forbidden, 0, b->span * sizeof *forbidden);
    for (int p = b->stride; p < b->span - b->stride; p++) {
        if (!mi_go_legal_point(b, p))
            continue;
        uint64_t key = stones_after(b, p);
        forbidden[p] =
            has_occurred(&earlier_keys, terms->situational ? key ^ turn_key(!b->turn) : key);
    }
    return true;
}
