/* mcts.h - Monte-Carlo tree search: what its files share.
 *
 *   mcts.c         the searcher, and a run from its beginning to its end
 *   mcts_worker.c  the threads of a run, their buffers and limits
 *   mcts_reuse.c   from the tree of the last run to the root of this one
 *   mcts_descend.c one playout: selection, expansion, playout, backing up
 *   mcts_select.c  the choice among the children of a node
 *   mcts_backup.c  statistics, AMAF and proofs on the way up
 *   mcts_result.c  the tree read as a result */
#ifndef MI_MCTS_H
#define MI_MCTS_H

#include "leaf.h"
#include "settled.h"
#include "tree.h"

enum {
    MI_PATH_MAX = 1024,  /* nodes of a path, the root among them */
    MI_TRACE_MAX = 4096, /* moves of a playout that AMAF sees at most */
    MI_COUNTS = 4096     /* numbers of visits whose functions are kept */
};

/* Functions of a number of visits. */
struct mi_count {
    double ln, root_ln, inverse, inverse_root;
};

/* A node on the line from the oldest ancestor still in memory to the root. */
struct mi_ancestor {
    uint32_t node;
    uint32_t
        visits;    /* what the parent knows of the node: the node's own numbers at the time when */
    int64_t value; /* the root came here from the parent.  Not meant for the oldest one */
};

/* The searcher.  Owns everything in it. */
struct mi_mcts {
    struct mi_tree tree;
    uint64_t key;                 /* of the game, its beginning and what proofs depend on */
    struct mi_ply *line;          /* the plies that lead to the root */
    struct mi_ancestor *ancestor; /* ancestor[i]: the node after i plies, oldest <= i <= plies */
    int plies, oldest;
    int capacity; /* plies that line and ancestor have room for */
    struct mi_count count[MI_COUNTS];
};

/* How children are weighed. */
struct mi_formula {
    double c;            /* the constant of UCB1 or PUCT */
    double unvisited;    /* value of a child without visits */
    bool try_all;        /* each child is tried first */
    bool priors;         /* the game has them and they are wanted */
    double prior_wins;   /* virtual wins of a move with prior 1; 0: PUCT */
    double rave_inverse; /* 1 / equivalence; 0: no AMAF */
};

/* What the threads of one run share.  All but the atomics is constant while they run. */
struct mi_run {
    struct mi_mcts *mcts;
    const struct mi_root *root;
    const struct mi_settings *settings;
    const struct mi_limits *limits;
    const struct mi_progress *progress; /* or NULL */
    struct mi_result *result;
    struct mi_formula formula;
    struct mi_worker **worker;
    int threads;
    size_t overhead;       /* bytes beside the nodes */
    uint64_t max_playouts; /* UINT64_MAX: no bound */
    uint64_t reused_visits;
    double next_report;     /* used by the first thread alone */
    int max_depth;          /* of the path, in plies */
    int playout_max;        /* plies of a playout */
    uint32_t expand_visits; /* of a leaf before it gets children */
    int64_t win, even;      /* value of a win beside its margin's, and of a margin of 0 */
    double by_score;        /* value of a unit of the score */
    bool growing;           /* there may be room for children */
    bool repetition;        /* the game knows it */
    bool solver;            /* proofs are made: only the sign of an outcome counts */
    /* Relaxed: a thread may see a flag some playouts late.  What was written before is read only
     * after the threads are joined. */
    _Atomic uint64_t playouts; /* begun, but for those taken back */
    atomic_bool finished;      /* the run */
    atomic_bool full;          /* the tree: the threads return so that room can be made */
};

/* Who made a move first in the playout with that stamp, and where in its trace. */
struct mi_mark {
    uint32_t stamp;
    uint16_t place, player;
};

