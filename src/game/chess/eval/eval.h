/* eval.h - the static evaluation.
 *
 *     eval.c           the sum, tapered between middle game and endgame
 *     eval_pieces.c    mobility, and what each kind of piece likes
 *     eval_pawns.c     pawn structure, passed pawns
 *     eval_king.c      shelter and danger of the king
 *     eval_threats.c   attacks on pieces that cannot stand them; space
 *     eval_endgame.c   endings that the sum misjudges
 *     eval_explain.c   the terms of a position as a table
 *     eval_terms.h     what these share
 *     eval_weights.h   the list of the weights
 *     eval_weights.c   the numbers, written by the tuner (tools/chess/tune) */
#ifndef MI_CHESS_EVAL_H
#define MI_CHESS_EVAL_H

#include <stddef.h>

struct mi_chess;

/* In White's view. */
int mi_chess_evaluate(const struct mi_chess *p);

/* The same with what it is made of, as a table in pawns for people; as snprintf. */
int mi_chess_explain(const struct mi_chess *p, char *text, size_t size);

#endif
