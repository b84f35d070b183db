/* search.h - the interface of all searches.
 *
 * A search chooses a move for the side to move in a position of any game.  It knows the game only
 * through the contract (miai_game.h), never prints, and keeps what it can reuse (a tree, a
 * table) from one run to the next. */
#ifndef MI_SEARCH_COMMON_SEARCH_H
#define MI_SEARCH_COMMON_SEARCH_H

#include "contract/repetition.h"
#include "miai_game.h"

#include <stdatomic.h>

/* The position to search, and the game that led to it.  Everything is borrowed for the call. */
struct mi_root {
    const miai_game *game;
    const miai_setup *setup;
    size_t size;         /* bytes of a position */
    const void *pos;     /* unfinished; game->turn(pos) is to move */
    const void *tables;  /* the game's tablebases; NULL: none open */
    const void *weights; /* of the game's evaluation; NULL: built-in */

    /* start and line identify the node: two roots with the same start are on one path of the same
     * tree if one's line begins with the other's. */
    uint64_t start;     /* key of game, setup and first position */
    uint64_t setup_key; /* key of game and setup */
    const miai_ply *line;
    int plies;
    const void *first; /* first position of the line; NULL: unknown */

    /* Repetition keys of the game's positions, oldest first, pos last; NULL and 0 if the game has
     * no repetition rule.  line may be shorter (a position was set up) but not longer. */
    const uint64_t *keys;
    int key_count;

    /* If only_count > 0: the legal root moves to choose from (searchmoves). */
    const miai_move *only;
    int only_count;
    bool only_best; /* the moves left out are certainly no better */
    /* Rank of each of these moves in the tablebases: a higher rank is better, whatever the search
     * finds.  NULL: all equal. */
    const int *only_rank;
    bool only_wins; /* the only move is a win that the game has found */
};

struct mi_evaluator; /* search/mcts/evaluator/evaluator.h */
struct mi_ownership; /* search/mcts/ownership.h */

/* Weights of the terms that some evaluators report besides the winning probability. Its own weight
 * is 1. See search/mcts/utility.h. */
struct mi_utility_weights {
    double score; /* of the score */
    double lead;  /* of the score relative to the score expected at the root */
};

/* Constants of PUCT with a network; see search/mcts/puct.c. */
struct mi_puct {
    bool enabled;          /* instead of the other formulas */
    double growth, base;   /* growth of the constant with the visits */
    double reduction;      /* first-play urgency: reduction by the explored share of the policy */
    double root_reduction; /* the same at the root */
    double spread;         /* how far the constant follows the spread of values, 0 to 1 */
    double default_spread; /* standard deviation of values to which the constant applies */
    double temperature;    /* of the policy at the root */
    double noise;          /* share of Dirichlet noise in the root's policy */
    double wide;           /* strength of the noise that widens the search at the root */
    double wide_bonus;     /* the same, in units of the value; set by the search */
    double forced;         /* constant of forced playouts at the root; 0: off */
    int symmetries;        /* evaluations of the root in different orientations */
    double optimism, root_optimism; /* weight of the network's optimistic policy, if it has one: of
                                       moves that turn out better than expected */
};

/* The nodes at which the human policy is followed: the root, and below it those with the root's
 * player or the opponent to move. */
enum { MI_HUMAN_ROOT, MI_HUMAN_OWN, MI_HUMAN_OTHER, MI_HUMAN_PLACES };

/* The human policy, which some playouts follow; see search/mcts/human.c. */
struct mi_human {
    /* Of the root: count legal moves, and the probability that people play each.  0: unknown. */
    int count;
    const miai_move *move;
    const float *prior;
    bool in_tree; /* the evaluator returns it for each leaf */
    double constant, permanent;
    double weightless[MI_HUMAN_PLACES], weightful[MI_HUMAN_PLACES]; /* shares of the playouts */
};

/* The settings below come from the options (engine/setup/settings.c); see miai(6) for each. */
enum mi_final_rule {
    MI_FINAL_VISITS,
    MI_FINAL_VALUE,
    MI_FINAL_TOTAL,
    MI_FINAL_LCB /* lower confidence bound of the value; only with a network */
};

