/* table.h - the transposition table: what a search has found out about positions, by their keys. */
#ifndef MI_SEARCH_ALPHABETA_TABLE_H
#define MI_SEARCH_ALPHABETA_TABLE_H

#include "base/thread.h"
#include "miai_game.h"

#include <stdatomic.h>

/* What a score is to the true one. */
enum mi_bound {
    MI_BOUND_NONE,
    MI_BOUND_UPPER,
    MI_BOUND_LOWER,
    MI_BOUND_EXACT = MI_BOUND_UPPER | MI_BOUND_LOWER
};

enum { MI_DEPTH_MAX = 255 };

struct mi_entry {
    int score;      /* mover's view; proven wins and losses counted from the root */
    int depth;      /* 0 to MI_DEPTH_MAX: plies that were searched below */
    miai_move move; /* the best, or MIAI_NO_MOVE */
    enum mi_bound bound;
    bool proven; /* the bound depends only on finished games: it holds whatever the depth */
    int eval;    /* the static evaluation, mover's view; MI_SCORE_NONE: not known */
};

struct mi_bucket;

enum {
    MI_BUCKET_BYTES = 64, /* a cache line */
    MI_TABLE_EPOCHS = 128
};

/* Several threads may probe and store at a time; the other functions are for one.  Begins as all
 * zeros, which is a table of no entries. */
struct mi_table {
    struct mi_bucket *buckets; /* owned */
    uint32_t count;            /* of buckets */
    unsigned generation;
    unsigned epoch; /* entries of another are forgotten */
    size_t refused; /* the most bytes that the system did not have; 0: it had all */

    /* Buckets in use, all or a power of two of them: the others' entries are kept in those.  What
     * two threads see of it at a time may differ; an entry is not found then. */
    _Atomic uint32_t open;
    bool cold;               /* no page is there yet, and nobody is at work on them */
    bool warming;            /* the warmer was started */
    struct mi_thread warmer; /* writes to all pages, and opens them */
    atomic_bool stop;        /* the warmer's work is not wanted any more; guards nothing */
};

/* Makes a table of at most that many bytes; one of that size already stays as it is.  The system
 * gives memory for what is written only.  False: it has not got so much, and the table stays as it
 * is, or has no entries if that was of help the first time. */
bool mi_table_resize(struct mi_table *table, size_t bytes);

/* Begins to make the system give the memory, in a thread of its own: a page that it has to find
 * during a search costs as much time as a thousand nodes.  Until it is there the table makes do
 * with a part, so that what it keeps hangs on time. */
void mi_table_warm(struct mi_table *table);

/* Uses all of the table from now on, be the memory there or not. */
void mi_table_open(struct mi_table *table);

/* Forgets all entries, at once; the memory stays. */
void mi_table_clear(struct mi_table *table);

/* Gives all memory back. */
void mi_table_free(struct mi_table *table);

/* Begins a new generation: entries of older ones are replaced first. */
void mi_table_age(struct mi_table *table);

size_t mi_table_bytes(const struct mi_table *table);

/* How many there is room for. */
uint64_t mi_table_capacity(const struct mi_table *table);

/* How many entries are in use, judged by a sample in a large table. */
uint64_t mi_table_used(const struct mi_table *table);

/* Has the table an entry for the key?  ply: plies from the root to the position. */
bool mi_table_probe(const struct mi_table *table, uint64_t key, int ply, struct mi_entry *entry);
void mi_table_store(struct mi_table *table, uint64_t key, int ply, const struct mi_entry *entry);

/* A score as the table has it: a win is so many plies away from the root in the search, from the
 * position itself in the table, where the distance holds for every path to it. */
int mi_table_score(int score, int ply);

/* Brings the key's bucket near while something else is done. */
void mi_table_prefetch(const struct mi_table *table, uint64_t key);

#endif
