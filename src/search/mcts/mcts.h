/* mcts.h - Monte-Carlo tree search: internal types and functions.  The README lists the files. */
#ifndef MI_SEARCH_MCTS_MCTS_H
#define MI_SEARCH_MCTS_MCTS_H

#include "base/thread.h"
#include "ownership.h"
#include "search/common/score.h"
#include "search/common/territory.h"
#include "search/mcts/evaluator/evaluator.h"
#include "search/mcts/tree/tree.h"
#include "utility.h"

enum {
    MI_PATH_MAX = 1024,  /* nodes of a path, including the root */
    MI_TRACE_MAX = 4096, /* moves of a playout that count for AMAF */
    MI_COUNTS = 4096     /* size of the table of functions of visit counts */
};

/* Precomputed functions of a visit count. */
struct mi_count {
    double ln, sqrt_ln, inverse, inverse_root;
};

/* The tree policy: how moves are selected. */
struct mi_tree_policy {
    double c;            /* the constant of UCB1 or PUCT */
    double unvisited;    /* value of a move without visits */
    bool try_all;        /* visit every move once first */
    bool tuned;          /* UCB1-tuned: nodes have sums of squares */
    double implicit;     /* weight of the implicit minimax value; 0: off */
    double widening;     /* as in the settings */
    bool priors;         /* priors are available and wanted */
    double prior_wins;   /* virtual wins of a move with prior 1; 0: PUCT */
    double rave_inverse; /* 1 / equivalence; 0: no AMAF */
    struct mi_puct puct; /* in units of the values */
};

/* The searcher.  Owns everything in it. */
struct mi_mcts {
    struct mi_tree tree;
    uint64_t key;      /* identifies the game, its start position and all settings on which the tree
                          depends */
    uint64_t playouts; /* since the tree was empty: no node has more visits.  At most
                          MI_MAX_VISITS */
    miai_ply *line;    /* plies that lead to the root */
    int capacity;      /* of line and of the tree's ancestor array, in plies */
    miai_move root_moves[MIAI_MAX_LEGAL]; /* root moves that this run may choose */
    miai_move only[MIAI_MAX_LEGAL];       /* moves to which the last limited root was limited */
    int only_count, only_plies;           /* 0: none; index of that root in the line */
    enum mi_final_rule final; /* of this run, or of the last one, like the next members: */
    struct mi_tree_policy tree_policy;
    bool root_priors, squares;
    struct mi_ownership *ownership; /* over the leaves below ownership_root, which is at
                                       ownership_plies; or NULL */
    uint32_t ownership_root;
    int ownership_plies;
    float root_prior[MIAI_MAX_LEGAL]; /* priors of the root's edges, in their order, if they differ
                                         from the edges' own */
    float root_human[MIAI_MAX_LEGAL]; /* human policy of the root's edges, in their order */
    struct mi_count count[MI_COUNTS];
};

/* A network's outputs for a position, first player's view. */
struct mi_nn_outputs {
    double value; /* 0 to 1 */
    double win, draw, lead;
    double moves_left; /* plies from the position after the root move; 0: no such output */
};

