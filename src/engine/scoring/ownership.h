/* ownership.h - expected ownership of the points, by playouts or searches. */
#ifndef MI_ENGINE_SCORING_OWNERSHIP_H
#define MI_ENGINE_SCORING_OWNERSHIP_H

#include "engine/engine.h"

/* Sums over playouts or searches, the input of the game's judge(). */
struct mi_playout_ownership {
    miai_engine *engine;
    miai_rng rng;
    double start;                /* mi_clock() of the first playout */
    double each;                 /* expected seconds per playout of a search */
    double lead;                 /* of the first player, in points */
    int playouts;                /* number of playouts; a constant after a search */
    int64_t score;               /* sum of their scores */
    int sum[MIAI_MAX_POINTS];    /* playouts that leave the point to the first player minus those
                                  * that leave it to the second */
    int nobody[MIAI_MAX_POINTS]; /* playouts that leave the point to nobody; only set after a search
                                  */
    bool searched;
};

void mi_playout_ownership_begin(struct mi_playout_ownership *ownership, miai_engine *engine);

/* Plays until n playouts are done. False if the deadline came first. */
bool mi_playout_ownership_play(struct mi_playout_ownership *ownership, int n, double deadline);

/* Estimates the lead and the time per playout of a search, from the playouts so far. */
void mi_playout_ownership_estimate(struct mi_playout_ownership *ownership);

/* Replaces the sums by the results of searches with `part` times the usual number of playouts, or
 * as many as the deadline allows. If time or memory does not suffice, returns false and changes
 * nothing. */
bool mi_playout_ownership_search(struct mi_playout_ownership *ownership, double part,
                                 double deadline);

#endif
