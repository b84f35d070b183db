/* ownership.h - how playouts or searches leave the points. */
#ifndef MI_ENGINE_SCORING_OWNERSHIP_H
#define MI_ENGINE_SCORING_OWNERSHIP_H

#include "engine/engine.h"

/* How playouts or searches leave the points: what the game's judge() is asked with. */
struct mi_playout_ownership {
    miai_engine *engine;
    miai_rng rng;
    double start;                /* when they began */
    double each;                 /* seconds that a playout of a search will take */
    double lead;                 /* the first player's, in points */
    int playouts;                /* made, or that the searches count as */
    int64_t score;               /* the sum of theirs */
    int sum[MIAI_MAX_POINTS];    /* how many more leave it to the first player than to the second */
    int nobody[MIAI_MAX_POINTS]; /* how many leave it to nobody, where they were searches */
    bool searched;
};

void mi_playout_ownership_begin(struct mi_playout_ownership *ownership, miai_engine *engine);

/* Goes on until n playouts are made.  False if the deadline came first. */
bool mi_playout_ownership_play(struct mi_playout_ownership *ownership, int n, double deadline);

/* Notes what the playouts so far tell of searches, which take longer. */
void mi_playout_ownership_expect(struct mi_playout_ownership *ownership);

/* Puts what searches find in the place of what playouts have found, searches of `part` times as
 * many playouts as usual, or as many as there is time for; false: there is too little of it, or of
 * memory, and nothing is changed. */
bool mi_playout_ownership_search(struct mi_playout_ownership *ownership, double part,
                                 double deadline);

#endif
