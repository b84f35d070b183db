/* presentation.h - texts of positions and moves of Connect Four, and its names elsewhere. */
#ifndef MI_GAME_CONNECT4_PRESENTATION_H
#define MI_GAME_CONNECT4_PRESENTATION_H

#include "miai_game.h"

int mi_connect4_move_text(const void *pos, miai_move move, char *text, size_t size);
int mi_connect4_text(const void *pos, char *text, size_t size);
void mi_connect4_board(const void *pos, int8_t *piece);

extern const miai_notation mi_connect4_notation;
extern const miai_presentation mi_connect4_presentation;

#endif
