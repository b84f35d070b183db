/* status.h - which stones are alive, and whether the game is over. */
#ifndef MI_ENGINE_SCORING_STATUS_H
#define MI_ENGINE_SCORING_STATUS_H

#include "engine/engine.h"

/* Does the game have all capabilities that the status needs? */
bool mi_engine_has_status(const miai_game *game);

/* Judges all stones.  In a hurry, it stops as soon as it knows that the game is not over.  It ends
 * at the deadline, an mi_clock(); 0: only at the ceiling of time, if one is set.  A judgement
 * without a deadline is kept for that position, so that a pass and the score use the same
 * judgement. */
void mi_engine_status(miai_engine *engine, bool hurry, double deadline, struct mi_status *status);

#endif
