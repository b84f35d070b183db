/* tuning.h - the table of tuning constants of alpha-beta: name, default, bounds, SPSA step.
 *
 * "miai tune --list" prints the values of a game.  Each constant is an engine option, "tune-" and
 * its name, that is not listed with the others unless the build was configured with
 * --enable-tuning.
 *
 * SCORE(name, option, margin, default, min, max, step, help): a score, in hundredths of the game's
 * unit (of a pawn in chess).  A game may set its own value: miai_margins.margin, in its own scores.
 *
 * GAME(...): the same, but a number that is not scaled by the unit.
 *
 * NUMBER(name, option, default, min, max, step, help): the same value in all games.
 *
 * step is the perturbation at the end of an SPSA run, c_end (Spall 1998).  It should change the
 * result of a game by a few Elo.  The learning rate at the end, r_end, is MI_TUNING_RATE. */
#ifndef MI_SEARCH_ALPHABETA_TUNING_H
#define MI_SEARCH_ALPHABETA_TUNING_H

#include "miai_game.h"

/* All defaults were tuned in games of chess. */
/* clang-format off */
#define MI_TUNING_ROWS(SCORE, GAME, NUMBER)                                                        \
    /* deepen.c */                                                                                 \
    SCORE(window, "window", window, 10, 2, 100, 3, "half width of the aspiration window")          \
    NUMBER(window_max, "window-max", 16, 2, 64, 3,                                                 \
           "widest window, in units; a wider one is opened completely")                            \
    NUMBER(window_depth, "window-depth", 4, 1, 12, 0.5, "first iteration with a window")           \
    NUMBER(window_growth, "window-growth", 200, 120, 400, 15,                                      \
           "new width after each failure, in percent")                                             \
    NUMBER(window_reduction_depth, "window-reduction-depth", 6, 2, 20, 0.75,                       \
           "depth for each ply by which a search after a fail high is reduced")                    \
    NUMBER(window_reduction_max, "window-reduction-max", 3, 0, 6, 0.5,                             \
           "maximum reduction after fail highs, in plies")                                         \
    /* node.c */                                                                                   \
    NUMBER(internal_reduction_depth, "internal-reduction-depth", 7, 2, 12, 0.5,                    \
           "minimum depth of internal iterative reduction")                                        \
    /* null_move.c */                                                                              \
    SCORE(null_move, "null-move", null_move, 150, 0, 400, 20,                                      \
          "margin by which the evaluation must exceed beta")                                       \
    SCORE(null_move_step, "null-move-step", null_move_step, 30, 0, 80, 4,                          \
           "decrease of this margin for each ply of depth")                                        \
    SCORE(null_move_unit, "null-move-unit", null_move_unit, 200, 50, 600, 25,                      \
          "evaluation above beta for each further ply of reduction")                               \
    NUMBER(null_move_depth, "null-move-depth", 3, 1, 8, 0.5, "minimum depth")                      \
    NUMBER(null_move_reduction, "null-move-reduction", 4, 1, 8, 0.5, "plies")                      \
    NUMBER(null_move_divisor, "null-move-divisor", 5, 2, 12, 0.5,                                  \
           "depth for each further ply of reduction")                                              \
    NUMBER(null_move_eval_max, "null-move-eval-max", 3, 0, 6, 0.5,                                 \
           "maximum reduction that depends on the evaluation, in plies")                           \
    NUMBER(null_move_verified_depth, "null-move-verified-depth", 12, 4, 40, 1,                     \
           "minimum depth at which a cut-off is verified")                                         \
    NUMBER(null_move_verified_share, "null-move-verified-share", 75, 25, 100, 5,                   \
           "part of a verification without null moves, in percent of its depth")                   \
    /* probcut.c */                                                                                \
    SCORE(probcut, "probcut", probcut, 195, 40, 500, 20, "margin above beta")                      \
    NUMBER(probcut_depth, "probcut-depth", 5, 3, 12, 0.5, "minimum depth")                         \
    NUMBER(probcut_reduction, "probcut-reduction", 4, 2, 8, 0.5, "plies")                          \
    SCORE(multi_probcut, "multi-probcut", multi_probcut, 0, 0, 1000, 25,                           \
          "margin of multi-ProbCut; 0: not used")                                                  \
    SCORE(multi_probcut_step, "multi-probcut-step", multi_probcut_step, 0, 0, 200, 5,              \
          "additional margin for each ply of depth")                                               \
    NUMBER(multi_probcut_depth, "multi-probcut-depth", 6, 4, 16, 0.5, "minimum depth")             \
    /* singular.c */                                                                               \
    SCORE(singular_step, "singular-step", singular_step, 1, 1, 10, 0.5,                            \
          "margin for each ply of depth")                                                          \
    SCORE(double_singular, "double-singular", double_singular, 20, 0, 100, 5,                      \
          "additional margin for extending twice")                                                 \
    NUMBER(singular_cut, "singular-cut", 50, 0, 200, 10,                                           \
           "percent added to the margin if the window is closed")                                  \
    NUMBER(singular_depth, "singular-depth", 7, 4, 12, 0.5, "minimum depth")                       \
    NUMBER(singular_entry, "singular-entry", 3, 1, 6, 0.5,                                         \
           "plies by which the table entry may be shallower")                                      \
    NUMBER(singular_doubles, "singular-doubles", 6, 0, 20, 1, "double extensions on one path")     \
    NUMBER(singular_plies, "singular-plies", 2, 1, 4, 0.5,                                         \
           "no extension beyond this multiple of the iteration's depth")                           \
    /* pruning.c */                                                                                \
    SCORE(reverse_futility_step, "reverse-futility-step", reverse_futility_step, 73, 15, 200, 8,   \
          "margin for each ply of depth")                                                          \
    NUMBER(reverse_futility_depth, "reverse-futility-depth", 8, 2, 20, 0.75, "maximum depth")      \
    SCORE(futility, "futility", futility, 100, 0, 300, 15, "margin below alpha")                   \
    SCORE(futility_step, "futility-step", futility_step, 82, 15, 200, 8,                           \
          "additional margin for each ply of depth")                                               \
    NUMBER(futility_depth, "futility-depth", 8, 2, 20, 0.75, "maximum depth")                      \
    NUMBER(late_move_base, "late-move-base", 5, 1, 20, 1,                                          \
           "moves after which quiet moves are pruned at depth 0")                                  \
    NUMBER(late_move_step, "late-move-step", 120, 30, 300, 10,                                     \
           "additional moves, in percent of the square of the depth")                              \
    NUMBER(late_move_worse, "late-move-worse", 50, 10, 100, 5,                                     \
           "percent of these moves that are searched if the evaluation is not improving")          \
    NUMBER(history_pruning, "history-pruning", 4800, 500, 16000, 400,                              \
           "quiet moves below minus this history for each ply of depth are pruned")                \
    NUMBER(history_pruning_depth, "history-pruning-depth", 4, 1, 12, 0.5, "maximum depth")         \
    SCORE(quiet_see, "quiet-see", quiet_see, 25, 5, 80, 3,                                         \
          "SEE threshold of quiet moves, for each square of the depth")                            \
    NUMBER(quiet_see_depth, "quiet-see-depth", 8, 2, 20, 0.75, "maximum depth")                    \
    SCORE(noisy_see, "noisy-see", noisy_see, 85, 15, 250, 10,                                      \
          "SEE threshold of noisy moves, for each ply of depth")                                   \
    NUMBER(noisy_see_depth, "noisy-see-depth", 8, 2, 20, 0.75, "maximum depth")                    \
    /* late_move_reduction.c; reductions are in 1/1024 plies */                                    \
    GAME(reduction, "reduction", reduction, 100, 25, 300, 8, "percent of the base reduction")      \
    NUMBER(reduction_base, "reduction-base", 1792, 0, 4096, 100,                                   \
           "constant part of the base reduction")                                                  \
    NUMBER(reduction_divisor, "reduction-divisor", 2048, 800, 6000, 120,                           \
           "divisor of ln(depth) * ln(move number), in 1/1024")                                    \
    NUMBER(reduction_depth, "reduction-depth", 3, 2, 6, 0.5, "minimum depth")                      \
    NUMBER(reduction_moves, "reduction-moves", 2, 1, 6, 0.5, "number of the first reduced move")   \
    NUMBER(reduction_pv_moves, "reduction-pv-moves", 2, 0, 6, 0.5,                                 \
           "additional unreduced moves if the window is open")                                     \
    NUMBER(reduction_cut, "reduction-cut", 2048, 0, 4096, 120, "increase in an expected cut node") \
    NUMBER(reduction_worse, "reduction-worse", 896, 0, 3072, 100, "increase if not improving")     \
    NUMBER(reduction_pv, "reduction-pv", 1024, 0, 3072, 120, "decrease if the window is open")     \
    NUMBER(reduction_check, "reduction-check", 1792, 0, 4096, 120,                                 \
           "decrease in check or for a check")                                                     \
    NUMBER(reduction_noisy, "reduction-noisy", 1792, 0, 4096, 120, "decrease for noisy moves")     \
    NUMBER(reduction_history, "reduction-history", 11, 4, 40, 1,                                   \
           "history of a quiet move for each decrease by 1/1024 ply")                              \
    /* eval_change.c */                                                                            \
    NUMBER(eval_change_weight, "eval-change-weight", 400, 0, 1600, 50,                             \
           "history bonus for each unit that a quiet move gains")                                  \
    NUMBER(eval_change_max, "eval-change-max", 500, 0, 2000, 60, "maximum of this bonus")          \
    NUMBER(eval_change_reduction, "eval-change-reduction", 3, 1, 6, 0.5,                           \
           "minimum reduction, in plies, that is cut by one ply if the move has gained")           \
    NUMBER(eval_change_loss, "eval-change-loss", 150, 20, 500, 20,                                 \
           "loss by a reduced move, in 1/100 unit, that reduces by one ply more")                  \
    /* quiescence.c */                                                                             \
    SCORE(delta, "delta", delta, 135, 0, 400, 15,                                                  \
           "margin of captures, in addition to their value")                                       \
    /* history.c, correction.c */                                                                  \
    NUMBER(history_bonus, "history-bonus", 200, 20, 600, 20, "bonus for each ply of depth")        \
    NUMBER(history_bonus_max, "history-bonus-max", 1500, 200, 4000, 150, "maximum of the bonus")   \
    NUMBER(history_malus, "history-malus", 130, 20, 300, 12, "percent of the bonus")               \
    NUMBER(history_prior, "history-prior", 75, 0, 200, 10,                                         \
           "percent of the bonus for the move before a fail low")                                  \
    NUMBER(correction_weight, "correction-weight", 130, 0, 300, 12,                                \
           "percent of the sum of errors that is added")                                           \
    NUMBER(correction_step, "correction-step", 200, 20, 600, 20,                                   \
           "update for each unit of error and ply of depth, in 1/25600 unit")                      \
    NUMBER(correction_max, "correction-max", 1024, 100, 4096, 100, "maximum of an update")         \
    /* limits.c: the time after which no iteration is begun; percent of the target */              \
    NUMBER(time_base, "time-base", 120, 60, 250, 8, "time if the best move has just changed")      \
    NUMBER(time_stable, "time-stable", 7, 0, 15, 1,                                                \
           "decrease for each iteration without a change")                                         \
    NUMBER(time_stable_max, "time-stable-max", 8, 1, 20, 1, "maximum number of these iterations")  \
    NUMBER(time_fall, "time-fall", 80, 20, 400, 10, "fall of the score that doubles the time")     \
    NUMBER(time_fall_min, "time-fall-min", 80, 30, 100, 4,                                         \
           "minimum of the factor for a falling score")                                            \
    NUMBER(time_fall_max, "time-fall-max", 160, 100, 400, 12,                                      \
           "maximum of the factor for a falling score")                                            \
    NUMBER(time_share, "time-share", 160, 110, 250, 8,                                             \
           "factor from which the best move's share of nodes, in percent, is subtracted")
