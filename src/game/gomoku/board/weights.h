/* weights.h - what shapes and kinds are worth.  tools/gomoku/README has the recipe. */
#ifndef MI_GAME_GOMOKU_BOARD_WEIGHTS_H
#define MI_GAME_GOMOKU_BOARD_WEIGHTS_H

#include "position.h"

/* How a point looks, by what it is for who would play there, [0], and for the other, [1]. */
extern const int16_t mi_gomoku_look_of_shape[SHAPES + 2][2];
extern const int16_t mi_gomoku_look_of_kind[KINDS][2];

/* The worth of each empty point of a kind, and of each line through one with a shape, to who is to
 * move, [0], and to the other, [1], in the unit of evaluations. */
extern const int16_t mi_gomoku_worth_of_kind[KINDS][2];
extern const int16_t mi_gomoku_worth_of_shape[SHAPES][2];
extern const int16_t mi_gomoku_worth_of_turn;

#endif
