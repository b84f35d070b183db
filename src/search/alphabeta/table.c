/* An entry is two 64-bit words, and four entries fill a cache line:
 *
 *     data   63      57  56   48..55 46..47 40..45      16..39   0..15
 *            epoch       proven depth bound  generation score    move
 *     check  40..63      0..39
 *            evaluation  low bits of the key, XORed with a digest of data
 *
 * The high bits of the key select the bucket.  Two threads that write the same entry may leave one
 * word of each: then the check fails, and the entry is not found (Hyatt and Mann 2002).  The
 * evaluation is in the same word as the check, so it always belongs to it. */
#include "table.h"
#include "search/common/score.h"

enum {
    WAYS = 4,
    GENERATIONS = 64,
    SAMPLE_BUCKETS = 1024, /* buckets */
    NO_MOVE_BITS = 0xffff,
    SCORE_BIAS = 1 << 23,
    KEY_BITS = 40
};

/* Any thread may read and write either word at any time, relaxed.  The worst outcome of a race is a
 * lost entry. */
struct table_slot {
    _Atomic uint64_t check, data;
};

struct mi_bucket {
    struct table_slot slot[WAYS];
};

_Static_assert(sizeof(struct mi_bucket) == MI_BUCKET_BYTES, "a bucket fills a cache line");

static uint64_t pack_entry(const struct mi_table *table, const struct mi_entry *entry, int score)
{
    uint64_t move = entry->move == MIAI_NO_MOVE ? NO_MOVE_BITS : (uint64_t)entry->move;
    return move | (uint64_t)(score + SCORE_BIAS) << 16 | (uint64_t)table->generation << 40 |
           (uint64_t)entry->bound << 46 | (uint64_t)entry->depth << 48 |
           (uint64_t)entry->proven << 56 | (uint64_t)table->epoch << 57;
}

static enum mi_bound entry_bound(uint64_t data)
{
    return (enum mi_bound)(data >> 46 & 3);
}

static int entry_depth(uint64_t data)
{
    return (int)(data >> 48 & 0xff);
}

static bool entry_proven(uint64_t data)
{
    return data >> 56 & 1;
}

static miai_move entry_move(uint64_t data)
{
    return (data & 0xffff) == NO_MOVE_BITS ? MIAI_NO_MOVE : (miai_move)(data & 0xffff);
}

static int entry_score(uint64_t data)
{
    return (int)(data >> 16 & 0xffffff) - SCORE_BIAS;
}

static unsigned entry_generation(uint64_t data)
{
    return (unsigned)(data >> 40 & (GENERATIONS - 1));
}

/* Is it an entry of the current epoch? */
static bool is_live_entry(const struct mi_table *table, uint64_t data)
{
    return data && data >> 57 == table->epoch;
}

int mi_table_score(int score, int ply)
{
    return score >= MI_SCORE_PROVEN ? score + ply : score <= -MI_SCORE_PROVEN ? score - ply : score;
}

static int score_from_root(int score, int ply)
{
    return score >= MI_SCORE_PROVEN ? score - ply : score <= -MI_SCORE_PROVEN ? score + ply : score;
}

void mi_table_age(struct mi_table *table)
{
    table->generation = (table->generation + 1) % GENERATIONS;
}

uint64_t mi_table_capacity(const struct mi_table *table)
{
    return (uint64_t)table->count * WAYS;
}

static uint32_t open_buckets(const struct mi_table *table)
{
    return atomic_load_explicit(&table->open, memory_order_relaxed);
}

uint64_t mi_table_used(const struct mi_table *table)
{
    uint32_t open = open_buckets(table), sample = open < SAMPLE_BUCKETS ? open : SAMPLE_BUCKETS;
    uint64_t used = 0;
    for (uint32_t i = 0; i < sample; i++)
        for (int j = 0; j < WAYS; j++)
            used += is_live_entry(
                table, atomic_load_explicit(&table->buckets[i].slot[j].data, memory_order_relaxed));
    return sample ? used * open / sample : 0;
}

static struct table_slot *slots_of(const struct mi_table *table, uint64_t key)
{
    uint32_t bucket = (uint32_t)((key >> 32) * table->count >> 32), open = open_buckets(table);
    return table->buckets[bucket < open ? bucket : bucket & (open - 1)].slot;
}

void mi_table_prefetch(const struct mi_table *table, uint64_t key)
{
    if (table->count)
        __builtin_prefetch(slots_of(table, key));
}

/* A digest of KEY_BITS bits. Each depends on all lower bits of data: the high bits of a
 * product (Knuth's multiplicative hashing). */
static uint64_t data_digest(uint64_t data)
{
    return data * 0x9e3779b97f4a7c15u >> (64 - KEY_BITS);
}