/* clang-format on */

#define MI_TUNING_RATE 0.002

/* The constants, as the code reads them.  Scores are in the game's own unit. */
struct mi_ab_tuning {
    int unit; /* miai_margins.unit */
#define MI_TUNING_MARGIN(name, ...) int name;
#define MI_TUNING_NUMBER(name, ...) int name;
    MI_TUNING_ROWS(MI_TUNING_MARGIN, MI_TUNING_MARGIN, MI_TUNING_NUMBER)
#undef MI_TUNING_MARGIN
#undef MI_TUNING_NUMBER
};

enum mi_ab_tuning_index {
#define MI_TUNING_INDEX(name, ...) MI_TUNING_##name,
    MI_TUNING_ROWS(MI_TUNING_INDEX, MI_TUNING_INDEX, MI_TUNING_INDEX) MI_TUNING_COUNT
#undef MI_TUNING_INDEX
};

/* Values that replace the game's own, in the units of the table. */
struct mi_ab_tuning_changes {
    int64_t value[MI_TUNING_COUNT]; /* MI_TUNING_UNSET: the game's own */
};
#define MI_TUNING_UNSET INT64_MIN

/* The constants of a game.  changes: or NULL. */
struct mi_ab_tuning mi_ab_tuning_of(const miai_game *game,
                                    const struct mi_ab_tuning_changes *changes);

/* A constant in the units of the table. */
int64_t mi_ab_tuning_value(const miai_game *game, const struct mi_ab_tuning_changes *changes,
                           int index);

#endif
