/* plates_game.h - the game of examples/plates.c, for the tests. */
#ifndef MI_TESTS_SUPPORT_PLATES_GAME_H
#define MI_TESTS_SUPPORT_PLATES_GAME_H

#include "miai_game.h"

extern const miai_game *const plates_game;

#endif
