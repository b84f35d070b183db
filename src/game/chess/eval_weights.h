/* eval_weights.h - the numbers of the evaluation, in hundredths of a pawn: SCORE(middle game,
 * endgame).  Board halves show the files a to d, which stand for h to e too, rank 1 first. */
#ifndef MI_CHESS_EVAL_WEIGHTS_H
#define MI_CHESS_EVAL_WEIGHTS_H

#include "eval.h"

static const int32_t material[6] = {SCORE(85, 110),  SCORE(330, 310),  SCORE(345, 325),
                                    SCORE(470, 540), SCORE(980, 1000), SCORE(0, 0)};

/* clang-format off */
static const int32_t place[6][32] = {
    { /* pawn */
        SCORE(0, 0), SCORE(0, 0), SCORE(0, 0), SCORE(0, 0),
        SCORE(-3, 2), SCORE(-1, 0), SCORE(1, 0), SCORE(-7, -2),
        SCORE(-5, 4), SCORE(-3, 2), SCORE(-1, 2), SCORE(1, 0),
        SCORE(-5, 10), SCORE(1, 8), SCORE(7, 8), SCORE(19, 6),
        SCORE(0, 22), SCORE(6, 20), SCORE(14, 20), SCORE(20, 18),
        SCORE(13, 44), SCORE(19, 42), SCORE(25, 42), SCORE(31, 40),
        SCORE(39, 72), SCORE(43, 70), SCORE(47, 70), SCORE(51, 68),
        SCORE(0, 0), SCORE(0, 0), SCORE(0, 0), SCORE(0, 0),
    },
    { /* knight */
        SCORE(-65, -28), SCORE(-31, -20), SCORE(-22, -12), SCORE(-13, -4),
        SCORE(-29, -20), SCORE(-20, -12), SCORE(-11, -4), SCORE(-2, 4),
        SCORE(-18, -12), SCORE(-9, -4), SCORE(0, 4), SCORE(9, 12),
        SCORE(-7, -4), SCORE(2, 4), SCORE(11, 12), SCORE(20, 20),
        SCORE(-4, -4), SCORE(5, 4), SCORE(14, 12), SCORE(23, 20),
        SCORE(-9, -12), SCORE(0, -4), SCORE(9, 4), SCORE(18, 12),
        SCORE(-22, -20), SCORE(-12, -12), SCORE(-4, -4), SCORE(6, 4),
        SCORE(-54, -28), SCORE(-20, -20), SCORE(-12, -12), SCORE(-2, -4),
    },
    { /* bishop */
        SCORE(-20, -9), SCORE(-16, -6), SCORE(-12, -3), SCORE(-8, 0),
        SCORE(-4, -6), SCORE(6, -3), SCORE(4, 0), SCORE(8, 3),
        SCORE(0, -3), SCORE(4, 0), SCORE(8, 3), SCORE(12, 6),
        SCORE(4, 0), SCORE(8, 3), SCORE(12, 6), SCORE(16, 9),
        SCORE(0, 0), SCORE(4, 3), SCORE(8, 6), SCORE(12, 9),
        SCORE(-4, -3), SCORE(0, 0), SCORE(4, 3), SCORE(8, 6),
        SCORE(-8, -6), SCORE(-4, -3), SCORE(0, 0), SCORE(4, 3),
        SCORE(-12, -9), SCORE(-8, -6), SCORE(-4, -3), SCORE(0, 0),
    },
    { /* rook */
        SCORE(-4, 0), SCORE(0, 0), SCORE(4, 0), SCORE(8, 0),
        SCORE(-10, 0), SCORE(-6, 0), SCORE(-2, 0), SCORE(2, 0),
        SCORE(-10, 0), SCORE(-6, 0), SCORE(-2, 0), SCORE(2, 0),
        SCORE(-6, 0), SCORE(-2, 0), SCORE(2, 0), SCORE(6, 0),
        SCORE(-6, 8), SCORE(-2, 8), SCORE(2, 8), SCORE(6, 8),
        SCORE(-6, 8), SCORE(-2, 8), SCORE(2, 8), SCORE(6, 8),
        SCORE(6, 8), SCORE(10, 8), SCORE(14, 8), SCORE(18, 8),
        SCORE(-6, 8), SCORE(-2, 8), SCORE(2, 8), SCORE(6, 8),
    },
    { /* queen */
        SCORE(-3, -18), SCORE(-2, -12), SCORE(-1, -6), SCORE(0, 0),
        SCORE(2, -12), SCORE(3, -6), SCORE(4, 0), SCORE(5, 6),
        SCORE(3, -6), SCORE(4, 0), SCORE(5, 6), SCORE(6, 12),
        SCORE(0, 0), SCORE(1, 6), SCORE(2, 12), SCORE(3, 18),
        SCORE(-4, 5), SCORE(-3, 11), SCORE(-2, 17), SCORE(-1, 23),
        SCORE(-5, -1), SCORE(-4, 5), SCORE(-3, 11), SCORE(-2, 17),
        SCORE(-6, -7), SCORE(-5, -1), SCORE(-4, 5), SCORE(-3, 11),
        SCORE(-7, -13), SCORE(-6, -7), SCORE(-5, -1), SCORE(-4, 5),
    },
    { /* king */
        SCORE(20, -46), SCORE(32, -32), SCORE(10, -18), SCORE(-4, -4),
        SCORE(14, -34), SCORE(12, -20), SCORE(-12, -6), SCORE(-20, 8),
        SCORE(-14, -20), SCORE(-18, -6), SCORE(-28, 8), SCORE(-34, 22),
        SCORE(-30, -8), SCORE(-36, 6), SCORE(-44, 20), SCORE(-48, 34),
        SCORE(-38, -8), SCORE(-42, 6), SCORE(-48, 20), SCORE(-52, 34),
        SCORE(-38, -20), SCORE(-42, -6), SCORE(-48, 8), SCORE(-52, 22),
        SCORE(-38, -34), SCORE(-42, -20), SCORE(-48, -6), SCORE(-52, 8),
        SCORE(-38, -46), SCORE(-42, -32), SCORE(-48, -18), SCORE(-52, -4),
    },
};
/* clang-format on */

