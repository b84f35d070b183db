/* kpk.h - king and pawn against king: who wins, known of every position. */
#ifndef MI_GAME_CHESS_EVAL_KPK_H
#define MI_GAME_CHESS_EVAL_KPK_H

#include "game/chess/board/position.h"

/* One side has its king and a pawn, the other its king alone. */
bool mi_chess_is_kpk(const struct mi_chess *pos);

/* Does the side with the pawn win such a position?  False: it is a draw. */
bool mi_chess_kpk_wins(const struct mi_chess *pos);

#endif
