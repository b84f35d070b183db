/* definition.h - a slow reference implementation of the chess network: by definition, from the
 * bytes of its file. */
#ifndef MI_TESTS_GAME_CHESS_NNUE_DEFINITION_H
#define MI_TESTS_GAME_CHESS_NNUE_DEFINITION_H

#include "game/chess/board/position.h"
#include "image.h"

/* The contents of a file. */
struct definition {
    int width, buckets, sets;
    int set[32];          /* for king squares e1 to h1, e2 to h8 */
    int *number;          /* owned: the first layer's weights and biases, then the rest */
    int bias[8 * BIASES]; /* of both layers and the output */
};

/* Parses a valid file. */
struct definition read_definition(const struct image *image);
void free_definition(struct definition *d);

/* The evaluation in hundredths of a pawn, for the side to move. */
int slow_value(const struct definition *d, const struct mi_chess *p);

#endif
