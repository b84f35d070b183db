/* table.h - hash table of the search for life and death. */
#ifndef MI_GAME_GO_TSUMEGO_TABLE_H
#define MI_GAME_GO_TSUMEGO_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ts_entry {
    uint64_t key;
    uint32_t phi, delta; /* view of the side to move; see search.c */
    uint32_t work;       /* positions searched below, at least 1; 0: empty slot */
    uint16_t depends;    /* see search.c */
    uint8_t move;        /* the best one */
};

struct ts_table {
    struct ts_entry *entry; /* owned */
    size_t buckets;
};

/* Makes a table of at most that many bytes.  Returns false if out of memory or if the limit is too
 * small. */
bool mi_ts_table_open(struct ts_table *table, size_t bytes);
void mi_ts_table_close(struct ts_table *table);

const struct ts_entry *mi_ts_table_find(const struct ts_table *table, uint64_t key);

/* Replaces the key's own entry, or else the one with the least work in its bucket. */
void mi_ts_table_put(struct ts_table *table, const struct ts_entry *entry);

#endif
