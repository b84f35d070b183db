/* alphabeta.h - inside of the alpha-beta search.
 *
 *     alphabeta.c          the searcher: its table, its threads, the result
 *     alphabeta_deepen.c   what a thread does: iterations, aspiration, proofs
 *     alphabeta_root.c     the root's moves
 *     alphabeta_node.c     every other node, and its quiescence
 *     order.c table.c path.c score.c
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
    int score; /* exact, or at least as high as the true one */
    enum mi_proof proof;
    uint64_t nodes; /* of the run */
};

/* A ply of the path. */
struct mi_frame {
    uint64_t key; /* of the table */
    int player;   /* to move */
    bool drawn;   /* the position came by a repetition that draws */
    bool leaf;    /* its score was taken without a search, and is what it is for any window */
    bool proven;  /* the score that its search returned hangs on finished games alone */
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
    struct mi_result *result;     /* the caller's */
    struct mi_ab_thread *threads; /* owned */
    int thread_count;
    int plies; /* that a path can be long */
    size_t thread_bytes;
    /* Set once by the first thread when the run shall end, and polled by the others; nothing else
     * is read by it, so relaxed. */
    atomic_bool over;
};

/* A thread of the search, with all that it writes. */
struct mi_ab_thread {
    struct mi_ab_run *run;
    int id; /* 0: the one that answers */
    const miai_game *game;
    struct mi_table *table;
    uint64_t salt; /* of the table's keys: the same game and set-up */
    struct mi_path path;
    struct mi_frame *frames; /* path.plies + 3: a node clears the killers two plies on */
    uint64_t *items;         /* of all frames */
    struct mi_history history;
    miai_move list[MIAI_MAX_LEGAL]; /* for any listing, not used across calls */

    struct mi_root_move moves[MIAI_MAX_LEGAL]; /* of the root, the best first */
    struct mi_root_move kept[MIAI_MAX_LEGAL];  /* the same before an attempt at a proof */
    int move_count;
    bool proving;       /* the search goes for the sign of the result, to the end of the game */
    bool aborted;       /* the search in progress is worthless */
    int countdown;      /* nodes until the limits are looked at */
    uint64_t budget;    /* nodes at which the search in progress is given up */
    double last_report; /* mi_clock() */

    uint64_t nodes, leaves;
    /* The same for the other threads' eyes: stored now and then, relaxed; a sum that is late does
     * no harm. */
    _Atomic uint64_t seen_nodes, seen_leaves;

    /* What has been found: of the last iteration that was finished, or the better move of one that
     * was not. */
    int depth;
    int score;
    enum mi_proof proof;
    int pv_length;
    uint16_t pv[MI_PV_MAX];
};

/* ---- alphabeta.c ---- */

/* Nodes of all threads, as far as they have let them be seen. */
uint64_t mi_ab_nodes(struct mi_ab_run *run);

/* Fills in the run's result with what the thread knows now, and what all have counted. */
void mi_ab_fill_result(struct mi_ab_run *run, const struct mi_ab_thread *thread);

/* ---- alphabeta_deepen.c ---- */

/* Searches until the run is over, or this thread knows the result. */
void mi_ab_deepen(struct mi_ab_thread *thread);

/* Looks at the limits: called when the countdown has come to its end. */
void mi_ab_check_limits(struct mi_ab_thread *thread);

/* ---- alphabeta_root.c ---- */

/* Searches the root's moves with the window, and brings the best to the front.  Returns its score,
 * nothing of worth if the thread was aborted. */
int mi_ab_root(struct mi_ab_thread *thread, int depth, int alpha, int beta);

/* ---- alphabeta_node.c ---- */

/* Searches the position at ply (1..).  Returns a score that is exact within the window, an upper
 * bound at or below alpha, a lower bound at or above beta. */
int mi_ab_node(struct mi_ab_thread *thread, int ply, int depth, int alpha, int beta);

/* Plays a move at ply; false if a repetition forbids it. */
bool mi_ab_play(struct mi_ab_thread *thread, int ply, miai_move move);

/* Searches the position that mi_ab_play() has made.  Window and score are of the player at ply. */
int mi_ab_child(struct mi_ab_thread *thread, int ply, int depth, int alpha, int beta);

/* The same, with an empty window first if the move is not expected to be the best. */
int mi_ab_child_pvs(struct mi_ab_thread *thread, int ply, int depth, int alpha, int beta,
                    bool first);

/* The line from ply: move, and what follows it. */
void mi_ab_update_pv(struct mi_ab_thread *thread, int ply, miai_move move);

#endif
