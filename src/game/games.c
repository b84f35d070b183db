#include "games.h"

const miai_game *const mi_games[] = {
    &mi_go_game,      &mi_connect4_game, &mi_tictactoe_game, &mi_chess_game,
    &mi_othello_game, &mi_hex_game,      &mi_gomoku_game,    NULL};
