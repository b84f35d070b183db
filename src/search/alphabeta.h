/* alphabeta.h - inside of the alpha-beta search.
 *
 *     alphabeta.c          the searcher: its table, its threads
 *     alphabeta_result.c   what it says of them
 *     alphabeta_deepen.c   what a thread does: iterations, aspiration, proofs
 *     alphabeta_root.c     the root's moves
 *     alphabeta_node.c     every other node
 *     ab_quiesce.c         what lies behind the last ply
 *     ab_prune.c           what a selective search leaves out
 *     ab_limits.c          when it ends
 *     order.c ab_history.c table.c path.c score.c
 *
 * Scores are in the view of the player to move.  The turn need not change with a move: a score
 * changes its sign where the turn does. */
#ifndef MI_ALPHABETA_H
#define MI_ALPHABETA_H

#include "order.h"
#include "path.h"
#include "score.h"
#include "table.h"

/* A move of the root, and what the last search below it found. */
struct mi_root_move {
    miai_move move;
    bool quiet; /* as the picker says */
    int score;  /* exact, or at least as high as the true one */
    enum mi_proof proof;
    uint64_t nodes; /* of the run */
};

/* A line of play that the run reports: of the last iteration that was finished, or the better move
 * of one that was not. */
struct mi_line {
    int depth;
    int score;
    enum mi_proof proof;
    int pv_length;
    uint16_t pv[MI_PV_MAX];
};

/* A ply of the path. */
struct mi_frame {
    uint64_t key;       /* of the table */
    int player;         /* to move */
    int kind;           /* of the move played from here; history.kinds: none is known */
    int eval;           /* static evaluation; MI_SCORE_NONE: none */
    miai_move excluded; /* not searched: what are the other moves worth? */
    bool drawn;         /* the position came by a repetition that draws */
    bool leaf;          /* its score was taken without a search, and is what it is for any window */
    bool proven;        /* the score that its search returned hangs on finished games alone */
    bool passed;        /* the position came by a pass that only the search has made */
    bool cut;           /* a refutation is expected here */
    int extended;       /* by two plies, so often on the path */
    struct mi_killers killers;
    uint64_t *items; /* of the picker */
    int pv_length;
    uint16_t pv[MI_PV_MAX]; /* the best line found from here */
};

/* What all threads of a run share. */
struct mi_ab_run {
    const struct mi_root *root;
    const struct mi_limits *limits;
    const struct mi_progress *progress; /* or NULL */
    struct mi_table *table;
    struct mi_history *histories; /* one for each thread, kept from run to run */
    struct mi_result *result;     /* the caller's */
    struct mi_ab_thread *threads; /* owned */
    int thread_count;
    int plies; /* that a path can be long */
    int kinds; /* of moves, for the histories */
    size_t thread_bytes;
    /* Set by the first thread when the run shall end, or by one that has a proof, and polled by
     * all; nothing else is read by it, so relaxed. */
    atomic_bool over;
};

enum { MI_REDUCE_DEPTHS = 64, MI_REDUCE_MOVES = 64 };

/* A thread of the search, with all that it writes. */
struct mi_ab_thread {
    struct mi_ab_run *run;
    int id; /* 0: the one that answers */
    const miai_game *game;
    bool selective; /* the game lets moves be searched less deep or not at all */
    struct mi_table *table;
    uint64_t salt; /* of the table's keys: the same game and set-up */
    struct mi_path path;
    struct mi_frame *frames; /* path.plies + 3: a node clears the killers two plies on */
    uint64_t *items;         /* of all frames */
    struct mi_history *history;
    miai_move list[MIAI_MAX_LEGAL]; /* for any listing, not used across calls */
    int16_t reductions[MI_REDUCE_DEPTHS][MI_REDUCE_MOVES]; /* see mi_ab_reduction() */
    int no_pass; /* ply before which one player tries no pass; 0: none such */
    int no_pass_player;

    struct mi_root_move moves[MIAI_MAX_LEGAL]; /* of the root, the best first */
    struct mi_root_move kept[MIAI_MAX_LEGAL];  /* the same before an attempt at a proof */
    int move_count;
    struct mi_line *lines; /* owned; the line of the first moves, each */
    int line_count;
    int line;           /* that is searched: the moves before it stand apart */
    int depth;          /* of the iteration */
    bool proving;       /* the search goes for the sign of the result, to the end of the game */
    bool settled;       /* by such a search */
    bool aborted;       /* the search in progress is worthless */
    bool told;          /* the lines are as the last report had them */
    int countdown;      /* nodes until the limits are looked at */
    uint64_t budget;    /* nodes at which the search in progress is given up */
    double last_report; /* mi_clock() */
    int stable;         /* iterations since the best move changed */
    int last_score;     /* of the iteration before */
    miai_move last_move;
    int max_ply;

    uint64_t nodes, leaves;
    /* The same for the other threads' eyes: stored now and then, relaxed; a sum that is late does
     * no harm. */
    _Atomic uint64_t seen_nodes, seen_leaves;
};

/* A node while it is searched. */
struct mi_node {
    struct mi_ab_thread *thread;
    struct mi_frame *frame;
    const void *pos;
    int ply, depth, alpha, beta;
    bool pv;         /* its window is open: on a principal variation, for all that is known */
    bool threatened; /* its player must answer at once */
    bool known;      /* the table has an entry for it */
    struct mi_entry entry;
    miai_move hash_move; /* legal, or MIAI_NO_MOVE */
    int estimate;        /* of its score: the evaluation, or what the table knows better */
    bool improving;      /* the evaluation is better than at the player's last turn */
};

