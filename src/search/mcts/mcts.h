/* mcts.h - Monte-Carlo tree search: what its files share.
 *
 *   search.c            the searcher, and a run from its beginning to its end
 *   worker.c            the threads of a run and their buffers
 *   limits.c            when a run ends, and what is told on the way
 *   reuse.c             from the tree of the last run to the root of this one
 *   descend.c           from the root to a leaf: selection
 *   expand.c            the edges of a node: expansion
 *   select.c            the choice among the moves of a node
 *   puct.c              the same with a network
 *   human.c             the same by what people would do
 *   leaf_stats.c             what a network tells of the leaves, summed up
 *   backup.c            statistics and AMAF on the way up: backing up
 *   proof.c             proofs on the way up
 *   mustplay.c          a longer look at positions that are visited often
 *   implicit.c          minimax of evaluations on the way up
 *   terminal.c          finished games
 *   ownership_gather.c  ownership and lead over the leaves
 *   tree_exchange.c             what is exchanged with other processes
 *   result.c            the tree read as a result
 *   branches.c          the tree read position by position */
#ifndef MI_SEARCH_MCTS_MCTS_H
#define MI_SEARCH_MCTS_MCTS_H

#include "base/thread.h"
#include "early_stop.h"
#include "ownership.h"
#include "search/common/score.h"
#include "search/common/territory.h"
#include "search/mcts/evaluator/evaluator.h"
#include "search/mcts/tree/tree.h"
#include "utility.h"

enum {
    MI_PATH_MAX = 1024,  /* nodes of a path, the root among them */
    MI_TRACE_MAX = 4096, /* moves of a playout that AMAF sees at most */
    MI_COUNTS = 4096     /* numbers of visits whose functions are kept */
};

/* Functions of a number of visits. */
struct mi_count {
    double ln, root_ln, inverse, inverse_root;
};

/* The tree policy: how moves are weighed. */
struct mi_tree_policy {
    double c;            /* the constant of UCB1 or PUCT */
    double unvisited;    /* value of a move without visits */
    bool try_all;        /* each move is tried first */
    bool tuned;          /* UCB1-tuned: nodes have sums of squares */
    double implicit;     /* weight of a node's own value, which is that of implicit minimax; or 0 */
    double widening;     /* as in the settings */
    bool priors;         /* the evaluator has them and they are wanted */
    double prior_wins;   /* virtual wins of a move with prior 1; 0: PUCT */
    double rave_inverse; /* 1 / equivalence; 0: no AMAF */
    struct mi_puct puct; /* in units of the values */
};

/* The searcher.  Owns everything in it. */
struct mi_mcts {
    struct mi_tree tree;
    uint64_t key;      /* of the game, its beginning and what proofs depend on */
    uint64_t playouts; /* since the tree was empty: no node has more visits.  At most
                          MI_VISITS_MOST */
    miai_ply *line;    /* the plies that lead to the root */
    int capacity;      /* plies that the line and the tree's ancestors have room for */
    miai_move root_moves[MIAI_MAX_LEGAL]; /* that this run may choose */
    miai_move only[MIAI_MAX_LEGAL]; /* that the last root with some moves alone could choose */
    int only_count, only_plies;     /* 0: there was none; where it is in the line */
    enum mi_final_rule final;       /* of this run, or the last one; likewise: */
    struct mi_tree_policy tree_policy;
    bool root_priors, squares;
    struct mi_ownership *ownership; /* of the leaves below ownership_root, which is ownership_plies
                                       plies from the beginning; or NULL */
    uint32_t ownership_root;
    int ownership_plies;
    float root_prior[MIAI_MAX_LEGAL]; /* of the root's edges in their order, where it is not
                                         theirs */
    float root_human[MIAI_MAX_LEGAL]; /* likewise: how likely people are to make each */
    struct mi_count count[MI_COUNTS];
};

/* What an evaluator tells of a position, first player's view. */
struct mi_nn_outputs {
    double value; /* 0 to 1 */
    double win, draw, lead;
    double moves_left; /* plies from the position after the root move; 0: not told */
};

