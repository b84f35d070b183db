/* eval.h - the static evaluation.
 *
 *     eval.c                      the sum, tapered between middle game and endgame
 *     pieces.c                    mobility, and what each kind of piece likes
 *     pawns.c                     pawn structure, passed pawns
 *     king.c                      shelter and danger of the king
 *     threats.c                   attacks on pieces that cannot stand them; space
 *     endgame.c                   endgames that the sum misjudges
 *     explain.c                   the terms of a position as a table
 *     terms.h                     what these share
 *     game/chess/board/weights.h  the list of the weights
 *     game/chess/board/weights.c  the numbers, written by the tuner (tools/chess/tune) */
#ifndef MI_GAME_CHESS_EVAL_EVAL_H
#define MI_GAME_CHESS_EVAL_EVAL_H

#include <stddef.h>

struct mi_chess;

/* In White's view. */
int mi_chess_evaluate(const struct mi_chess *p);

/* The same with what it is made of, as a table in pawns for people; as snprintf. */
int mi_chess_explain(const struct mi_chess *p, char *text, size_t size);

#endif
