/* pattern.h - a position as the evaluation sees it: what stands on lines and corners, as numbers to
 * base 3, and how many moves there are.
 *
 * A pattern that is its own mirror image has one number for both ways round: that of an unordered
 * pair of halves. */
#ifndef MI_GAME_OTHELLO_PATTERN_H
#define MI_GAME_OTHELLO_PATTERN_H

#include "board.h"

/* Numbers that halves of 2, 3, 4 and 5 squares have, and pairs of them. */
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

/* Where the weights of each kind begin. */
enum {
    MI_AT_EDGE = 0, /* an edge and the two squares diagonal to its corners */
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
    MI_AT_MOVES = MI_AT_CORNER_10 + MI_HALF_5 * MI_HALF_5, /* of who is to move */
    MI_AT_OTHER_MOVES = MI_AT_MOVES + 32,
    MI_AT_PARITY = MI_AT_OTHER_MOVES + 32, /* of the empty squares */
    MI_OTHELLO_WEIGHTS = MI_AT_PARITY + 2
};

enum { MI_OTHELLO_FEATURES = 49, MI_OTHELLO_STAGES = 12 };

/* The weights that count for a position, in the view of who has own and is to move; their sum is
 * its value. */
void mi_othello_features(uint64_t own, uint64_t other, int feature[MI_OTHELLO_FEATURES]);

/* How far a game with so many empty squares is, from 0, its end. */
static inline int mi_othello_stage(int empty)
{
    return empty < 60 ? empty / 5 : MI_OTHELLO_STAGES - 1;
}

#endif
