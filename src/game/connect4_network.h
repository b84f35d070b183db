/* connect4_network.h - what Connect Four has for networks. */
#ifndef MI_CONNECT4_NETWORK_H
#define MI_CONNECT4_NETWORK_H

#include "../miai_game.h"

/* connect4.c: how it shows positions to them, ended by NULL. */
extern const miai_encoding *const mi_connect4_encodings[];

/* With the network that it brings along. */
extern const miai_planes mi_connect4_planes;

#endif
