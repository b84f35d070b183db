/* stones.h - positions of stones in the FEN-like format of Cute Chess: rows from the top, with P
 * for the first player's stones, p for the second player's and numbers for empty points; the stones
 * in hand; the side to move (w or b); and fields without meaning in these games:
 *
 *     3/1P1/p2[PPPPppp] w - - 0 1 */
#ifndef MI_GAME_COMMON_STONES_H
#define MI_GAME_COMMON_STONES_H

#include "miai_game.h"

/* piece[y * width + x] is the player, 0 or 1, or -1 for an empty point.  Truncates and returns like
 * snprintf. */
int mi_write_stones(int width, int height, const int8_t *piece, int turn, char *text, size_t size);

/* The stones in hand and the fields after the side to move are optional.  Returns false if the text
 * is malformed or the stone counts do not fit the side to move (players alternate, player 0
 * starts). */
bool mi_read_stones(int width, int height, const char *text, int8_t *piece, int *turn);

/* Writes why mi_read_stones() rejects the text and returns the length like snprintf; 0 if it
 * accepts it. */
int mi_stones_refusal(int width, int height, const char *text, char *why, size_t size);

#endif
