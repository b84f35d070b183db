/* The numbers of the evaluation, in hundredths of a pawn: middle game, endgame.
 * Written by the tuner: see tools/chess/tune/README. */
#include "weights.h"

/* clang-format off */
const struct mi_chess_weight_set mi_chess_weights = {
    /* pawn, knight, bishop, rook, queen; the king has no value */
    .material = {
        SCORE(60, 122), SCORE(299, 372), SCORE(327, 383), SCORE(419, 651), SCORE(993, 1101), SCORE(0, 0),
    },
    /* by piece, rank, and file from the edge */
    .place = {
        SCORE(0, 0), SCORE(0, 0), SCORE(0, 0), SCORE(0, 0),
        SCORE(-13, 15), SCORE(2, 6), SCORE(-3, 5), SCORE(-1, 5),
        SCORE(-11, 3), SCORE(-5, 11), SCORE(-2, 2), SCORE(-5, -1),
        SCORE(-7, 9), SCORE(-2, 12), SCORE(14, 6), SCORE(16, -7),
        SCORE(5, 23), SCORE(16, 25), SCORE(13, 23), SCORE(15, 1),
        SCORE(14, 50), SCORE(16, 27), SCORE(14, 43), SCORE(27, 48),
        SCORE(38, 64), SCORE(38, 66), SCORE(50, 79), SCORE(53, 66),
        SCORE(0, 0), SCORE(0, 0), SCORE(0, 0), SCORE(0, 0),
        SCORE(-68, -28), SCORE(-31, -22), SCORE(-31, -18), SCORE(-12, -8),
        SCORE(-30, -16), SCORE(-12, -13), SCORE(-11, -11), SCORE(-3, 12),
        SCORE(-19, -11), SCORE(3, 5), SCORE(-4, 13), SCORE(2, 13),
        SCORE(-2, 1), SCORE(-1, 7), SCORE(12, 14), SCORE(14, 20),
        SCORE(8, 10), SCORE(5, 10), SCORE(13, 11), SCORE(8, 34),
        SCORE(-11, -11), SCORE(-4, -7), SCORE(15, 7), SCORE(18, 19),
        SCORE(-23, -20), SCORE(-11, -7), SCORE(-5, 0), SCORE(3, 4),
        SCORE(-66, -34), SCORE(-21, -23), SCORE(-16, -12), SCORE(-2, -5),
        SCORE(-17, -5), SCORE(-20, -5), SCORE(-13, 2), SCORE(-12, -3),
        SCORE(-12, -7), SCORE(9, -7), SCORE(4, 1), SCORE(3, 7),
        SCORE(-8, -2), SCORE(19, -2), SCORE(15, 8), SCORE(7, 19),
        SCORE(1, -11), SCORE(-2, -3), SCORE(8, 7), SCORE(19, 14),
        SCORE(-2, -3), SCORE(0, 12), SCORE(7, 12), SCORE(5, 14),
        SCORE(-3, 1), SCORE(-4, 0), SCORE(17, 11), SCORE(15, 9),
        SCORE(-10, -14), SCORE(0, 3), SCORE(-3, 2), SCORE(2, 8),
        SCORE(-6, -6), SCORE(-9, -5), SCORE(-4, 0), SCORE(-2, -2),
        SCORE(-10, 2), SCORE(-2, 2), SCORE(2, 0), SCORE(2, -3),
        SCORE(-22, -3), SCORE(-1, 2), SCORE(-17, -4), SCORE(0, -3),
        SCORE(-27, 1), SCORE(-10, 3), SCORE(4, -4), SCORE(-1, -1),
        SCORE(-18, 11), SCORE(-2, 5), SCORE(6, 2), SCORE(8, 7),
        SCORE(-9, 21), SCORE(0, 17), SCORE(-7, 10), SCORE(12, 11),
        SCORE(-2, 14), SCORE(0, 16), SCORE(3, 12), SCORE(7, 5),
        SCORE(7, 16), SCORE(7, 12), SCORE(14, 6), SCORE(14, 6),
        SCORE(-4, 20), SCORE(1, 20), SCORE(7, 17), SCORE(9, 18),
        SCORE(-7, -19), SCORE(-7, -13), SCORE(0, -10), SCORE(3, -18),
        SCORE(5, -8), SCORE(10, -6), SCORE(13, 0), SCORE(6, 2),
        SCORE(4, -4), SCORE(0, 8), SCORE(0, 11), SCORE(-2, 12),
        SCORE(-3, 6), SCORE(5, 14), SCORE(-2, 18), SCORE(-2, 23),
        SCORE(14, 15), SCORE(-2, 15), SCORE(-4, 24), SCORE(-8, 36),
        SCORE(-7, 0), SCORE(1, 8), SCORE(-10, 14), SCORE(-2, 22),
        SCORE(-3, -3), SCORE(3, 6), SCORE(2, 8), SCORE(-1, 14),
        SCORE(-8, -8), SCORE(-11, -3), SCORE(1, 7), SCORE(-5, 10),
        SCORE(27, -45), SCORE(29, -37), SCORE(4, -24), SCORE(2, -10),
        SCORE(19, -42), SCORE(1, -16), SCORE(-32, 1), SCORE(-19, 10),
        SCORE(-11, -19), SCORE(-4, -7), SCORE(-27, 8), SCORE(-33, 19),
        SCORE(-28, -8), SCORE(-41, 3), SCORE(-46, 15), SCORE(-52, 27),
        SCORE(-36, -6), SCORE(-41, 5), SCORE(-46, 22), SCORE(-52, 29),
        SCORE(-39, -20), SCORE(-40, 3), SCORE(-46, 17), SCORE(-52, 20),
        SCORE(-39, -37), SCORE(-40, -13), SCORE(-49, -6), SCORE(-49, 15),
        SCORE(-39, -50), SCORE(-42, -30), SCORE(-47, -15), SCORE(-51, 0),
    },
    /* knight, by the number of safe squares that it can reach */
    .knight_mobility = {
        SCORE(-31, -32), SCORE(-21, -23), SCORE(-16, -6),
        SCORE(-9, 4), SCORE(-2, 16), SCORE(1, 22),
        SCORE(7, 28), SCORE(13, 27), SCORE(15, 15),
    },
    /* bishop, by the number of safe squares */
    .bishop_mobility = {
        SCORE(-30, -56), SCORE(-20, -40), SCORE(-14, -21), SCORE(-7, -7), SCORE(-4, 7),
        SCORE(-1, 15), SCORE(0, 19), SCORE(4, 25), SCORE(6, 23), SCORE(3, 30),
        SCORE(19, 30), SCORE(25, 30), SCORE(32, 36), SCORE(31, 41),
    },
    /* rook, by the number of safe squares */
    .rook_mobility = {
        SCORE(-29, -55), SCORE(-22, -47), SCORE(-10, -32), SCORE(-9, -15), SCORE(-9, -2),
        SCORE(-9, 12), SCORE(-7, 14), SCORE(-5, 20), SCORE(0, 26), SCORE(6, 27),
        SCORE(9, 35), SCORE(9, 39), SCORE(10, 38), SCORE(16, 42), SCORE(23, 46),
    },
    /* queen, by the number of safe squares */
    .queen_mobility = {
        SCORE(-29, -52), SCORE(-18, -42), SCORE(-16, -37), SCORE(-12, -31), SCORE(-14, -28),
        SCORE(-12, -24), SCORE(-9, -19), SCORE(-10, -17), SCORE(-7, -10), SCORE(-7, -7),
        SCORE(-6, 1), SCORE(-4, 10), SCORE(-2, 10), SCORE(-3, 14), SCORE(0, 16),
        SCORE(1, 18), SCORE(10, 22), SCORE(11, 23), SCORE(16, 30), SCORE(8, 25),
        SCORE(14, 27), SCORE(15, 27), SCORE(15, 24), SCORE(15, 27), SCORE(15, 25),
        SCORE(15, 26), SCORE(17, 30), SCORE(18, 31),
    },
    /* bishops on both colours */
    .bishop_pair = {
        SCORE(5, 72),
    },
    /* the side to move */
    .tempo = {
        SCORE(33, 15),
    },
    /* knight, bishop guarded by a pawn that no enemy pawn can attack */
    .outpost = {
        SCORE(22, 20), SCORE(23, 15),
    },
    /* knight that can reach such a square */
    .outpost_near = {
        SCORE(19, 13),
    },
    /* knight or bishop directly behind a pawn of any colour */
    .behind_pawn = {
        SCORE(5, 17),
    },
    /* own pawn on the colour of the only bishop */
    .bishop_pawns = {
        SCORE(0, -1),
    },
    /* rook on a half-open file, on an open file */
    .rook_file = {
        SCORE(11, 11), SCORE(23, 22),
    },
    /* rook on the seventh rank, with enemy pawns there or the king on the eighth */
    .rook_seventh = {
        SCORE(-3, 22),
    },
    /* rook trapped by its own king */
    .rook_trapped = {
        SCORE(-36, -14),
    },
    /* doubled pawn: another own pawn behind it on the file */
    .doubled = {
        SCORE(-5, -15),
    },
    /* pawn without own pawns on the adjacent files */
    .isolated = {
        SCORE(-2, -13),
    },
    /* backward pawn that cannot safely advance */
    .backward = {
        SCORE(-2, -1),
    },
    /* isolated or backward pawn without an enemy pawn in front */
    .exposed = {
        SCORE(-10, 5),
    },
    /* pawn next to another, guarded by one, or both, by rank */
    .connected = {
        SCORE(0, 0), SCORE(4, 1), SCORE(9, 0), SCORE(6, 9),
        SCORE(10, 11), SCORE(37, 21), SCORE(61, 47), SCORE(0, 0),
        SCORE(0, 0), SCORE(0, 0), SCORE(17, 8), SCORE(10, 2),
        SCORE(14, 2), SCORE(40, 18), SCORE(43, 29), SCORE(0, 0),
        SCORE(0, 0), SCORE(0, 0), SCORE(23, 14), SCORE(18, 7),
        SCORE(25, 24), SCORE(59, 45), SCORE(100, 75), SCORE(0, 0),
    },
    /* candidate: pawn that may become a passed pawn, by rank */
    .candidate = {
        SCORE(0, 0), SCORE(-3, -3), SCORE(0, 2), SCORE(-2, 13),
        SCORE(12, 29), SCORE(30, 41), SCORE(30, 50), SCORE(0, 0),
    },
    /* passed pawn, by rank; the next weights add to it */
    .passed = {
        SCORE(0, 0), SCORE(3, 24), SCORE(8, 28), SCORE(7, 54),
        SCORE(13, 71), SCORE(41, 99), SCORE(78, 166), SCORE(0, 0),
    },
    /* per step of the own king to the square in front of it */
    .passed_own_king = {
        SCORE(0, 0), SCORE(-8, 3), SCORE(3, -3), SCORE(1, -13),
        SCORE(3, -19), SCORE(-3, -23), SCORE(-6, -19), SCORE(0, 0),
    },
    /* per step of the enemy king to that square */
    .passed_other_king = {
        SCORE(0, 0), SCORE(3, -1), SCORE(-10, 4), SCORE(-5, 12),
        SCORE(-6, 25), SCORE(3, 39), SCORE(-1, 42), SCORE(0, 0),
    },
    /* an enemy piece is on that square */
    .passed_blocked = {
        SCORE(0, 0), SCORE(0, -4), SCORE(-3, -9), SCORE(-9, -13),
        SCORE(-14, -9), SCORE(-9, -26), SCORE(-26, -59), SCORE(0, 0),
    },
    /* that square is free and not attacked */
    .passed_safe = {
        SCORE(0, 0), SCORE(-3, 6), SCORE(-3, 6), SCORE(3, 14),
        SCORE(1, 18), SCORE(12, 31), SCORE(16, 41), SCORE(0, 0),
    },
    /* all squares up to the last rank are free and not attacked */
    .passed_open = {
        SCORE(0, 0), SCORE(3, 15), SCORE(-2, 13), SCORE(-2, 16),
        SCORE(3, 32), SCORE(15, 48), SCORE(22, 66), SCORE(0, 0),
    },
    /* an own piece guards the square in front of it */
    .passed_helped = {
        SCORE(0, 0), SCORE(1, 0), SCORE(7, 9), SCORE(13, 18),
        SCORE(17, 24), SCORE(15, 34), SCORE(25, 50), SCORE(0, 0),
    },
    /* own rook, enemy rook behind a passed pawn */
    .rook_behind = {
        SCORE(5, 21), SCORE(-15, -40),
    },
    /* passed pawn that the lone king cannot catch */
    .unstoppable = {
        SCORE(0, 294),
    },
    /* nearest own pawn on a file near the king, by file and rank; 7: none */
    .shelter = {
        SCORE(-2, 0), SCORE(12, -15), SCORE(13, -5), SCORE(-2, -2),
        SCORE(3, 4), SCORE(8, 11), SCORE(-8, 1), SCORE(-20, 5),
        SCORE(0, 0), SCORE(20, 12), SCORE(5, -6), SCORE(-8, -2),
        SCORE(-1, -1), SCORE(-17, -6), SCORE(-12, 5), SCORE(-19, 8),
        SCORE(0, 0), SCORE(12, 3), SCORE(2, 0), SCORE(-7, 0),
        SCORE(-8, -5), SCORE(-1, 2), SCORE(-9, 6), SCORE(-9, -7),
        SCORE(-4, 0), SCORE(2, -3), SCORE(-1, -4), SCORE(-6, 2),
        SCORE(-3, 5), SCORE(-14, -1), SCORE(-15, 0), SCORE(-23, -8),
    },
    /* nearest enemy pawn there, by file and rank; then those that an own pawn blocks */
    .storm = {
        SCORE(0, 0), SCORE(24, 12), SCORE(-27, 1), SCORE(-18, -2),
        SCORE(-10, 2), SCORE(-7, -5), SCORE(-10, -3), SCORE(-8, -16),
        SCORE(0, 0), SCORE(21, -3), SCORE(-26, 17), SCORE(-17, 1),
        SCORE(-7, -4), SCORE(-7, 1), SCORE(-5, 2), SCORE(-16, -5),
        SCORE(0, 0), SCORE(22, -2), SCORE(-35, 6), SCORE(-14, 8),
        SCORE(-7, 5), SCORE(8, -1), SCORE(3, -15), SCORE(-1, -7),
        SCORE(0, 0), SCORE(20, 3), SCORE(-24, -2), SCORE(-14, 5),
        SCORE(-6, 3), SCORE(3, 3), SCORE(2, 10), SCORE(-13, -1),
        SCORE(0, 0), SCORE(0, 0), SCORE(-12, -13), SCORE(0, 4),
        SCORE(19, 1), SCORE(0, -9), SCORE(8, 9), SCORE(0, 1),
        SCORE(0, 0), SCORE(0, 0), SCORE(-6, -6), SCORE(-4, -6),
        SCORE(11, 4), SCORE(-6, -8), SCORE(-4, -5), SCORE(1, 5),
        SCORE(0, 0), SCORE(0, 0), SCORE(-14, -11), SCORE(-1, 7),
        SCORE(-10, 0), SCORE(-6, -15), SCORE(0, -1), SCORE(1, 6),
        SCORE(0, 0), SCORE(0, 0), SCORE(-9, -11), SCORE(-10, -8),
        SCORE(5, -10), SCORE(-5, -15), SCORE(-6, -3), SCORE(-2, -1),
    },
    /* base danger of an attacked king, in danger units */
    .danger = {
        SCORE(1, 23),
    },
    /* piece that attacks the king's zone */
    .danger_attacker = {
        SCORE(0, 0), SCORE(45, 29), SCORE(38, 22), SCORE(45, 18), SCORE(37, 26),
    },
    /* square of the zone that is attacked, attacked twice */
    .danger_hit = {
        SCORE(11, 19), SCORE(22, 16),
    },
    /* square of the zone that is attacked and weakly guarded */
    .danger_weak = {
        SCORE(40, 12),
    },
    /* piece type with a safe check */
    .danger_check = {
        SCORE(0, 0), SCORE(139, 41), SCORE(98, 42), SCORE(171, 62), SCORE(135, 65),
    },
    /* attack without a queen */
    .danger_no_queen = {
        SCORE(-276, -63),
    },
    /* knight that guards the zone */
    .danger_knight = {
        SCORE(-44, -4),
    },
    /* nearest own pawn on a file near the king, by rank */
    .danger_shelter = {
        SCORE(0, 0), SCORE(-16, 1), SCORE(-16, 1), SCORE(9, 3),
        SCORE(30, 2), SCORE(37, 0), SCORE(39, 0), SCORE(28, 1),
    },
    /* attacked square on the king's flank */
    .danger_flank = {
        SCORE(3, 32),
    },
    /* piece attacked by a pawn */
    .pawn_threat = {
        SCORE(0, 0), SCORE(65, 34), SCORE(65, 45), SCORE(74, 34), SCORE(66, 32), SCORE(0, 0),
    },
    /* piece that a safe advance of a pawn would attack */
    .push_threat = {
        SCORE(21, 10),
    },
    /* piece attacked by a knight or bishop */
    .minor_threat = {
        SCORE(6, 21), SCORE(22, 38), SCORE(29, 26), SCORE(52, 28), SCORE(46, 40), SCORE(0, 0),
    },
    /* weak piece attacked by a rook */
    .rook_threat = {
        SCORE(-2, 29), SCORE(30, 30), SCORE(33, 34), SCORE(4, 21), SCORE(47, 20), SCORE(0, 0),
    },
    /* weak piece attacked by the king */
    .king_threat = {
        SCORE(17, 32),
    },
    /* attacked piece that is not guarded */
    .hanging = {
        SCORE(13, 28),
    },
    /* safe square in the own half of the centre */
    .space = {
        SCORE(2, -1),
    },
};
/* clang-format on */