/* One run, shared by its threads.  All but the atomics is constant while they run. */
struct mi_run {
    struct mi_mcts *mcts;
    const struct mi_root *root;
    const struct mi_settings *settings;
    const struct mi_limits *limits;
    const struct mi_progress *progress; /* or NULL */
    struct mi_result *result;
    const struct mi_evaluator *evaluator;
    struct mi_tree_policy tree_policy;
    struct mi_scale scale;
    struct mi_utility utility; /* if the evaluator reports outputs */
    struct mi_nn_outputs root_outputs;
    bool reports_draws;           /* the game has no score besides win, draw and loss */
    bool root_priors;             /* the root's priors differ from its edges' */
    atomic_bool has_active_peers; /* a peer that searches the same tree has sent a message */
    bool explores_human;          /* some playouts follow the human policy */
    struct mi_worker **worker;
    int threads;
    struct mi_tree_exchange *exchange; /* with the peers; owned; NULL: single process */
    size_t overhead;                   /* bytes besides the tree */
    uint64_t max_playouts;             /* UINT64_MAX: no limit */
    uint64_t reused_visits;
    double start_time;        /* mi_clock() */
    double next_report;       /* used by the main thread only */
    int width; /* number of edges of a new node, if memory is short and priors are known */
    uint32_t complete_visits; /* visits after which such a node gets the other edges */
    uint32_t virtual_loss;    /* visits that a playout in progress counts as */
    int repeat_rule;          /* MIAI_REPEAT_..., of the game */
    bool transpositions;      /* equal positions share a node */
    bool squares;             /* nodes have sums of squares */
    bool all_moves;           /* search all legal moves, not only candidates */
    bool solver;              /* prove results: only the sign of an outcome counts */
    bool decides;             /* the game searches new positions for their result */
    bool mustplays;           /* the game analyses often visited positions */
    bool gathers_ownership;   /* leaves are added to mcts->ownership */
    bool judges_ends;         /* finished games have dead stones on the board, so the rules alone do
                                 not give their score */
    /* Relaxed: a thread may see a flag some playouts late.  Data written before a flag is read only
     * after the threads are joined. */
    _Atomic uint64_t playouts; /* playouts claimed; at the end those begun and not taken back */
    atomic_bool finished;      /* stop flag of the run */
    atomic_int root_min_proof; /* enum mi_proof: the result proven for the root's side to move */
};

/* The index in the trace at which each player made the move, if the other player did not make it
 * earlier. */
struct mi_amaf_mark {
    uint16_t trace_index[2]; /* by player; or MI_NOT_PLAYED */
};

enum { MI_NOT_PLAYED = UINT16_MAX };

/* A descent, and the leaf at its end. */
struct mi_descent {
    int depth;             /* of the last node of the path; the root's is 0 */
    int counted_from;      /* depth from which the playout counts; if not 0, the move to it was
                              weightless */
    uint32_t *path;        /* nodes */
    struct mi_edge **edge; /* edge[d], d > 0, leads to path[d]; valid while the thread is in the
                              tree */
    bool drawn;            /* the leaf is a draw by repetition */
    bool valued;           /* the leaf has a value without the evaluator, in the next member */
    int64_t value;         /* in units of MI_UNIT, first player's view */
    bool owns_leaf;        /* this descent set the leaf's PENDING */
    bool has_outputs;      /* outputs is set, by the evaluator or the rules */
    struct mi_nn_outputs outputs;
    const struct mi_guide *guide; /* a path that it follows as far as possible; or NULL */
    float *ownership;             /* buffer, or NULL */
    uint64_t *keys;               /* keys of the game's positions, then of the path's */
    miai_move *line;              /* moves of the path */
    miai_move *list;              /* buffer for an evaluator that returns priors with the value */
    miai_trace trace;
    struct mi_eval eval;
};

/* A position in the tree. */
struct mi_mcts_position {
    const void *pos;
    const miai_move *line; /* [length]: from the root to it */
    int length;
    const uint64_t *keys; /* as in struct mi_eval */
    int key_count;
};

/* The score of a finished game that had to be judged by playouts. */
struct mi_judged_end {
    uint64_t key;
    int score; /* first player's view */
};

enum { MI_JUDGED = 64 };

