/* strength.h - playing as well as a level says. */
#ifndef MI_ENGINE_THINK_STRENGTH_H
#define MI_ENGINE_THINK_STRENGTH_H

#include "engine/engine.h"

/* As much worse than the best may a move look, in the logarithm of the odds to win, and be e times
 * less likely at temperature 1; and so many times e less likely it is no slip any more but nonsense,
 * which nobody plays. */
#define MI_LEVEL_ODDS     0.5
#define MI_LEVEL_NONSENSE 5.5

/* So far behind the best look the moves that may be played at that level, by the same measure. */
double mi_engine_level_width(const miai_level *level);

/* Bounds a search as the option level wants it. */
void mi_engine_weaken(const miai_engine *engine, struct mi_limits *limits);

#endif
