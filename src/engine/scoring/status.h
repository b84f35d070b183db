/* status.h - the parts of judging which stones live, for status.c alone: who comes to own the
 * points, what that means for the chains, and what a network says. */
#ifndef MI_STATUS_H
#define MI_STATUS_H

#include "engine/engine.h"

/* How playouts or searches leave the points. */
struct mi_owning {
    miai_engine *engine;
    miai_rng rng;
    double start;             /* when they began */
    double each;              /* seconds that a playout of a search will take */
    double lead;              /* the first player's, in points */
    int playouts;             /* made, or that the searches count as */
    int64_t score;            /* the sum of theirs */
    int sum[MIAI_MAX_POINTS]; /* how many more leave it to the first player than to the second */
};

/* ---- status_own.c ---- */

void mi_owning_begin(struct mi_owning *owning, miai_engine *engine);

/* Goes on until n playouts are made.  False if the deadline came first. */
bool mi_owning_play(struct mi_owning *owning, int n, double deadline);

/* Notes what the playouts so far tell of searches, which take longer. */
void mi_owning_expect(struct mi_owning *owning);

/* Puts what searches find in the place of what playouts have found, searches of `part` times as
 * many playouts as usual, or as many as there is time for; false: there is too little of it, or of
 * memory, and nothing is changed. */
bool mi_owning_search(struct mi_owning *owning, double part, double deadline,
                      struct mi_outlook *outlook);

/* ---- status_chains.c ---- */

/* Judges the chains by their survival; searched: by the outlook, and by reading, as well. */
void mi_status_of_chains(const miai_engine *engine, bool searched, double deadline,
                         struct mi_status *status);

/* The points beside one; returns how many. */
int mi_engine_beside(const miai_engine *engine, int p, int list[4]);

/* ---- status_network.c ---- */

/* Lets a network, if one plays, change what was judged. */
void mi_status_heed_network(miai_engine *engine, double deadline, struct mi_status *status);

#endif
