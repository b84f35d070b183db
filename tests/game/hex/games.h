/* games.h - games of Hex for the tests. */
#ifndef MI_TESTS_GAME_HEX_GAMES_H
#define MI_TESTS_GAME_HEX_GAMES_H

#include "game/hex/position.h"

/* A game that has not begun. */
struct mi_hex hex_begin(int width, int height, int rules);

/* Plays the moves, in the game's notation, with blanks between them; all have to be legal. */
void hex_play(struct mi_hex *b, const char *moves);

#endif
