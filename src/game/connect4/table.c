/* The table's memory, what goes into it, and what is kept of it in a file. */
#include "table.h"

#include "base/memory.h"

enum {
    WORK_MAX = (1 << MI_C4_WORK_BITS) - 1,
    BITS_MIN = MI_C4_VALUE_BITS, /* the bits that the bucket's number spares an entry */
    BITS_MAX = 34
};

static const uint64_t factor = MI_C4_FACTOR, inverse = UINT64_C(0xf1de83e19937733d);

static size_t bytes_of(int bits)
{
    return sizeof(uint64_t) * MI_C4_WAYS << bits;
}

bool mi_c4_table_open(struct mi_c4_table *table, size_t bytes)
{
    table->bits = BITS_MIN;
    while (table->bits < BITS_MAX && bytes_of(table->bits + 1) <= bytes)
        table->bits++;
    table->entry = bytes_of(table->bits) <= bytes ? mi_pages_alloc(bytes_of(table->bits)) : NULL;
    return table->entry != NULL;
}

void mi_c4_table_close(struct mi_c4_table *table)
{
    mi_pages_free(table->entry, table->entry ? bytes_of(table->bits) : 0);
}

static inline int work_of(uint64_t entry)
{
    return (int)(entry & WORK_MAX);
}

/* In steps of a factor of the square root of 2. */
static int measure(uint64_t nodes)
{
    int log = 63 - __builtin_clzll(nodes | 1), half = log > 0 ? (int)(nodes >> (log - 1) & 1) : 0;
    int work = 2 * log + half + 1;
    return work < WORK_MAX ? work : WORK_MAX;
}

/* In the place of what the key has, or else of what was the least work. */
static void put(struct mi_c4_table *table, uint64_t scattered, uint64_t value)
{
    uint64_t *bucket = mi_c4_bucket(table, scattered);
    int i = mi_c4_find(table, bucket, scattered);
    if (i < 0) {
        i = 0;
        for (int j = 1; j < MI_C4_WAYS; j++)
            if (work_of(bucket[j]) < work_of(bucket[i]))
                i = j;
    }
    bucket[i] = scattered << table->bits | value;
}

void mi_c4_table_store(struct mi_c4_table *table, uint64_t key, struct mi_c4_bound bound,
                       uint64_t nodes)
{
    int value = bound.score + MI_C4_ZERO + (bound.least ? 2 * MI_C4_ZERO : 0);
    put(table, key * factor, (uint64_t)value << MI_C4_WORK_BITS | (uint64_t)measure(nodes));
}

/* ---- what is kept in a file ---- */

/* The least work whose entries fit. */
static int worth_keeping(const struct mi_c4_table *table, size_t entries)
{
    size_t count[WORK_MAX + 1] = {0}, sum = 0;
    int work = WORK_MAX;
    for (size_t i = 0; i < (size_t)MI_C4_WAYS << table->bits; i++)
        count[work_of(table->entry[i])]++;
    for (; work > 0 && sum + count[work] <= entries; work--)
        sum += count[work];
    return work + 1;
}

size_t mi_c4_table_save(const struct mi_c4_table *table, uint64_t *word, size_t words)
{
    int least = worth_keeping(table, words / 2);
    size_t n = 0;
    for (size_t i = 0; i < (size_t)MI_C4_WAYS << table->bits; i++) {
        uint64_t entry = table->entry[i], bucket = i / MI_C4_WAYS;
        if (work_of(entry) < least)
            continue;
        word[n++] = (bucket << (64 - table->bits) | entry >> table->bits) * inverse;
        word[n++] = entry & MI_C4_VALUE_MASK;
    }
    return n;
}

void mi_c4_table_load(struct mi_c4_table *table, const uint64_t *word, size_t words)
{
    for (size_t i = 0; i + 1 < words; i += 2)
        put(table, word[i] * factor, word[i + 1] & MI_C4_VALUE_MASK);
}
