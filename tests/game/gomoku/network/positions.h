/* positions.h - positions of all rules and sizes, and what holds for a network's word on any. */
#ifndef MI_TESTS_GAME_GOMOKU_NETWORK_POSITIONS_H
#define MI_TESTS_GAME_GOMOKU_NETWORK_POSITIONS_H

#include "image.h"

enum { SETUPS = 10 };
extern const miai_setup setups[SETUPS];

/* Plays a random move of those worth a search; false: the game is over. */
bool step(union gomoku_room *room, miai_rng *rng);

/* A memory that knows nothing, which the caller gives back (mi_aligned_free()). */
void *zeros(void);

/* The evaluation is the network's value as odds. */
void check_evaluation(const struct mi_gomoku_net *net, void *memory, const struct mi_gomoku *g);
/* All priors are above 0, 1 in sum, and the better a move looks the higher; returns how many they
 * are. */
int check_priors(const struct mi_gomoku_net *net, void *memory, const struct mi_gomoku *g);

#endif
