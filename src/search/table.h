/* table.h - the transposition table: what a search has found out about positions, by their keys. */
#ifndef MI_TABLE_H
#define MI_TABLE_H

#include "../miai_game.h"

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
    bool proven; /* the score hangs on finished games alone, whatever the depth */
    int eval;    /* the static evaluation, mover's view; MI_SCORE_NONE: not known */
};

struct mi_bucket;

/* Several threads may probe and store at a time; the other functions are for one.  Begins as all
 * zeros, which is a table of no entries. */
struct mi_table {
    void *memory;              /* owned */
    struct mi_bucket *buckets; /* in it, at the start of a cache line */
    uint32_t count;            /* of buckets */
    unsigned generation;
};

/* Makes a table of at most that many bytes; one of that size already stays as it is.  The system
 * gives memory for what is written only.  False, and no entries: no memory. */
bool mi_table_resize(struct mi_table *table, size_t bytes);

/* Makes the system give the memory now, up to four gigabytes of it: a page that it has to find
 * during a search costs as much time as a thousand nodes. */
void mi_table_touch(struct mi_table *table);

/* Forgets all entries. */
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

/* Brings the key's bucket near while something else is done. */
void mi_table_prefetch(const struct mi_table *table, uint64_t key);

#endif
