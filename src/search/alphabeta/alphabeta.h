/* alphabeta.h - internal types and functions of the alpha-beta search.
 *
 * The sections below are in the order of the files' calls: each file calls only functions of files
 * above it, except that null_move.c, probcut.c and singular.c call node.c recursively.  All of them
 * use stack.h, table.h, history.h and move_picker.h. */
#ifndef MI_SEARCH_ALPHABETA_ALPHABETA_H
#define MI_SEARCH_ALPHABETA_ALPHABETA_H

#include "base/range.h"
#include "search/common/peers.h"
#include "stack.h"

/* A root move and the result of the last search of it. */
struct mi_ab_root_move {
    miai_move move;
    int rank;   /* mi_root_rank(); lines and moves are sorted by rank first */
    bool quiet; /* as classified by the move picker */
    int score;  /* exact, or an upper bound */
    enum mi_proof proof;
    uint64_t nodes; /* in this run */
};

/* A line of play to report: from the last completed iteration, or from an incomplete one that has
 * found a better move. */
struct mi_ab_line {
    int depth;
    int score;
    enum mi_proof proof;
    int pv_length;
    uint16_t pv[MI_PV_MAX];
};

/* A run of the search, shared by its threads. */
struct mi_ab_run {
    const struct mi_root *root;
    const struct mi_ab_tuning *tuning; /* borrowed */
    struct mi_scale scale;
    int margin; /* root moves within this margin of the best get an exact score, too */
    const struct mi_limits *limits;
    const struct mi_progress *progress; /* or NULL */
    unsigned features;                  /* enum mi_feature */
    struct mi_table *table;
    struct mi_ab_history *histories;    /* one for each thread, kept from run to run */
    struct mi_result *result;           /* the caller's */
    struct mi_ab_thread *threads;       /* owned */
    struct mi_table_exchange *exchange; /* owned; NULL: single process */
    int thread_count;
    int rank;        /* rank of this process in the cluster; 0 if it is the only one */
    int plies;       /* maximum length of a path */
    int kinds;       /* number of move kinds that the histories distinguish */
    int probe_depth; /* minimum remaining depth for probing tablebases */
    size_t thread_bytes, exchange_bytes;
    /* Stop flag: set by the first thread when the run shall end, or by a thread that has a proof;
     * polled by all.  It guards no other data, so relaxed order suffices. */
    atomic_bool over;
};

enum { MI_REDUCE_DEPTHS = 64, MI_REDUCE_MOVES = 64 };

/* A search thread and all data that only it writes. */
struct mi_ab_thread {
    struct mi_ab_stack stack; /* first member: check_limits() casts the stack to the thread */
    struct mi_ab_run *run;
    int id;            /* 0: the main thread */
    unsigned features; /* those of the run; in a proof search without the selective ones */
    int16_t reductions[MI_REDUCE_DEPTHS][MI_REDUCE_MOVES]; /* in 1/MI_REDUCTION_PLY plies */
    int no_null_move; /* no_null_move_player tries no null move before this ply; 0: no limit */
    int no_null_move_player;

    struct mi_ab_root_move moves[MIAI_MAX_LEGAL];       /* root moves, best first */
    struct mi_ab_root_move saved_moves[MIAI_MAX_LEGAL]; /* moves before a proof search */
    int move_count;
    struct mi_ab_line *lines; /* owned; lines[i] begins with moves[i] */
    int line_count;
    int line;                  /* index of the line being searched; earlier moves are excluded */
    int depth;                 /* of the iteration */
    bool proving;              /* searching to the end of the game, for win, draw or loss only */
    bool solving_endgame;      /* the game's solver searches everything below the root */
    bool solved;               /* solved by a proof search or the solver */
    bool has_answer;           /* the first iteration has finished its first line */
    bool lines_reported;       /* the last report had the current lines */
    int countdown_start;       /* value from which the stack's countdown runs */
    int nodes_until_check;     /* nodes from countdown_start until all limits are checked */
    uint64_t node_budget;      /* the search in progress is aborted at this number of nodes */
    uint64_t proof_nodes;      /* nodes spent on proof searches */
    uint64_t next_proof_nodes; /* nodes of other searches required before the next proof search */
    double last_report;        /* mi_clock() */
    int stable_iterations;     /* iterations since the best move changed */
    int last_score;            /* of the previous iteration */
    miai_move last_move;

    /* Copies of the stack's counters for other threads: stored at intervals, relaxed.  The sums may
     * lag behind. */
    _Atomic uint64_t seen_nodes, seen_leaves, seen_hits;
};

