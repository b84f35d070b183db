/* search.h - depth-first proof-number search for one question of life and death. */
#ifndef MI_GAME_GO_TSUMEGO_SEARCH_H
#define MI_GAME_GO_TSUMEGO_SEARCH_H

#include "position.h"
#include "table.h"

#include "miai_game.h"

enum { TS_PLIES = 400 };

enum {
    TS_INFINITE = UINT16_MAX, /* no sum of a search comes near: see TS_PLIES */
    TS_FREE = UINT16_MAX      /* depends on no position of the path */
};

/* The numbers of a position in the view of its side to move: see search.c. */
struct ts_numbers {
    uint32_t phi, delta;
    uint16_t depends; /* the lowest ply that the result depends on, or TS_FREE */
    uint8_t move;     /* the best one, or TS_NO_POINT */
};

struct ts_child;

/* A search serves one thread at a time.  Its memory is allocated once. */
struct ts_search {
    struct ts_frame frame;
    struct ts_table table;
    struct ts_child *child; /* owned: a stack of the children of the nodes on the path */
    int children;
    struct ts_position next[TS_POINTS + 1]; /* the children's positions during an expansion */
    /* The side that must reach its goal: the attacker captures the stones in question, the defender
     * makes them pass-alive.  The other side wins a game that never ends. */
    int prover;
    uint64_t salt; /* part of all keys, so that searches of several problems share the table */
    uint64_t nodes, node_limit;
    uint64_t root_work[TS_POINTS + 1]; /* positions searched after each first move, in this run */
    uint64_t path[TS_PLIES]; /* the keys of the positions on the path */
    uint16_t filter[1024];   /* number of these keys by their low bits: a counting filter */
    bool conditional;        /* some result depended on the path */
    const miai_watch *watch; /* or NULL */
    int countdown;
    bool stopped; /* the watch has ended the search for good */
    bool over;    /* this run must end: a limit was reached */
};

/* Returns false if out of memory or if the limit is too small. */
bool mi_ts_search_open(struct ts_search *s, size_t memory);
void mi_ts_search_close(struct ts_search *s);

enum ts_answer { TS_UNKNOWN, TS_PROVED, TS_DISPROVED };

/* Can the prover reach its goal? */
enum ts_answer mi_ts_search_run(struct ts_search *s, const struct ts_position *pos);

/* The position's entry in the table; or one of another question that solves it, since the same
 * side has fewer ko threats there and wins all the same; or NULL. */
const struct ts_entry *mi_ts_search_find(const struct ts_search *s, const struct ts_position *pos,
                                         uint64_t key);

/* The answer in the table, and the move that achieves it, or TS_NO_POINT. */
enum ts_answer mi_ts_search_look(const struct ts_search *s, const struct ts_position *pos,
                                 int *move);

/* The key of a position in the table. */
uint64_t mi_ts_search_key(const struct ts_search *s, const struct ts_position *pos);

/* ---- evaluate.c ---- */

/* Sets the numbers of a decided position. */
void mi_ts_decide(const struct ts_position *pos, int winner, struct ts_numbers *n);

/* Sets the numbers of a position that has not been searched. */
void mi_ts_evaluate(const struct ts_search *s, const struct ts_position *pos, struct ts_numbers *n);

/* The moves worth trying, besides a pass.  Points that stones of the attacker next to the wall cut
 * off from the stones in question do not matter. */
struct points mi_ts_candidates(const struct ts_search *s, const struct ts_position *pos,
                               bool *pass);

/* ---- simulate.c ---- */

/* Tries to prove that the side to move, which wins `from`, wins `pos` by the same moves. */
bool mi_ts_simulate(struct ts_search *s, const struct ts_position *from,
                    const struct ts_position *pos);

#endif
