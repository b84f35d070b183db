/* find_win.h - a win that the game finds before the search. */
#ifndef MI_ENGINE_THINK_FIND_WIN_H
#define MI_ENGINE_THINK_FIND_WIN_H

#include "engine/engine.h"

/* Where the game finds a win before the search, restricts that to its first move, and shortens it.
 * The last thing to be done before a search.  only is room for the root's moves. */
void mi_engine_find_win(struct mi_root *root, struct mi_limits *limits, miai_move *only);

/* Reports such a win in the result, also if the search has not proven it. */
void mi_engine_tell_win(const struct mi_root *root, struct mi_result *result);

#endif
