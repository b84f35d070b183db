/* weights.h - the weights of the evaluation.
 *
 * A packed score holds the value for the middle game in its lower and for the endgame in its upper
 * half, so that both are added at once. */
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

/* Every weight: name, numbers, how many in a row of weights.c, what it is for.  Ranks and squares
 * are counted from the player's own side, files from the nearer edge. */
#define MI_CHESS_WEIGHTS(X)                                                                        \
    X(material, 6, 6, "a pawn, knight, bishop, rook, queen; the king counts nothing")              \
    X(place, 192, 4, "by piece, rank, and file from the edge")                                     \
    X(knight_mobility, 9, 3, "by the number of squares that it can safely go to")                  \
    X(bishop_mobility, 14, 5, "likewise")                                                          \
    X(rook_mobility, 15, 5, "likewise")                                                            \
    X(queen_mobility, 28, 5, "likewise")                                                           \
    X(bishop_pair, 1, 1, "bishops on both colours")                                                \
    X(tempo, 1, 1, "to be on move")                                                                \
    X(outpost, 2, 2, "knight, bishop where a pawn guards it and none can drive it away")           \
    X(outpost_near, 1, 1, "knight that can go to such a square")                                   \
    X(behind_pawn, 1, 1, "knight or bishop right behind a pawn of any colour")                     \
    X(bishop_pawns, 1, 1, "own pawn on the colour of the only bishop")                             \
    X(rook_file, 2, 2, "rook on a file without own pawns, without any")                            \
    X(rook_seventh, 1, 1, "rook on the seventh, with pawns there or the king behind")              \
    X(rook_trapped, 1, 1, "rook shut in by its own king")                                          \
    X(doubled, 1, 1, "pawn with another of its own behind it on the file")                         \
    X(isolated, 1, 1, "pawn without own pawns on the files beside it")                             \
    X(backward, 1, 1, "pawn that has stayed behind and cannot safely advance")                     \
    X(exposed, 1, 1, "isolated or backward pawn with no enemy pawn before it")                     \
    X(connected, 24, 4, "pawn beside another, guarded by one, or both, by rank")                   \
    X(candidate, 8, 4, "pawn that can become a passed one, by rank")                               \
    X(passed, 8, 4, "passed pawn, by rank; the rest adds to it")                                   \
    X(passed_own_king, 8, 4, "each step of the own king to the square before it")                  \
    X(passed_other_king, 8, 4, "each step of the other king to it")                                \
    X(passed_blocked, 8, 4, "that square is taken by the enemy")                                   \
    X(passed_safe, 8, 4, "that square is free and not attacked")                                   \
    X(passed_open, 8, 4, "so are all up to the last rank")                                         \
    X(passed_helped, 8, 4, "the square before it is guarded by an own piece")                      \
    X(rook_behind, 2, 2, "own rook, enemy rook behind a passed pawn")                              \
    X(unstoppable, 1, 1, "passed pawn that a bare king cannot catch")                              \
    X(shelter, 32, 4, "nearest own pawn on a file at the king, by file and rank; 7: none")         \
    X(storm, 64, 4, "nearest enemy pawn there, likewise; then those that an own pawn stops")       \
    X(danger, 1, 1, "an attacked king, to begin with; in units of the danger to the king")         \
    X(danger_attacker, 5, 5, "piece that attacks the king's zone")                                 \
    X(danger_hit, 2, 2, "square of the zone that is attacked, attacked twice")                     \
    X(danger_weak, 1, 1, "square of the zone that is attacked and hardly guarded")                 \
    X(danger_check, 5, 5, "kind of piece that has a safe check")                                   \
    X(danger_no_queen, 1, 1, "attack without a queen")                                             \
    X(danger_knight, 1, 1, "knight that guards the zone")                                          \
    X(danger_shelter, 8, 4, "nearest own pawn on a file at the king, by rank")                     \
    X(danger_flank, 1, 1, "attacked square on the king's side of the board")                       \
    X(pawn_threat, 6, 6, "piece attacked by a pawn")                                               \
    X(push_threat, 1, 1, "piece that a safe advance of a pawn would attack")                       \
    X(minor_threat, 6, 6, "piece attacked by a knight or bishop")                                  \
    X(rook_threat, 6, 6, "weak piece attacked by a rook")                                          \
    X(king_threat, 1, 1, "weak piece attacked by the king")                                        \
    X(hanging, 1, 1, "attacked piece that nothing guards")                                         \
    X(space, 1, 1, "safe square in the own half of the centre")

struct mi_chess_weight_set {
#define MI_CHESS_WEIGHT(name, count, row, text) int32_t name[count];
    MI_CHESS_WEIGHTS(MI_CHESS_WEIGHT)
#undef MI_CHESS_WEIGHT
};

extern const struct mi_chess_weight_set mi_chess_weights;

#endif
