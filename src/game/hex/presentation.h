/* presentation.h - board colours of Hex. */
#ifndef MI_GAME_HEX_PRESENTATION_H
#define MI_GAME_HEX_PRESENTATION_H

#include "miai_game.h"

extern const miai_presentation mi_hex_presentation;

#endif
