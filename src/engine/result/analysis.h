/* analysis.h - a search as a study wants it, and what it found beside a move. */
#ifndef MI_RESULT_ANALYSIS_H
#define MI_RESULT_ANALYSIS_H

#include "engine/engine.h"

/* Lets a search be as the study wants it: before it begins, and after all else is decided.  only is
 * room for the root's moves. */
void mi_engine_heed_study(miai_engine *engine, struct mi_root *root, struct mi_limits *limits,
                          miai_move *only);

/* By how many points the mover of the result will win behind a root move, or, with MIAI_NO_MOVE, on
 * the whole, and how far that scatters; false: that is not known. */
bool mi_engine_lead(const miai_engine *engine, miai_move move, double *lead, double *deviation);

/* What the leaves of the last search have told, if a study asked for it and the search has leaves
 * that can tell; or NULL. */
const struct mi_survey *mi_engine_survey(const miai_engine *engine);

/* The line that begins with the i-th choice of a result that is live, and the visits behind its
 * moves, 0 where they are not known: both have room for MI_PV_MAX.  Returns its length. */
int mi_engine_find_line(const miai_engine *engine, int i, miai_move *pv, uint64_t *visits);

#endif
