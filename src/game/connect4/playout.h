/* playout.h - playouts of Connect Four. */
#ifndef MI_GAME_CONNECT4_PLAYOUT_H
#define MI_GAME_CONNECT4_PLAYOUT_H

#include "miai_game.h"

extern const miai_playouts mi_connect4_playouts;

#endif
