/* Memory of the transposition table: allocated at once, mapped in the background. */
#include "base/memory.h"
#include "table.h"

/* Buckets that are open from the start: two megabytes, one large page. */
enum { FIRST_OPEN = (2 << 20) / MI_BUCKET_BYTES };

bool mi_table_resize(struct mi_table *table, size_t bytes)
{
    size_t count = bytes / MI_BUCKET_BYTES;
    count -= count > 0; /* leave the rest of the last page unused */
    if (count > UINT32_MAX)
        count = UINT32_MAX;
    if (count == table->count)
        return true;
    size_t all = count * MI_BUCKET_BYTES, refused = table->failed_bytes;
    void *pages = mi_pages_alloc(all);
    bool may_succeed = count < table->count || bytes > refused;
    if (!pages && count > 0 && may_succeed) { /* try again in place of the old table */
        mi_table_free(table);
        pages = mi_pages_alloc(all);
    }
    if (!pages && count > 0) {
        table->failed_bytes = bytes > refused ? bytes : refused;
        return false;
    }
    mi_table_free(table);
    table->buckets = pages;
    table->count = (uint32_t)count;
    table->failed_bytes = bytes < refused ? refused : 0;
    table->cold = count > FIRST_OPEN;
    atomic_init(&table->open, (uint32_t)count);
    return true;
}

void mi_table_free(struct mi_table *table)
{
    if (table->warming) {
        atomic_store_explicit(&table->stop, true, memory_order_relaxed);
        mi_thread_join(&table->warmer);
    }
    mi_pages_free(table->buckets, mi_table_bytes(table));
    *table = (struct mi_table){.failed_bytes = table->failed_bytes};
}

size_t mi_table_bytes(const struct mi_table *table)
{
    return (size_t)table->count * MI_BUCKET_BYTES;
}

/* Epochs wrap around; then the memory must be cleared, or old entries would be valid again. */
void mi_table_clear(struct mi_table *table)
{
    table->generation = 0;
    table->epoch++;
    if (table->epoch == MI_TABLE_EPOCHS) {
        size_t bytes = mi_table_bytes(table) + MI_BUCKET_BYTES;
        mi_table_free(table);
        mi_table_resize(table, bytes); /* if it fails, the next run tries again */
    }
}

/* ---- warming ---- */

/* Never reduces the open part: a search may have opened all of it in the meantime. */
static void raise_open_buckets(struct mi_table *table, uint32_t open)
{
    uint32_t old = atomic_load_explicit(&table->open, memory_order_relaxed);
    while (old < open && !atomic_compare_exchange_weak_explicit(
                             &table->open, &old, open, memory_order_relaxed, memory_order_relaxed))
        ;
}

/* Writes to each page without changing it: a search may write to it at the same time. */
static void touch_pages(struct mi_table *table, size_t from, size_t to)
{
    const size_t page = 4096;
    _Atomic uint64_t *memory = (_Atomic uint64_t *)table->buckets;
    for (; from < to && !atomic_load_explicit(&table->stop, memory_order_relaxed); from += page)
        atomic_fetch_or_explicit(&memory[from / sizeof *memory], 0, memory_order_relaxed);
}

static void *run_warmer(void *context)
{
    struct mi_table *table = context;
    uint32_t open = 0;
    while (open < table->count && !atomic_load_explicit(&table->stop, memory_order_relaxed)) {
        uint32_t next = open == 0 ? FIRST_OPEN : open > table->count / 2 ? table->count : 2 * open;
        touch_pages(table, (size_t)open * MI_BUCKET_BYTES, (size_t)next * MI_BUCKET_BYTES);
        raise_open_buckets(table, open = next);
    }
    return NULL;
}

void mi_table_warm(struct mi_table *table)
{
    if (!table->cold)
        return;
    table->cold = false;
    atomic_store_explicit(&table->open, FIRST_OPEN, memory_order_relaxed);
    table->warming = mi_thread_start(&table->warmer, run_warmer, table);
    if (!table->warming)
        mi_table_open(table);
}

void mi_table_wait(struct mi_table *table)
{
    const size_t max_bytes = sizeof(void *) > 4 ? (size_t)1 << 31 : SIZE_MAX;
    if (!table->warming || mi_table_bytes(table) > max_bytes)
        return;
    mi_thread_join(&table->warmer);
    table->warming = false;
}

void mi_table_open(struct mi_table *table)
{
    table->cold = false;
    raise_open_buckets(table, table->count);
}
