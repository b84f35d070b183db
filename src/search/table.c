/* An entry is two words, and four entries fill a cache line:
 *
 *     data   63      57  56   48..55 46..47 40..45      16..39   0..15
 *            nothing     proven depth bound  generation score    move
 *     check  40..63      0..39
 *            evaluation  lower bits of the key, both exclusive-or data
 *
 * The upper bits of the key choose the bucket.  A threat of torn entries, one word of each of two
 * writers, is met by the check: it fails then, and the entry is not found (Hyatt and Mann 2002). */
#include "table.h"
#include "score.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    WAYS = 4,
    GENERATIONS = 64,
    SAMPLE = 1024, /* buckets */
    NO_MOVE_BITS = 0xffff,
    SCORE_BIAS = 1 << 23,
    KEY_BITS = 40
};

/* Both words are written and read relaxed, by any thread at any time: the only harm in a race is an
 * entry lost. */
struct slot {
    _Atomic uint64_t check, data;
};

struct mi_bucket {
    struct slot slot[WAYS];
};

static uint64_t pack(const struct mi_entry *entry, int score, unsigned generation)
{
    uint64_t move = entry->move == MIAI_NO_MOVE ? NO_MOVE_BITS : (uint64_t)entry->move;
    return move | (uint64_t)(score + SCORE_BIAS) << 16 | (uint64_t)generation << 40 |
           (uint64_t)entry->bound << 46 | (uint64_t)entry->depth << 48 |
           (uint64_t)entry->proven << 56;
}

static enum mi_bound bound_of(uint64_t data)
{
    return (enum mi_bound)(data >> 46 & 3);
}

static int depth_of(uint64_t data)
{
    return (int)(data >> 48 & 0xff);
}

static bool proven_of(uint64_t data)
{
    return data >> 56 & 1;
}

static miai_move move_of(uint64_t data)
{
    return (data & 0xffff) == NO_MOVE_BITS ? MIAI_NO_MOVE : (miai_move)(data & 0xffff);
}

static int score_of(uint64_t data)
{
    return (int)(data >> 16 & 0xffffff) - SCORE_BIAS;
}

static unsigned generation_of(uint64_t data)
{
    return (unsigned)(data >> 40 & (GENERATIONS - 1));
}

/* A win is so many plies away from the root in the search, from the position itself in the table:
 * there the distance holds for every path to it. */
static int from_position(int score, int ply)
{
    return score >= MI_SCORE_PROVEN ? score + ply : score <= -MI_SCORE_PROVEN ? score - ply : score;
}

static int from_root(int score, int ply)
{
    return score >= MI_SCORE_PROVEN ? score - ply : score <= -MI_SCORE_PROVEN ? score + ply : score;
}

/* A large table is read at random: with pages of four kilobytes each step in it misses the cache of
 * addresses too, and the first one on each page costs the system more than a node costs the search.
 */
static void ask_for_large_pages(void *memory, size_t bytes)
{
#ifdef MADV_HUGEPAGE
    const size_t page = 4096, large = (size_t)4 << 20;
    size_t lost = (page - (uintptr_t)memory % page) % page;
    if (bytes >= large)
        madvise((char *)memory + lost, bytes - lost, MADV_HUGEPAGE);
#else
    (void)memory;
    (void)bytes;
#endif
}

bool mi_table_resize(struct mi_table *table, size_t bytes)
{
    size_t count = bytes / sizeof(struct mi_bucket);
    count -= count > 0; /* one is lost to alignment */
    if (count > UINT32_MAX)
        count = UINT32_MAX;
    if (count == table->count)
        return true;
    mi_table_free(table);
    if (count == 0)
        return true;
    size_t all = (count + 1) * sizeof *table->buckets;
    table->memory = calloc(1, all);
    if (!table->memory)
        return false;
    ask_for_large_pages(table->memory, all);
    uintptr_t start = (uintptr_t)table->memory, line = sizeof *table->buckets;
    table->buckets = (struct mi_bucket *)((start + line - 1) / line * line);
    table->count = (uint32_t)count;
    return true;
}

/* What is written back to each page is what stands there; only one thread may do it. */
void mi_table_touch(struct mi_table *table)
{
    const size_t page = 4096, most = (size_t)4 << 30;
    volatile char *memory = table->memory;
    size_t bytes = mi_table_bytes(table);
    for (size_t i = 0; i < bytes && i < most; i += page)
        memory[i] = memory[i];
}

void mi_table_clear(struct mi_table *table)
{
    if (table->count)
        memset(table->memory, 0, mi_table_bytes(table));
    table->generation = 0;
}

void mi_table_free(struct mi_table *table)
{
    free(table->memory);
    *table = (struct mi_table){.memory = NULL};
}

