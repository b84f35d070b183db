/* alphabeta.h - inside of the alpha-beta search.
 *
 *     search.c     the searcher: what it keeps, and a run from its beginning to its end
 *     deepen.c     what a thread does: iterations, aspiration, proofs
 *     root.c       the root's moves
 *     node.c       every other node
 *     null_move.c  searches that settle or extend a node before its moves
 *     eval_change.c  what a move has gained, once it has been played
 *     endgame.c    the game's own solver
 *     prune.c      what a selective search leaves out
 *     limits.c     when it ends, and what it tells on the way
 *     table_exchange.c      what it tells other processes, and hears of them
 *     result.c     what a run says of its threads
 *     pv.c         the moves of a line that the search did not leave behind
 *     thread.c     a thread's memory
 *
 * Each calls those below it alone, but that null_move.c searches by node.c.  Under all lie
 *
 *     quiescence.c  what lies behind the last ply
 *     stack.c       going down the plies
 *     margins.c history.c correction.c move_picker.c table.c
 *     search/common/path.c search/common/score.c */
#ifndef MI_SEARCH_ALPHABETA_ALPHABETA_H
#define MI_SEARCH_ALPHABETA_ALPHABETA_H

#include "quiescence.h"

/* A move of the root, and what the last search below it found. */
struct mi_ab_root_move {
    miai_move move;
    int rank;   /* mi_root_rank(); lines and moves are in its order first */
    bool quiet; /* as the picker says */
    int score;  /* exact, or at least as high as the true one */
    enum mi_proof proof;
    uint64_t nodes; /* of the run */
};

/* A line of play that the run reports: of the last iteration that was finished, or the better move
 * of one that was not. */
struct mi_ab_line {
    int depth;
    int score;
    enum mi_proof proof;
    int pv_length;
    uint16_t pv[MI_PV_MAX];
};

/* What all threads of a run share. */
struct mi_ab_run {
    const struct mi_root *root;
    struct mi_scale scale;
    int margin; /* of the root's moves, that far behind the best, the scores are wanted, too */
    const struct mi_limits *limits;
    const struct mi_progress *progress; /* or NULL */
    unsigned features;                  /* enum mi_feature */
    struct mi_table *table;
    struct mi_ab_history *histories; /* one for each thread, kept from run to run */
    struct mi_result *result;        /* the caller's */
    struct mi_ab_thread *threads;    /* owned */
    struct mi_table_exchange *share; /* with peers; owned; NULL: there are none */
    int thread_count;
    int rank;        /* of this process among its peers; 0: alone, or the first */
    int plies;       /* that a path can be long */
    int kinds;       /* of moves, for the histories */
    int probe_depth; /* left, from which the game is asked what its tables know */
    size_t thread_bytes, share_bytes;
    /* Set by the first thread when the run shall end, or by one that has a proof, and polled by
     * all; nothing else is read by it, so relaxed. */
    atomic_bool over;
};

enum { MI_REDUCE_DEPTHS = 64, MI_REDUCE_MOVES = 64 };

/* A thread of the search, with all that it writes. */
struct mi_ab_thread {
    struct mi_ab_stack stack; /* the first member: its check_limits() comes back to the thread */
    struct mi_ab_run *run;
    int id;            /* 0: the one that answers */
    unsigned features; /* as the run's, but not the selective ones while it goes for a proof */
    int16_t reductions[MI_REDUCE_DEPTHS][MI_REDUCE_MOVES]; /* see mi_ab_reduction() */
    int no_null_move; /* ply before which one player tries no null move; 0: none such */
    int no_null_move_player;

    struct mi_ab_root_move moves[MIAI_MAX_LEGAL]; /* of the root, the best first */
    struct mi_ab_root_move kept[MIAI_MAX_LEGAL];  /* the same before an attempt at a proof */
    int move_count;
    struct mi_ab_line *lines; /* owned; the line of the first moves, each */
    int line_count;
    int line;             /* that is searched: the moves before it stand apart */
    int depth;            /* of the iteration */
    bool proving;         /* the search goes for the sign of the result, to the end of the game */
    bool solving_endgame; /* the game's solver searches all but the root */
    bool settled;         /* by such a search */
    bool told;            /* the lines are as the last report had them */
    int step;             /* where the stack's countdown began */
    int due;              /* nodes until counts are looked at, too, at that time */
    uint64_t budget;      /* nodes at which the search in progress is given up */
    uint64_t proof_nodes; /* that were spent on proofs, */
    uint64_t proof_due;   /* and how many others are to be there before the next is tried */
    double last_report;   /* mi_clock() */
    int stable;           /* iterations since the best move changed */
    int last_score;       /* of the iteration before */
    miai_move last_move;

    /* What the stack has counted, for the other threads' eyes: stored now and then, relaxed; a sum
     * that is late does no harm. */
    _Atomic uint64_t seen_nodes, seen_leaves, seen_hits;
};

/* Has the search that feature, or one of several? */
static inline bool mi_ab_has_feature(const struct mi_ab_thread *thread, unsigned features)
{
    return (thread->features & features) != 0;
}

/* A node while it is searched. */
struct mi_ab_node {
    struct mi_ab_thread *thread;
    struct mi_ab_stack *stack; /* the thread's */
    struct mi_ab_stack_frame *frame;
    const void *pos;
    int ply, depth, alpha, beta;
    bool pv;         /* its window is open: on a principal variation, for all that is known */
    bool threatened; /* its player must answer at once */
    bool known;      /* the table has an entry for it */
    struct mi_entry entry;
    miai_move hash_move; /* legal, or MIAI_NO_MOVE */
    int extension;       /* of the hash move, in plies */
    int estimate;        /* of its score: the evaluation, or what the table knows better */
    bool improving;      /* the evaluation is better than at the player's last turn */
    int best;            /* score so far; MI_SCORE_NONE negated: none */
    miai_move best_move; /* the one that raised alpha last */
};

