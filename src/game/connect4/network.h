/* network.h - network inputs of Connect Four. */
#ifndef MI_GAME_CONNECT4_NETWORK_H
#define MI_GAME_CONNECT4_NETWORK_H

#include "miai_game.h"

extern const miai_planes mi_connect4_planes;

#endif
