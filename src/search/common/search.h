/* search.h - what every search takes and gives.
 *
 * A search chooses a move for the player to move in a position of any game.  It knows the game only
 * through the contract (miai_game.h), never prints, and keeps what it may use again (a tree, a
 * table) from one run to the next. */
#ifndef MI_SEARCH_COMMON_SEARCH_H
#define MI_SEARCH_COMMON_SEARCH_H

#include "contract/repetition.h"
#include "miai_game.h"

#include <stdatomic.h>

/* The position to search, and how the game came there.  Everything is borrowed for the call. */
struct mi_root {
    const miai_game *game;
    const miai_setup *setup;
    size_t size;         /* bytes of a position */
    const void *pos;     /* not over; the player to move is game->turn(pos) */
    const void *tables;  /* of the game's tablebase; NULL: none are open */
    const void *weights; /* of the game's evaluation; NULL: it does without */

    /* start and line name the node: two roots with the same start, whose lines are equal or one the
     * beginning of the other, lie on one path of one tree. */
    uint64_t start;     /* key of game, set-up and first position */
    uint64_t setup_key; /* of game and set-up */
    const miai_ply *line;
    int plies;
    const void *first; /* the first position, which the line begins from; NULL: it is not known */

    /* The repetition's key() of the positions of the game, oldest first, pos itself the last; NULL
     * and 0 where the game knows no repetition.  line may be shorter (a position set up) but not
     * longer. */
    const uint64_t *keys;
    int key_count;

    /* If only_count > 0: the root moves to choose among, all legal (searchmoves). */
    const miai_move *only;
    int only_count;
    bool only_best; /* those that are left out are certainly no better */
    /* The rank of each in the game's tables: a move of a higher rank is better, whatever the search
     * finds.  NULL: all have the same rank. */
    const int *only_rank;
    bool only_wins; /* the game has found that the one move to choose wins */
};

struct mi_evaluator; /* search/mcts/evaluator/evaluator.h */
struct mi_ownership; /* search/mcts/ownership.h */

/* What the value of a position is made of, where an evaluator tells more than one number; see
 * search/mcts/utility.h. */
struct mi_utility_weights {
    double score; /* weight of the score as such beside that of winning, which is 1 */
    double lead;  /* the same of the score beside what was expected at the root */
};

/* PUCT as networks want it; see search/mcts/puct.c. */
struct mi_puct {
    bool on;             /* instead of the other formulas */
    double growth, base; /* of the constant C with the visits */
    double reduction;    /* of the value of moves without visits, by what was seen of the policy */
    double root_reduction; /* the same at the root */
    double spread;         /* how far the constant goes with that of the values, 0 to 1 */
    double usual_spread;   /* of values: their standard deviation, for which the constant is */
    double temperature;    /* of the policy at the root */
    double noise;          /* part of the root's policy that is drawn at random */
    double forced;         /* of playouts of root moves; 0: none is */
    int symmetries;        /* ways in which the root is turned over for the network */
    double optimism, root_optimism; /* part of the policy's logits that those of moves have that
                                       turn out better than they look, where a network tells both */
};

/* Where people's moves are explored: at the root, and below it where the root's player or the other
 * is to move. */
enum { MI_HUMAN_ROOT, MI_HUMAN_OWN, MI_HUMAN_OTHER, MI_HUMAN_PLACES };

/* People's moves, which some playouts follow; see search/mcts/human.c. */
struct mi_human {
    /* Of the root: count legal moves, and how likely people are to make each.  0: not told. */
    int count;
    const miai_move *move;
    const float *prior;
    bool in_tree; /* the evaluator tells the same of each leaf */
    double constant, permanent;
    double weightless[MI_HUMAN_PLACES], weightful[MI_HUMAN_PLACES]; /* parts of the playouts */
};

/* What the options say; engine/setup/settings.c fills it in.  See miai(6) for each. */
enum mi_final_rule {
    MI_FINAL_VISITS,
    MI_FINAL_VALUE,
    MI_FINAL_TOTAL,
    MI_FINAL_LCB /* of the value, which it is hardly below; with a network alone */
};

/* Each of the first two stands for the next where the game does not have it; those behind the third
 * play by the plain loop with what search/mcts/evaluator/playout_policy.c has, for mcts, and at
 * random for others. */
enum mi_playout_kind {
    MI_PLAYOUT_HEAVY,
    MI_PLAYOUT_UNIFORM,
    MI_PLAYOUT_PLAIN,
    MI_PLAYOUT_DECISIVE,
    MI_PLAYOUT_MAST,
    MI_PLAYOUT_NGRAM
};

