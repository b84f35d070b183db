/* games.h - the games built into the library. */
#ifndef MI_GAME_GAMES_H
#define MI_GAME_GAMES_H

#include "miai_game.h"

extern const miai_game mi_tictactoe_game, mi_connect4_game, mi_go_game, mi_chess_game,
    mi_othello_game, mi_hex_game, mi_gomoku_game;

/* All games, the default first; ends with NULL. */
extern const miai_game *const mi_games[];

#endif
