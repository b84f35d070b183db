/* eval.h - the static evaluation.
 *
 *     eval.c           the sum, tapered between middle game and endgame
 *     eval_pieces.c    mobility, and what each kind of piece likes
 *     eval_pawns.c     pawn structure, passed pawns
 *     eval_king.c      shelter and danger of the king
 *     eval_threats.c   attacks on pieces that cannot stand them; space
 *     eval_endgame.c   endings that the sum misjudges
 *     eval_terms.h     what these share
 *     eval_weights.h   the numbers, written by the tuner (tools/tune)
 *
 * A packed score holds the value for the middle game in its lower and for the endgame in its upper
 * half, so that both are added at once. */
#ifndef MI_CHESS_EVAL_H
#define MI_CHESS_EVAL_H

#include <stdint.h>

#define SCORE(middle, end) ((end)*65536 + (middle))

struct mi_chess;

static inline int middle_game(int32_t score)
{
    return (int16_t)(uint16_t)score;
}

static inline int endgame(int32_t score)
{
    return (score - middle_game(score)) / 65536;
}

/* Material and place of each piece on each square, in White's view, into a table of all zeros. */
void mi_chess_fill_piece_squares(int32_t table[][64]);

/* In White's view. */
int mi_chess_evaluate(const struct mi_chess *p);

#endif
