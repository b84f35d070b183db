/* pattern.h - features of the evaluation: the contents of lines and corners as numbers in base 3,
 * mobility, and parity.
 *
 * A symmetric pattern and its mirror image have the same number: that of an unordered pair of
 * halves. */
#ifndef MI_GAME_OTHELLO_PATTERN_H
#define MI_GAME_OTHELLO_PATTERN_H

#include "board.h"

/* The number of possible contents of 2 to 5 squares, and of unordered pairs of such contents. */
enum {
    MI_HALF_2 = 9,
    MI_HALF_3 = 27,
    MI_HALF_4 = 81,
    MI_HALF_5 = 243,
    MI_PAIRS_2 = MI_HALF_2 * (MI_HALF_2 + 1) / 2,
    MI_PAIRS_3 = MI_HALF_3 * (MI_HALF_3 + 1) / 2,
    MI_PAIRS_4 = MI_HALF_4 * (MI_HALF_4 + 1) / 2,
    MI_PAIRS_5 = MI_HALF_5 * (MI_HALF_5 + 1) / 2
};

/* The first weight of each kind of feature. */
enum {
    MI_AT_EDGE = 0, /* an edge and the two X-squares */
    MI_AT_ROW_2 = MI_AT_EDGE + MI_PAIRS_5,
    MI_AT_ROW_3 = MI_AT_ROW_2 + MI_PAIRS_4,
    MI_AT_ROW_4 = MI_AT_ROW_3 + MI_PAIRS_4,
    MI_AT_DIAGONAL_8 = MI_AT_ROW_4 + MI_PAIRS_4,
    MI_AT_DIAGONAL_7 = MI_AT_DIAGONAL_8 + MI_PAIRS_4,
    MI_AT_DIAGONAL_6 = MI_AT_DIAGONAL_7 + 3 * MI_PAIRS_3,
    MI_AT_DIAGONAL_5 = MI_AT_DIAGONAL_6 + MI_PAIRS_3,
    MI_AT_DIAGONAL_4 = MI_AT_DIAGONAL_5 + 3 * MI_PAIRS_2,
    MI_AT_CORNER_9 = MI_AT_DIAGONAL_4 + MI_PAIRS_2,        /* 3x3 */
    MI_AT_CORNER_10 = MI_AT_CORNER_9 + 27 * MI_PAIRS_3,    /* 5x2 */
    MI_AT_MOVES = MI_AT_CORNER_10 + MI_HALF_5 * MI_HALF_5, /* mobility of the side to move */
    MI_AT_OTHER_MOVES = MI_AT_MOVES + 32,
    MI_AT_PARITY = MI_AT_OTHER_MOVES + 32, /* parity of the empty squares */
    MI_OTHELLO_WEIGHTS = MI_AT_PARITY + 2
};

enum { MI_OTHELLO_FEATURES = 49, MI_OTHELLO_STAGES = 12 };

/* Writes the indices of the weights that apply to a position, from the view of `own`, the side to
 * move.  The evaluation is their sum. */
void mi_othello_features(uint64_t own, uint64_t other, int feature[MI_OTHELLO_FEATURES]);

/* The stage of a game by its number of empty squares; 0 is the end. */
static inline int mi_othello_stage(int empty)
{
    return empty < 60 ? empty / 5 : MI_OTHELLO_STAGES - 1;
}

#endif
