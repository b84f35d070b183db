/* status.h - which stones live. */
#ifndef MI_ENGINE_SCORING_STATUS_H
#define MI_ENGINE_SCORING_STATUS_H

#include "engine/engine.h"

/* Does the game know all that this needs? */
bool mi_engine_has_status(const miai_game *game);

/* Judges all stones.  In a hurry, no longer than it takes to see that the game is not over; until
 * mi_clock() comes to the deadline (0: none).  What status says already of the same position, found
 * out whole and without a deadline, stands, so that a pass and the score go by the same. */
void mi_engine_status(miai_engine *engine, bool hurry, double deadline, struct mi_status *status);

#endif
