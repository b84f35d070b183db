/* eval.h - what the evaluation has learned. */
#ifndef MI_GAME_OTHELLO_EVAL_H
#define MI_GAME_OTHELLO_EVAL_H

#include "pattern.h"

/* A weight of 1, in 1/MIAI_POINT_SCORE discs. */
enum { MI_OTHELLO_UNIT = 10 };

/* Of all stages, one behind the other. */
enum { MI_OTHELLO_ALL_WEIGHTS = MI_OTHELLO_STAGES * MI_OTHELLO_WEIGHTS };

/* Those that the game brings along for a board; NULL: none. */
const int8_t *mi_othello_builtin_weights(uint64_t board);

/* What is wrong with so many bytes of a file of weights (miai-network(5)), in words; NULL: nothing,
 * and behind a head of MI_LEARNED_HEAD bytes they are the weights. */
const char *mi_othello_wrong_weights(const unsigned char *bytes, size_t length);

#endif