/* Is at least one of these features enabled? */
static inline bool mi_ab_has_feature(const struct mi_ab_thread *thread, unsigned features)
{
    return (thread->features & features) != 0;
}

/* The state of a node during its search. */
struct mi_ab_node {
    struct mi_ab_thread *thread;
    struct mi_ab_stack *stack; /* the thread's */
    struct mi_ab_stack_frame *frame;
    const void *pos;
    int ply, depth, alpha, beta;
    bool pv;       /* open window: the node may be on the principal variation */
    bool in_check; /* mi_ab_in_check() */
    bool in_table; /* the transposition table has an entry for it */
    struct mi_entry entry;
    miai_move hash_move; /* legal, or MIAI_NO_MOVE */
    int extension;       /* of the hash move, in plies */
    int estimate;        /* expected score: the evaluation, or a better bound from the table */
    bool improving;      /* the evaluation is better than two plies ago */
    int best;            /* best score so far; -MI_SCORE_INFINITE: no move searched yet */
    miai_move best_move; /* the last one that raised alpha */
};

/* A move of a node, before it is played. */
struct mi_ab_candidate {
    miai_move move;
    bool quiet;
    int number;        /* from 1 */
    int history_score; /* see mi_picker */
};

/* ---- thread.c ---- */

/* Sets the maximum path length so that the threads take at most half of the memory. Reduces the
 * number of threads if necessary. Returns false if the memory does not suffice for one thread. */
bool mi_ab_plan_threads(struct mi_ab_run *run, size_t memory);

/* Returns false if out of memory. Call mi_ab_free_threads() in either case. */
bool mi_ab_make_threads(struct mi_ab_run *run);
void mi_ab_free_threads(struct mi_ab_run *run);

/* Bytes kept for the next run: the table and the histories. */
size_t mi_ab_held_bytes(const struct mi_ab_run *run);

/* ---- result.c ---- */

/* Nodes of all threads, as last published. */
uint64_t mi_ab_nodes(struct mi_ab_run *run);

/* Fills the run's result with one line of the thread, and with the counters of all threads. */
void mi_ab_fill_result(struct mi_ab_run *run, const struct mi_ab_thread *thread, int line);

/* ---- pv.c ---- */

/* Extends a line with a decided score to the end of the game, if a small search finds the moves;
 * otherwise leaves it as it is.  Not to be called while a root move is being searched. */
void mi_ab_end_line(struct mi_ab_thread *thread, struct mi_ab_line *line);

/* Extends the line by the best moves of the transposition table. */
void mi_ab_extend_line(struct mi_ab_thread *thread, struct mi_ab_line *line);

/* ---- table_exchange.c ---- */

/* Starts the exchange.  Returns NULL if there are no peers or memory runs out; the run then
 * continues without peers. */
struct mi_table_exchange *mi_table_exchange_open(const struct mi_peers *peers);
void mi_table_exchange_close(struct mi_table_exchange *exchange); /* or NULL */
size_t mi_table_exchange_bytes(const struct mi_peers *peers);

/* Queues an entry for the peers; any thread may call it. */
void mi_table_exchange_add(struct mi_table_exchange *exchange, uint64_t key, int ply,
                           const struct mi_entry *entry);

/* Receives the messages that have arrived, and sends one if it is due.  Main thread only. */
void mi_ab_exchange(struct mi_ab_thread *thread);

/* Replaces the main thread's line by a peer's line from a deeper iteration, if there is one. */
void mi_ab_adopt_line(struct mi_ab_thread *thread);

/* Nodes searched by the peers; 0 without an exchange. */
uint64_t mi_ab_peers_nodes(const struct mi_table_exchange *exchange);

/* ---- limits.c ---- */

/* The stack's check_limits(): checks the limits every few nodes. */
void mi_ab_check_limits(struct mi_ab_stack *stack);

/* Checks the limits immediately. */
void mi_ab_check_limits_now(struct mi_ab_thread *thread);

/* Has the run been stopped, or its time run out?  Ignores the node limits. */
bool mi_ab_is_over(const struct mi_ab_run *run);

/* Publishes the thread's counters to the other threads. */
void mi_ab_publish(struct mi_ab_thread *thread);

/* Reports all lines of the thread. */
void mi_ab_report_lines(struct mi_ab_thread *thread);

/* Reports all lines of the thread if it is the main thread. */
void mi_ab_report(struct mi_ab_thread *thread, double now);

