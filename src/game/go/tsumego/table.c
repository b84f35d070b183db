#include "table.h"

#include "base/memory.h"

enum { ENTRIES_PER_BUCKET = 4 };

static const size_t bucket_bytes = ENTRIES_PER_BUCKET * sizeof(struct ts_entry);

bool mi_ts_table_open(struct ts_table *table, size_t bytes)
{
    table->buckets = bytes / bucket_bytes;
    table->entry = table->buckets > 0 ? mi_pages_alloc(table->buckets * bucket_bytes) : NULL;
    return table->entry != NULL;
}

void mi_ts_table_close(struct ts_table *table)
{
    mi_pages_free(table->entry, table->buckets * bucket_bytes);
    table->entry = NULL;
}

static struct ts_entry *ts_bucket_of(const struct ts_table *table, uint64_t key)
{
    return table->entry + (size_t)(key >> 16) % table->buckets * ENTRIES_PER_BUCKET;
}

const struct ts_entry *mi_ts_table_find(const struct ts_table *table, uint64_t key)
{
    const struct ts_entry *bucket = ts_bucket_of(table, key);
    for (int i = 0; i < ENTRIES_PER_BUCKET; i++)
        if (bucket[i].key == key && bucket[i].work > 0)
            return &bucket[i];
    return NULL;
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
    *slot = *entry;
}
