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

/* Lists the chains that are enclosed, the likeliest one in question first; chain: MI_GO_MAX_SPAN
 * entries.  Returns how many. */
int mi_ts_list_enclosed_chains(const struct mi_go *b, uint16_t *chain);

/* Fills in the problem for the chain of the stone on `stone`.  Returns NULL, or what is wrong. */
const char *mi_ts_problem_from_go(const struct mi_go *b, int stone, struct ts_problem *problem);

/* Is the stone on p one of the defender's in the region? */
bool mi_ts_has_stone(const struct ts_problem *problem, const struct mi_go *b, int p);

/* The move on the board; TS_PASS becomes a pass. */
miai_move mi_ts_move_of(const struct ts_problem *problem, const struct mi_go *b, int bit);

#endif
