/* semeai.h - chains that fight each other for liberties. */
#ifndef MI_GAME_GO_TACTICS_SEMEAI_H
#define MI_GAME_GO_TACTICS_SEMEAI_H

#include "game/go/board/board.h"

/* Moves of the player to move in the races that the last move, a stone on the point last, may have
 * decided: where a chain of his beside that stone has few liberties, the liberties of each of its
 * neighbours that has no more.  None is a self-atari or retakes a ko, nor an eye, being beside
 * the rival; a neighbour in atari is not listed.  Writes at most `room` points, some maybe twice,
 * and returns how many. */
int mi_go_semeai(const struct mi_go *b, int last, uint16_t *list, int room);

#endif
