/* table.h - what the solver of Connect Four has found out: a bound of the score of each position,
 * by its key. */
#ifndef MI_GAME_CONNECT4_TABLE_H
#define MI_GAME_CONNECT4_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Buckets of four entries.  A key is scattered by a bijection: the upper bits are the number of the
 * bucket, the rest stands in the entry, so that no two keys are taken for each other:
 *
 *     rest of the key | 1 bit which bound | 6 bits score + 32 | 6 bits work
 *
 * An entry of zeros is none. */
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

/* What an entry says. */
struct mi_c4_bound {
    bool least; /* the score is at least that, else at most */
    int score;
};

/* A table of at most that many bytes; false: no memory, or too little. */
bool mi_c4_table_open(struct mi_c4_table *table, size_t bytes);
void mi_c4_table_close(struct mi_c4_table *table);

static inline uint64_t *mi_c4_bucket(const struct mi_c4_table *table, uint64_t scattered)
{
    return table->entry + (scattered >> (64 - table->bits)) * MI_C4_WAYS;
}

/* The place in its bucket of what is kept of a key, or -1. */
static inline int mi_c4_find(const struct mi_c4_table *table, const uint64_t *bucket,
                             uint64_t scattered)
{
    for (int i = 0; i < MI_C4_WAYS; i++)
        if (bucket[i] && (bucket[i] ^ scattered << table->bits) <= MI_C4_VALUE_MASK)
            return i;
    return -1;
}

/* Brings the key's bucket near while something else is done. */
static inline void mi_c4_table_prefetch(const struct mi_c4_table *table, uint64_t key)
{
    __builtin_prefetch(mi_c4_bucket(table, key * MI_C4_FACTOR));
}

static inline bool mi_c4_table_probe(const struct mi_c4_table *table, uint64_t key,
                                     struct mi_c4_bound *bound)
{
    uint64_t scattered = key * MI_C4_FACTOR;
    const uint64_t *bucket = mi_c4_bucket(table, scattered);
    int i = mi_c4_find(table, bucket, scattered);
    if (i < 0)
        return false;
    int value = (int)(bucket[i] >> MI_C4_WORK_BITS) & ((1 << MI_C4_SCORE_BITS) - 1);
    *bound = (struct mi_c4_bound){value >= 2 * MI_C4_ZERO, value % (2 * MI_C4_ZERO) - MI_C4_ZERO};
    return true;
}

/* nodes: how much work it was to find. */
void mi_c4_table_store(struct mi_c4_table *table, uint64_t key, struct mi_c4_bound bound,
                       uint64_t nodes);

/* The entries that were the most work, two words each, at most so many words; and back.  load()
 * takes a table of any size. */
size_t mi_c4_table_save(const struct mi_c4_table *table, uint64_t *word, size_t words);
void mi_c4_table_load(struct mi_c4_table *table, const uint64_t *word, size_t words);

#endif
