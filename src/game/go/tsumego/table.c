#include "table.h"

#include "base/memory.h"

#include <string.h>

enum { ENTRIES_PER_BUCKET = 4, FIRST_BUCKETS = 1 << 14 };

_Static_assert(sizeof(struct ts_entry) == 16, "a bucket is a cache line");

static const size_t bucket_bytes = ENTRIES_PER_BUCKET * sizeof(struct ts_entry);

bool mi_ts_table_open(struct ts_table *table, size_t bytes)
{
    uint64_t buckets = bytes / bucket_bytes;
    size_t used = FIRST_BUCKETS;
    table->allocated = (size_t)(buckets < UINT32_MAX ? buckets : UINT32_MAX);
    while (used > table->allocated)
        used /= 2;
    table->buckets = used;
    table->entries = 0;
    table->entry = used > 0 ? mi_pages_alloc(table->allocated * bucket_bytes) : NULL;
    return table->entry != NULL;
}

void mi_ts_table_close(struct ts_table *table)
{
    mi_pages_free(table->entry, table->allocated * bucket_bytes);
    table->entry = NULL;
}

static struct ts_entry *ts_bucket_of(const struct ts_table *table, uint64_t key)
{
    return table->entry + (size_t)((key >> 32) * table->buckets >> 32) * ENTRIES_PER_BUCKET;
}

void mi_ts_table_prefetch(const struct ts_table *table, uint64_t key)
{
    __builtin_prefetch(ts_bucket_of(table, key));
}

const struct ts_entry *mi_ts_table_find(const struct ts_table *table, uint64_t key)
{
    const struct ts_entry *bucket = ts_bucket_of(table, key);
    for (int i = 0; i < ENTRIES_PER_BUCKET; i++)
        if (bucket[i].key == key && bucket[i].work > 0)
            return &bucket[i];
    return NULL;
}

/* Doubles the number of buckets.  The entries of a bucket go to two neighbouring ones, so this
 * works in place, from the last bucket to the first. */
static void table_grow(struct ts_table *table)
{
    size_t buckets = table->buckets;
    table->buckets *= 2;
    for (size_t i = buckets; i-- > 0;) {
        struct ts_entry old[ENTRIES_PER_BUCKET], *from = table->entry + i * ENTRIES_PER_BUCKET;
        memcpy(old, from, bucket_bytes);
        memset(from, 0, bucket_bytes);
        for (int j = 0; j < ENTRIES_PER_BUCKET; j++)
            if (old[j].work > 0)
                ts_bucket_of(table, old[j].key)[j] = old[j];
    }
}

void mi_ts_table_put(struct ts_table *table, const struct ts_entry *entry)
{
    struct ts_entry *bucket = ts_bucket_of(table, entry->key), *slot = bucket;
    for (int i = 0; i < ENTRIES_PER_BUCKET; i++) {
        if (bucket[i].key == entry->key && bucket[i].work > 0) {
            slot = &bucket[i];
            break;
        }
        if (bucket[i].work < slot->work)
            slot = &bucket[i];
    }
    table->entries += slot->work == 0;
    *slot = *entry;
    if (table->entries > table->buckets * ENTRIES_PER_BUCKET / 2 &&
        table->buckets * 2 <= table->allocated)
        table_grow(table);
}
