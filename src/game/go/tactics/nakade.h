/* nakade.h - vital points of small eye spaces. */
#ifndef MI_GAME_GO_TACTICS_NAKADE_H
#define MI_GAME_GO_TACTICS_NAKADE_H

#include "game/go/board/board.h"

/* The vital point of the empty region of p: the owner makes two eyes there, the opponent leaves
 * only one.  MI_GO_NONE if there is none, or if the region has more than six points or touches both
 * colours. */
int mi_go_vital_point(const struct mi_go *b, int p);

/* Would a stone of that colour on the empty point p, with the chains it joins, form a shape that
 * leaves only one eye when it is captured? */
bool mi_go_fills_eye(const struct mi_go *b, int p, int colour);

#endif
