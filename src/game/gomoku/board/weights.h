/* weights.h - evaluation weights of shapes and kinds.  See tools/gomoku/README. */
#ifndef MI_GAME_GOMOKU_BOARD_WEIGHTS_H
#define MI_GAME_GOMOKU_BOARD_WEIGHTS_H

#include "position.h"

/* Move ordering: how good a point looks, from its shape or kind for the side to move [0] and for
 * the opponent [1]. */
extern const int16_t mi_gomoku_order_of_shape[SHAPES + 2][2];
extern const int16_t mi_gomoku_order_of_kind[KINDS][2];

/* Evaluation: the value of each empty point of a kind, and of each line through one with a shape,
 * for the side to move [0] and for the opponent [1], in evaluation units. */
extern const int16_t mi_gomoku_value_of_kind[KINDS][2];
extern const int16_t mi_gomoku_value_of_shape[SHAPES][2];
extern const int16_t mi_gomoku_value_of_turn;

#endif
