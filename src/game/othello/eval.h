/* eval.h - what the evaluation has learned. */
#ifndef MI_GAME_OTHELLO_EVAL_H
#define MI_GAME_OTHELLO_EVAL_H

#include "pattern.h"

/* A weight of 1, in 1/MIAI_POINT_SCORE discs. */
enum { MI_OTHELLO_UNIT = 10 };

extern const int8_t mi_othello_weights[MI_OTHELLO_STAGES * MI_OTHELLO_WEIGHTS];

#endif