/* HEAVY and UNIFORM are replaced by the next kind if the game does not implement them.  The kinds
 * after PLAIN use search/mcts/evaluator/playout_policy.c in mcts; other searches treat them as
 * PLAIN. */
enum mi_playout_kind {
    MI_PLAYOUT_HEAVY,
    MI_PLAYOUT_UNIFORM,
    MI_PLAYOUT_PLAIN,
    MI_PLAYOUT_DECISIVE,
    MI_PLAYOUT_MAST,
    MI_PLAYOUT_NGRAM
};

/* Features of alpha-beta that can be disabled, as bits; see miai-search(7). */
enum mi_feature {
    MI_FEATURE_TABLE = 1 << 0,
    MI_FEATURE_KILLERS = 1 << 1,
    MI_FEATURE_HISTORY = 1 << 2,
    MI_FEATURE_NULL_WINDOWS = 1 << 3,
    MI_FEATURE_ASPIRATION = 1 << 4,
    MI_FEATURE_QUIESCENCE = 1 << 5,
    MI_FEATURE_PROOFS = 1 << 6,
    /* Selective features. */
    MI_FEATURE_NULL_MOVE = 1 << 7,
    MI_FEATURE_LATE_MOVE_REDUCTION = 1 << 8,
    MI_FEATURE_INTERNAL_REDUCTION = 1 << 9,
    MI_FEATURE_LATE_MOVE_PRUNING = 1 << 10,
    MI_FEATURE_FUTILITY = 1 << 11,
    MI_FEATURE_REVERSE_FUTILITY = 1 << 12,
    MI_FEATURE_SEE = 1 << 13,
    MI_FEATURE_PROBCUT = 1 << 14,
    MI_FEATURE_MULTI_PROBCUT = 1 << 15,
    MI_FEATURE_SINGULAR = 1 << 16,
    MI_FEATURE_CORRECTION = 1 << 17,

    MI_FEATURES_ALL = (1 << 18) - 1,
    MI_FEATURES_BY_MOVE = MI_FEATURE_LATE_MOVE_PRUNING | MI_FEATURE_FUTILITY | MI_FEATURE_SEE,
    MI_FEATURES_PLAIN = MI_FEATURE_NULL_MOVE - 1,
    MI_FEATURES_SELECTIVE = MI_FEATURES_ALL - MI_FEATURES_PLAIN
};

enum mi_leaf_kind { MI_LEAF_PLAYOUT, MI_LEAF_EVALUATION };

struct mi_peers;             /* peers.h */
struct mi_ab_tuning_changes; /* search/alphabeta/tuning.h */