/* A thread and its buffers, in one block.  Only the thread writes to it. */
struct mi_worker {
    struct mi_run *run;
    struct mi_thread thread;
    struct mi_lease lease;
    miai_rng rng;
    int id;                  /* 0: the thread that called run */
    int interval, countdown; /* batches between two checks of the clock */
    double last_look;
    bool out_of_playouts; /* no playout left to claim, or the run was stopped */
    uint64_t claimed;     /* playouts claimed and not begun */
    int batch;
    struct mi_descent *descent;             /* [batch] */
    struct mi_eval **leaf;                  /* [batch]: leaves for the evaluator */
    void *scratch;                          /* a position */
    void *end;                              /* another, if finished games have to be judged */
    struct mi_judged_end judged[MI_JUDGED]; /* by the key's lower bits */
    void *evaluator;
    struct mi_amaf_mark *amaf_marks; /* by move; all MI_NOT_PLAYED between backups */
    miai_move *list;                 /* scratch: moves, and for each move: */
    float *prior, *first, *human;
    uint16_t *order; /* scratch: indices into them, in which order the moves become edges */
    bool *listed;
    _Atomic int32_t *ownership; /* by point: sum over leaves, in units of MI_LEAF_STATS_UNIT */
    _Atomic uint32_t ownership_leaves; /* leaves in it */
    /* Read by the main thread for its reports, relaxed. */
    _Atomic uint64_t nodes, leaves, hits;
    atomic_int max_depth;
};

/* Statistics of the root moves for the decision to stop early. */
struct mi_early_stop_stats {
    uint64_t best, second; /* visits of the most visited move, and of the next one */
    bool contested;        /* a move with fewer visits, but enough of them, has a better value */
    uint64_t new_visits;   /* in this run */
    double seconds;        /* seconds for these visits, without the game's own search before them */
};

/* ---- worker.c ---- */

/* Memory of one worker, in bytes. */
size_t mi_mcts_worker_bytes(const struct mi_run *run);
/* Returns false if out of memory. */
bool mi_mcts_make_workers(struct mi_run *run);
void mi_mcts_free_workers(struct mi_run *run);
/* Seeds the random numbers with the option seed, the ply and the reused visits, so that a second
 * search of the same position gets different playouts. */
void mi_mcts_seed_workers(struct mi_run *run);
/* Runs all threads until the run is finished. */
void mi_mcts_work(struct mi_run *run);

/* ---- terminal.c ---- */

/* The score of the finished game at the end of the descent, first player's view. */
int mi_mcts_end_score(struct mi_worker *worker, const struct mi_descent *descent, int by_rules);
/* Its ownership, and its score in points. */
void mi_mcts_terminal_ownership(struct mi_worker *worker, struct mi_descent *descent);

/* ---- limits.c ---- */

/* Claims a playout. Returns false if none is left. */
bool mi_mcts_claim(struct mi_worker *worker);
void mi_mcts_unclaim(struct mi_worker *worker);
/* Returns the playouts that the worker has claimed and not begun. */
void mi_mcts_return_claims(struct mi_worker *worker);
/* Call it after each batch: checks the clock if it is due. */
void mi_mcts_look_at_clock(struct mi_worker *worker);
/* Should the run stop?  Before the soft limit: if no other move can catch up by then. After it: if
 * the most visited move also has the best value.  Always false without a soft limit, because saved
 * time could not be used later. */
bool mi_early_stop(const struct mi_limits *limits, const struct mi_early_stop_stats *standing,
                   double now);

/* ---- reuse.c ---- */

/* Enlarges the buffers for a line of that many plies. Returns false, with nothing changed, if out
 * of memory. */
bool mi_mcts_reserve_line(struct mi_mcts *mcts, int plies);
/* Finds or creates the node of run->root.  mi_mcts_reserve_line() was called before. */
void mi_mcts_place_root(struct mi_run *run, uint64_t key);
/* Begins an empty tree. */
void mi_mcts_begin(struct mi_run *run);

/* ---- descend.c ---- */

