/* solve.h - exact scores of Connect Four positions. */
#ifndef MI_GAME_CONNECT4_SOLVE_H
#define MI_GAME_CONNECT4_SOLVE_H

#include "count.h"

#include "miai_game.h"

struct mi_c4_solver;

/* memory: bytes for the table.  NULL if there is not enough. */
struct mi_c4_solver *mi_c4_solver_open(int width, int height, size_t memory);
void mi_c4_solver_close(struct mi_c4_solver *solver);

/* Saves and loads the table, as in miai_solver. */
size_t mi_c4_solver_save(const void *solver, uint64_t *word, size_t words);
void mi_c4_solver_load(void *solver, const uint64_t *word, size_t words);

/* Computes the score of an unfinished game for the side to move: 0 for a draw.  A win scores 1 plus
 * the number of stones that the winner has not needed (Pascal Pons's scale), a loss the negative of
 * that.  False: the watch stopped the search. */
bool mi_c4_solve(struct mi_c4_solver *solver, struct mi_c4_board board, const miai_watch *watch,
                 int *score);

#endif
