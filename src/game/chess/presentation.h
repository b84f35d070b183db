/* presentation.h - colours and glyphs of chess, and its names in other protocols. */
#ifndef MI_GAME_CHESS_PRESENTATION_H
#define MI_GAME_CHESS_PRESENTATION_H

#include "miai_game.h"

extern const miai_presentation mi_chess_presentation;

#endif
