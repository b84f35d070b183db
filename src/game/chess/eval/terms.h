/* terms.h - what the files of the evaluation share: a position's features as they are gathered.
 *
 * Each term of the evaluation is a TERM: so many times a weight in favour of a player.  The tuner
 * compiles the same files with a TRACE that notes the numbers; index and number are read twice
 * then, and must have no effect of their own. */
#ifndef MI_GAME_CHESS_EVAL_TERMS_H
#define MI_GAME_CHESS_EVAL_TERMS_H

#include "game/chess/board/position.h"
#include "game/chess/board/weights.h"

#include <stddef.h>

/* The middle game is over when the pieces' phases add up to nothing. */
enum { PHASE_MAX = 24 };

/* What a term is worth in an endgame as drawish as can be, and usually. */
enum { SCALE_DRAW = 0, SCALE_FULL = 64 };

/* From units of danger to hundredths of a pawn: d * d / DANGER_MIDDLE, d / DANGER_END. */
enum { DANGER_MIDDLE = 1024, DANGER_END = 16 };

/* What the sum is made of. */
enum mi_chess_part {
    PART_PLACES, /* material and squares, both players' under White */
    PART_PAWNS,
    PART_PIECES,
    PART_PASSED,
    PART_KING,
    PART_THREATS,
    PART_TEMPO,
    CHESS_PARTS
};

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
    int32_t part[CHESS_PARTS][2];     /* of the sum, in favour of each player, packed */
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

/* The structure of both players' pawns, for the others to be at hand: the part of the sum, and
 * which are passed. */
void mi_chess_eval_pawns(struct mi_chess_eval *e);

/* The terms of one player, packed.  The first notes what both players' others need. */
int32_t mi_chess_eval_pieces(struct mi_chess_eval *e, int player);
int32_t mi_chess_eval_passed(const struct mi_chess_eval *e, int player);
int32_t mi_chess_eval_king(struct mi_chess_eval *e, int player);
int32_t mi_chess_eval_threats(const struct mi_chess_eval *e, int player);

/* How much of an advantage counts, of SCALE_FULL, by what both sides have: little where the
 * stronger one lacks the pawns to win. */
int mi_chess_eval_winnable(const struct mi_chess *p, int stronger);

/* How much of an advantage in the endgame counts, of SCALE_FULL. */
int mi_chess_eval_scale(const struct mi_chess_eval *e, int stronger);

/* Fills in all but the position, and returns the value of the sum in White's view. */
int mi_chess_eval_sum(struct mi_chess_eval *e);

/* A bare king against pieces that can mate, or a pawn that becomes one: the score in White's view,
 * or 0 if it is not that. */
int mi_chess_eval_mop_up(const struct mi_chess *p);

#endif
