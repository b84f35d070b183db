/* remove_dead.h - capturing dead stones. */
#ifndef MI_ENGINE_SCORING_REMOVE_DEAD_H
#define MI_ENGINE_SCORING_REMOVE_DEAD_H

#include "status.h"

/* Lists the legal moves on liberties of the opponent's dead chains: only moves that capture at
 * once, if there are any. Returns their number. */
int mi_engine_list_captures_of_dead(const miai_engine *engine, const struct mi_root *root,
                                    const struct mi_status *status, miai_move *list);

#endif
