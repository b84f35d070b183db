/* score.h - how the game stands if it ends now. */
#ifndef MI_SCORING_SCORE_H
#define MI_SCORING_SCORE_H

#include "status.h"

/* How the game stands for player if it ends now. */
enum mi_ending {
    MI_ENDING_OPEN,    /* unknown, because some stones' life is in doubt, or the time was short */
    MI_ENDING_EARLY,   /* much is in doubt yet, but counted as it stands it is won */
    MI_ENDING_WON,     /* there are moves worth a point, but it is won without them */
    MI_ENDING_LOST,    /* likewise */
    MI_ENDING_OVER,    /* no move is worth a point */
    MI_ENDING_CAPTURE, /* likewise, but dead stones have to go for a win, which not every referee
                          takes off, and capturing them costs nothing */
};

/* Fills in status where the game knows it.  Deadline as above. */
enum mi_ending mi_engine_ending(miai_engine *engine, int player, double deadline,
                                struct mi_status *status);

/* The score in the player's view by what was found out of the stones last. */
int mi_engine_settled(const miai_engine *engine, int player);

#endif
