/* table.h - the table of the Connect Four solver: a bound of the score for each position's key. */
#ifndef MI_GAME_CONNECT4_TABLE_H
#define MI_GAME_CONNECT4_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Buckets of four entries.  A bijection mixes the key.  Its upper bits index the bucket and the
 * others are stored, so different keys never match:
 *
 *     rest of the key | 1 bit which bound | 6 bits score + 32 | 6 bits work
 *
 * An entry of 0 is empty. */
enum {
    MI_C4_WAYS = 4,
    MI_C4_WORK_BITS = 6,
    MI_C4_SCORE_BITS = 7,
    MI_C4_VALUE_BITS = MI_C4_WORK_BITS + MI_C4_SCORE_BITS,
    MI_C4_ZERO = 32
};

#define MI_C4_VALUE_MASK ((UINT64_C(1) << MI_C4_VALUE_BITS) - 1)
#define MI_C4_FACTOR     UINT64_C(0x9e3779b97f4a7c15)

struct mi_c4_table {
    uint64_t *entry; /* owned */
    int bits;        /* 2^bits buckets */
};

/* The value of an entry. */
struct mi_c4_bound {
    bool is_lower; /* a lower bound, otherwise an upper bound */
    int score;
};

/* Opens a table of at most `bytes` bytes; false if there is not enough memory. */
bool mi_c4_table_open(struct mi_c4_table *table, size_t bytes);
void mi_c4_table_close(struct mi_c4_table *table);

static inline uint64_t *mi_c4_bucket(const struct mi_c4_table *table, uint64_t mixed_key)
{
    return table->entry + (mixed_key >> (64 - table->bits)) * MI_C4_WAYS;
}

/* The index in the bucket of the key's entry, or -1. */
static inline int mi_c4_find_entry(const struct mi_c4_table *table, const uint64_t *bucket,
                                   uint64_t mixed_key)
{
    for (int i = 0; i < MI_C4_WAYS; i++)
        if (bucket[i] && (bucket[i] ^ mixed_key << table->bits) <= MI_C4_VALUE_MASK)
            return i;
    return -1;
}

/* Prefetches the key's bucket. */
static inline void mi_c4_table_prefetch(const struct mi_c4_table *table, uint64_t key)
{
    __builtin_prefetch(mi_c4_bucket(table, key * MI_C4_FACTOR));
}

static inline bool mi_c4_table_probe(const struct mi_c4_table *table, uint64_t key,
                                     struct mi_c4_bound *bound)
{
    uint64_t mixed_key = key * MI_C4_FACTOR;
    const uint64_t *bucket = mi_c4_bucket(table, mixed_key);
    int i = mi_c4_find_entry(table, bucket, mixed_key);
    if (i < 0)
        return false;
    int value = (int)(bucket[i] >> MI_C4_WORK_BITS) & ((1 << MI_C4_SCORE_BITS) - 1);
    *bound = (struct mi_c4_bound){value >= 2 * MI_C4_ZERO, value % (2 * MI_C4_ZERO) - MI_C4_ZERO};
    return true;
}

/* nodes: the size of the search that found the bound. */
void mi_c4_table_store(struct mi_c4_table *table, uint64_t key, struct mi_c4_bound bound,
                       uint64_t nodes);

/* Writes the entries of the largest searches, two words each, at most `words` words; returns the
 * number of words.  mi_c4_table_load() works with a table of any size. */
size_t mi_c4_table_save(const struct mi_c4_table *table, uint64_t *word, size_t words);
void mi_c4_table_load(struct mi_c4_table *table, const uint64_t *word, size_t words);

#endif
