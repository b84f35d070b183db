/* score.h - how the game stands if it ends now. */
#ifndef MI_ENGINE_SCORING_SCORE_H
#define MI_ENGINE_SCORING_SCORE_H

#include "status.h"

/* How the game stands for player if it ends now. */
enum mi_end_state {
    MI_END_OPEN,    /* unknown, because some stones' life is in doubt, or the time was short */
    MI_END_EARLY,   /* much is in doubt yet, but counted as it stands it is won */
    MI_END_WON,     /* there are moves worth a point, but it is won without them */
    MI_END_LOST,    /* likewise */
    MI_END_OVER,    /* no move is worth a point */
    MI_END_CAPTURE, /* likewise, but dead stones have to go for a win, which not every referee
                       takes off, and capturing them costs nothing */
};

/* Fills in status where the game knows it, until mi_clock() comes to the deadline (0: none). */
enum mi_end_state mi_engine_end_state(miai_engine *engine, int player, double deadline,
                                      struct mi_status *status);

/* The score in the player's view by what was found out of the stones last. */
int mi_engine_settled(const miai_engine *engine, int player);

#endif
