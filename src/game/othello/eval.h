/* eval.h - pattern weights of the evaluation. */
#ifndef MI_GAME_OTHELLO_EVAL_H
#define MI_GAME_OTHELLO_EVAL_H

#include "pattern.h"

/* The scale of weights, in 1/MIAI_POINT_SCORE discs. */
enum { MI_OTHELLO_WEIGHT_SCALE = 10 };

/* Weights of all stages, one after the other. */
enum { MI_OTHELLO_ALL_WEIGHTS = MI_OTHELLO_STAGES * MI_OTHELLO_WEIGHTS };

/* The built-in weights for a board, or NULL if there are none. */
const int8_t *mi_othello_builtin_weights(uint64_t board);

/* Checks the bytes of a weights file (miai-network(5)).  Returns what is wrong, or NULL; then the
 * weights follow a header of MI_WEIGHTS_HEADER_BYTES bytes. */
const char *mi_othello_weights_fault(const unsigned char *bytes, size_t length);

#endif
