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

/* One ply of the path. */
struct mi_ab_stack_frame {
    uint64_t key;                    /* of the transposition table */
    int player;                      /* to move */
    int kind;                        /* of the move played from here; history.kinds: unknown */
    miai_move quiet_move;            /* the move played from here, if quiet; or MIAI_NO_MOVE */
    struct mi_move_context *context; /* of that move; owned by its node */
    int reduction;                   /* of the search of that move, while it runs */
    int raw_eval;                    /* static evaluation without correction, as in the table */
    int eval; /* static evaluation with correction history; MI_SCORE_NONE: none */
    struct mi_ab_correction_key correction_key; /* set with eval, if stack.corrects */
    miai_move excluded;                         /* by a singular search; or MIAI_NO_MOVE */
    bool drawn;                                 /* a repetition that is a draw */
    bool leaf;             /* the score came without a search, and holds for any window */
    bool proven;           /* the score depends only on finished games */
    bool null_move;        /* reached by a null move */
    bool reentered;        /* the node is being searched from within its own search */
    bool cut;              /* expected cut node */
    int double_extensions; /* on the path so far */
    struct mi_killers killers;
    uint64_t *items; /* of the move picker */
    int pv_length;
    uint16_t pv[MI_PV_MAX]; /* best line from here */
};

struct mi_ab_stack {
    const miai_game *game;
    const void *tables; /* the game's tablebases, or NULL */
    struct mi_estimator estimator;
    struct mi_path path;
    struct mi_ab_stack_frame *frames; /* path.plies + 3: a node clears the killers two plies on */
    uint64_t *items;                  /* for the move pickers of all frames */
    struct mi_table *table;           /* borrowed; may be a table without entries */
    uint64_t salt;                    /* of the table's keys: identifies the game's setup */
    struct mi_ab_history *history;    /* borrowed; may be empty except for its game */
    miai_margins margins;             /* all of them set */
    int known_depth;                  /* minimum remaining depth for asking the game's knowledge */
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

/* Bytes of a stack: for each ply, and in addition. */
size_t mi_ab_stack_bytes_per_ply(const struct mi_root *root);
size_t mi_ab_stack_extra_bytes(const struct mi_root *root);

/* False: no memory; mi_ab_stack_free() is safe even then.  The caller sets table, history and
 * check_limits before mi_ab_stack_begin(). */
bool mi_ab_stack_init(struct mi_ab_stack *stack, const struct mi_root *root, int plies);
void mi_ab_stack_free(struct mi_ab_stack *stack);

/* Sets up the frame of ply 0. */
void mi_ab_stack_begin(struct mi_ab_stack *stack);

/* ---- margins.c ---- */

/* The game's margins; defaults, tuned for chess, where the game sets none. */
miai_margins mi_ab_margins(const miai_game *game);

/* ---- making moves ---- */

/* Plays a move at ply; false if a repetition rule forbids it. */
bool mi_ab_play(struct mi_ab_stack *stack, int ply, miai_move move);

/* Plays a null move at ply: the other player is to move. */
void mi_ab_play_null_move(struct mi_ab_stack *stack, int ply);

/* Sets the principal variation of ply: the move, then the child's line. */
void mi_ab_update_pv(struct mi_ab_stack *stack, int ply, miai_move move);

/* ---- a node ---- */

/* Begins the node at ply.  True: nothing to search (game over, draw by repetition, or aborted), and
 * *score is the node's score. */
bool mi_ab_begin_node(struct mi_ab_stack *stack, int ply, int *score);

/* Asks the game's knowledge and tablebases about the position.  True: *score decides the node for
 * this window, whatever the path to it.  depth: plies left. */
bool mi_ab_probe_known(struct mi_ab_stack *stack, int ply, int depth, int alpha, int beta,
                       int *score);

/* Initializes a move picker for the position at ply. */
void mi_ab_begin_moves(const struct mi_ab_stack *stack, int ply, struct mi_picker *picker);

/* Must the side to move answer a threat at once?  False if the game does not define it. */
bool mi_ab_in_check(const struct mi_ab_stack *stack, int ply);

/* The static evaluation of an unfinished game, in the view of the side to move.  Returns 0, and
 * counts no leaf, if the game has no evaluation. */
int mi_ab_evaluate(struct mi_ab_stack *stack, int ply);

/* Sets the frame's evaluations, reusing that of the table's entry if it has one.  Returns the
 * expected score: the entry's score if that is a better bound than the evaluation. */
int mi_ab_estimate(struct mi_ab_stack *stack, int ply, const struct mi_entry *known);

/* The frame's evaluation as stored in the table: without correction. */
int mi_ab_eval_to_keep(const struct mi_ab_stack_frame *frame);

/* Updates the correction history after a search of this depth, if its score shows an error of the
 * evaluation: an exact score, or a bound on the far side of the evaluation.  quiet: the best move
 * is no capture; a capture's gain is nothing that the evaluation could foresee. */
void mi_ab_learn_correction(struct mi_ab_stack *stack, int ply, int depth, int score,
                            enum mi_bound bound, bool quiet);

/* Does the entry decide the node for this window? */
bool mi_ab_entry_cuts(const struct mi_entry *entry, int depth, int alpha, int beta);

/* The type of a score that was found with this window. */
enum mi_bound mi_ab_bound(int score, int alpha, int beta);

/* ---- quiescence.c ---- */

/* Quiescence search of the position at ply, for which mi_ab_begin_node() has returned false.
 * Searches noisy moves until none is better than the static evaluation.  depth: 0 at the first
 * ply, where threats are searched too, negative below it. */
int mi_ab_quiesce(struct mi_ab_stack *stack, int ply, int depth, int alpha, int beta);

/* The same for the position that mi_ab_play() has made at ply.  Window and score are in the view of
 * the player at ply. */
int mi_ab_quiesce_child(struct mi_ab_stack *stack, int ply, int depth, int alpha, int beta);

#endif
