/* nakade.h - small eye spaces and the points that decide whether they are one eye or two. */
#ifndef MI_GAME_GO_TACTICS_NAKADE_H
#define MI_GAME_GO_TACTICS_NAKADE_H

#include "game/go/board/board.h"

/* The vital point of the empty region of p: who plays there makes two eyes, or leaves one.
 * MI_GO_NONE if there is none, or the region has more than six points or neighbours of both
 * colours. */
int mi_go_vital_point(const struct mi_go *b, int p);

/* Would a stone of colour on the empty point p, with the chains it joins, be a shape that leaves
 * but one eye where it is taken? */
bool mi_go_fills_eye(const struct mi_go *b, int p, int colour);

#endif
