/* games.h - Hex games for tests. */
#ifndef MI_TESTS_GAME_HEX_GAMES_H
#define MI_TESTS_GAME_HEX_GAMES_H

#include "game/hex/position.h"

/* An initial position. */
struct mi_hex hex_begin(int width, int height, int rules);

/* Plays moves in the game's notation, separated by blanks; all must be legal. */
void hex_play(struct mi_hex *b, const char *moves);

#endif
