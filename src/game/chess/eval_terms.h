/* eval_terms.h - what the files of the evaluation share: the weights, and a position's features as
 * they are gathered.
 *
 * Each term of the evaluation is a TERM: so many times a weight in favour of a player.  The tuner
 * compiles the same files with a TRACE that notes the numbers; index and number are read twice
 * then, and must have no effect of their own. */
#ifndef MI_CHESS_EVAL_TERMS_H
#define MI_CHESS_EVAL_TERMS_H

#include "eval.h"
#include "position.h"

#include <stddef.h>

/* Every weight: name, numbers, how many in a row of eval_weights.h, what it is for.  Ranks and
 * squares are counted from the player's own side, files from the nearer edge. */
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

struct mi_chess_weights {
#define MI_CHESS_WEIGHT(name, count, row, text) int32_t name[count];
    MI_CHESS_WEIGHTS(MI_CHESS_WEIGHT)
#undef MI_CHESS_WEIGHT
};

extern const struct mi_chess_weights mi_chess_weights;

/* The middle game is over when the pieces' phases add up to nothing. */
enum { PHASE_MAX = 24 };

/* What a term is worth in an ending as drawish as can be, and usually. */
enum { SCALE_DRAW = 0, SCALE_FULL = 64 };

/* From units of danger to hundredths of a pawn: d * d / DANGER_MIDDLE, d / DANGER_END. */
enum { DANGER_MIDDLE = 1024, DANGER_END = 16 };

/* A position as it is evaluated. */
struct mi_chess_eval {
    const struct mi_chess *pos;
    bitboard all;                     /* squares that are occupied */
    bitboard attacks[2][PIECE_TYPES]; /* by the pieces of each type */
    bitboard attacked[2], twice[2];   /* by any piece, by two or more */
    bitboard before[2], behind[2];    /* the pawns with all squares before them, behind them */
    bitboard pawn_span[2];            /* what the pawns attack now or when they have advanced */
    bitboard zone[2];                 /* around the king */
    bitboard passed[2];               /* passed pawns */
    int attackers[2];                 /* pieces that attack the other's zone */
    int32_t danger[2];                /* that they are to each king, packed, in units of its own */
    int phase, scale;                 /* of PHASE_MAX, of SCALE_FULL */
#ifdef MI_CHESS_TRACE
    struct mi_chess_trace *trace;
#endif
};

#ifndef MI_CHESS_TRACE
#define TRACE(e, sum, player, weight, index, number) ((void)0)
#endif

/* So many times a weight, for the score of the player or for the danger to his king. */
#define TERM(e, player, weight, index, number)                                                     \
    (TRACE(e, score, player, weight, index, number), mi_chess_weights.weight[index] * (number))
#define DANGER(e, player, weight, index, number)                                                   \
    (TRACE(e, danger, player, weight, index, number), mi_chess_weights.weight[index] * (number))

static inline int relative_rank(int player, int square)
{
    return player == WHITE ? rank_of(square) : 7 - rank_of(square);
}

static inline bitboard relative_ranks(bitboard ranks, int player)
{
    return player == WHITE ? ranks : __builtin_bswap64(ranks);
}

static inline int edge_distance(int file)
{
    return file < 4 ? file : 7 - file;
}

static inline bitboard beside(bitboard set)
{
    return (set & ~FILE_A) >> 1 | (set & ~FILE_H) << 1;
}

/* The set and all squares before it. */
static inline bitboard fill_forward(bitboard set, int player)
{
    if (player == WHITE) {
        set |= set << 8;
        set |= set << 16;
        return set | set << 32;
    }
    set |= set >> 8;
    set |= set >> 16;
    return set | set >> 32;
}

static inline bitboard captures_of_pawns(bitboard pawns, int player)
{
    return forward_west(pawns, player) | forward_east(pawns, player);
}

static inline bitboard captured_twice(bitboard pawns, int player)
{
    return forward_west(pawns, player) & forward_east(pawns, player);
}

/* Steps of a king from one square to another. */
static inline int king_steps(int a, int b)
{
    int files = file_of(a) - file_of(b), ranks = rank_of(a) - rank_of(b);
    files = files < 0 ? -files : files;
    ranks = ranks < 0 ? -ranks : ranks;
    return files > ranks ? files : ranks;
}

/* The terms of one player, packed.  The first two note what both players' others need. */
int32_t mi_chess_eval_pawns(struct mi_chess_eval *e, int player);
int32_t mi_chess_eval_pieces(struct mi_chess_eval *e, int player);
int32_t mi_chess_eval_passed(const struct mi_chess_eval *e, int player);
int32_t mi_chess_eval_king(struct mi_chess_eval *e, int player);
int32_t mi_chess_eval_threats(const struct mi_chess_eval *e, int player);

/* How much of an advantage in the endgame counts, of SCALE_FULL. */
int mi_chess_eval_scale(const struct mi_chess_eval *e, int stronger);

/* A bare king against pieces that can mate: the score in White's view, or 0 if it is not that. */
int mi_chess_eval_mop_up(const struct mi_chess *p);

#endif
