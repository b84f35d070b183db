/* score.h - the state of the game if it ends now. */
#ifndef MI_ENGINE_SCORING_SCORE_H
#define MI_ENGINE_SCORING_SCORE_H

#include "status.h"

/* The state of the game for a player if it ends now. */
enum mi_end_state {
    MI_END_OPEN,    /* unknown: the life of some stones is in doubt, or time was short */
    MI_END_EARLY,   /* much is in doubt, but a count of the board as it is wins */
    MI_END_WON,     /* moves worth a point remain, but the game is won without them */
    MI_END_LOST,    /* moves worth a point remain, but the game is lost without them */
    MI_END_OVER,    /* no move is worth a point */
    MI_END_CAPTURE, /* no move is worth a point, but to win, dead stones must be captured, which
                     * costs nothing: not every referee removes them */
};

/* Fills in status if the game supports it. Stops when mi_clock() reaches the deadline (0: none). */
enum mi_end_state mi_engine_end_state(miai_engine *engine, int player, double deadline,
                                      struct mi_status *status);

/* The score in the player's view, with the status found last. */
int mi_engine_score_with_last_status(const miai_engine *engine, int player);

#endif