enum mi_descent_end {
    MI_DESCENT_LEAF,   /* a leaf */
    MI_DESCENT_LOST,   /* taken back: superko forbids the move, or a guide found nothing new */
    MI_DESCENT_BUSY,   /* taken back: another descent is evaluating the leaf */
    MI_DESCENT_CLOSED, /* taken back: no root move is worth a visit */
};
enum mi_descent_end mi_mcts_descend(struct mi_worker *worker, struct mi_descent *descent);
/* From now on the playout counts only below the current end of the path. */
void mi_mcts_forget_path(struct mi_worker *worker, struct mi_descent *descent);

/* ---- expand.c ---- */

/* Creates the edges of a node.  all: for all legal moves instead of the candidates.  whole: for the
 * unlikely moves, too.  Returns false if out of memory or if another thread is creating them. */
bool mi_mcts_expand(struct mi_worker *worker, struct mi_node *node,
                    const struct mi_mcts_position *place, bool all, bool whole);
/* Creates a new leaf's edges from a joint evaluator's results (NULL: none), and clears its
 * PENDING. */
void mi_mcts_expand_with(struct mi_worker *worker, struct mi_node *node,
                         const struct mi_eval *eval);
/* Creates the remaining edges of a partial node. */
void mi_mcts_complete(struct mi_worker *worker, struct mi_node *node,
                      const struct mi_mcts_position *place);
/* Lists the moves that get edges, depth plies below the root: candidates, or all legal moves.
 * Returns their number. */
int mi_mcts_list_moves(const struct mi_run *run, const void *pos, int depth, bool all,
                       miai_move *list);

/* ---- select.c ---- */

/* The edge to follow; NULL: none is worth a visit.  min_proof: the result that the side to move has
 * proven for itself. */
struct mi_edge *mi_mcts_select(const struct mi_mcts *mcts, const struct mi_tree_policy *tree_policy,
                               const struct mi_node *parent, enum mi_proof min_proof);
void mi_mcts_fill_table(struct mi_count *table);

/* Urgencies of all edges of the node, in their order, as if each move were open. */
void mi_mcts_urgencies(const struct mi_mcts *mcts, const struct mi_tree_policy *tree_policy,
                       const struct mi_node *parent, double *urgency);

/* ---- puct.c ---- */

/* Selection with a network, and the urgencies of all edges of the node.  root: the parent is the
 * run's root.  rng: for the noise that widens the search; NULL: without it. */
struct mi_edge *mi_mcts_select_puct(const struct mi_run *run, const struct mi_node *parent,
                                    enum mi_proof min_proof, bool root, miai_rng *rng);
void mi_mcts_urgencies_puct(const struct mi_run *run, const struct mi_node *parent, bool root,
                            double *urgency, double *exploration);
/* The PUCT constants of the settings, scaled to the unit of the values. */
struct mi_puct mi_mcts_puct(const struct mi_settings *settings, const struct mi_utility *utility);
/* Sets up the root's priors: averaged over symmetries, with temperature and noise. */
void mi_mcts_open_priors(struct mi_run *run);

/* The priors of the root's edges in their order; NULL: the edges' own. */
static inline const float *mi_mcts_root_priors(const struct mi_run *run)
{
    return run->root_priors ? run->mcts->root_prior : NULL;
}

/* The prior of a node's k-th edge: from such a list, or the edge's own. */
static inline double mi_mcts_prior(const struct mi_edge *edge, const float *list, int k)
{
    return list ? (double)list[k] : edge->prior * (1.0 / UINT16_MAX);
}

/* ---- forced.c ---- */

/* A root move with fewer visits than it must have; NULL: none. */
struct mi_edge *mi_mcts_forced_edge(const struct mi_run *run, const struct mi_node *root,
                                    enum mi_proof min_proof);
/* Sets the number of forced visits in each choice; choices are in the order of the open edges. */
void mi_mcts_count_forced(const struct mi_run *run, struct mi_result *result);

/* ---- human.c ---- */