/* Reports that the search of the i-th root move begins; silent in the first seconds of a run. */
void mi_ab_report_move(struct mi_ab_thread *thread, int i);

/* After an iteration: should the search end? */
bool mi_ab_is_enough(struct mi_ab_thread *thread);

/* ---- late_move_reduction.c ---- */

enum { MI_REDUCTION_PLY = 1024 }; /* unit of reductions: 1/1024 ply */

void mi_ab_fill_reductions(struct mi_ab_thread *thread);

/* The reduction by depth and move number only, in units. */
static inline int mi_ab_base_reduction(const struct mi_ab_node *node, int number)
{
    int depth = mi_min(node->depth, MI_REDUCE_DEPTHS - 1);
    return node->thread->reductions[depth][mi_min(number, MI_REDUCE_MOVES - 1)];
}

/* Late-move reduction of the move, in plies.  Call it after playing the move. */
int mi_ab_reduction(const struct mi_ab_node *node, const struct mi_ab_candidate *candidate);

/* ---- pruning.c ---- */

/* Reverse futility pruning: is the estimate so far above beta, for the few plies left, that the
 * node can return it?  *score: the estimate. */
bool mi_ab_reverse_futility(const struct mi_ab_node *node, int *score);

/* May the move be skipped?  *prune_rest is set if all later quiet moves except threats may be
 * skipped, too. */
bool mi_ab_prune_move(const struct mi_ab_node *node, const struct mi_ab_candidate *candidate,
                      bool *prune_rest);

/* ---- null_move.c, probcut.c ----
 *
 * Each may search.  True: return *score from the node, or the search was aborted. */

bool mi_ab_null_move(struct mi_ab_node *node, int *score);
bool mi_ab_probcut(struct mi_ab_node *node, int *score);
bool mi_ab_multi_probcut(struct mi_ab_node *node, int *score);

/* ---- singular.c ---- */

/* Sets the extension of the hash move.  Returns true if the node must return *score: after a
 * multi-cut, or if the search was aborted. */
bool mi_ab_singular(struct mi_ab_node *node, int *score);

/* ---- eval_change.c ---- */

/* Compares the node's evaluation with the previous one: updates the previous move's history, and
 * adjusts the depth if its reduction was too large or too small. */
void mi_ab_adjust_by_eval_change(struct mi_ab_node *node);

/* ---- endgame.c ---- */

/* Is the game's solver likely to finish soon? */
bool mi_ab_may_solve_endgame(const struct mi_ab_thread *thread);

/* Value of the stack's node count at which the solver must stop. */
uint64_t mi_ab_endgame_budget(const struct mi_ab_thread *thread);

/* Searches the position at ply with the game's solver.  Returns as mi_ab_search_node() does. */
int mi_ab_solve_endgame(struct mi_ab_thread *thread, int ply, int alpha, int beta);

/* ---- node.c ---- */

/* Searches the position at ply (from 1).  Returns an exact score within the window, an upper bound
 * at or below alpha, a lower bound at or above beta. */
int mi_ab_search_node(struct mi_ab_thread *thread, int ply, int depth, int alpha, int beta);

/* Searches a node from within its own search, with a null window at bound (bound - 1, bound).
 * Restores the frame afterwards, so that the node can continue. */
int mi_ab_research_node(struct mi_ab_node *node, int depth, int bound);

/* Searches the position that mi_ab_play() has made at ply.  Window and score are in the view of the
 * player at ply. */
int mi_ab_search_child(struct mi_ab_thread *thread, int ply, int depth, int alpha, int beta);

/* Principal variation search of the same position.  The first move gets the full window.  Other
 * moves are searched at reduced depth, then with a null window, then with the full window, as long
 * as the score is above alpha. */
int mi_ab_search_child_pvs(struct mi_ab_thread *thread, int ply, int depth, int reduction,
                           int alpha, int beta, bool first);

/* ---- root.c ---- */

/* Lists and sorts the root moves, and begins the requested number of lines. */
void mi_ab_list_root(struct mi_ab_thread *thread);

/* Searches the root moves from thread->line on, and moves the best to that index.  Returns its
 * score; undefined if the thread was aborted. */
int mi_ab_search_root(struct mi_ab_thread *thread, int depth, int alpha, int beta);

/* ---- deepen.c ---- */

/* Iterative deepening: searches until the run is over or this thread has a proof. */
void mi_ab_deepen(struct mi_ab_thread *thread);

#endif
