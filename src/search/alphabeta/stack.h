/* stack.h - the search stack: what alpha-beta and quiescence search do at each ply.
 *
 * Scores are in the view of the side to move.  The same side may move twice in a row: a score
 * changes its sign only if the turn changes. */
#ifndef MI_SEARCH_ALPHABETA_STACK_H
#define MI_SEARCH_ALPHABETA_STACK_H

#include "move_picker.h"
#include "search/common/estimate.h"
#include "search/common/path.h"
#include "search/common/score.h"
#include "table.h"
#include "tuning.h"

/* One ply of the path. */
struct mi_ab_stack_frame {
    uint64_t key;                    /* of the transposition table */
    int player;                      /* to move */
    int kind;                        /* kind of the move played from here; unknown: history.kinds */
    miai_move quiet_move;            /* the move played from here, if quiet; or MIAI_NO_MOVE */
    struct mi_move_context *context; /* context of that quiet move; owned by its node */
    int reduction; /* plies by which the search of the move is reduced, while it runs */
    int raw_eval;                    /* static evaluation without correction, as in the table */
    int eval; /* static evaluation with correction history; MI_SCORE_NONE: none */
    struct mi_ab_correction_key correction_key; /* set with eval, if stack.corrects */
    miai_move excluded;    /* move skipped by a singular search; or MIAI_NO_MOVE */
    bool drawn;            /* the position is a draw by repetition */
    bool leaf;             /* the score is exact for any window: no moves were searched */
    bool proven;           /* the score is proven by finished games or tablebases */
    bool null_move;        /* reached by a null move */
    bool reentered;        /* the node is being searched from within its own search */
    bool cut;              /* expected cut node */
    int double_extensions; /* number of them on the path so far */
    struct mi_killers killers;
    uint64_t *items; /* array for the move picker */
    int pv_length;
    uint16_t pv[MI_PV_MAX]; /* best line from here */
};

struct mi_ab_stack {
    const miai_game *game;
    bool (*outcome)(const void *pos, int *score); /* the game's quick_outcome(), or its outcome() */
    const void *tables; /* the game's tablebases, or NULL */
    struct mi_estimator estimator;
    struct mi_path path;
    struct mi_ab_stack_frame
        *frames; /* path.plies + 3 of them: a node clears the killers two plies ahead */
    uint64_t *items;                  /* for the move pickers of all frames */
    struct mi_table *table;           /* borrowed; may have no entries */
    uint64_t salt;                    /* XORed into the table's keys; identifies the game's setup */
    struct mi_ab_history *history;    /* borrowed; may be empty, with only its game set */
    struct mi_ab_tuning tuning;       /* constants of the game */
    int known_depth;                  /* minimum remaining depth for mi_ab_probe_known() */
    bool repeats;                     /* a repetition is not scored as a draw */
    bool quiesces;                    /* leaves get a quiescence search */
    bool corrects;                    /* evaluations are corrected by correction history */

    void (*check_limits)(struct mi_ab_stack *stack); /* called when the countdown reaches 0 */
    int countdown;                                   /* nodes until then */
    int line_nodes; /* budget left for completing a line, see pv.c */
    bool aborted;   /* the results of the search in progress are invalid */
    int max_ply;
    uint64_t nodes, leaves, hits;
    miai_move list[MIAI_MAX_LEGAL]; /* scratch space for move lists; not kept across calls */
};

/* The memory of a stack: bytes per ply, and bytes that do not depend on the plies. */
size_t mi_ab_stack_bytes_per_ply(const struct mi_root *root);
size_t mi_ab_stack_extra_bytes(const struct mi_root *root);

/* Returns false if out of memory; call mi_ab_stack_free() in either case.  The caller sets table,
 * history and check_limits before mi_ab_stack_begin(). */
bool mi_ab_stack_init(struct mi_ab_stack *stack, const struct mi_root *root, int plies);
void mi_ab_stack_free(struct mi_ab_stack *stack);

/* Sets up the frame of ply 0. */
void mi_ab_stack_begin(struct mi_ab_stack *stack);

/* ---- making moves ---- */

/* Plays a move at ply; false if a repetition rule forbids it. */
bool mi_ab_play(struct mi_ab_stack *stack, int ply, miai_move move);

/* Plays a null move at ply: the other player is to move. */
void mi_ab_play_null_move(struct mi_ab_stack *stack, int ply);

/* Sets the principal variation at ply: the move, followed by the child's line. */
void mi_ab_update_pv(struct mi_ab_stack *stack, int ply, miai_move move);

/* ---- a node ---- */

/* Begins the node at ply.  Returns true if there is nothing to search (game over, draw by
 * repetition, or aborted); *score is then the node's score. */
bool mi_ab_begin_node(struct mi_ab_stack *stack, int ply, int *score);

/* The score of a node in which no move was searched. If the game is over, which the quick outcome()
 * may have missed, it is the game's score; if a repetition rule forbids all moves, the evaluation.
 */
int mi_ab_score_without_moves(struct mi_ab_stack *stack, int ply);

/* Probes the tablebases and the game's own knowledge of the position.  Returns true if *score
 * decides the node for this window; it does not depend on the path.  depth: plies left. */
bool mi_ab_probe_known(struct mi_ab_stack *stack, int ply, int depth, int alpha, int beta,
                       int *score);

/* Initializes a move picker for the position at ply. */
void mi_ab_begin_moves(const struct mi_ab_stack *stack, int ply, struct mi_picker *picker);

/* Must the side to move answer a threat at once?  False if the game does not define it. */
bool mi_ab_in_check(const struct mi_ab_stack *stack, int ply);

/* The static evaluation of an unfinished game, in the view of the side to move.  Counts a leaf.  If
 * the game has no evaluation, returns 0 without counting. */
int mi_ab_evaluate(struct mi_ab_stack *stack, int ply);

/* Sets the frame's raw_eval and eval.  known: the table's entry, or NULL; its evaluation is reused.
 * Returns the expected score: the entry's score if that is a better bound than the evaluation. */
int mi_ab_estimate(struct mi_ab_stack *stack, int ply, const struct mi_entry *known);

/* The evaluation to store in the table: without correction, or MI_SCORE_NONE. */
int mi_ab_eval_to_keep(const struct mi_ab_stack_frame *frame);

/* Updates the correction history after a search of this depth, if its score proves the evaluation
 * wrong: an exact score, a lower bound above the evaluation, or an upper bound below it.  quiet:
 * the best move is not a capture.  The static evaluation cannot predict the gain of a capture, so
 * without quiet nothing is learned. */
void mi_ab_learn_correction(struct mi_ab_stack *stack, int ply, int depth, int score,
                            enum mi_bound bound, bool quiet);

/* Can the node return the entry's score?  The entry must be deep enough or proven, and its bound
 * must decide this window. */
bool mi_ab_entry_cuts(const struct mi_entry *entry, int depth, int alpha, int beta);

/* The type of a score that was found with this window. */
enum mi_bound mi_ab_bound(int score, int alpha, int beta);

/* ---- quiescence.c ---- */

/* Quiescence search of the position at ply, for which mi_ab_begin_node() has returned false.
 * Searches noisy moves until none is better than the static evaluation.  depth: 0 at the first
 * ply, where threats are searched too, negative below it. */
int mi_ab_quiesce(struct mi_ab_stack *stack, int ply, int depth, int alpha, int beta);

/* Quiescence search of the position after the move that mi_ab_play() played at ply.  Window and
 * score are in the view of the player at ply. */
int mi_ab_quiesce_child(struct mi_ab_stack *stack, int ply, int depth, int alpha, int beta);

#endif