/* Decides whether a playout follows the human policy at a node. */
enum mi_follow { MI_FOLLOW_SEARCH, MI_FOLLOW_HUMAN, MI_FOLLOW_HUMAN_WEIGHTLESS };
enum mi_follow mi_mcts_draw_follow(struct mi_worker *worker, const struct mi_node *node, bool root);
/* The edge to follow by the human policy; NULL: none is worth a visit. */
struct mi_edge *mi_mcts_select_human(const struct mi_run *run, const struct mi_node *parent,
                                     enum mi_proof min_proof, bool root, bool weightless);
/* Sets up the human policy of the root's edges. */
void mi_mcts_open_human(struct mi_run *run);

/* ---- leaf_stats.c: leaves with network outputs ---- */

/* The value of a leaf from the evaluator's outputs, in units of MI_UNIT; stores the outputs in the
 * descent. */
int64_t mi_mcts_leaf_value(struct mi_worker *worker, struct mi_descent *descent);
/* The value of a finished game, in the same units; stores its outputs in the descent. */
int64_t mi_mcts_finished_leaf_value(struct mi_worker *worker, struct mi_descent *descent,
                                    int score);
/* Stores the outputs of a leaf whose value is known (first player's view), but not its score. */
void mi_mcts_add_known_leaf(struct mi_worker *worker, struct mi_descent *descent, double win);
/* Adds the descent's outputs to all nodes of the path; or to one node, if it has none yet. */
void mi_mcts_back_up_leaf_stats(struct mi_worker *worker, const struct mi_descent *descent);
void mi_mcts_add_leaf_stats(struct mi_worker *worker, const struct mi_descent *descent,
                            uint32_t index);
/* Recomputes the sums of a node from those of its children, weighted by edge visits. */
void mi_mcts_recompute_leaf_stats(const struct mi_run *run, struct mi_node *node);
/* Evaluates the root. Used once before the run, and by fair_komi.c. */
void mi_mcts_value_root(const struct mi_run *run, struct mi_eval *eval);
void mi_mcts_evaluate_root(struct mi_run *run);
/* Replaces values by winning probabilities in the result, and adds lead and ownership. */
void mi_mcts_report_leaf_stats(const struct mi_run *run, struct mi_result *result);

/* ---- fair_komi.c ---- */

/* Lets leaves be evaluated at fair komi if the leads at the game's komi and at fair komi contradict
 * each other. eval: the root, evaluated at the game's komi. */
void mi_mcts_use_fair_komi(struct mi_run *run, struct mi_eval *eval);

/* ---- backup.c ---- */

/* Adds visits to the path's node at depth, and to the edge that leads to it. */
void mi_mcts_add_visits(struct mi_worker *worker, const struct mi_descent *descent, int depth,
                        uint32_t k);
/* Values are in units of MI_UNIT, first player's view. */
void mi_mcts_back_up(struct mi_worker *worker, const struct mi_descent *descent, int64_t value);
void mi_mcts_back_up_amaf(struct mi_worker *worker, const struct mi_descent *descent,
                          int64_t value);

/* ---- proof.c ---- */

/* Updates the bounds of the nodes above depth, from the lowest up, until one does not change. */
void mi_mcts_back_up_proof(struct mi_worker *worker, const struct mi_descent *descent, int depth);
/* The bounds of a node from those of its moves, for the side to move there. */
struct mi_bounds mi_mcts_bounds(const struct mi_tree *tree, const struct mi_node *node);
/* Adds them to the node's state; true if they are new. */
bool mi_mcts_prove(const struct mi_tree *tree, struct mi_node *node);
/* Sets the root's proven result, and stops the run if the root is decided. */
void mi_mcts_prove_root(struct mi_run *run);

/* ---- mustplay.c ---- */

/* Does the game support it, and is there enough memory? */
bool mi_mcts_may_mustplay(const struct mi_run *run);
size_t mi_mcts_mustplay_bytes(const struct mi_run *run);

/* Lets the game analyse those positions of the path that have just reached the required number of
 * visits. */
