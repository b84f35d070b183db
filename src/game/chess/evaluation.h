/* evaluation.h - the evaluation capability of chess. */
#ifndef MI_GAME_CHESS_EVALUATION_H
#define MI_GAME_CHESS_EVALUATION_H

#include "miai_game.h"

extern const miai_evaluation mi_chess_evaluation;

#endif