struct mi_settings {
    const struct mi_peers *peers; /* other processes that search the same; NULL: none */
    size_t memory;                /* bytes for the tree or table and the data that belongs to it */
    int threads;                  /* at least 1 */
    uint64_t seed;                /* random seed; runs with the same settings and seed are equal */
    double uct_constant;          /* C of UCB1, for values from 0 to 1 */
    double fpu;               /* first-play urgency: value of an unvisited move; < 0: infinite */
    double rave_equivalence;  /* visits at which AMAF and value have equal weight; 0: no AMAF */
    enum mi_final_rule final; /* rule for the final move */
    bool solver;              /* back up proven wins, losses and draws */
    bool decides;             /* short searches of the game decide new positions (miai_solver) */
    bool reuse;               /* start from what earlier searches have kept */
    enum mi_leaf_kind leaf;   /* how leaves are valued; evaluation only if the game has one */
    const struct mi_evaluator *evaluator; /* evaluates leaves instead of leaf; NULL: leaf decides */
    void *network;                        /* passed to that evaluator */
    size_t reserved_bytes; /* the part of memory that the search must leave to others */
    double network_weight; /* weight of the network's value, relative to a playout's */
    double policy_temperature;            /* of the network's policy, everywhere */
    double advantage; /* doublings of the playouts of the root's player over the opponent's */
    struct mi_utility_weights weights;    /* terms of the value */
    struct mi_puct puct;                  /* with a network */
    struct mi_human human;                /* human policy */
    double leaf_odds;             /* evaluation at which a win is e times as likely as a loss */
    enum mi_playout_kind playout; /* kind of playouts from leaves */
    bool narrow; /* new nodes get edges for likely moves only, even if memory is ample */
    int width;   /* number of these edges; the others come after more visits than usual; 0: a number
                    that suits the tree's blocks */
    bool transpositions; /* equal positions share a node of the tree */
    bool priors;         /* the game's priors guide the selection */
    double prior_wins;   /* virtual wins of a move with prior 1; 0: PUCT instead */
    double margin;       /* part of a playout's value that depends on its score, 0 to 1 */
    double implicit;     /* weight of implicit minimax in a value; 0: off */
    double widening;     /* a node of n visits considers this times sqrt(n) moves; 0: all */
    int virtual_loss;    /* losses added to a move for each playout in progress; 0: none */
    int playout_plies;   /* after which a playout is cut short and evaluated; 0: never */
    bool tuned;          /* UCB1-tuned instead of UCB1 */
    bool flat_ucb;       /* flat selects playouts by UCB1 instead of in turn */
    bool selective;      /* alphabeta reduces or prunes unlikely moves */
    unsigned disabled_features; /* of alphabeta: enum mi_feature */
    int probe_depth;     /* minimum remaining depth at which alphabeta probes tablebases */
    const struct mi_ab_tuning_changes *tuning; /* of alphabeta; NULL: none.  Borrowed */
};

/* Bytes that the search itself may use. */
static inline size_t mi_settings_search_memory(const struct mi_settings *settings)
{
    return settings->memory > settings->reserved_bytes ? settings->memory - settings->reserved_bytes
                                                       : 0;
}

/* The search stops at the first limit that is reached; 0 means no limit.  Without limits it goes on
 * until stop is set or the position is solved. */
struct mi_limits {
    double seconds;    /* wall clock, from start */
    double start;      /* mi_clock() when the request arrived */
    uint64_t playouts; /* of this run (mcts, flat), or nodes (alphabeta, minimax) */
    int depth;         /* iterations of alphabeta, plies of minimax, longest path of mcts */
    atomic_bool *stop; /* may be set by any thread at any time; never cleared by the search */

    /* Seconds after which no new iteration begins and a stable search may end; 0: as seconds. */
    double soft_seconds;
    /* May be NULL. Negative while pondering: no time limit applies. After that, the mi_clock() from
     * which seconds are counted instead of start. */
    const _Atomic double *ponder_end;
    double ceiling; /* maximum seconds from start, even while pondering; 0: none */
    int mate;       /* stop when a win within that many plies is proven; 0: do not stop for wins */
    int lines;      /* lines of play to report, best first (MultiPV); 0 or 1: only the best */
    double exact_log_odds; /* alphabeta: root moves get an exact score, too, if their log odds are
                      at most this much below those of the best move */
    double report;  /* seconds between two reports of progress; 0: the search's default */
    bool ownership; /* gather ownership and lead over the leaves: see search/mcts/ownership.h */
    bool ownership_by_move; /* also for each root move */
    /* Moves that are not searched before some depth. avoid_key identifies them all (0: none),
     * because a tree built without them cannot be reused by other searches. */
    const struct mi_avoid *avoid;
    int avoid_count;
    uint64_t avoid_key;
};

/* Moves of one player that a search avoids; with allow, it avoids all others. */
struct mi_avoid {
    int player;
    int plies; /* they are avoided at the first n plies from the root; 1: only at the root */
    bool allow;
    int count;
    const miai_move *move;
};

enum { MI_PV_MAX = 128 };

/* A proven result, for the player that the context names. */
enum mi_proof { MI_UNPROVEN, MI_LOSS, MI_DRAW, MI_WIN };

