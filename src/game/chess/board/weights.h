/* weights.h - the weights of the evaluation.
 *
 * A packed score has the middle-game value in its lower and the endgame value in its upper half, so
 * that one addition adds both. */
#ifndef MI_GAME_CHESS_BOARD_WEIGHTS_H
#define MI_GAME_CHESS_BOARD_WEIGHTS_H

#include <stdint.h>

#define SCORE(middle, end) ((end)*65536 + (middle))

static inline int middle_game(int32_t score)
{
    return (int16_t)(uint16_t)score;
}

static inline int endgame(int32_t score)
{
    return (score - middle_game(score)) / 65536;
}

/* Each weight: name, count, numbers per line of weights.c, description.  Ranks and squares are
 * counted from the player's own side, files from the nearer edge. */
#define MI_CHESS_WEIGHTS(X)                                                                        \
    X(material, 6, 6, "pawn, knight, bishop, rook, queen; the king has no value")                  \
    X(place, 192, 4, "by piece, rank, and file from the edge")                                     \
    X(knight_mobility, 9, 3, "knight, by the number of safe squares that it can reach")            \
    X(bishop_mobility, 14, 5, "bishop, by the number of safe squares")                             \
    X(rook_mobility, 15, 5, "rook, by the number of safe squares")                                 \
    X(queen_mobility, 28, 5, "queen, by the number of safe squares")                               \
    X(bishop_pair, 1, 1, "bishops on both colours")                                                \
    X(tempo, 1, 1, "the side to move")                                                             \
    X(outpost, 2, 2, "knight, bishop guarded by a pawn that no enemy pawn can attack")             \
    X(outpost_near, 1, 1, "knight that can reach such a square")                                   \
    X(behind_pawn, 1, 1, "knight or bishop directly behind a pawn of any colour")                  \
    X(bishop_pawns, 1, 1, "own pawn on the colour of the only bishop")                             \
    X(rook_file, 2, 2, "rook on a half-open file, on an open file")                                \
    X(rook_seventh, 1, 1,                                                                          \
      "rook on the seventh rank, with enemy pawns there or the king on the eighth")                \
    X(rook_trapped, 1, 1, "rook trapped by its own king")                                          \
    X(doubled, 1, 1, "doubled pawn: another own pawn behind it on the file")                       \
    X(isolated, 1, 1, "pawn without own pawns on the adjacent files")                              \
    X(backward, 1, 1, "backward pawn that cannot safely advance")                                  \
    X(exposed, 1, 1, "isolated or backward pawn without an enemy pawn in front")                   \
    X(connected, 24, 4, "pawn next to another, guarded by one, or both, by rank")                  \
    X(candidate, 8, 4, "candidate: pawn that may become a passed pawn, by rank")                   \
    X(passed, 8, 4, "passed pawn, by rank; the next weights add to it")                            \
    X(passed_own_king, 8, 4, "per step of the own king to the square in front of it")              \
    X(passed_other_king, 8, 4, "per step of the enemy king to that square")                        \
    X(passed_blocked, 8, 4, "an enemy piece is on that square")                                    \
    X(passed_safe, 8, 4, "that square is free and not attacked")                                   \
    X(passed_open, 8, 4, "all squares up to the last rank are free and not attacked")              \
    X(passed_helped, 8, 4, "an own piece guards the square in front of it")                        \
    X(rook_behind, 2, 2, "own rook, enemy rook behind a passed pawn")                              \
    X(unstoppable, 1, 1, "passed pawn that the lone king cannot catch")                            \
    X(shelter, 32, 4, "nearest own pawn on a file near the king, by file and rank; 7: none")       \
    X(storm, 64, 4,                                                                                \
      "nearest enemy pawn there, by file and rank; then those that an own pawn blocks")            \
    X(danger, 1, 1, "base danger of an attacked king, in danger units")                            \
    X(danger_attacker, 5, 5, "piece that attacks the king's zone")                                 \
    X(danger_hit, 2, 2, "square of the zone that is attacked, attacked twice")                     \
    X(danger_weak, 1, 1, "square of the zone that is attacked and weakly guarded")                 \
    X(danger_check, 5, 5, "piece type with a safe check")                                          \
    X(danger_no_queen, 1, 1, "attack without a queen")                                             \
    X(danger_knight, 1, 1, "knight that guards the zone")                                          \
    X(danger_shelter, 8, 4, "nearest own pawn on a file near the king, by rank")                   \
    X(danger_flank, 1, 1, "attacked square on the king's flank")                                   \
    X(pawn_threat, 6, 6, "piece attacked by a pawn")                                               \
    X(push_threat, 1, 1, "piece that a safe advance of a pawn would attack")                       \
    X(minor_threat, 6, 6, "piece attacked by a knight or bishop")                                  \
    X(rook_threat, 6, 6, "weak piece attacked by a rook")                                          \
    X(king_threat, 1, 1, "weak piece attacked by the king")                                        \
    X(hanging, 1, 1, "attacked piece that is not guarded")                                         \
    X(space, 1, 1, "safe square in the own half of the centre")

struct mi_chess_weight_set {
#define MI_CHESS_WEIGHT(name, count, row, text) int32_t name[count];
    MI_CHESS_WEIGHTS(MI_CHESS_WEIGHT)
#undef MI_CHESS_WEIGHT
};

extern const struct mi_chess_weight_set mi_chess_weights;

#endif
