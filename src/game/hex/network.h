/* network.h - network inputs of Hex. */
#ifndef MI_GAME_HEX_NETWORK_H
#define MI_GAME_HEX_NETWORK_H

#include "miai_game.h"

extern const miai_planes mi_hex_planes;

#endif
