/* stack.h - a search on its way down: what alpha-beta and its quiescence do at each ply.
 *
 * Scores are in the view of the player to move.  The turn need not change with a move: a score
 * changes its sign where the turn does. */
#ifndef MI_SEARCH_ALPHABETA_STACK_H
#define MI_SEARCH_ALPHABETA_STACK_H

#include "margins.h"
#include "move_picker.h"
#include "search/common/estimate.h"
#include "search/common/path.h"
#include "search/common/score.h"
#include "table.h"

/* A ply of the path. */
struct mi_ab_stack_frame {
    uint64_t key;              /* of the table */
    int player;                /* to move */
    int kind;                  /* of the move played from here; history.kinds: none is known */
    miai_move quiet_move;      /* the same, if it is one of a node's quiet moves; or MIAI_NO_MOVE */
    struct mi_move_context *place; /* where that comes from; its node's */
    int reduction;             /* of the search of that move, while it goes on */
    int raw_eval; /* static evaluation as the game makes it, and as the table keeps it */
    int eval;     /* the same, corrected by what was learnt; MI_SCORE_NONE: none */
    struct mi_ab_correction_key correction_key; /* of eval, where the search corrects */
    miai_move excluded;                         /* not searched: what are the other moves worth? */
    bool drawn;                                 /* the position came by a repetition that draws */
    bool leaf;      /* its score was taken without a search, and is what it is for any window */
    bool proven;    /* the score that its search returned hangs on finished games alone */
    bool null_move; /* the position came by a null move */
    bool again;     /* a search of this node has entered it a second time */
    bool cut;       /* a refutation is expected here */
    int extended;   /* by two plies, so often on the path */
    struct mi_killers killers;
    uint64_t *items; /* of the picker */
    int pv_length;
    uint16_t pv[MI_PV_MAX]; /* the best line found from here */
};

struct mi_ab_stack {
    const miai_game *game;
    const void *tables; /* of the game's tablebase, or NULL */
    struct mi_estimator estimator;
    struct mi_path path;
    struct mi_ab_stack_frame *frames; /* path.plies + 3: a node clears the killers two plies on */
    uint64_t *items;                  /* of all frames */
    struct mi_table *table;           /* borrowed; one without entries will do */
    uint64_t salt;                    /* of the table's keys: the same game and set-up */
    struct mi_ab_history *history;    /* borrowed; one of the game alone will do */
    miai_margins margins;             /* all of them set */
    int known_depth;                  /* left, from which the game is asked what it knows */
    bool repeats;                     /* a repetition does not draw */
    bool quiet;                       /* the evaluation stands behind quiet moves alone */
    bool corrects;                    /* evaluations, by what the history knows of their errors */

    void (*check_limits)(struct mi_ab_stack *stack); /* called as the countdown ends */
    int countdown;                                   /* nodes until then */
    int again;                                       /* nodes left for a line searched again */
    bool aborted;                                    /* the search in progress is worthless */
    int max_ply;
    uint64_t nodes, leaves, hits;
    miai_move list[MIAI_MAX_LEGAL]; /* for any listing, not used across calls */
};

/* Bytes that a stack takes, for each ply and besides. */
size_t mi_ab_stack_bytes_per_ply(const struct mi_root *root);
size_t mi_ab_stack_extra_bytes(const struct mi_root *root);

/* False: no memory; the stack may then be freed all the same.  table, history and check_limits are
 * left to the caller, who sets them before mi_ab_stack_begin(). */
bool mi_ab_stack_init(struct mi_ab_stack *stack, const struct mi_root *root, int plies);
void mi_ab_stack_free(struct mi_ab_stack *stack);

/* Begins at the position at ply 0. */
void mi_ab_stack_begin(struct mi_ab_stack *stack);

/* ---- a ply ahead ---- */

/* Plays a move at ply; false if a repetition forbids it. */
bool mi_ab_play(struct mi_ab_stack *stack, int ply, miai_move move);

/* Plays a null move at ply: the turn becomes the other player's. */
void mi_ab_play_null_move(struct mi_ab_stack *stack, int ply);

/* The line from ply: move, and what follows it. */
void mi_ab_update_pv(struct mi_ab_stack *stack, int ply, miai_move move);

/* ---- a node ---- */

/* Begins the node at ply.  Is there nothing to search, because the game is over, or drawn by
 * repetition, or the time is up?  Then *score is what it is worth. */
bool mi_ab_begin_node(struct mi_ab_stack *stack, int ply, int *score);

/* Does what the game knows of the position settle it for this window, depth plies being left?  That
 * hangs on no path. */
bool mi_ab_probe_known(struct mi_ab_stack *stack, int ply, int depth, int alpha, int beta,
                       int *score);

/* Begins the moves of a ply. */
void mi_ab_begin_moves(const struct mi_ab_stack *stack, int ply, struct mi_picker *picker);

/* Must the player to move answer at once?  Not in a game that does not say. */
bool mi_ab_in_check(const struct mi_ab_stack *stack, int ply);

/* The estimate of an unfinished game, in the view of the player to move.  A game that makes none
 * leaves it at a draw, and that is no leaf. */
int mi_ab_evaluate(struct mi_ab_stack *stack, int ply);

/* Sets the evaluations of the frame, from the table's entry if that knows it, and returns the
 * estimate of the score: better if the entry's score is a bound that says so. */
int mi_ab_estimate(struct mi_ab_stack *stack, int ply, const struct mi_entry *known);

/* The evaluation of the frame as the table is to keep it. */
int mi_ab_eval_to_keep(const struct mi_ab_stack_frame *frame);

/* Learns of the evaluation's error where a search of that depth tells it: the score found lies in
 * the window, or beyond it on the side where it says something new.  quiet: the best move, if there
 * is one, takes nothing, for what it takes the evaluation cannot foresee. */
void mi_ab_learn_correction(struct mi_ab_stack *stack, int ply, int depth, int score,
                            enum mi_bound bound, bool quiet);

/* Does the entry say enough for this window? */
bool mi_ab_entry_cuts(const struct mi_entry *entry, int depth, int alpha, int beta);

/* The bound that a score is, found with the window from alpha to beta. */
enum mi_bound mi_ab_bound(int score, int alpha, int beta);

#endif