/* What the threads of one run share.  All but the atomics is constant while they run. */
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
    struct mi_utility utility; /* where the evaluator tells what values are made of */
    struct mi_nn_outputs told; /* by it of the root */
    bool tells_draws;          /* of games that have no score beside winning and draws */
    bool root_priors;          /* the root has other priors than its edges */
    atomic_bool accompanied;   /* a peer whose tree is the same has been heard */
    bool explores_human;       /* some playouts follow what people would do */
    struct mi_worker **worker;
    int threads;
    struct mi_tree_exchange *share; /* with the peers; owned; NULL: there are none */
    size_t overhead;        /* bytes beside the tree */
    uint64_t max_playouts;  /* UINT64_MAX: no bound */
    uint64_t reused_visits;
    double begun;             /* mi_clock() */
    double next_report;       /* used by the first thread alone */
    int width;                /* edges that a node gets at first, where priors tell which, and */
    uint32_t complete_visits; /* after so many visits the others */
    uint32_t virtual_loss;    /* visits that a playout under way counts as */
    int repeat_rule;          /* MIAI_REPEAT_..., of the game */
    bool sharing;             /* equal positions share a node */
    bool squares;             /* nodes have sums of squares */
    bool whole;               /* all legal moves are tried, not candidates alone */
    bool solver;              /* proofs are made: only the sign of an outcome counts */
    bool mustplays;           /* the game looks longer at positions that are visited often */
    bool gathers_ownership;   /* leaves are added to mcts->ownership */
    bool judges;              /* dead stones stand on the board when a game is over: the rules alone
                                 do not tell its score */
    /* Relaxed: a thread may see a flag some playouts late.  What was written before is read only
     * after the threads are joined. */
    _Atomic uint64_t playouts; /* begun, but for those taken back */
    atomic_bool finished;      /* the run */
    atomic_int floor;          /* enum mi_proof: what the root's player has for certain */
};

/* Where in the trace of a playout each player made a move, if he was the first to make it. */
struct mi_mark {
    uint16_t place[2]; /* by player; or MI_NOWHERE */
};

enum { MI_NOWHERE = UINT16_MAX };

