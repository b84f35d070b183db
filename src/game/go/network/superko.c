/* Superko: moves that would make a position of the past again. */
#include "superko.h"

#include "game/go/board/move.h"

#include <string.h>

/* A filter before the comparison with each key: most positions are new. */
enum { FILTER_BITS = 4096 };

struct keys {
    uint64_t filter[FILTER_BITS / 64];
    const struct go_network_past *line;
    uint64_t first; /* the key that the position after line->since plies has */
};

/* What makes a key of stones one of stones with who is to move. */
static uint64_t turn_key(int turn)
{
    return miai_mix((uint64_t)turn);
}

/* Where the line begins with a move out of turn, the history has the other turn in its key. */
static uint64_t first_key(const struct go_katago_rules *manner, const struct go_network_past *line,
                          uint64_t key)
{
    const miai_past *past = line->past;
    const struct mi_go *start = past->start;
    bool out_of_turn = line->since > 0 || (start && start->turn != past->ply[0].player);
    return manner->situational && out_of_turn ? key ^ turn_key(0) ^ turn_key(1) : key;
}

static bool collect(struct keys *keys, const struct go_katago_rules *manner,
                    const struct go_network_past *line)
{
    int found = 0;
    uint64_t key;
    memset(keys, 0, sizeof *keys);
    keys->line = line;
    for (int i = line->since; i < line->past->plies; i++) {
        if (!mi_go_network_past_key(line, i, &key))
            continue;
        if (i == line->since)
            keys->first = key = first_key(manner, line, key);
        keys->filter[key % FILTER_BITS / 64] |= (uint64_t)1 << key % 64;
        found++;
    }
    return found > 0;
}

static bool was_there(const struct keys *keys, uint64_t key)
{
    uint64_t other;
    if (!(keys->filter[key % FILTER_BITS / 64] >> key % 64 & 1))
        return false;
    for (int i = keys->line->since; i < keys->line->past->plies; i++)
        if (mi_go_network_past_key(keys->line, i, &other) &&
            (i == keys->line->since ? keys->first : other) == key)
            return true;
    return false;
}

/* What taking the chain off changes in the hash of the stones. */
static uint64_t chain_key(const struct mi_go *b, int head)
{
    int stone = head;
    uint64_t key = 0;
    do {
        key ^= go_key(stone, b->point[head].colour);
        stone = b->point[stone].link;
    } while (stone != head);
    return key;
}

/* The hash of the stones after a legal move at p: what it takes goes, or what would have no liberty
 * together with it, the stone, too. */
static uint64_t stones_after(const struct mi_go *b, int p)
{
    uint64_t key[2] = {0, 0}; /* of the chains around, by their colour, whose last liberty p is */
    uint16_t seen[4];
    bool breathes = mi_go_empty_around(b, p) > 0;
    for (int i = 0; i < 4; i++) {
        const struct mi_go_point *q = &b->point[p + go_step(b->stride, i)];
        bool again = false;
        for (int j = 0; j < i; j++)
            again |= seen[j] == q->head;
        seen[i] = q->head;
        if (q->colour > MI_GO_WHITE || again)
            continue;
        bool last = mi_go_last_liberty(b->point[q->head].sums, p);
        breathes |= last == (q->colour != b->turn);
        if (last)
            key[q->colour] ^= chain_key(b, q->head);
    }
    return b->stones ^ (breathes ? key[!b->turn] ^ go_key(p, b->turn) : key[b->turn]);
}

bool mi_go_superko(const struct mi_go *b, const struct go_network_past *line, bool *banned)
{
    const struct go_katago_rules *manner = mi_go_katago_rules(b);
    struct keys keys;
    bool only_added = b->prisoners[0] + b->prisoners[1] == 0 && !manner->suicide;
    if (!manner->superko || only_added || !collect(&keys, manner, line))
        return false;
    memset(banned, 0, b->span * sizeof *banned);
    for (int p = b->stride; p < b->span - b->stride; p++) {
        if (!mi_go_legal_point(b, p))
            continue;
        uint64_t key = stones_after(b, p);
        banned[p] = was_there(&keys, manner->situational ? key ^ turn_key(!b->turn) : key);
    }
    return true;
}
