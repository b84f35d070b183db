/* presentation.h - board colours, and the names of the rule sets. */
#ifndef MI_GAME_GO_PRESENTATION_H
#define MI_GAME_GO_PRESENTATION_H

#include "miai_game.h"

extern const miai_presentation mi_go_presentation;

#endif
