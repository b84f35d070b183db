/* solve.h - exact scores in Connect Four. */
#ifndef MI_GAME_CONNECT4_SOLVE_H
#define MI_GAME_CONNECT4_SOLVE_H

#include "count.h"

#include "miai_game.h"

struct mi_c4_solver;

/* NULL: no memory, or too little. */
struct mi_c4_solver *mi_c4_solver_open(int width, int height, size_t memory);
void mi_c4_solver_close(struct mi_c4_solver *solver);

/* What it has found, as miai_solver has it. */
size_t mi_c4_solver_save(const void *solver, uint64_t *word, size_t words);
void mi_c4_solver_load(void *solver, const uint64_t *word, size_t words);

/* Finds the score of an unfinished game, for who is to move: 0 a draw, above it a win, as many
 * stones early as a row before the winner's last one could be, plus 1 (as Pascal Pons has it);
 * below it likewise a loss.  False: watch said that it is over. */
bool mi_c4_solve(struct mi_c4_solver *solver, struct mi_c4_board board, const miai_watch *watch,
                 int *score);

#endif