static const int32_t knight_mobility[9] = {SCORE(-32, -32), SCORE(-19, -19), SCORE(-11, -11),
                                           SCORE(-4, -4),   SCORE(2, 2),     SCORE(7, 7),
                                           SCORE(11, 11),   SCORE(15, 15),   SCORE(19, 19)};

static const int32_t bishop_mobility[14] = {
    SCORE(-37, -44), SCORE(-24, -28), SCORE(-16, -19), SCORE(-9, -11), SCORE(-4, -4),
    SCORE(1, 2),     SCORE(6, 7),     SCORE(10, 12),   SCORE(14, 17),  SCORE(18, 21),
    SCORE(21, 25),   SCORE(25, 29),   SCORE(28, 33),   SCORE(31, 37)};

static const int32_t rook_mobility[15] = {
    SCORE(-30, -53), SCORE(-21, -37), SCORE(-15, -26), SCORE(-10, -18), SCORE(-6, -11),
    SCORE(-2, -4),   SCORE(1, 2),     SCORE(4, 7),     SCORE(7, 12),    SCORE(10, 17),
    SCORE(12, 21),   SCORE(15, 26),   SCORE(17, 30),   SCORE(19, 34),   SCORE(21, 37)};

static const int32_t queen_mobility[28] = {
    SCORE(-29, -52), SCORE(-23, -42), SCORE(-19, -35), SCORE(-16, -30), SCORE(-14, -25),
    SCORE(-12, -21), SCORE(-10, -17), SCORE(-8, -14),  SCORE(-6, -10),  SCORE(-4, -7),
    SCORE(-3, -5),   SCORE(-1, -2),   SCORE(0, 1),     SCORE(2, 3),     SCORE(3, 6),
    SCORE(4, 8),     SCORE(6, 10),    SCORE(7, 13),    SCORE(8, 15),    SCORE(9, 17),
    SCORE(10, 19),   SCORE(12, 21),   SCORE(13, 23),   SCORE(14, 25),   SCORE(15, 26),
    SCORE(16, 28),   SCORE(17, 30),   SCORE(18, 32)};

static const int32_t bishop_pair = SCORE(25, 45);
static const int32_t tempo = SCORE(15, 8);

#endif
