/* think.h - running a search. */
#ifndef MI_ENGINE_THINK_THINK_H
#define MI_ENGINE_THINK_THINK_H

#include "engine/engine.h"

/* Runs the configured search, which leaves its result in the engine; with what it kept from earlier
 * runs, or without that and without touching it.  Returns an error. */
int mi_engine_think(miai_engine *engine, const struct mi_root *root,
                    const struct mi_limits *limits);
int mi_engine_think_fresh(miai_engine *engine, const struct mi_root *root,
                          const struct mi_limits *limits);

/* The same in the time of the opponent: nothing is told of it, and the last result stays. */
int mi_engine_ponder(miai_engine *engine, const struct mi_root *root,
                     const struct mi_limits *limits);

/* Makes the i-th choice of the result the move that it names. */
void mi_engine_prefer(miai_engine *engine, const struct mi_root *root, int i);

/* Begins something that miai_stop() ends: what came while nothing ran is forgotten. */
void mi_engine_arm_stop(miai_engine *engine);

#endif