/* A way down the tree, and the leaf at its end. */
struct mi_descent {
    int depth;      /* of the last node of the path; the root's is 0 */
    int counted;    /* from which node on the playout counts: above it was a weightless move */
    uint32_t *path; /* nodes */
    struct mi_edge **edge; /* edge[d], d > 0: the one that led to path[d]; in memory as long as the
                              thread is in the tree */
    bool drawn;            /* the position at its end is a draw by repetition */
    bool valued;           /* the leaf has a value without the evaluator: */
    int64_t value;         /* which is this, in units of MI_UNIT, first player's view */
    bool owner;            /* of the leaf's PENDING */
    bool has_told;         /* the evaluator or the rules told of the leaf: */
    struct mi_nn_outputs told;    /* this */
    const struct mi_guide *guide; /* a way that it follows as far as it leads; or NULL */
    float *ownership;             /* room for whose each point is, or NULL */
    uint64_t *keys;               /* of the game's positions, then of the path's */
    miai_move *line;              /* moves of the path */
    miai_move *list;              /* for an evaluator that gives priors with the value */
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

/* The score of a finished game that had to be judged, by the key of its position. */
struct mi_judged_end {
    uint64_t key;
    int score; /* first player's view */
};

enum { MI_JUDGED = 64 };

/* A thread and its buffers, all in one block.  The owner alone writes. */
struct mi_worker {
    struct mi_run *run;
    struct mi_thread thread;
    struct mi_lease lease;
    miai_rng rng;
    int id;                  /* 0: the thread that called run */
    int interval, countdown; /* gatherings from one look at the clock to the next */
    double last_look;
    bool spent; /* no playout was left, or the run was stopped */
    int batch;
    struct mi_descent *descent;             /* [batch] */
    struct mi_eval **leaf;                  /* [batch]: those to value */
    void *scratch;                          /* a position */
    void *end;                              /* another, where finished games have to be judged */
    struct mi_judged_end judged[MI_JUDGED]; /* by the key's lower bits */
    void *evaluator;
    struct mi_mark *mark; /* by move; between backing up no player has made any */
    miai_move *list;      /* of moves, and of each move: */
    float *prior, *first, *human;
    bool *listed;
    _Atomic int32_t
        *ownership; /* by point: the sum over the leaves, in units of MI_LEAF_STATS_UNIT */
    _Atomic uint32_t owned;     /* leaves in it */
    /* Read by the first thread for its reports, as they happen to be. */
    _Atomic uint64_t nodes, leaves, hits;
    atomic_int longest;
};

/* worker.c: the bytes of one, and all of them; false: no memory. */
size_t mi_mcts_worker_bytes(const struct mi_run *run);
bool mi_mcts_make_workers(struct mi_run *run);
void mi_mcts_free_workers(struct mi_run *run);
/* Random numbers by the seed, the place in the game and the visits from earlier runs, so that the
 * same position searched again sees other playouts. */
void mi_mcts_seed_workers(struct mi_run *run);
/* Lets all threads work until the run is finished. */
void mi_mcts_work(struct mi_run *run);

/* terminal.c: the score of the finished game that the way has come to, first player's view. */
int mi_mcts_end_score(struct mi_worker *worker, const struct mi_descent *descent, int by_rules);
/* Whose each point is there, and the score in points. */
void mi_mcts_terminal_ownership(struct mi_worker *worker, struct mi_descent *descent);

/* limits.c: takes a playout from those allowed; false: none is left. */
bool mi_mcts_claim(struct mi_run *run);
void mi_mcts_unclaim(struct mi_run *run);
/* A gathering is done: looks at the clock if it is time to. */
void mi_mcts_look_at_clock(struct mi_worker *worker);

/* reuse.c: room for the line to a root; false: no memory, and nothing changed. */
bool mi_mcts_make_room(struct mi_mcts *mcts, int plies);
/* Finds or makes the node of run->root.  There is room for the line. */
void mi_mcts_place_root(struct mi_run *run, uint64_t key);
/* Makes it: an empty tree. */
void mi_mcts_begin(struct mi_run *run);

/* descend.c: what a way down has come to. */
enum mi_descent_end {
    MI_DESCENT_LEAF,   /* a leaf */
    MI_DESCENT_LOST,   /* a move that superko forbids, or a guide to nothing new: the playouts are
                      taken   back */
    MI_DESCENT_BUSY,   /* a leaf that is being valued: likewise */
    MI_DESCENT_CLOSED, /* a root without a move that is worth a visit: likewise */
};
enum mi_descent_end mi_mcts_descend(struct mi_worker *worker, struct mi_descent *descent);
/* The playout counts from the node behind the path's last on alone. */
void mi_mcts_forget_path(struct mi_worker *worker, struct mi_descent *descent);

/* expand.c: gives the node of pos edges: of the candidates, or of all legal moves; of all of them,
 * or of the likely ones.  False: no room, or another thread is doing it. */
bool mi_mcts_expand(struct mi_worker *worker, struct mi_node *node,
                    const struct mi_mcts_position *place, bool all, bool whole);
/* Gives a new leaf edges by what a joint evaluator has found, NULL: none, and frees it for
 * others. */
void mi_mcts_expand_with(struct mi_worker *worker, struct mi_node *node,
                         const struct mi_eval *eval);
/* Gives a node the rest of them. */
void mi_mcts_complete(struct mi_worker *worker, struct mi_node *node,
                      const struct mi_mcts_position *place);
/* The moves that edges are for, so many plies below the root: the candidates, or all legal ones.
 * Returns how many. */
int mi_mcts_list_moves(const struct mi_run *run, const void *pos, int depth, bool all,
                       miai_move *list);

/* select.c: the edge to follow, or NULL if none is worth it.  floor: what the player to move has
 * for certain. */
struct mi_edge *mi_mcts_select(const struct mi_mcts *mcts, const struct mi_tree_policy *tree_policy,
                               const struct mi_node *parent, enum mi_proof floor);
void mi_mcts_fill_table(struct mi_count *table);

/* By what it compares them: of all edges of the node in their order, as if each were open. */
void mi_mcts_urgencies(const struct mi_mcts *mcts, const struct mi_tree_policy *tree_policy,
                       const struct mi_node *parent, double *urgency);

/* puct.c: the same with a network.  root: the parent is the run's root. */
struct mi_edge *mi_mcts_select_puct(const struct mi_run *run, const struct mi_node *parent,
                                    enum mi_proof floor, bool root);
void mi_mcts_urgencies_puct(const struct mi_run *run, const struct mi_node *parent, bool root,
                            double *urgency, double *exploration);
/* PUCT as the settings have it, for values of that utility. */
struct mi_puct mi_mcts_puct(const struct mi_settings *settings, const struct mi_utility *utility);
/* The priors of the root as the run wants them. */
void mi_mcts_open_priors(struct mi_run *run);

/* The priors of the root's edges in their order, where they are the run's; NULL: the edges' own. */
static inline const float *mi_mcts_root_priors(const struct mi_run *run)
{
    return run->root_priors ? run->mcts->root_prior : NULL;
}

/* The prior of a node's k-th edge: that of such a list, or the edge's own. */
static inline double mi_mcts_prior(const struct mi_edge *edge, const float *list, int k)
{
    return list ? (double)list[k] : edge->prior * (1.0 / UINT16_MAX);
}

/* forced.c: a root move that is to have more visits whatever it looks like; NULL: none. */
struct mi_edge *mi_mcts_forced_edge(const struct mi_run *run, const struct mi_node *root,
                                    enum mi_proof floor);
/* Which visits were given for that alone; the choices are in the order of the open edges. */
void mi_mcts_count_forced(const struct mi_run *run, struct mi_result *result);

/* The value of a move without visits, in the view of who makes it: visits, and the sum of the
 * values and priors of the moves that have some. */
double mi_mcts_unvisited(const struct mi_node *parent, double visits, double value, double policy,
                         double reduction);

/* human.c: whether, and how, the playout follows what people would do at that node. */
enum mi_follow { MI_FOLLOW_SEARCH, MI_FOLLOW_HUMAN, MI_FOLLOW_HUMAN_WEIGHTLESS };
enum mi_follow mi_mcts_draw_follow(struct mi_worker *worker, const struct mi_node *node, bool root);
/* The edge to follow then, or NULL: none is worth it. */
struct mi_edge *mi_mcts_select_human(const struct mi_run *run, const struct mi_node *parent,
                                     enum mi_proof floor, bool root, bool weightless);
/* What people would do at the root, edge by edge. */
void mi_mcts_open_human(struct mi_run *run);

/* leaf_stats.c: the value of a leaf of which the evaluator told, in units of MI_UNIT; notes in the
 * descent what it told. */
int64_t mi_mcts_leaf_value(struct mi_worker *worker, struct mi_descent *descent);
/* The same of a finished game with that score. */
int64_t mi_mcts_finished_leaf_value(struct mi_worker *worker, struct mi_descent *descent,
                                    int score);
/* Notes a leaf that is known to be worth this much, first player's view, without its score. */
void mi_mcts_add_known_leaf(struct mi_worker *worker, struct mi_descent *descent, double win);
/* Adds what was noted to the nodes of the path; or to one node, if nothing was told below it. */
void mi_mcts_back_up_told(struct mi_worker *worker, const struct mi_descent *descent);
void mi_mcts_add_told(struct mi_worker *worker, const struct mi_descent *descent, uint32_t index);
/* Makes the sums of a node anew by those of its moves, each by the visits of its edge. */
void mi_mcts_remake_told(const struct mi_run *run, struct mi_node *node);
/* Asks for the root. */
void mi_mcts_evaluate_root(struct mi_run *run);
/* Makes values of the result what was told of winning, and adds lead and ownership. */
void mi_mcts_report_leaf_stats(const struct mi_run *run, struct mi_result *result);

/* backup.c: visits for the node at depth of the path, and for the edge to it. */
void mi_mcts_add_visits(struct mi_worker *worker, const struct mi_descent *descent, int depth,
                        uint32_t k);
/* Values are in units of MI_UNIT, first player's view. */
void mi_mcts_back_up(struct mi_worker *worker, const struct mi_descent *descent, int64_t value);
void mi_mcts_back_up_amaf(struct mi_worker *worker, const struct mi_descent *descent,
                          int64_t value);

/* proof.c: the bounds of the nodes above the one at depth of the path, as far as they are new. */
void mi_mcts_back_up_proof(struct mi_worker *worker, const struct mi_descent *descent, int depth);
/* The bounds of a node by those of its moves, for who is to move there. */
struct mi_bounds mi_mcts_bounds(const struct mi_tree *tree, const struct mi_node *node);
/* Adds them to the node; true if they are new. */
bool mi_mcts_prove(const struct mi_tree *tree, struct mi_node *node);
/* What the moves of the run prove of its root. */
void mi_mcts_prove_root(struct mi_run *run);

/* mustplay.c: does the game look longer at some positions, and is there memory for it? */
bool mi_mcts_may_mustplay(const struct mi_run *run);
size_t mi_mcts_mustplay_bytes(const struct mi_run *run);

/* Lets the game look at those positions of the path whose turn has come. */
void mi_mcts_mustplay_visited(struct mi_worker *worker, const struct mi_descent *descent);

/* implicit.c: gives a new node the evaluation of its position for a value of its own. */
void mi_mcts_estimate(const struct mi_run *run, struct mi_node *node, const void *pos);
/* Brings the minimax of these up to date at a node; true if it is another now.  Then along the
 * path, as far as it is. */
bool mi_mcts_update_implicit(const struct mi_tree *tree, struct mi_node *node);
void mi_mcts_back_up_implicit(struct mi_worker *worker, const struct mi_descent *descent);

/* ownership_gather.c: bytes kept free for ownership, and of a leaf's. */
size_t mi_mcts_ownership_bytes(const struct mi_run *run);
size_t mi_mcts_leaf_ownership_bytes(const struct mi_run *run);
/* Goes on with the ownership of the last run if it is of the same root, or begins one if the run
 * wants it.  The root is placed. */
void mi_mcts_open_ownership(struct mi_run *run);
void mi_mcts_drop_ownership(struct mi_mcts *mcts);
/* Adds a leaf that has been valued. */
void mi_mcts_add_ownership(struct mi_worker *worker, struct mi_descent *descent);
/* At the end of the run: adds leaves behind the root moves that are proven, where none is; and
 * behind the best, if there are none at all, since the run was stopped in a tree that was kept. */
void mi_mcts_close_ownership(struct mi_run *run);

/* tree_exchange.c: bytes for it. */
size_t mi_mcts_exchange_bytes(const struct mi_run *run);
/* Begins to share, where the run has peers; its root has edges. */
void mi_mcts_open_exchange(struct mi_run *run);
void mi_mcts_close_exchange(struct mi_run *run);
/* Visits of the root that have come from others. */
uint64_t mi_mcts_peer_visits(const struct mi_run *run);
/* Between playouts, by the first thread, which is in the tree: exchanges if it is time.  And hears
 * what has come, whether it is time or not. */
void mi_mcts_exchange(struct mi_run *run);
void mi_mcts_receive_exchange(struct mi_run *run);
/* A way that the next playout of the first thread is to follow, or NULL: none. */
const struct mi_guide *mi_mcts_take_guide(struct mi_run *run);
/* The way taken last could not be followed now; the next playout takes it again. */
void mi_mcts_return_guide(struct mi_run *run);
/* A way has asked the evaluator, for the peer's answer is not there. */
void mi_mcts_count_guided_evaluation(struct mi_run *run);
/* Those of the run and of its peers. */
uint64_t mi_mcts_playouts(const struct mi_run *run);

/* branches.c */
int mi_mcts_list_branches(void *self, const miai_move *line, int length, struct mi_branch *list);

/* result.c: how a move looks to who makes it, now and beforehand. */
struct mi_choice mi_mcts_choice(const struct mi_mcts *mcts,
                                const struct mi_tree_policy *tree_policy, struct mi_edges *edges,
                                int i);
int mi_mcts_follow(void *self, miai_move first, miai_move *pv, uint64_t *visits);
void mi_mcts_standing(const struct mi_run *run, struct mi_standing *standing, double now);
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
