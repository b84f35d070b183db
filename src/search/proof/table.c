#include "table.h"

#include "base/memory.h"
#include "miai_game.h"

#include <string.h>

enum { ENTRIES_PER_BUCKET = 4, WORDS_PER_ENTRY = sizeof(struct mi_proof_entry) / sizeof(uint64_t) };

static const size_t bucket_bytes = ENTRIES_PER_BUCKET * sizeof(struct mi_proof_entry);

bool mi_proof_table_open(struct mi_proof_table *table, size_t bytes)
{
    table->buckets = bytes / bucket_bytes;
    table->entry = mi_pages_alloc(table->buckets * bucket_bytes);
    return table->entry != NULL;
}

void mi_proof_table_close(struct mi_proof_table *table)
{
    mi_pages_free(table->entry, table->buckets * bucket_bytes);
}

static struct mi_proof_entry *proof_bucket_of(const struct mi_proof_table *table, uint64_t key)
{
    return table->entry + miai_mix(key) % table->buckets * ENTRIES_PER_BUCKET;
}

const struct mi_proof_entry *mi_proof_table_find(const struct mi_proof_table *table, uint64_t key)
{
    const struct mi_proof_entry *bucket = proof_bucket_of(table, key);
    for (int i = 0; i < ENTRIES_PER_BUCKET; i++)
        if (bucket[i].key == key && bucket[i].work > 0)
            return &bucket[i];
    return NULL;
}

void mi_proof_table_put(struct mi_proof_table *table, const struct mi_proof_entry *entry)
{
    struct mi_proof_entry *bucket = proof_bucket_of(table, entry->key), *slot = bucket;
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

/* ---- saving ---- */

static bool is_exact_entry(const struct mi_proof_entry *entry)
{
    return entry->work > 0 && (entry->min > -MIAI_SCORE_MAX || entry->max < MIAI_SCORE_MAX);
}

static int work_size(const struct mi_proof_entry *entry)
{
    return 31 - __builtin_clz(entry->work | 1);
}

/* The minimum size (logarithm of the work) at which all entries fit. */
static int min_saved_size(const struct mi_proof_table *table, size_t entries)
{
    size_t count[32] = {0}, sum = 0;
    int size = 31;
    for (size_t i = 0; i < ENTRIES_PER_BUCKET * table->buckets; i++)
        if (is_exact_entry(&table->entry[i]))
            count[work_size(&table->entry[i])]++;
    for (; size >= 0 && sum + count[size] <= entries; size--)
        sum += count[size];
    return size + 1;
}

size_t mi_proof_table_save(const struct mi_proof_table *table, uint64_t *word, size_t words)
{
    int min_size = min_saved_size(table, words / WORDS_PER_ENTRY);
    size_t n = 0;
    for (size_t i = 0; i < ENTRIES_PER_BUCKET * table->buckets; i++) {
        const struct mi_proof_entry *entry = &table->entry[i];
        if (!is_exact_entry(entry) || work_size(entry) < min_size)
            continue;
        memcpy(word + n, entry, sizeof *entry);
        n += WORDS_PER_ENTRY;
    }
    return n;
}

void mi_proof_table_load(struct mi_proof_table *table, const uint64_t *word, size_t words)
{
    struct mi_proof_entry entry;
    for (size_t i = 0; i + WORDS_PER_ENTRY <= words; i += WORDS_PER_ENTRY) {
        memcpy(&entry, word + i, sizeof entry);
        if (entry.work > 0)
            mi_proof_table_put(table, &entry);
    }
}
