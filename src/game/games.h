/* games.h - the games that come with the library. */
#ifndef MI_GAMES_H
#define MI_GAMES_H

#include "miai_game.h"

extern const miai_game mi_tictactoe, mi_connect4, mi_go, mi_chess, mi_othello, mi_hex,
    mi_gomoku_game;

/* All of them, the default first, ended by NULL. */
extern const miai_game *const mi_games[];

#endif