/* What a move is, before it is played. */
struct mi_ab_candidate {
    miai_move move;
    bool quiet;
    int number;        /* from 1 */
    int history_score; /* see mi_picker */
};

/* ---- thread.c ---- */

/* Plans as many threads as the memory allows, with paths as long as half of it does; false if not
 * even one fits. */
bool mi_ab_plan_threads(struct mi_ab_run *run, size_t memory);

/* False: no memory.  Those that were made are to be freed all the same. */
bool mi_ab_make_threads(struct mi_ab_run *run);
void mi_ab_free_threads(struct mi_ab_run *run);

/* What the run leaves for the next: the table and the histories. */
size_t mi_ab_held_bytes(const struct mi_ab_run *run);

/* ---- result.c ---- */

/* Nodes of all threads, as far as they have let them be seen. */
uint64_t mi_ab_nodes(struct mi_ab_run *run);

/* Fills in the run's result with one of the lines that the thread knows now, and what all have
 * counted. */
void mi_ab_fill_result(struct mi_ab_run *run, const struct mi_ab_thread *thread, int line);

/* ---- pv.c ---- */

/* Brings a line whose score tells at which ply the game ends up to that end, if that is found soon;
 * it stays as it is otherwise.  Not while a move of the root is searched. */
void mi_ab_end_line(struct mi_ab_thread *thread, struct mi_ab_line *line);

/* Follows the best moves in the table where the line is shorter than the depth. */
void mi_ab_extend_line(struct mi_ab_thread *thread, struct mi_ab_line *line);

/* ---- limits.c ---- */

/* Looks at the limits, now and then: the stack's check_limits(). */
void mi_ab_check_limits(struct mi_ab_stack *stack);

/* Looks at them now. */
void mi_ab_check_limits_now(struct mi_ab_thread *thread);

/* Is there a reason to end that needs no counting? */
bool mi_ab_is_over(const struct mi_ab_run *run);

/* Lets the others see what the thread has counted. */
void mi_ab_publish(struct mi_ab_thread *thread);

/* Reports all lines of the thread. */
void mi_ab_report_lines(struct mi_ab_thread *thread);

/* The same, if the thread is the one to do so. */
void mi_ab_report(struct mi_ab_thread *thread, double now);

/* Reports that the turn of the root's i-th move has come, in a search that takes long. */
void mi_ab_report_move(struct mi_ab_thread *thread, int i);

/* An iteration has been finished: is it the last one? */
bool mi_ab_is_enough(struct mi_ab_thread *thread);

/* ---- prune.c ---- */

void mi_ab_fill_reductions(struct mi_ab_thread *thread);

/* Reverse futility: is the node so far above its window that *score, its estimate, will do? */
bool mi_ab_reverse_futility(const struct mi_ab_node *node, int *score);

/* Is a null move worth a search? */
bool mi_ab_may_null_move(const struct mi_ab_node *node);

/* Is the move not worth a search?  *rest: nor is any quiet move behind it. */
bool mi_ab_prune_move(const struct mi_ab_node *node, const struct mi_ab_candidate *try, bool *rest);

/* Plies by which the search of a move, already played to the next ply, is less deep at first. */
int mi_ab_reduction(const struct mi_ab_node *node, const struct mi_ab_candidate *try);

/* ---- null_move.c ---- */

/* Is the whole node settled without its moves?  Then *score is what it returns. */
bool mi_ab_prune_node(struct mi_ab_node *node, int *score);

/* Finds out by how many plies the search of the hash move is deeper; true: *score settles the
 * node. */
bool mi_ab_singular(struct mi_ab_node *node, int *score);

/* ---- eval_change.c ---- */

/* The node has its evaluation: what does it say of the move before?  Teaches the history, and makes
 * up in depth for too much or too little reduction. */
void mi_ab_adjust_by_eval_change(struct mi_ab_node *node);

/* ---- endgame.c ---- */

/* May the game's solver know the result before long? */
bool mi_ab_may_solve_endgame(const struct mi_ab_thread *thread);

/* Nodes that it may take. */
uint64_t mi_ab_endgame_budget(const struct mi_ab_thread *thread);

/* Has the game's solver search the position at ply; as mi_ab_search_node(). */
int mi_ab_solve_endgame(struct mi_ab_thread *thread, int ply, int alpha, int beta);

/* ---- node.c ---- */

/* Searches the position at ply (1..).  Returns a score that is exact within the window, an upper
 * bound at or below alpha, a lower bound at or above beta. */
int mi_ab_search_node(struct mi_ab_thread *thread, int ply, int depth, int alpha, int beta);

/* Searches the position that mi_ab_play() has made.  Window and score are of the player at ply. */
int mi_ab_search_child(struct mi_ab_thread *thread, int ply, int depth, int alpha, int beta);

/* The same; with a null window first if the move is not expected to be the best, and before that
 * less deep by the reduction. */
int mi_ab_search_child_pvs(struct mi_ab_thread *thread, int ply, int depth, int reduction,
                           int alpha, int beta, bool first);

/* ---- root.c ---- */

/* Lists the root's moves, those first that promise most before any has been searched, and begins
 * as many lines as are wanted. */
void mi_ab_list_root(struct mi_ab_thread *thread);

/* Searches the root's moves from the line's on with the window, and brings the best to the place
 * of the line.  Returns its score, nothing of worth if the thread was aborted. */
int mi_ab_search_root(struct mi_ab_thread *thread, int depth, int alpha, int beta);

/* ---- deepen.c ---- */

/* Searches until the run is over, or this thread knows the result. */
void mi_ab_deepen(struct mi_ab_thread *thread);

#endif