/* Statistics of a root move. */
struct mi_choice {
    miai_move move;
    int rank;             /* mi_root_rank() of the move */
    uint64_t visits;      /* playouts, or nodes searched below it */
    uint64_t looked_at;   /* visits of its position by any move or search; 0: not counted */
    double value;         /* 0 to 1, mover's view; result.value for the chosen move */
    uint64_t forced;      /* visits that do not count for the share */
    double share;         /* of the visits, 0 to 1: visit shares as probabilities */
    enum mi_proof proof;  /* mover's view */
    bool capped;          /* proven to be at most a draw */
    double prior;         /* prior probability, sum 1; 0 without priors */
    uint64_t amaf_visits; /* playouts in which the mover made it at any time; weighted */
    double amaf;          /* their value */
    double lead;          /* points, mover's view, if result.leads */
    double draw;          /* probability of a draw, if result.draws */
    double moves_left;    /* plies after the move to the end of the game; 0: unknown */
    double position_value; /* static value of its position, mover's view; negative: unknown */
    bool bound; /* the value is an upper bound, or nothing is known */
};

struct mi_result {
    miai_move move;      /* a legal move; always set, even if there was no time to search */
    double value;        /* 0 to 1, mover's view: (1 + score / points) / 2 for a game of points */
    enum mi_proof proof; /* mover's view */
    bool scored;         /* score is set: a search by evaluation */
    int score;           /* mover's view, units of the game's scores */
    int mate;            /* without a score: plies to a proven win, or minus the plies to a loss; 0:
                            unknown */
    bool leads;          /* lead is set: by the evaluator, or from a score in points */
    double lead;         /* points of komi that would make the game even, mover's view */
    double root_lead;    /* mean over the root's visits, as root_value */
    bool draws;          /* draw is set: by the evaluator, in a game without a score */
    double position_value; /* if so: the root's value without search, mover's view */
    uint64_t playouts;   /* of this run; 0 for alphabeta and minimax */
    uint64_t own_playouts; /* this process's part of them; the rest are its peers' */
    uint64_t nodes;        /* positions reached by a move in this run, except in playouts */
    uint64_t leaves;       /* finished, evaluated and played-out positions */
    uint64_t hits;         /* positions found in tablebases */
    int depth;             /* completed iteration, or longest path of the tree in this run */
    int max_ply;           /* deepest ply reached, including quiescence; 0: not counted */
    int line;              /* in a report of several lines: index from 1; otherwise 0 */
    int number;            /* in a report of the current root move: its index from 1; otherwise 0 */
    miai_move current;     /* that move; no other member has changed */
    int full;              /* use of the table or the tree, in thousandths */
    double seconds;        /* from limits.start */
    uint64_t reused_visits; /* of the root at the start of the run */
    uint64_t tree_nodes;    /* nodes in use at the end; table entries for alphabeta */
    uint64_t tree_bytes;    /* bytes in use at the end */
    bool without_weights;   /* they did not fit into the memory */
    uint64_t held_bytes;    /* bytes that the searcher keeps allocated; 0: none */
    uint64_t limit_bytes;   /* bytes that it may use */
    uint64_t root_visits;   /* of the root, including reused ones; 0: not counted */
    double root_value;      /* mean value over these visits, mover's view */
    int pv_length;
    miai_move pv[MI_PV_MAX]; /* pv[0] == move, all legal */
    int choice_count;        /* root moves, best first */
    struct mi_choice choice[MIAI_MAX_LEGAL];
    bool owned;                       /* ownership is set */
    float ownership[MIAI_MAX_POINTS]; /* mean over the leaves: 1 first player, -1 second */
};

/* A move of any position of a tree. */
struct mi_branch {
    struct mi_choice choice; /* share is not set */
    double urgency; /* selection follows the largest; infinite: follow first; NAN: never follow */
    double exploration;      /* the urgency's exploration term; NAN: not separate */
    bool next;               /* selection would follow it */
};

/* Called at intervals during a search, by the thread that called run, at least once a second.  The
 * result is the one passed to run, in its current state.  With several lines, the search also
 * reports all of them at its end. */
struct mi_progress {
    void (*report)(void *context, const struct mi_result *result);
    void *context;
};

