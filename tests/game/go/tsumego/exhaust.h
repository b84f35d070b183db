/* exhaust.h - for tests: life and death of small positions by trying everything.
 *
 * Shares nothing with the solver but the struct of a problem: chains are found point by point, and
 * the value of all positions that can arise is computed backwards from the captures. */
#ifndef MI_TESTS_GAME_GO_TSUMEGO_EXHAUST_H
#define MI_TESTS_GAME_GO_TSUMEGO_EXHAUST_H

#include "game/go/tsumego/position.h"

enum { EXHAUST_TOO_LARGE = -1 };

/* Can the attacker capture the stones in question?  1 yes, 0 no, or EXHAUST_TOO_LARGE if more than
 * that many positions can arise. */
int exhaust_capture(const struct ts_frame *frame, const struct ts_position *pos, int states);

#endif
