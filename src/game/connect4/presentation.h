/* presentation.h - how Connect Four looks, and what others call it. */
#ifndef MI_GAME_CONNECT4_PRESENTATION_H
#define MI_GAME_CONNECT4_PRESENTATION_H

#include "miai_game.h"

extern const miai_presentation mi_connect4_presentation;

#endif