/* A kind of search.  An object is owned by its maker, and serves one run at a time. */
struct mi_searcher {
    const char *name;
    void *(*make)(void); /* NULL: no memory */
    void (*free)(void *self);
    /* Forgets all results of earlier runs, but may keep the memory. */
    void (*clear)(void *self);
    /* Optional.  Allocates memory in advance, so that a run with this root's game and these
     * settings loses no time for it.  Returns the bytes that the searcher then keeps. */
    size_t (*prepare)(void *self, const struct mi_root *root, const struct mi_settings *settings);
    /* Given with prepare(): lets another thread map the allocated memory; waits for that, up to
     * about a second. */
    void (*warm)(void *self);
    void (*finish_preparing)(void *self);
    /* Searches and fills in the result.  If the memory does not suffice to begin, returns false and
     * changes nothing.  progress may be NULL. */
    bool (*run)(void *self, const struct mi_root *root, const struct mi_settings *settings,
                const struct mi_limits *limits, const struct mi_progress *progress,
                struct mi_result *result);
    /* Optional.  During a report and after a run: the line of play that begins with a root move,
     * and the visits of each of its moves; both arrays hold MI_PV_MAX items.  Returns the length.
     */
    int (*follow)(void *self, miai_move first, miai_move *pv, uint64_t *visits);
    /* Optional.  After a run: the moves of the position at the end of a line from the root; list
     * holds MIAI_MAX_LEGAL items.  Returns their number; 0: no edges yet; -1: the line leaves the
     * tree. */
    int (*look)(void *self, const miai_move *line, int length, struct mi_branch *list);
    /* Optional.  After a run: the ownership of its leaves; NULL: not gathered. */
    const struct mi_ownership *(*ownership)(void *self);
};

extern const struct mi_searcher mi_mcts_searcher, mi_root_parallel_searcher, mi_alphabeta_searcher,
    mi_minimax_searcher, mi_flat_searcher, mi_solve_searcher;

/* Scores of proven results: a win in n plies is MI_SCORE_WIN - n.  Only in games that are decided
 * by the sign of the outcome; a game of points keeps its points. */
enum { MI_SCORE_WIN = 1100000, MI_SCORE_PROVEN = MI_SCORE_WIN - 10000 };

/* ---- shared by the searches: playout.c ---- */

/* Plays pos at random to its end, in place, and returns the score in the first player's view.  Uses
 * the plain loop over the contract, not the game's own playouts.  A game that has not ended after
 * max_plies is scored by mi_unfinished_score().  trace may be NULL. */
int mi_playout_plain(const miai_game *game, void *pos, miai_rng *rng, miai_trace *trace,
                     int max_plies);

/* Plays pos in place to its end by this kind of playout: the game's own, or the plain loop. */
int mi_playout(const miai_game *game, const void *weights, enum mi_playout_kind kind, void *pos,
               miai_rng *rng, miai_trace *trace, int max_plies);

/* The score of a game that has not ended in a playout: by the game's settle() with all stones
 * alive, or a draw (0). */
int mi_unfinished_score(const miai_game *game, const void *pos);

/* Maximum plies of a playout: 3 * move_count(), at least 100. */
int mi_playout_max(const miai_game *game, const miai_setup *setup);

/* The legal root moves without those that superko forbids, or root->only.  With candidates, only
 * the game's candidates if it has any.  Returns their number (0: all are forbidden).  scratch holds
 * a position. */
int mi_root_moves(const struct mi_root *root, bool candidates, void *scratch, miai_move *list);

/* The tablebase rank of a root move (root->only_rank); 0 without ranks. */
int mi_root_rank(const struct mi_root *root, miai_move move);

/* Does no other root move have a higher rank? */
bool mi_root_prefers(const struct mi_root *root, miai_move move);

/* Removes from a list of n moves of a player, depth plies below the root, those that the limits
 * avoid; none if all would be removed.  Returns the number left. */
int mi_drop_avoided_moves(const struct mi_limits *limits, int player, int depth, miai_move *list,
                          int n);

/* Would the limits remove all n moves (n > 0), depth plies below the root? */
bool mi_avoids_all(const struct mi_limits *limits, int player, int depth, const miai_move *list,
                   int n);

/* Is the move in the list? */
bool mi_is_listed(const miai_move *list, int n, miai_move move);

#endif
