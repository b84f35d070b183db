/* decide.h - a short exact search for the result of a Connect Four position. */
#ifndef MI_GAME_CONNECT4_DECIDE_H
#define MI_GAME_CONNECT4_DECIDE_H

#include "count.h"

/* Bounds of the result for the side to move: -1 a loss, 0 a draw, 1 a win. */
struct mi_c4_result {
    int min, max;
};

/* Searches an unfinished game, at most `nodes` positions for each of two questions: is it a win,
 * and is it a loss?  A question that takes more positions stays open. */
struct mi_c4_result mi_c4_decide(const struct mi_c4_shape *shape, struct mi_c4_board board,
                                 int nodes);

#endif
