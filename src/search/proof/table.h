/* table.h - what a proof-number search has found out about positions, by their keys. */
#ifndef MI_SEARCH_PROOF_TABLE_H
#define MI_SEARCH_PROOF_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of a position, scores in the first player's view. */
struct mi_proof_entry {
    uint64_t key;
    int32_t least, most; /* of its score: certain */
    int32_t goal;        /* the question that the numbers are about */
    uint32_t phi, delta; /* of who is to move; see proof.c */
    uint32_t work;       /* positions seen below, at least 1; 0: no entry */
};

struct mi_proof_table {
    struct mi_proof_entry *entry; /* owned */
    size_t buckets;
};

/* A table of at most that many bytes; false: no memory, or too little. */
bool mi_proof_table_open(struct mi_proof_table *table, size_t bytes);
void mi_proof_table_close(struct mi_proof_table *table);

const struct mi_proof_entry *mi_proof_table_find(const struct mi_proof_table *table, uint64_t key);

/* In the place of the key's entry, or else of the one that was the least work. */
void mi_proof_table_put(struct mi_proof_table *table, const struct mi_proof_entry *entry);

/* The certain bounds that were the most work, at most so many words; and back. */
size_t mi_proof_table_save(const struct mi_proof_table *table, uint64_t *word, size_t words);
void mi_proof_table_load(struct mi_proof_table *table, const uint64_t *word, size_t words);

#endif
