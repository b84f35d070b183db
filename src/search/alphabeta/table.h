/* table.h - the transposition table: search results by the hash key of the position. */
#ifndef MI_SEARCH_ALPHABETA_TABLE_H
#define MI_SEARCH_ALPHABETA_TABLE_H

#include "base/thread.h"
#include "miai_game.h"

#include <stdatomic.h>

/* The relation of a score to the true score. */
enum mi_bound {
    MI_BOUND_NONE,
    MI_BOUND_UPPER,
    MI_BOUND_LOWER,
    MI_BOUND_EXACT = MI_BOUND_UPPER | MI_BOUND_LOWER
};

enum { MI_DEPTH_MAX = 255 };

struct mi_entry {
    int score;      /* view of the side to move; wins and losses count plies from the root */
    int depth;      /* 0 to MI_DEPTH_MAX: plies searched below the position */
    miai_move move; /* the best, or MIAI_NO_MOVE */
    enum mi_bound bound;
    bool proven; /* the bound depends only on finished games: it holds at any depth */
    int eval;    /* static evaluation, view of the side to move; MI_SCORE_NONE: unknown */
};

struct mi_bucket;

enum {
    MI_BUCKET_BYTES = 64, /* a cache line */
    MI_TABLE_EPOCHS = 128
};

/* Any number of threads may probe and store at the same time; all other functions need exclusive
 * access.  All zeros is a valid table without entries. */
struct mi_table {
    struct mi_bucket *buckets; /* owned */
    uint32_t count;            /* of buckets */
    unsigned generation;
    unsigned epoch; /* entries of other epochs count as deleted */
    size_t failed_bytes; /* largest size that could not be allocated; 0: none */

    /* Buckets in use: all, or a power of two.  Keys of the other buckets share these.  Two threads
     * may see different values for a moment; then an entry is not found. */
    _Atomic uint32_t open;
    bool cold;               /* the pages are not mapped yet, and no warmer runs */
    bool warming;            /* the warmer was started */
    struct mi_thread warmer; /* touches all pages, and opens their buckets */
    atomic_bool stop;        /* asks the warmer to end; guards no data */
};

/* Makes a table of at most that many bytes.  Does nothing if it already has that size.  The system
 * provides memory only for pages that are written.  If memory does not suffice, returns false; the
 * table is then unchanged, or empty if its memory had to be freed for the attempt. */
bool mi_table_resize(struct mi_table *table, size_t bytes);

/* Starts to map the memory in a thread of its own: a page fault during a search costs as much time
 * as a thousand nodes.  Until all pages are there, the table uses a part of its buckets, so the
 * entries that survive depend on timing. */
void mi_table_warm(struct mi_table *table);

/* Waits until the memory is mapped, unless that would take longer than about a second. */
void mi_table_wait(struct mi_table *table);

/* From now on uses all buckets, even those whose pages are not mapped yet. */
void mi_table_open(struct mi_table *table);

/* Deletes all entries in constant time; keeps the memory. */
void mi_table_clear(struct mi_table *table);

/* Frees all memory. */
void mi_table_free(struct mi_table *table);

/* Begins a new generation: entries of older generations are replaced first. */
void mi_table_age(struct mi_table *table);

size_t mi_table_bytes(const struct mi_table *table);

/* Maximum number of entries. */
uint64_t mi_table_capacity(const struct mi_table *table);

/* Number of entries in use; in a large table, estimated from a sample. */
uint64_t mi_table_used(const struct mi_table *table);

/* Returns false if there is no entry for the key.  ply: plies from the root to the position. */
bool mi_table_probe(const struct mi_table *table, uint64_t key, int ply, struct mi_entry *entry);
void mi_table_store(struct mi_table *table, uint64_t key, int ply, const struct mi_entry *entry);

/* Converts a search score, in which a win counts plies from the root, to a table score, in which it
 * counts plies from the position and so holds for every path. */
int mi_table_score(int score, int ply);

/* Prefetches the key's bucket. */
void mi_table_prefetch(const struct mi_table *table, uint64_t key);

#endif
