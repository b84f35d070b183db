#include "games.h"

const miai_game *const mi_games[] = {&mi_go,      &mi_connect4, &mi_tictactoe,   &mi_chess,
                                     &mi_othello, &mi_hex,      &mi_gomoku_game, NULL};
