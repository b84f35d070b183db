/* eval.h - the classical static evaluation, in hundredths of a pawn from White's view. */
#ifndef MI_GAME_CHESS_EVAL_EVAL_H
#define MI_GAME_CHESS_EVAL_EVAL_H

#include <stddef.h>

struct mi_chess;

/* Evaluates a position. */
int mi_chess_evaluate(const struct mi_chess *p);

/* Writes the evaluation and its terms as a table, in pawns.  Returns the length like snprintf. */
int mi_chess_explain(const struct mi_chess *p, char *text, size_t size);

#endif
