/* tablebase.h - endgame tablebases at the root of a search. */
#ifndef MI_ENGINE_THINK_TABLEBASE_H
#define MI_ENGINE_THINK_TABLEBASE_H

#include "engine/engine.h"

/* Before a search: probes the endgame tablebases, if there are any, and restricts the root to the
 * moves of the highest rank.  If several lines are requested, adds lower ranks until there are
 * enough moves; the search still prefers the higher rank.  only holds the root's moves, and may be
 * root->only. */
void mi_engine_probe_tablebase(miai_engine *engine, struct mi_root *root,
                               const struct mi_limits *limits, miai_move *only);

/* Adds the results from the tables to the result of the search. */
void mi_engine_report_tablebase(miai_engine *engine);

#endif
