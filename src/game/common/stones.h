/* stones.h - positions of stones on a board as the text that Cute Chess has for them, in the manner
 * of FEN: rows from the top with P for the first player's stones, p for the second's and numbers
 * for empty points, the stones in hand, the turn (w or b), and fields that mean nothing here:
 *
 *     3/1P1/p2[PPPPppp] w - - 0 1 */
#ifndef MI_GAME_COMMON_STONES_H
#define MI_GAME_COMMON_STONES_H

#include "miai_game.h"

/* piece[y * width + x]: 0 or 1 the player, -1 nothing.  As snprintf. */
int mi_write_stones(int width, int height, const int8_t *piece, int turn, char *text, size_t size);

/* The fields behind the turn may be missing, and the stones in hand.  False if the text is none, or
 * the players have not taken turns, the first player beginning. */
bool mi_read_stones(int width, int height, const char *text, int8_t *piece, int *turn);

/* Why mi_read_stones() refuses a text, in words, as snprintf; 0: it does not. */
int mi_stones_refusal(int width, int height, const char *text, char *why, size_t size);

#endif
