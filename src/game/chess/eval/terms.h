/* terms.h - shared by the files of the evaluation: features of a position, collected step by step.
 *
 * Each term is a TERM: a number times a weight, in favour of a player.  The tuner compiles the same
 * files with a TRACE that records the numbers.  It evaluates index and number twice, so they must
 * not have side effects. */
#ifndef MI_GAME_CHESS_EVAL_TERMS_H
#define MI_GAME_CHESS_EVAL_TERMS_H

#include "game/chess/board/position.h"
#include "game/chess/board/weights.h"

#include <stddef.h>

/* Phase of the start position; 0 is a pure endgame. */
enum { PHASE_MAX = 24 };

/* Scale of the endgame value: dead draw, and normal. */
enum { SCALE_DRAW = 0, SCALE_FULL = 64 };

/* Convert danger units to hundredths of a pawn: d * d / DANGER_MIDDLE and d / DANGER_END. */
enum { DANGER_MIDDLE = 1024, DANGER_END = 16 };

/* The parts of the sum. */
enum mi_chess_part {
    PART_PLACES, /* material and piece squares of both players, stored under White */
    PART_PAWNS,
    PART_PIECES,
    PART_PASSED,
    PART_KING,
    PART_THREATS,
    PART_TEMPO,
    CHESS_PARTS
};

/* The state of an evaluation. */
struct mi_chess_eval {
    const struct mi_chess *pos;
    bitboard all;                     /* occupied squares */
    bitboard attacks[2][PIECE_TYPES]; /* attacked by pieces of each type */
    bitboard attacked[2], twice[2];   /* attacked by any piece, by two or more */
    bitboard before[2], behind[2];    /* the pawns and all squares in front of them, behind them */
    bitboard pawn_span[2];            /* squares that the pawns attack now or after advancing */
    bitboard zone[2];                 /* the king's zone */
    bitboard passed[2];               /* passed pawns */
    int attackers[2];                 /* pieces that attack the opponent's king zone */
    int32_t danger[2];                /* danger to each king, packed, in danger units */
    int phase, scale;                 /* 0 to PHASE_MAX, 0 to SCALE_FULL */
    int32_t part[CHESS_PARTS][2];     /* parts of the sum, for each player, packed */
#ifdef MI_CHESS_TRACE
    struct mi_chess_trace *trace;
#endif
};

#ifndef MI_CHESS_TRACE
#define TRACE(e, sum, player, weight, index, number) ((void)0)
#endif

/* number times a weight, for the player's score or for the danger to the player's king. */
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

/* The set and all squares in front of it. */
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

/* Evaluates the pawn structure of both players and finds the passed pawns.  Must come first. */
void mi_chess_eval_pawns(struct mi_chess_eval *e);

/* The terms of one player, packed.  mi_chess_eval_pieces() must run for both players before the
 * others, which use its attack maps. */
int32_t mi_chess_eval_pieces(struct mi_chess_eval *e, int player);
int32_t mi_chess_eval_passed(const struct mi_chess_eval *e, int player);
int32_t mi_chess_eval_king(struct mi_chess_eval *e, int player);
int32_t mi_chess_eval_threats(const struct mi_chess_eval *e, int player);

/* The scale of an advantage by the material, 0 to SCALE_FULL: low if the stronger side lacks the
 * material to win. */
int mi_chess_eval_winnable(const struct mi_chess *p, int stronger);

/* The scale of an advantage in the endgame, 0 to SCALE_FULL. */
int mi_chess_eval_scale(const struct mi_chess_eval *e, int stronger);

/* Fills in *e, whose position is set, and returns the evaluation from White's view. */
int mi_chess_eval_sum(struct mi_chess_eval *e);

/* Score from White's view if a bare king faces mating material or a pawn that promotes; else 0. */
int mi_chess_eval_mop_up(const struct mi_chess *p);

#endif
