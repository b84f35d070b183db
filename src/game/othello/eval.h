/* eval.h - what the evaluation has learned. */
#ifndef MI_GAME_OTHELLO_EVAL_H
#define MI_GAME_OTHELLO_EVAL_H

#include "pattern.h"

/* A weight of 1, in 1/MIAI_POINT_SCORE discs. */
enum { MI_OTHELLO_UNIT = 10 };

/* Of all stages, one behind the other. */
enum { MI_OTHELLO_ALL_WEIGHTS = MI_OTHELLO_STAGES * MI_OTHELLO_WEIGHTS };

/* Those that the game brings along for a board; NULL: none. */
const int8_t *mi_othello_brought(uint64_t board);

#endif
