/* kpk.h - exact results of king and pawn against king. */
#ifndef MI_GAME_CHESS_EVAL_KPK_H
#define MI_GAME_CHESS_EVAL_KPK_H

#include "game/chess/board/position.h"

/* Is it king and pawn against king? */
bool mi_chess_is_kpk(const struct mi_chess *pos);

/* In such a position: does the side with the pawn win?  Otherwise it is a draw. */
bool mi_chess_kpk_wins(const struct mi_chess *pos);

#endif
