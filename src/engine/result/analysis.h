/* analysis.h - applies an analysis request to a search, and finds leads and lines in its result. */
#ifndef MI_ENGINE_RESULT_ANALYSIS_H
#define MI_ENGINE_RESULT_ANALYSIS_H

#include "engine/engine.h"

/* Applies the analysis request to a search. Call it last before the search begins. only: a buffer
 * for the root's moves. */
void mi_engine_apply_analysis(miai_engine *engine, struct mi_root *root, struct mi_limits *limits,
                              miai_move *only);

/* The lead in points of the result's player after a root move, or overall with MIAI_NO_MOVE, and
 * its standard deviation. False if unknown. */
bool mi_engine_lead(const miai_engine *engine, miai_move move, double *lead, double *deviation);

/* Ownership statistics over the leaves of the last search, or NULL if no analysis request asked for
 * them or the search does not gather them. */
const struct mi_ownership *mi_engine_leaf_ownership(const miai_engine *engine);

/* The line that begins with the i-th choice of the result, and the visits of its moves, 0 if
 * unknown. Both arrays hold MI_PV_MAX items. Returns the length. */
int mi_engine_choice_line(const miai_engine *engine, int i, miai_move *pv, uint64_t *visits);

#endif
