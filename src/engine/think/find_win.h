/* find_win.h - a win that the game finds before the search. */
#ifndef MI_ENGINE_THINK_FIND_WIN_H
#define MI_ENGINE_THINK_FIND_WIN_H

#include "engine/engine.h"

/* If the game finds a win, restricts the search to the first move of the win, and shortens the
 * search. Call it last before a search. only: a buffer for the root's moves. */
void mi_engine_find_win(struct mi_root *root, struct mi_limits *limits, miai_move *only);

/* Reports that win in the result, even if the search has not proven it. */
void mi_engine_report_win(const struct mi_root *root, struct mi_result *result);

#endif
