/* positions.h - positions of all rules and sizes, and invariants of a network's outputs. */
#ifndef MI_TESTS_GAME_GOMOKU_NETWORK_POSITIONS_H
#define MI_TESTS_GAME_GOMOKU_NETWORK_POSITIONS_H

#include "image.h"

enum { SETUPS = 10 };
extern const miai_setup setups[SETUPS];

/* Plays a random candidate move; false if the game is over. */
bool play_random_move(union gomoku_position_copy *current, miai_rng *rng);

/* A zeroed memory; release it with mi_aligned_free(). */
void *new_zeroed_memory(void);

/* Checks that the evaluation equals the network's value as odds. */
void check_evaluation(const struct mi_gomoku_net *net, void *memory, const struct mi_gomoku *g);
/* Checks that all priors are positive, sum to 1 and increase with the policy; returns how many
 * there are. */
int check_priors(const struct mi_gomoku_net *net, void *memory, const struct mi_gomoku *g);

#endif
