/* analysis.h - a search as an analysis request wants it, and what it found beside a move. */
#ifndef MI_ENGINE_RESULT_ANALYSIS_H
#define MI_ENGINE_RESULT_ANALYSIS_H

#include "engine/engine.h"

/* Lets a search be as the analysis request wants it: before it begins, and after all else is
 * decided.  only is room for the root's moves. */
void mi_engine_apply_analysis(miai_engine *engine, struct mi_root *root, struct mi_limits *limits,
                              miai_move *only);

/* By how many points the mover of the result will win behind a root move, or, with MIAI_NO_MOVE, on
 * the whole, and how far that scatters; false: that is not known. */
bool mi_engine_lead(const miai_engine *engine, miai_move move, double *lead, double *deviation);

/* What the leaves of the last search have told, if an analysis request asked for it and the search
 * has leaves that can tell; or NULL. */
const struct mi_ownership *mi_engine_leaf_ownership(const miai_engine *engine);

/* The line that begins with the i-th choice of a result that is live, and the visits behind its
 * moves, 0 where they are not known: both have room for MI_PV_MAX.  Returns its length. */
int mi_engine_find_line(const miai_engine *engine, int i, miai_move *pv, uint64_t *visits);

#endif