void mi_mcts_mustplay_visited(struct mi_worker *worker, const struct mi_descent *descent);

/* ---- implicit.c ---- */

/* Sets a new node's own value to its static evaluation. */
void mi_mcts_estimate(const struct mi_run *run, struct mi_node *node, const void *pos);
/* Updates the minimax value of a node; true if it has changed.  The second function does so along
 * the path as long as values change. */
bool mi_mcts_update_implicit(const struct mi_tree *tree, struct mi_node *node);
void mi_mcts_back_up_implicit(struct mi_worker *worker, const struct mi_descent *descent);

/* ---- ownership_gather.c ---- */

/* Bytes of the sums, and of one leaf's ownership. */
size_t mi_mcts_ownership_bytes(const struct mi_run *run);
size_t mi_mcts_leaf_ownership_bytes(const struct mi_run *run);
/* Continues the ownership of the last run if the root is the same. Otherwise begins a new one if
 * the run requests it.  Call it after the root was placed. */
void mi_mcts_open_ownership(struct mi_run *run);
void mi_mcts_drop_ownership(struct mi_mcts *mcts);
/* Adds a valued leaf. */
void mi_mcts_add_ownership(struct mi_worker *worker, struct mi_descent *descent);
/* At the end of the run: adds leaves below proven root moves without leaves. If the run was stopped
 * immediately and there are no leaves at all, adds some below the best move. */
void mi_mcts_close_ownership(struct mi_run *run);

/* ---- tree_exchange.c ---- */

size_t mi_mcts_exchange_bytes(const struct mi_run *run);
/* Starts the exchange if the run has peers. Call it after the root has its edges. */
void mi_mcts_open_exchange(struct mi_run *run);
void mi_mcts_close_exchange(struct mi_run *run);
/* Visits of the root received from peers. */
uint64_t mi_mcts_peer_visits(const struct mi_run *run);
/* Exchanges messages if it is due.  Called by the main thread between playouts, while it has
 * entered the tree. */
void mi_mcts_exchange(struct mi_run *run);
/* Receives the messages that have arrived, even if no exchange is due. */
void mi_mcts_receive_exchange(struct mi_run *run);
/* A path for the main thread's next playout to follow; NULL: none. */
const struct mi_guide *mi_mcts_take_guide(struct mi_run *run);
/* Call it if the last path could not be followed now: the next playout gets it again. */
void mi_mcts_return_guide(struct mi_run *run);
/* Call it if a guided playout needed the evaluator, because the peer's answer was not in the cache.
 */
void mi_mcts_count_guided_evaluation(struct mi_run *run);
/* Playouts of the run and of its peers. */
uint64_t mi_mcts_playouts(const struct mi_run *run);

/* ---- branches.c ---- */
int mi_mcts_list_branches(void *self, const miai_move *line, int length, struct mi_branch *list);

/* ---- result.c ---- */

/* The statistics of a move in the view of the player who makes it. */
struct mi_choice mi_mcts_choice(const struct mi_mcts *mcts,
                                const struct mi_tree_policy *tree_policy, struct mi_edges *edges,
                                int i);
int mi_mcts_follow(void *self, miai_move first, miai_move *pv, uint64_t *visits);
void mi_mcts_early_stop_stats(const struct mi_run *run, struct mi_early_stop_stats *standing,
                              double now);
void mi_mcts_result(struct mi_run *run, struct mi_result *result);

static inline bool mi_flag(const atomic_bool *flag)
{
    return atomic_load_explicit(flag, memory_order_relaxed);
}

static inline struct mi_edges *mi_mcts_root_edges(const struct mi_run *run)
{
    const struct mi_tree *tree = &run->mcts->tree;
    return mi_first_edges(tree, mi_tree_node(tree, tree->root));
}

static inline void mi_set_flag(atomic_bool *flag)
{
    atomic_store_explicit(flag, true, memory_order_relaxed);
}

#endif
