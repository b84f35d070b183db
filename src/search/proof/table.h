/* table.h - hash table of the proof-number search. */
#ifndef MI_SEARCH_PROOF_TABLE_H
#define MI_SEARCH_PROOF_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The known results of a position; scores in the first player's view. */
struct mi_proof_entry {
    uint64_t key;
    int32_t min, max;    /* bounds of the exact score */
    int32_t goal;        /* the goal that the numbers are for */
    uint32_t phi, delta; /* view of the side to move; see proof.c */
    uint32_t work;       /* positions searched below, at least 1; 0: empty slot */
};

struct mi_proof_table {
    struct mi_proof_entry *entry; /* owned */
    size_t buckets;
};

/* Makes a table of at most that many bytes. Returns false if out of memory or if the limit is too
 * small. */
bool mi_proof_table_open(struct mi_proof_table *table, size_t bytes);
void mi_proof_table_close(struct mi_proof_table *table);

const struct mi_proof_entry *mi_proof_table_find(const struct mi_proof_table *table, uint64_t key);

/* Replaces the key's own entry, or else the one with the least work in its bucket. */
void mi_proof_table_put(struct mi_proof_table *table, const struct mi_proof_entry *entry);

/* Save the entries with bounds that took the most work, in at most that many words; load them. */
size_t mi_proof_table_save(const struct mi_proof_table *table, uint64_t *word, size_t words);
void mi_proof_table_load(struct mi_proof_table *table, const uint64_t *word, size_t words);

#endif
