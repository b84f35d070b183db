/* eval_weights.h - the numbers of the evaluation, in hundredths of a pawn: middle game, endgame.
 * Written by the tuner: see tools/tune/README. */
#include "eval_terms.h"

/* clang-format off */
const struct mi_chess_weights mi_chess_weights = {
    /* a pawn, knight, bishop, rook, queen; the king counts nothing */
    .material = {
        SCORE(65, 125), SCORE(305, 352), SCORE(323, 375), SCORE(441, 630), SCORE(986, 1078), SCORE(0, 0),
    },
    /* by piece, rank, and file from the edge */
    .place = {
        SCORE(0, 0), SCORE(0, 0), SCORE(0, 0), SCORE(0, 0),
        SCORE(-9, 12), SCORE(4, -1), SCORE(0, 3), SCORE(-1, 7),
        SCORE(-9, 3), SCORE(0, 7), SCORE(0, 6), SCORE(0, -1),
        SCORE(-11, 11), SCORE(-2, 10), SCORE(12, 6), SCORE(14, -4),
        SCORE(-4, 25), SCORE(11, 20), SCORE(8, 24), SCORE(17, 6),
        SCORE(15, 51), SCORE(18, 30), SCORE(19, 44), SCORE(26, 47),
        SCORE(37, 68), SCORE(40, 62), SCORE(47, 78), SCORE(55, 68),
        SCORE(0, 0), SCORE(0, 0), SCORE(0, 0), SCORE(0, 0),
        SCORE(-67, -28), SCORE(-28, -21), SCORE(-30, -16), SCORE(-11, -5),
        SCORE(-31, -18), SCORE(-14, -13), SCORE(-13, -8), SCORE(-3, 14),
        SCORE(-17, -10), SCORE(-4, 2), SCORE(-5, 5), SCORE(10, 20),
        SCORE(-3, 3), SCORE(4, 8), SCORE(15, 11), SCORE(16, 18),
        SCORE(3, 2), SCORE(7, 11), SCORE(15, 19), SCORE(15, 32),
        SCORE(-11, -14), SCORE(-7, -10), SCORE(12, 2), SCORE(14, 17),
        SCORE(-26, -21), SCORE(-14, -12), SCORE(-7, -2), SCORE(3, 1),
        SCORE(-62, -33), SCORE(-21, -22), SCORE(-15, -12), SCORE(-2, -4),
        SCORE(-18, -7), SCORE(-17, -5), SCORE(-15, 3), SCORE(-9, -1),
        SCORE(-4, -5), SCORE(10, -5), SCORE(-1, 0), SCORE(2, 11),
        SCORE(-5, -3), SCORE(23, 0), SCORE(15, 3), SCORE(2, 12),
        SCORE(2, -11), SCORE(1, 1), SCORE(12, 10), SCORE(17, 19),
        SCORE(-3, -1), SCORE(0, 10), SCORE(7, 14), SCORE(9, 8),
        SCORE(-10, -2), SCORE(-4, 2), SCORE(13, 9), SCORE(13, 10),
        SCORE(-9, -11), SCORE(-4, 1), SCORE(-6, -1), SCORE(1, 6),
        SCORE(-8, -9), SCORE(-7, -5), SCORE(-5, -3), SCORE(-3, -2),
        SCORE(-12, 2), SCORE(1, 7), SCORE(4, 8), SCORE(8, -4),
        SCORE(-17, -3), SCORE(-4, 3), SCORE(-12, -6), SCORE(3, 1),
        SCORE(-27, 0), SCORE(-6, 0), SCORE(1, -3), SCORE(2, 2),
        SCORE(-12, 6), SCORE(-3, 2), SCORE(2, 0), SCORE(11, 8),
        SCORE(-8, 20), SCORE(-5, 11), SCORE(-12, 5), SCORE(11, 9),
        SCORE(3, 11), SCORE(-2, 12), SCORE(3, 9), SCORE(8, 7),
        SCORE(6, 8), SCORE(8, 14), SCORE(14, 7), SCORE(20, 8),
        SCORE(-6, 17), SCORE(0, 18), SCORE(7, 17), SCORE(10, 20),
        SCORE(-9, -20), SCORE(-6, -13), SCORE(7, -7), SCORE(-1, -15),
        SCORE(8, -7), SCORE(9, -4), SCORE(2, 1), SCORE(8, 8),
        SCORE(-3, -7), SCORE(5, 6), SCORE(2, 8), SCORE(6, 12),
        SCORE(1, 5), SCORE(5, 12), SCORE(6, 16), SCORE(-2, 19),
        SCORE(9, 13), SCORE(-5, 14), SCORE(-4, 23), SCORE(-1, 36),
        SCORE(-13, -2), SCORE(-3, 6), SCORE(-5, 15), SCORE(-3, 21),
        SCORE(-6, -4), SCORE(-2, 4), SCORE(1, 8), SCORE(1, 13),
        SCORE(-10, -9), SCORE(-12, -5), SCORE(-2, 4), SCORE(-6, 8),
        SCORE(31, -42), SCORE(27, -34), SCORE(5, -23), SCORE(3, 1),
        SCORE(18, -41), SCORE(1, -16), SCORE(-24, -2), SCORE(-23, 9),
        SCORE(-14, -22), SCORE(-4, -4), SCORE(-32, 3), SCORE(-31, 21),
        SCORE(-29, -9), SCORE(-39, 4), SCORE(-46, 14), SCORE(-51, 24),
        SCORE(-36, -6), SCORE(-40, 7), SCORE(-47, 21), SCORE(-53, 31),
        SCORE(-39, -20), SCORE(-41, -1), SCORE(-47, 13), SCORE(-53, 18),
        SCORE(-38, -33), SCORE(-41, -16), SCORE(-48, -4), SCORE(-49, 14),
        SCORE(-39, -48), SCORE(-42, -31), SCORE(-47, -16), SCORE(-52, -3),
    },
    /* by the number of squares that it can safely go to */
    .knight_mobility = {
        SCORE(-31, -32), SCORE(-20, -20), SCORE(-13, -11),
        SCORE(-10, -1), SCORE(-4, 11), SCORE(6, 18),
        SCORE(6, 26), SCORE(12, 22), SCORE(18, 17),
    },
    /* likewise */
    .bishop_mobility = {
        SCORE(-34, -53), SCORE(-23, -33), SCORE(-14, -21), SCORE(-11, -6), SCORE(-7, 7),
        SCORE(0, 14), SCORE(2, 16), SCORE(6, 22), SCORE(10, 19), SCORE(8, 26),
        SCORE(18, 30), SCORE(24, 31), SCORE(30, 35), SCORE(30, 38),
    },
    /* likewise */
    .rook_mobility = {
        SCORE(-28, -55), SCORE(-19, -44), SCORE(-9, -33), SCORE(-7, -10), SCORE(-2, -7),
        SCORE(-5, 0), SCORE(-2, 6), SCORE(1, 18), SCORE(0, 23), SCORE(9, 26),
        SCORE(7, 37), SCORE(1, 42), SCORE(8, 36), SCORE(14, 40), SCORE(26, 49),
    },
    /* likewise */
    .queen_mobility = {
        SCORE(-29, -52), SCORE(-23, -42), SCORE(-16, -36), SCORE(-13, -30), SCORE(-15, -28),
        SCORE(-12, -23), SCORE(-11, -17), SCORE(-8, -17), SCORE(-10, -10), SCORE(-5, -4),
        SCORE(-8, -3), SCORE(-5, 7), SCORE(-1, 5), SCORE(-1, 11), SCORE(-1, 12),
        SCORE(4, 13), SCORE(10, 19), SCORE(10, 19), SCORE(13, 26), SCORE(9, 23),
        SCORE(14, 27), SCORE(16, 28), SCORE(15, 25), SCORE(16, 28), SCORE(15, 26),
        SCORE(16, 28), SCORE(17, 30), SCORE(18, 32),
    },
    /* bishops on both colours */
    .bishop_pair = {
        SCORE(3, 70),
    },
    /* to be on move */
    .tempo = {
        SCORE(15, 10),
    },
    /* knight, bishop where a pawn guards it and none can drive it away */
    .outpost = {
        SCORE(24, 25), SCORE(20, 19),
    },
    /* knight that can go to such a square */
    .outpost_near = {
        SCORE(15, 12),
    },
    /* knight or bishop right behind a pawn of any colour */
    .behind_pawn = {
        SCORE(5, 21),
    },
    /* own pawn on the colour of the only bishop */
    .bishop_pawns = {
        SCORE(-1, -4),
    },
    /* rook on a file without own pawns, without any */
    .rook_file = {
        SCORE(9, 9), SCORE(22, 26),
    },
    /* rook on the seventh, with pawns there or the king behind */
    .rook_seventh = {
        SCORE(5, 23),
    },
    /* rook shut in by its own king */
    .rook_trapped = {
        SCORE(-28, -11),
    },
    /* pawn with another of its own behind it on the file */
    .doubled = {
        SCORE(-1, -15),
    },
    /* pawn without own pawns on the files beside it */
    .isolated = {
        SCORE(-5, -19),
    },
    /* pawn that has stayed behind and cannot safely advance */
    .backward = {
        SCORE(-5, 4),
    },
    /* isolated or backward pawn with no enemy pawn before it */
    .exposed = {
        SCORE(-11, 5),
    },
    /* pawn beside another, guarded by one, or both, by rank */
    .connected = {
        SCORE(0, 0), SCORE(1, -2), SCORE(2, 0), SCORE(7, 7),
        SCORE(12, 10), SCORE(37, 25), SCORE(61, 47), SCORE(0, 0),
        SCORE(0, 0), SCORE(0, 0), SCORE(6, 1), SCORE(11, -2),
        SCORE(14, 9), SCORE(36, 11), SCORE(41, 27), SCORE(0, 0),
        SCORE(0, 0), SCORE(0, 0), SCORE(13, 6), SCORE(21, 13),
        SCORE(22, 22), SCORE(59, 45), SCORE(100, 75), SCORE(0, 0),
    },
    /* pawn that can become a passed one, by rank */
    .candidate = {
        SCORE(0, 0), SCORE(-3, -5), SCORE(3, 1), SCORE(0, 16),
        SCORE(15, 26), SCORE(26, 40), SCORE(30, 50), SCORE(0, 0),
    },
    /* passed pawn, by rank; the rest adds to it */
    .passed = {
        SCORE(0, 0), SCORE(4, 27), SCORE(5, 25), SCORE(5, 50),
        SCORE(12, 68), SCORE(40, 107), SCORE(79, 166), SCORE(0, 0),
    },
    /* each step of the own king to the square before it */
    .passed_own_king = {
        SCORE(0, 0), SCORE(-9, 4), SCORE(2, -2), SCORE(-2, -11),
        SCORE(0, -14), SCORE(0, -19), SCORE(-2, -18), SCORE(0, 0),
    },
    /* each step of the other king to it */
    .passed_other_king = {
        SCORE(0, 0), SCORE(3, -3), SCORE(-4, 3), SCORE(-7, 16),
        SCORE(-5, 24), SCORE(-2, 36), SCORE(-1, 38), SCORE(0, 0),
    },
    /* that square is taken by the enemy */
    .passed_blocked = {
        SCORE(0, 0), SCORE(-1, -4), SCORE(-3, -8), SCORE(-7, -11),
        SCORE(-17, -13), SCORE(-11, -30), SCORE(-22, -57), SCORE(0, 0),
    },
    /* that square is free and not attacked */
    .passed_safe = {
        SCORE(0, 0), SCORE(-2, 11), SCORE(1, 7), SCORE(0, 7),
        SCORE(5, 16), SCORE(11, 26), SCORE(14, 36), SCORE(0, 0),
    },
    /* so are all up to the last rank */
    .passed_open = {
        SCORE(0, 0), SCORE(4, 14), SCORE(-2, 11), SCORE(-1, 13),
        SCORE(5, 29), SCORE(12, 40), SCORE(20, 61), SCORE(0, 0),
    },
    /* the square before it is guarded by an own piece */
    .passed_helped = {
        SCORE(0, 0), SCORE(6, 6), SCORE(7, 7), SCORE(8, 16),
        SCORE(17, 21), SCORE(11, 34), SCORE(22, 45), SCORE(0, 0),
    },
    /* own rook, enemy rook behind a passed pawn */
    .rook_behind = {
        SCORE(11, 18), SCORE(-13, -31),
    },
    /* passed pawn that a bare king cannot catch */
    .unstoppable = {
        SCORE(0, 297),
    },
    /* nearest own pawn on a file at the king, by file and rank; 7: none */
    .shelter = {
        SCORE(-2, 0), SCORE(13, -9), SCORE(16, 1), SCORE(-4, -1),
        SCORE(1, 4), SCORE(6, 11), SCORE(-9, -1), SCORE(-16, 3),
        SCORE(0, 0), SCORE(22, 13), SCORE(7, -10), SCORE(-12, -1),
        SCORE(-7, -2), SCORE(-14, -4), SCORE(-12, 3), SCORE(-12, 6),
        SCORE(0, 0), SCORE(16, -1), SCORE(3, 10), SCORE(0, 0),
        SCORE(-9, -7), SCORE(-8, -1), SCORE(-10, 4), SCORE(-13, -5),
        SCORE(-4, 0), SCORE(-3, -8), SCORE(-2, -6), SCORE(-9, 0),
        SCORE(-3, 6), SCORE(-18, -3), SCORE(-13, 2), SCORE(-17, -4),
    },
    /* nearest enemy pawn there, likewise; then those that an own pawn stops */
    .storm = {
        SCORE(0, 0), SCORE(23, 11), SCORE(-26, 1), SCORE(-13, 1),
        SCORE(-18, 3), SCORE(-3, 1), SCORE(-6, -2), SCORE(-2, -13),
        SCORE(0, 0), SCORE(21, -1), SCORE(-27, 7), SCORE(-17, -1),
        SCORE(-8, -5), SCORE(-6, 0), SCORE(-9, 3), SCORE(-12, -3),
        SCORE(0, 0), SCORE(21, -3), SCORE(-31, 1), SCORE(-16, 1),
        SCORE(-1, 8), SCORE(5, 1), SCORE(-2, -11), SCORE(-6, 1),
        SCORE(0, 0), SCORE(20, 4), SCORE(-29, 2), SCORE(-15, 12),
        SCORE(-7, -6), SCORE(2, -4), SCORE(0, 4), SCORE(-8, 0),
        SCORE(0, 0), SCORE(0, 0), SCORE(-10, -12), SCORE(-5, -2),
        SCORE(17, -1), SCORE(-4, -4), SCORE(8, 7), SCORE(-1, -1),
        SCORE(0, 0), SCORE(0, 0), SCORE(-5, -6), SCORE(-8, -4),
        SCORE(13, 5), SCORE(-2, -8), SCORE(-2, -4), SCORE(1, 4),
        SCORE(0, 0), SCORE(0, 0), SCORE(-13, -9), SCORE(7, 11),
        SCORE(-6, -5), SCORE(-11, -17), SCORE(-1, -1), SCORE(0, 4),
        SCORE(0, 0), SCORE(0, 0), SCORE(-5, -9), SCORE(-4, -11),
        SCORE(-2, -9), SCORE(-6, -11), SCORE(-8, -4), SCORE(0, 0),
    },
    /* an attacked king, to begin with; in units of the danger to the king */
    .danger = {
        SCORE(9, 23),
    },
    /* piece that attacks the king's zone */
    .danger_attacker = {
        SCORE(0, 0), SCORE(39, 29), SCORE(33, 21), SCORE(49, 20), SCORE(43, 25),
    },
    /* square of the zone that is attacked, attacked twice */
    .danger_hit = {
        SCORE(12, 21), SCORE(18, 15),
    },
    /* square of the zone that is attacked and hardly guarded */
    .danger_weak = {
        SCORE(38, 13),
    },
    /* kind of piece that has a safe check */
    .danger_check = {
        SCORE(0, 0), SCORE(136, 40), SCORE(101, 41), SCORE(179, 62), SCORE(150, 64),
    },
    /* attack without a queen */
    .danger_no_queen = {
        SCORE(-278, -62),
    },
    /* knight that guards the zone */
    .danger_knight = {
        SCORE(-35, -4),
    },
    /* nearest own pawn on a file at the king, by rank */
    .danger_shelter = {
        SCORE(0, 0), SCORE(-15, 2), SCORE(-10, 1), SCORE(13, 2),
        SCORE(31, 1), SCORE(38, 0), SCORE(39, 0), SCORE(41, 2),
    },
    /* attacked square on the king's side of the board */
    .danger_flank = {
        SCORE(4, 33),
    },
    /* piece attacked by a pawn */
    .pawn_threat = {
        SCORE(0, 0), SCORE(59, 32), SCORE(59, 43), SCORE(74, 35), SCORE(71, 33), SCORE(0, 0),
    },
    /* piece that a safe advance of a pawn would attack */
    .push_threat = {
        SCORE(17, 10),
    },
    /* piece attacked by a knight or bishop */
    .minor_threat = {
        SCORE(2, 20), SCORE(17, 33), SCORE(22, 27), SCORE(47, 31), SCORE(44, 40), SCORE(0, 0),
    },
    /* weak piece attacked by a rook */
    .rook_threat = {
        SCORE(-4, 28), SCORE(23, 29), SCORE(28, 31), SCORE(5, 21), SCORE(46, 22), SCORE(0, 0),
    },
    /* weak piece attacked by the king */
    .king_threat = {
        SCORE(15, 31),
    },
    /* attacked piece that nothing guards */
    .hanging = {
        SCORE(19, 29),
    },
    /* safe square in the own half of the centre */
    .space = {
        SCORE(1, -1),
    },
};
/* clang-format on */