/* The slot's data, and its evaluation; 0 if it does not hold the key. */
static uint64_t read_slot(const struct mi_table *table, struct table_slot *slot, uint64_t key,
                          int *eval)
{
    uint64_t data = atomic_load_explicit(&slot->data, memory_order_relaxed);
    uint64_t check = atomic_load_explicit(&slot->check, memory_order_relaxed) ^ data_digest(data);
    *eval = (int)(check >> KEY_BITS) - SCORE_BIAS;
    return (check ^ key) << (64 - KEY_BITS) == 0 && is_live_entry(table, data) ? data : 0;
}

static uint64_t pack_check(uint64_t key, int eval)
{
    return (key & (((uint64_t)1 << KEY_BITS) - 1)) | (uint64_t)(eval + SCORE_BIAS) << KEY_BITS;
}

bool mi_table_probe(const struct mi_table *table, uint64_t key, int ply, struct mi_entry *entry)
{
    if (!table->count)
        return false;
    struct table_slot *slots = slots_of(table, key);
    uint64_t data = 0;
    int eval = 0;
    for (int i = 0; i < WAYS && !data; i++)
        data = read_slot(table, &slots[i], key, &eval);
    if (!data)
        return false;
    *entry = (struct mi_entry){
        .score = score_from_root(entry_score(data), ply),
        .depth = entry_depth(data),
        .move = entry_move(data),
        .bound = entry_bound(data),
        .proven = entry_proven(data),
        .eval = eval,
    };
    return true;
}

/* Replacement value of an entry: its depth, less 8 for each generation of age. */
static int replacement_value(const struct mi_table *table, uint64_t data)
{
    unsigned age = (table->generation - entry_generation(data)) % GENERATIONS;
    return is_live_entry(table, data) ? entry_depth(data) - 8 * (int)age : -10000;
}

/* The slot that holds the key, or else the one of least value.  *old: the key's data in that slot,
 * or 0. */
static struct table_slot *choose_slot(const struct mi_table *table, uint64_t key, uint64_t *old)
{
    struct table_slot *slots = slots_of(table, key), *worst = slots;
    int worst_value = 10000, eval;
    for (int i = 0; i < WAYS; i++) {
        *old = read_slot(table, &slots[i], key, &eval);
        if (*old)
            return &slots[i];
        int value =
            replacement_value(table, atomic_load_explicit(&slots[i].data, memory_order_relaxed));
        if (value < worst_value) {
            worst = &slots[i];
            worst_value = value;
        }
    }
    return worst;
}

/* Is the score valid for every window?  A proven bound may not be: a refutation by a certain draw
 * proves only that the score is at least 0. */
static bool is_final_score(int score, enum mi_bound bound, bool proven)
{
    return proven &&
           (bound == MI_BOUND_EXACT || (score >= MI_SCORE_PROVEN && bound == MI_BOUND_LOWER) ||
            (score <= -MI_SCORE_PROVEN && bound == MI_BOUND_UPPER));
}

/* Does the old entry, taken as a proven bound, imply the new bound? */
static bool is_bound_implied(uint64_t old, enum mi_bound bound, int score)
{
    return bound != MI_BOUND_EXACT && entry_bound(old) == bound &&
           (bound == MI_BOUND_LOWER ? entry_score(old) >= score : entry_score(old) <= score);
}

/* Should the old entry of the same key be kept?  A final one is replaced only by another final one.
 * A proven bound stays if it implies the new entry.  Any other entry stays while it is much deeper
 * and of the same generation.  score: the new entry's, as stored. */
static bool keeps_old_entry(const struct mi_table *table, uint64_t old,
                            const struct mi_entry *entry, int score)
{
    const int min_difference = 4;
    bool final = is_final_score(score, entry->bound, entry->proven);
    if (final || is_final_score(entry_score(old), entry_bound(old), entry_proven(old)))
        return !final;
    if (entry_proven(old) && !entry->proven && is_bound_implied(old, entry->bound, score))
        return true;
    return entry->bound != MI_BOUND_EXACT && entry_generation(old) == table->generation &&
           entry_depth(old) >= entry->depth + min_difference;
}

void mi_table_store(struct mi_table *table, uint64_t key, int ply, const struct mi_entry *entry)
{
    if (!table->count)
        return;
    uint64_t old;
    struct table_slot *slot = choose_slot(table, key, &old);
    int score = mi_table_score(entry->score, ply);
    if (old && keeps_old_entry(table, old, entry, score))
        return;
    struct mi_entry kept = *entry;
    if (old && kept.move == MIAI_NO_MOVE)
        kept.move = entry_move(old);
    uint64_t data = pack_entry(table, &kept, score);
    atomic_store_explicit(&slot->check, pack_check(key, entry->eval) ^ data_digest(data),
                          memory_order_relaxed);
    atomic_store_explicit(&slot->data, data, memory_order_relaxed);
}
