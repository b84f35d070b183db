/* The solver's table: memory, replacement, and its state in a file. */
#include "table.h"

#include "base/memory.h"

enum {
    WORK_MAX = (1 << MI_C4_WORK_BITS) - 1,
    BITS_MIN = MI_C4_VALUE_BITS, /* the bucket index must cover the bits that the value takes from
                                    the key */
    BITS_MAX = 34
};

static const uint64_t factor = MI_C4_FACTOR, inverse = UINT64_C(0xf1de83e19937733d);

static size_t table_bytes(int bits)
{
    return sizeof(uint64_t) * MI_C4_WAYS << bits;
}

bool mi_c4_table_open(struct mi_c4_table *table, size_t bytes)
{
    table->bits = BITS_MIN;
    while (table->bits < BITS_MAX && table_bytes(table->bits + 1) <= bytes)
        table->bits++;
    table->entry =
        table_bytes(table->bits) <= bytes ? mi_pages_alloc(table_bytes(table->bits)) : NULL;
    return table->entry != NULL;
}

void mi_c4_table_close(struct mi_c4_table *table)
{
    mi_pages_free(table->entry, table->entry ? table_bytes(table->bits) : 0);
}

static inline int entry_work(uint64_t entry)
{
    return (int)(entry & WORK_MAX);
}

/* The logarithm of the work in steps of a factor of about sqrt(2), at least 1. */
static int work_of_nodes(uint64_t nodes)
{
    int log = 63 - __builtin_clzll(nodes | 1), half = log > 0 ? (int)(nodes >> (log - 1) & 1) : 0;
    int work = 2 * log + half + 1;
    return work < WORK_MAX ? work : WORK_MAX;
}

/* Replaces the entry of the same key, or else the one with the least work. */
static void table_put(struct mi_c4_table *table, uint64_t mixed_key, uint64_t value)
{
    uint64_t *bucket = mi_c4_bucket(table, mixed_key);
    int i = mi_c4_find_entry(table, bucket, mixed_key);
    if (i < 0) {
        i = 0;
        for (int j = 1; j < MI_C4_WAYS; j++)
            if (entry_work(bucket[j]) < entry_work(bucket[i]))
                i = j;
    }
    bucket[i] = mixed_key << table->bits | value;
}

void mi_c4_table_store(struct mi_c4_table *table, uint64_t key, struct mi_c4_bound bound,
                       uint64_t nodes)
{
    int value = bound.score + MI_C4_ZERO + (bound.is_lower ? 2 * MI_C4_ZERO : 0);
    table_put(table, key * factor,
              (uint64_t)value << MI_C4_WORK_BITS | (uint64_t)work_of_nodes(nodes));
}

/* ---- state in a file ---- */

/* The least work such that all entries with that work or more fit. */
static int min_work_to_save(const struct mi_c4_table *table, size_t entries)
{
    size_t count[WORK_MAX + 1] = {0}, sum = 0;
    int work = WORK_MAX;
    for (size_t i = 0; i < (size_t)MI_C4_WAYS << table->bits; i++)
        count[entry_work(table->entry[i])]++;
    for (; work > 0 && sum + count[work] <= entries; work--)
        sum += count[work];
    return work + 1;
}

size_t mi_c4_table_save(const struct mi_c4_table *table, uint64_t *word, size_t words)
{
    int min_work = min_work_to_save(table, words / 2);
    size_t n = 0;
    for (size_t i = 0; i < (size_t)MI_C4_WAYS << table->bits; i++) {
        uint64_t entry = table->entry[i], bucket = i / MI_C4_WAYS;
        if (entry_work(entry) < min_work)
            continue;
        word[n++] = (bucket << (64 - table->bits) | entry >> table->bits) * inverse;
        word[n++] = entry & MI_C4_VALUE_MASK;
    }
    return n;
}

void mi_c4_table_load(struct mi_c4_table *table, const uint64_t *word, size_t words)
{
    for (size_t i = 0; i + 1 < words; i += 2)
        table_put(table, word[i] * factor, word[i + 1] & MI_C4_VALUE_MASK);
}