void mi_table_age(struct mi_table *table)
{
    table->generation = (table->generation + 1) % GENERATIONS;
}

uint64_t mi_table_capacity(const struct mi_table *table)
{
    return (uint64_t)table->count * WAYS;
}

size_t mi_table_bytes(const struct mi_table *table)
{
    return table->count ? ((size_t)table->count + 1) * sizeof *table->buckets : 0;
}

uint64_t mi_table_used(const struct mi_table *table)
{
    uint32_t sample = table->count < SAMPLE ? table->count : SAMPLE;
    uint64_t used = 0;
    for (uint32_t i = 0; i < sample; i++)
        for (int j = 0; j < WAYS; j++)
            used +=
                atomic_load_explicit(&table->buckets[i].slot[j].data, memory_order_relaxed) != 0;
    return sample ? used * table->count / sample : 0;
}

static struct slot *slots_of(const struct mi_table *table, uint64_t key)
{
    return table->buckets[(key >> 32) * table->count >> 32].slot;
}

void mi_table_prefetch(const struct mi_table *table, uint64_t key)
{
    if (table->count)
        __builtin_prefetch(slots_of(table, key));
}

/* The data of the slot if it holds the key, or 0; and the evaluation. */
static uint64_t read_slot(struct slot *slot, uint64_t key, int *eval)
{
    uint64_t data = atomic_load_explicit(&slot->data, memory_order_relaxed);
    uint64_t check = atomic_load_explicit(&slot->check, memory_order_relaxed) ^ data;
    *eval = (int)(check >> KEY_BITS) - SCORE_BIAS;
    return (check ^ key) << (64 - KEY_BITS) == 0 ? data : 0;
}

static uint64_t pack_check(uint64_t key, int eval)
{
    return (key & (((uint64_t)1 << KEY_BITS) - 1)) | (uint64_t)(eval + SCORE_BIAS) << KEY_BITS;
}

bool mi_table_probe(const struct mi_table *table, uint64_t key, int ply, struct mi_entry *entry)
{
    if (!table->count)
        return false;
    struct slot *slots = slots_of(table, key);
    uint64_t data = 0;
    int eval = 0;
    for (int i = 0; i < WAYS && !data; i++)
        data = read_slot(&slots[i], key, &eval);
    if (!data)
        return false;
    *entry = (struct mi_entry){
        .score = from_root(score_of(data), ply),
        .depth = depth_of(data),
        .move = move_of(data),
        .bound = bound_of(data),
        .proven = proven_of(data),
        .eval = eval,
    };
    return true;
}

/* What it would cost to lose an entry: its depth, and less for each generation that it is old. */
static int worth(const struct mi_table *table, uint64_t data)
{
    unsigned age = (table->generation - generation_of(data)) % GENERATIONS;
    return data ? depth_of(data) - 8 * (int)age : -10000;
}

/* The key's own slot, or the one that is worth least; *old is what the key had there, or 0. */
static struct slot *choose_slot(const struct mi_table *table, uint64_t key, uint64_t *old)
{
    struct slot *slots = slots_of(table, key), *least = slots;
    int least_worth = 10000, eval;
    for (int i = 0; i < WAYS; i++) {
        *old = read_slot(&slots[i], key, &eval);
        if (*old)
            return &slots[i];
        int w = worth(table, atomic_load_explicit(&slots[i].data, memory_order_relaxed));
        if (w < least_worth) {
            least = &slots[i];
            least_worth = w;
        }
    }
    return least;
}

/* Does the table know more already?  A proven score gives way to a proven one only; any other stays
 * while it is much deeper and not from an earlier generation. */
static bool keeps(const struct mi_table *table, uint64_t old, const struct mi_entry *entry)
{
    const int much = 4;
    if (!old || proven_of(old) != entry->proven)
        return old && proven_of(old);
    return !entry->proven && entry->bound != MI_BOUND_EXACT &&
           generation_of(old) == table->generation && depth_of(old) >= entry->depth + much;
}

void mi_table_store(struct mi_table *table, uint64_t key, int ply, const struct mi_entry *entry)
{
    if (!table->count)
        return;
    uint64_t old;
    struct slot *slot = choose_slot(table, key, &old);
    if (keeps(table, old, entry))
        return;
    struct mi_entry kept = *entry;
    if (old && kept.move == MIAI_NO_MOVE)
        kept.move = move_of(old);
    uint64_t data = pack(&kept, from_position(kept.score, ply), table->generation);
    atomic_store_explicit(&slot->check, pack_check(key, entry->eval) ^ data, memory_order_relaxed);
    atomic_store_explicit(&slot->data, data, memory_order_relaxed);
}