/* Features of alpha-beta that can be left out, as bits; see miai-search(7). */
enum mi_feature {
    MI_FEATURE_TABLE = 1 << 0,
    MI_FEATURE_KILLERS = 1 << 1,
    MI_FEATURE_HISTORY = 1 << 2,
    MI_FEATURE_NULL_WINDOWS = 1 << 3,
    MI_FEATURE_ASPIRATION = 1 << 4,
    MI_FEATURE_QUIESCENCE = 1 << 5,
    MI_FEATURE_PROOFS = 1 << 6,
    /* The selective ones. */
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

struct mi_peers; /* peers.h */

struct mi_settings {
    const struct mi_peers *peers; /* who searches the same elsewhere; NULL: nobody */
    size_t memory;                /* bytes that tree or table may take, with all their tables */
    int threads;                  /* 1.. */
    uint64_t seed;                /* of the random numbers; equal runs with equal seeds are equal */
    double uct_constant;          /* C of UCB1, for values from 0 to 1 */
    double fpu;              /* value of an unvisited move; < 0: infinite, each is tried first */
    double rave_equivalence; /* visits at which AMAF and own value weigh the same; 0: no AMAF */
    enum mi_final_rule final; /* how the move is chosen at the end */
    bool solver;             /* back up proven wins, losses and draws */
    bool reuse;              /* begin with what an earlier search left of this position */
    enum mi_leaf_kind leaf;  /* what values a leaf; evaluation only where the game has one */
    const struct mi_evaluator *evaluator; /* values it instead of those; NULL: as leaf says */
    void *network;             /* what that evaluator works with; the search does not look at it */
    size_t beside;             /* bytes of the memory that are taken by what others keep */
    double network_weight;     /* of the network's value, beside a playout's */
    double policy_temperature; /* of its policy, everywhere */
    struct mi_utility_weights weights; /* what a value is made of */
    struct mi_puct puct;               /* with the network's priors */
    struct mi_human human;             /* beside these */
    double leaf_odds;             /* the evaluation at which a win is e times as likely as a loss */
    enum mi_playout_kind playout; /* who plays from the leaves */
    bool narrow;         /* likely moves alone get edges at first, also where there is room */
    int width;           /* how many these are, and the others wait long; 0: what suits the
                            blocks of the tree */
    bool transpositions; /* equal positions share a node of the tree, whatever line led there */
    bool priors;         /* the game's priors guide the selection */
    double prior_wins;   /* virtual wins of a move with prior 1; 0: PUCT instead */
    double margin;       /* the part of a playout's value that goes by its score, 0 to 1 */
    double implicit;     /* the part of a value that goes by implicit minimax; 0: none */
    double widening;     /* a node of n visits chooses among so many times sqrt(n) moves; 0: all */
    int virtual_loss;    /* losses that a playout under way counts as; 0: it is not seen */
    int playout_plies;   /* after which a playout is evaluated; 0: it goes to the end */
    bool tuned;          /* UCB1-tuned in the place of UCB1 */
    bool flat_ucb;       /* flat chooses by UCB1 what to play out, not in turn */
    bool selective;      /* alphabeta searches unlikely moves less deep or not at all */
    unsigned without;    /* what alphabeta leaves out: enum mi_feature */
    int probe_depth;     /* plies left from which alphabeta asks the tables what is known */
};

/* Bytes that a search may take by itself. */
static inline size_t mi_settings_room(const struct mi_settings *settings)
{
    return settings->memory > settings->beside ? settings->memory - settings->beside : 0;
}

/* When to stop: whichever comes first, 0 where there is no such bound.  With none at all the search
 * goes on until stop is set or the position is solved. */
struct mi_limits {
    double seconds;    /* wall clock, from start */
    double start;      /* mi_clock() when the request arrived */
    uint64_t playouts; /* of this run (mcts, flat), or nodes (alphabeta, minimax) */
    int depth;         /* iterations of alphabeta, plies of minimax, longest path of mcts */
    atomic_bool *stop; /* set by anybody, at any time; never cleared by the search */

