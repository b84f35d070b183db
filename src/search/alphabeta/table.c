/* An entry is two words, and four entries fill a cache line:
 *
 *     data   63      57  56   48..55 46..47 40..45      16..39   0..15
 *            epoch       proven depth bound  generation score    move
 *     check  40..63      0..39
 *            evaluation  lower bits of the key, exclusive-or a digest of data
 *
 * The upper bits of the key choose the bucket.  A threat of torn entries, one word of each of two
 * writers, is met by the check: it fails then, and the entry is not found (Hyatt and Mann 2002).
 * The evaluation lies beside the check in its word, and is of the same writer. */
#include "table.h"
#include "search/common/score.h"

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

_Static_assert(sizeof(struct mi_bucket) == MI_BUCKET_BYTES, "a bucket fills a cache line");

static uint64_t pack(const struct mi_table *table, const struct mi_entry *entry, int score)
{
    uint64_t move = entry->move == MIAI_NO_MOVE ? NO_MOVE_BITS : (uint64_t)entry->move;
    return move | (uint64_t)(score + SCORE_BIAS) << 16 | (uint64_t)table->generation << 40 |
           (uint64_t)entry->bound << 46 | (uint64_t)entry->depth << 48 |
           (uint64_t)entry->proven << 56 | (uint64_t)table->epoch << 57;
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

/* Is there an entry, of what was not forgotten? */
static bool lives(const struct mi_table *table, uint64_t data)
{
    return data && data >> 57 == table->epoch;
}

int mi_table_score(int score, int ply)
{
    return score >= MI_SCORE_PROVEN ? score + ply : score <= -MI_SCORE_PROVEN ? score - ply : score;
}

static int from_root(int score, int ply)
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
    uint32_t open = open_buckets(table), sample = open < SAMPLE ? open : SAMPLE;
    uint64_t used = 0;
    for (uint32_t i = 0; i < sample; i++)
        for (int j = 0; j < WAYS; j++)
            used += lives(
                table, atomic_load_explicit(&table->buckets[i].slot[j].data, memory_order_relaxed));
    return sample ? used * open / sample : 0;
}

static struct slot *slots_of(const struct mi_table *table, uint64_t key)
{
    uint32_t bucket = (uint32_t)((key >> 32) * table->count >> 32), open = open_buckets(table);
    return table->buckets[bucket < open ? bucket : bucket & (open - 1)].slot;
}

void mi_table_prefetch(const struct mi_table *table, uint64_t key)
{
    if (table->count)
        __builtin_prefetch(slots_of(table, key));
}

/* As many bits as are kept of the key, each of which hangs on all below it in data: the upper ones
 * of a product (Knuth's multiplicative hashing). */
static uint64_t digest(uint64_t data)
{
    return data * 0x9e3779b97f4a7c15u >> (64 - KEY_BITS);
}

/* The data of the slot if it holds the key, or 0; and the evaluation. */
static uint64_t read_slot(const struct mi_table *table, struct slot *slot, uint64_t key, int *eval)
{
    uint64_t data = atomic_load_explicit(&slot->data, memory_order_relaxed);
    uint64_t check = atomic_load_explicit(&slot->check, memory_order_relaxed) ^ digest(data);
    *eval = (int)(check >> KEY_BITS) - SCORE_BIAS;
    return (check ^ key) << (64 - KEY_BITS) == 0 && lives(table, data) ? data : 0;
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
        data = read_slot(table, &slots[i], key, &eval);
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
    return lives(table, data) ? depth_of(data) - 8 * (int)age : -10000;
}

/* The key's own slot, or the one that is worth least; *old is what the key had there, or 0. */
static struct slot *choose_slot(const struct mi_table *table, uint64_t key, uint64_t *old)
{
    struct slot *slots = slots_of(table, key), *least = slots;
    int least_worth = 10000, eval;
    for (int i = 0; i < WAYS; i++) {
        *old = read_slot(table, &slots[i], key, &eval);
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

/* Does the score settle the position for every window?  A proven score that is a mere bound does
 * not: a refutation by a dead draw only proves that the score is at least 0. */
static bool is_final(int score, enum mi_bound bound, bool proven)
{
    return proven &&
           (bound == MI_BOUND_EXACT || (score >= MI_SCORE_PROVEN && bound == MI_BOUND_LOWER) ||
            (score <= -MI_SCORE_PROVEN && bound == MI_BOUND_UPPER));
}

/* Does the bound of the old entry, as a proven one, already say all that the new one says? */
static bool is_implied(uint64_t old, enum mi_bound bound, int score)
{
    return bound != MI_BOUND_EXACT && bound_of(old) == bound &&
           (bound == MI_BOUND_LOWER ? score_of(old) >= score : score_of(old) <= score);
}

/* Does the old entry of the key stay?  A final one is replaced only by another final one.  A proven
 * bound stays if the new entry adds nothing to it.  Any other entry stays while it is much deeper
 * and of the same generation.  score: the new entry's, as the table has it. */
static bool keeps_old(const struct mi_table *table, uint64_t old, const struct mi_entry *entry,
                      int score)
{
    const int much = 4;
    bool final = is_final(score, entry->bound, entry->proven);
    if (final || is_final(score_of(old), bound_of(old), proven_of(old)))
        return !final;
    if (proven_of(old) && !entry->proven && is_implied(old, entry->bound, score))
        return true;
    return entry->bound != MI_BOUND_EXACT && generation_of(old) == table->generation &&
           depth_of(old) >= entry->depth + much;
}

void mi_table_store(struct mi_table *table, uint64_t key, int ply, const struct mi_entry *entry)
{
    if (!table->count)
        return;
    uint64_t old;
    struct slot *slot = choose_slot(table, key, &old);
    int score = mi_table_score(entry->score, ply);
    if (old && keeps_old(table, old, entry, score))
        return;
    struct mi_entry kept = *entry;
    if (old && kept.move == MIAI_NO_MOVE)
        kept.move = move_of(old);
    uint64_t data = pack(table, &kept, score);
    atomic_store_explicit(&slot->check, pack_check(key, entry->eval) ^ digest(data),
                          memory_order_relaxed);
    atomic_store_explicit(&slot->data, data, memory_order_relaxed);
}
