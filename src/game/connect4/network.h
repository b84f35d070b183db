/* network.h - what Connect Four has for networks. */
#ifndef MI_GAME_CONNECT4_NETWORK_H
#define MI_GAME_CONNECT4_NETWORK_H

#include "miai_game.h"

extern const miai_planes mi_connect4_planes;

#endif
