/* tablebase.h - the tablebase asked before a search. */
#ifndef MI_ENGINE_THINK_TABLEBASE_H
#define MI_ENGINE_THINK_TABLEBASE_H

#include "engine/engine.h"

/* Before a search: asks the endgame tablebases, if there are any, and lets it choose among the
 * moves that are as good as any, or, where several lines are wanted, among so many.  only is room
 * for the root's moves, and may be root->only. */
void mi_engine_probe_tablebase(miai_engine *engine, struct mi_root *root,
                               const struct mi_limits *limits, miai_move *only);

/* Puts what the tables say into the result. */
void mi_engine_tell_tablebase(miai_engine *engine);

#endif
