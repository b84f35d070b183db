/* table.h - hash table of the search for life and death.
 *
 * Keys that differ only in their low 32 bits share a bucket, which is a cache line. */
#ifndef MI_GAME_GO_TSUMEGO_TABLE_H
#define MI_GAME_GO_TSUMEGO_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ts_entry {
    uint64_t key;
    uint16_t phi, delta; /* view of the side to move; see search.c */
    uint16_t depends;    /* see search.c */
    uint8_t move;        /* the best one */
    uint8_t work;        /* bits of the number of positions searched below, plus 1; 0: empty slot */
};

struct ts_table {
    struct ts_entry *entry; /* owned */
    size_t buckets;         /* in use */
    size_t allocated;       /* buckets that there is memory for */
    size_t entries;         /* not empty */
};

/* Makes a table of at most that many bytes.  It starts small and grows as it fills, since clearing
 * memory costs more time than most problems do.  Returns false if out of memory or if the limit is
 * too small. */
bool mi_ts_table_open(struct ts_table *table, size_t bytes);
void mi_ts_table_close(struct ts_table *table);

/* Loads the key's bucket into the cache. */
void mi_ts_table_prefetch(const struct ts_table *table, uint64_t key);

const struct ts_entry *mi_ts_table_find(const struct ts_table *table, uint64_t key);

/* Replaces the key's own entry, or else the one with the least work in its bucket. */
void mi_ts_table_put(struct ts_table *table, const struct ts_entry *entry);

#endif
