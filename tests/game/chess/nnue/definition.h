/* definition.h - what a network that evaluates chess says, the slow way: from the bytes of its
 * file, by the definition. */
#ifndef MI_TESTS_GAME_CHESS_NNUE_DEFINITION_H
#define MI_TESTS_GAME_CHESS_NNUE_DEFINITION_H

#include "game/chess/board/position.h"
#include "image.h"

/* Hundredths of a pawn for the player to move. */
int slow_value(const struct image *image, int width, int buckets, const struct mi_chess *p);

#endif
