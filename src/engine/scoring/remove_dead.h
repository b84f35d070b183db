/* remove_dead.h - capturing what is dead. */
#ifndef MI_ENGINE_SCORING_REMOVE_DEAD_H
#define MI_ENGINE_SCORING_REMOVE_DEAD_H

#include "status.h"

/* The legal moves on the liberties of the other player's dead chains: of those that take a chain at
 * once, if there are any.  Returns how many. */
int mi_engine_captures(const miai_engine *engine, const struct mi_root *root,
                       const struct mi_status *status, miai_move *list);

#endif