/* What a move is, before it is played. */
struct mi_try {
    miai_move move;
    bool quiet;
    int number;   /* from 1 */
    int standing; /* see mi_picker */
};

/* ---- alphabeta.c ---- */

/* What the run leaves for the next: the table and the histories. */
size_t mi_ab_held_bytes(const struct mi_ab_run *run);

/* ---- alphabeta_result.c ---- */

/* Nodes of all threads, as far as they have let them be seen. */
uint64_t mi_ab_nodes(struct mi_ab_run *run);

/* Fills in the run's result with one of the lines that the thread knows now, and what all have
 * counted. */
void mi_ab_fill_result(struct mi_ab_run *run, const struct mi_ab_thread *thread, int line);

/* Follows the best moves in the table where the first line is shorter than the depth. */
void mi_ab_extend_pv(struct mi_ab_thread *thread);

/* ---- alphabeta_deepen.c ---- */

/* Searches until the run is over, or this thread knows the result. */
void mi_ab_deepen(struct mi_ab_thread *thread);

/* ---- ab_limits.c ---- */

/* Looks at the limits: called when the countdown has come to its end. */
void mi_ab_check_limits(struct mi_ab_thread *thread);

/* Lets the others see what the thread has counted. */
void mi_ab_publish(struct mi_ab_thread *thread);

/* Reports all lines of the thread. */
void mi_ab_tell(struct mi_ab_thread *thread);

/* The same, if the thread is the one to do so. */
void mi_ab_report(struct mi_ab_thread *thread, double now);

/* Reports that the turn of the root's i-th move has come, in a search that takes long. */
void mi_ab_report_move(struct mi_ab_thread *thread, int i);

/* An iteration has been finished: is it the last one? */
bool mi_ab_is_enough(struct mi_ab_thread *thread);

/* ---- alphabeta_root.c ---- */

/* Lists the root's moves, those first that promise most before any has been searched. */
void mi_ab_list_root(struct mi_ab_thread *thread);

/* Searches the root's moves from the line's on with the window, and brings the best to the place
 * of the line.  Returns its score, nothing of worth if the thread was aborted. */
int mi_ab_root(struct mi_ab_thread *thread, int depth, int alpha, int beta);

/* ---- alphabeta_node.c ---- */

/* Searches the position at ply (1..).  Returns a score that is exact within the window, an upper
 * bound at or below alpha, a lower bound at or above beta. */
int mi_ab_node(struct mi_ab_thread *thread, int ply, int depth, int alpha, int beta);

/* Plays a move at ply; false if a repetition forbids it. */
bool mi_ab_play(struct mi_ab_thread *thread, int ply, miai_move move);

/* Leaves the move to the other player at ply. */
void mi_ab_pass(struct mi_ab_thread *thread, int ply);

/* Searches the position that mi_ab_play() has made.  Window and score are of the player at ply. */
int mi_ab_child(struct mi_ab_thread *thread, int ply, int depth, int alpha, int beta);

/* The same; with an empty window first if the move is not expected to be the best, and before that
 * less deep by the reduction. */
int mi_ab_child_pvs(struct mi_ab_thread *thread, int ply, int depth, int reduction, int alpha,
                    int beta, bool first);

/* The line from ply: move, and what follows it. */
void mi_ab_update_pv(struct mi_ab_thread *thread, int ply, miai_move move);

/* The place of the moves of a ply. */
struct mi_place mi_ab_place(const struct mi_ab_thread *thread, int ply);

/* Does the entry say enough for this window? */
bool mi_ab_entry_cuts(const struct mi_entry *entry, int depth, int alpha, int beta);

/* The bound that a score is, found with the window from alpha to beta. */
enum mi_bound mi_ab_bound(int score, int alpha, int beta);

/* ---- ab_quiesce.c ---- */

/* depth: 0 at the first ply behind the search, where threats are tried too, and less behind it. */
int mi_ab_quiesce(struct mi_ab_thread *thread, int ply, int depth, int alpha, int beta);

/* The estimate of an unfinished game, in the view of the player to move.  A game that makes none
 * leaves it at a draw, and that is no leaf. */
int mi_ab_evaluate(struct mi_ab_thread *thread, int ply);

/* Sets the evaluation of the frame, from the table's entry if that knows it, and returns the
 * estimate of the score: better if the entry's score is a bound that says so. */
int mi_ab_estimate(struct mi_ab_thread *thread, int ply, const struct mi_entry *known);

/* ---- ab_prune.c ---- */

void mi_ab_fill_reductions(struct mi_ab_thread *thread);

/* Is the whole node settled without its moves?  Then *score is what it returns. */
bool mi_ab_prune_node(struct mi_node *node, int *score);

/* Is the move not worth a search?  *rest: nor is any quiet move behind it. */
bool mi_ab_prune_move(const struct mi_node *node, const struct mi_try *try, int best, bool *rest);

/* Plies by which the search of a move, already played, is less deep at first. */
int mi_ab_reduction(const struct mi_node *node, const struct mi_try *try, bool threatens);

/* Plies by which the search of the hash move is deeper, or INT_MIN: *score settles the node. */
int mi_ab_singular(struct mi_node *node, int *score);

#endif