    /* Seconds after which no new iteration begins and a settled search may end; 0: as seconds. */
    double soft_seconds;
    /* NULL, or: while it is below 0 the player is pondering and no bound of time counts; then it is
     * the mi_clock() from which seconds count instead of start. */
    const _Atomic double *ponder_end;
    double ceiling; /* seconds from start that no search exceeds, even while pondering; 0: none */
    int mate;       /* stop when the win is proven within so many plies; 0: go on */
    int lines;      /* of play to report, the best first (MultiPV); 0 or 1: the best alone */
    double behind;  /* alphabeta: root moves whose odds look as much worse than the best one's, by
                       their logarithm, or less are valued, too, each by itself */
    double report;  /* seconds from one report of progress to the next; 0: as the search likes */
    bool ownership; /* gather ownership and lead over the leaves: see search/mcts/ownership.h */
    bool ownership_by_move; /* the points for each root move apart, too */
    /* Moves that are not searched before some depth; a tree that leaves some out is another tree
     * than one that does not.  avoid_key names them all; 0: there are none. */
    const struct mi_avoid *avoid;
    int avoid_count;
    uint64_t avoid_key;
};

/* Moves of one player that a search leaves out, or, with allow, all others. */
struct mi_avoid {
    int player;
    int plies; /* from the root on: made there (1), or up to that ply */
    bool allow;
    int count;
    const miai_move *move;
};

enum { MI_PV_MAX = 128 };

/* The proven value of a position, for the player whom the context names. */
enum mi_proof { MI_UNPROVEN, MI_LOSS, MI_DRAW, MI_WIN };

/* What a search thinks of one root move. */
struct mi_choice {
    miai_move move;
    int rank;             /* mi_root_rank() of the move */
    uint64_t visits;      /* playouts, or nodes searched below it */
    uint64_t looked_at;   /* the same, with those that do not count for the move; 0: no such */
    double value;         /* 0 to 1, mover's view; the same as result.value for the move chosen */
    uint64_t forced;      /* of the visits, so many do not count for the share */
    double share;         /* of the visits, 0 to 1: visit shares as probabilities */
    enum mi_proof proof;  /* mover's view */
    bool capped;          /* proven to be a draw at most */
    double prior;         /* how good it looked beforehand, sum 1; 0 where nothing told */
    uint64_t amaf_visits; /* playouts in which the mover made it at any time; weighted */
    double amaf;          /* their value */
    double lead;          /* points, mover's view, where result.leads */
    double draw;          /* its probability, where result.draws */
    double moves_left;    /* plies behind the move to the end of the game; 0: not told */
    double own;           /* value of its position alone, mover's view; below 0: not known */
    bool bound;           /* the value is a bound above, or nothing is known of it */
};

struct mi_result {
    miai_move move;      /* a legal move: always one, however short the time was */
    double value;        /* 0 to 1, mover's view: (1 + score / points) / 2 for a game of points */
    enum mi_proof proof; /* mover's view */
    bool scored;         /* score is meant: a search by evaluation */
    int score;           /* mover's view, units of the game's scores */
    int mate;            /* without a score: plies of a line to the proven win, or, below 0, to the
                            loss; 0: not known */
    bool leads;          /* lead is meant: the evaluator tells it, or the score is of points */
    double lead;         /* points that the mover would have to give away for an even game */
    double root_lead;    /* the mean over the root's visits, as root_value */
    bool draws;          /* draw is meant: the evaluator tells it, in a game without a score */
    double own;          /* then: the root's own value, mover's view */
    uint64_t playouts;   /* of this run; 0 for alphabeta and minimax */
    uint64_t own_playouts; /* of these, this process's: its peers made the others */
    uint64_t nodes;        /* positions reached by a move in this run, playouts not counted */
    uint64_t leaves;       /* positions whose value was taken: finished, evaluated or played out */
    uint64_t hits;         /* positions that the tables knew */
    int depth;             /* finished iteration, or longest path of the tree in this run */
    int max_ply;           /* deepest ply reached, quiescence included; 0: not counted */
    int line;              /* in a report of several lines: which one this is, from 1; or 0 */
    int number;        /* in a report that a root move's turn has come: its place, from 1; or 0 */
    miai_move current; /* that move; the rest is as it was */
    int full;          /* how full the table or the tree is, in thousandths */
    double seconds;    /* from limits.start */
    uint64_t reused_visits; /* that the root had when the search began */
    uint64_t tree_nodes;    /* nodes in use at the end; entries of the table for alphabeta */
    uint64_t tree_bytes;    /* bytes in use at the end */
    uint64_t held_bytes;    /* bytes that the searcher keeps from the system; 0: none */
    uint64_t limit_bytes;   /* bytes it may use */
    uint64_t root_visits;   /* of the root, reused ones among them; 0: not counted */
    double root_value;      /* the mean over them, mover's view */
    int pv_length;
    miai_move pv[MI_PV_MAX]; /* pv[0] == move, each legal in its turn */
    int choice_count;        /* the root moves, best first */
    struct mi_choice choice[MIAI_MAX_LEGAL];
    bool owned;                       /* ownership is meant */
    float ownership[MIAI_MAX_POINTS]; /* the mean of the leaves: 1 the first player's */
};

/* A move of any position of a tree. */
struct mi_branch {
    struct mi_choice choice; /* share aside */
    double urgency;          /* by which selection compares the moves: infinite where it is tried
                                first, NAN where it is not followed at all */
    double exploration;      /* the part of it that is no value; NAN: not told apart */
    bool next;               /* selection would follow it */
};

/* Told from time to time while a search runs, by the thread that called run, and at the latest a
 * second after the last time.  The result is the one that run was given, as it stands then.  A
 * search that follows several lines has told all of them as they are at its end. */
struct mi_progress {
    void (*report)(void *context, const struct mi_result *result);
    void *context;
};

/* A kind of search.  An object belongs to who made it, and serves one run at a time. */
struct mi_searcher {
    const char *name;
    void *(*make)(void); /* NULL: no memory */
    void (*free)(void *self);
    /* Forgets everything kept from earlier runs, but may keep the memory for the next. */
    void (*clear)(void *self);
    /* Takes what memory a run with this root's game and these settings will want from the system
     * and would otherwise take on its clock, at once or in a thread of its own, and returns the
     * bytes that the searcher keeps then.  Optional. */
    size_t (*prepare)(void *self, const struct mi_root *root, const struct mi_settings *settings);
    /* Searches; fills in the result.  Returns false, with nothing changed, if there is not memory
     * enough even to begin.  progress may be NULL. */
    bool (*run)(void *self, const struct mi_root *root, const struct mi_settings *settings,
                const struct mi_limits *limits, const struct mi_progress *progress,
                struct mi_result *result);
    /* Of the run that reports, or was the last, until the next: the line of play that begins with a
     * root move, and how often each of its moves was chosen.  Both have room for MI_PV_MAX; returns
     * the length.  Optional. */
    int (*follow)(void *self, miai_move first, miai_move *pv, uint64_t *visits);
    /* Of the last run: the moves of the position at the end of a line that begins at the root,
     * which have room for MIAI_MAX_LEGAL.  Returns how many there are; 0: none has been looked at
     * yet; -1: the tree does not come there.  Optional. */
    int (*look)(void *self, const miai_move *line, int length, struct mi_branch *list);
    /* Likewise what its leaves told, or NULL: nothing was gathered.  Optional. */
    const struct mi_ownership *(*ownership)(void *self);
};

extern const struct mi_searcher mi_mcts_searcher, mi_root_parallel_searcher, mi_alphabeta_searcher,
    mi_minimax_searcher, mi_flat_searcher, mi_solve_searcher;

/* Scores of proven results in searches by score: a win in n plies is MI_SCORE_WIN - n.  Only in
 * games where the sign alone counts; a game of points keeps its points. */
enum { MI_SCORE_WIN = 1100000, MI_SCORE_PROVEN = MI_SCORE_WIN - 10000 };

/* ---- shared by the searches: playout.c ---- */

/* Plays pos at random to its end, in place, and returns the score in the first player's view: the
 * plain loop over the contract, the game's own playout hook aside.  A game that has not ended after
 * max_plies counts as a draw (score 0), or by the game's settle() with nothing dead where it has
 * one.  trace may be NULL. */
int mi_playout_plain(const miai_game *game, void *pos, miai_rng *rng, miai_trace *trace,
                     int max_plies);

/* The same as settings->playout has it: by the game's hook, or by the plain loop. */
int mi_playout(const miai_game *game, const void *weights, enum mi_playout_kind kind, void *pos,
               miai_rng *rng, miai_trace *trace, int max_plies);

/* The score of a game that a playout has not brought to its end: a draw, or what the board says as
 * it stands. */
int mi_unfinished_score(const miai_game *game, const void *pos);

/* Bound of the plies of a playout: 3 * move_count() and at least 100. */
int mi_playout_max(const miai_game *game, const miai_setup *setup);

/* The legal root moves: those of the root's position without what superko forbids, or root->only.
 * Candidates alone if candidates is true and there are any.  Returns how many (0: none, but for
 * forbidden ones). scratch holds a position. */
int mi_root_moves(const struct mi_root *root, bool candidates, void *scratch, miai_move *list);

/* The rank of a root move in the tables (root->only_rank); 0 if they rank none. */
int mi_root_rank(const struct mi_root *root, miai_move move);

/* Does no other root move have a higher rank? */
bool mi_root_prefers(const struct mi_root *root, miai_move move);

/* Leaves out of a list of n moves of a player, depth plies below the root, those that the limits
 * avoid; none where that would be all.  Returns how many are left. */
int mi_drop_avoided_moves(const struct mi_limits *limits, int player, int depth, miai_move *list,
                          int n);

/* Do the limits avoid each of the n moves (n > 0), depth plies below the root? */
bool mi_avoids_all(const struct mi_limits *limits, int player, int depth, const miai_move *list,
                   int n);

/* Is the move among the n of the list? */
bool mi_is_listed(const miai_move *list, int n, miai_move move);

#endif
