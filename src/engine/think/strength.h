/* strength.h - playing as well as a rating. */
#ifndef MI_ENGINE_THINK_STRENGTH_H
#define MI_ENGINE_THINK_STRENGTH_H

#include "engine/engine.h"

/* Makes a search as weak as the option elo wants it.  only is room for the root's moves. */
void mi_engine_weaken(miai_engine *engine, struct mi_root *root, struct mi_limits *limits,
                      miai_move *only);

#endif
