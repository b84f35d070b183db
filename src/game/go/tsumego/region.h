/* region.h - from a position of Go to a problem: which stones are in question, and where the fight
 * takes place. */
#ifndef MI_GAME_GO_TSUMEGO_REGION_H
#define MI_GAME_GO_TSUMEGO_REGION_H

#include "position.h"

#include "game/go/board/board.h"

struct ts_problem {
    struct ts_frame frame;
    struct ts_position pos;
    int left, bottom; /* the corner of the rectangle on the board */
    int defender;     /* a player */
};

/* Fills in the problem for the chain of the stone on `stone`, or for the group that it finds itself
 * if that is MI_GO_NONE.  Returns NULL, or what is wrong. */
const char *mi_ts_problem_from_go(const struct mi_go *b, int stone, struct ts_problem *problem);

/* The move on the board; TS_PASS becomes a pass. */
miai_move mi_ts_move_of(const struct ts_problem *problem, const struct mi_go *b, int bit);

#endif