/* A thread and its buffers, all in one block.  The owner alone writes. */
struct mi_worker {
    struct mi_run *run;
    miai_rng rng;
    int id;                  /* 0: the thread that called run */
    int interval, countdown; /* playouts from one look at the clock to the next */
    double last_look;
    int depth;            /* of the last node of the path; the root's is 0 */
    uint32_t stamp;       /* of the current playout, in its marks */
    uint32_t *path;       /* nodes */
    void *pos, *scratch;  /* the position at the end of the path, and a spare one */
    struct mi_leaf leaf;  /* its stack is there where leaves are evaluated */
    uint64_t *keys;       /* of the game's positions, then of the path's */
    struct mi_mark *mark; /* by move */
    miai_trace trace;
    /* Read by the first thread for its reports, as they happen to be. */
    _Atomic uint64_t nodes, leaves;
    atomic_int longest;
};

/* mcts_worker.c: the bytes of one, and all of them; false: no memory. */
size_t mi_mcts_worker_bytes(const struct mi_root *root, const struct mi_settings *settings);
bool mi_mcts_make_workers(struct mi_run *run);
void mi_mcts_free_workers(struct mi_run *run);
/* Random numbers by the seed, the place in the game and the visits from earlier runs, so that the
 * same position searched again sees other playouts. */
void mi_mcts_seed_workers(struct mi_run *run);
/* Lets all threads work until the run is finished or the tree is full. */
void mi_mcts_work(struct mi_run *run);

/* mcts_reuse.c: room for the line to a root; false: no memory, and nothing changed. */
bool mi_mcts_make_room(struct mi_mcts *mcts, int plies);
/* Finds or makes the node of run->root.  There is room for the line. */
void mi_mcts_place_root(struct mi_run *run, uint64_t key);
/* Makes it: an empty tree. */
void mi_mcts_begin(struct mi_run *run);
/* After a compaction, which keeps the root alone. */
void mi_mcts_forget_ancestors(struct mi_mcts *mcts);

/* mcts_descend.c: k playouts at one leaf.  False if none was made, because the path came to a move
 * that superko forbids, or to a root without an open move. */
bool mi_mcts_descend(struct mi_worker *worker, uint32_t k);
/* Gives the node of pos children: the candidates, or all legal moves.  False: no room, or another
 * thread is doing it. */
bool mi_mcts_expand(struct mi_worker *worker, struct mi_node *node, const void *pos, bool all);

/* mcts_select.c: the index of the child to visit, or 0 if none is open. */
uint32_t mi_mcts_select(const struct mi_mcts *mcts, const struct mi_formula *formula,
                        const struct mi_node *parent);
void mi_mcts_fill_table(struct mi_count *table);

/* mcts_backup.c: all values are sums over k playouts in units of MI_UNIT, first player's view. */
void mi_mcts_add_visits(struct mi_worker *worker, uint32_t index, uint32_t k);
void mi_mcts_back_up(struct mi_worker *worker, int64_t value, uint32_t k);
void mi_mcts_back_up_amaf(struct mi_worker *worker, int64_t value);
/* The proof of the nodes above the end of the path, as far as it goes. */
void mi_mcts_back_up_proof(struct mi_worker *worker);
/* Proves the node by its children, if they do. */
bool mi_mcts_prove(const struct mi_tree *tree, struct mi_node *node);
/* What the open children of a node prove for who is to move there. */
enum mi_proof mi_mcts_best_proof(const struct mi_tree *tree, const struct mi_node *node);
void mi_mcts_set_proof(struct mi_node *node, enum mi_proof proof);

/* mcts_result.c */
void mi_mcts_standing(const struct mi_run *run, struct mi_standing *standing);
void mi_mcts_result(struct mi_run *run, struct mi_result *result);

static inline bool mi_flag(const atomic_bool *flag)
{
    return atomic_load_explicit(flag, memory_order_relaxed);
}

static inline void mi_set_flag(atomic_bool *flag)
{
    atomic_store_explicit(flag, true, memory_order_relaxed);
}

#endif
