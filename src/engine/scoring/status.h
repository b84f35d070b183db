/* status.h - the parts of judging which stones live, for status.c alone: who comes to own the
 * points, and what a network says. */
#ifndef MI_STATUS_H
#define MI_STATUS_H

#include "engine/engine.h"

/* How playouts or searches leave the points: what the game's judge() is asked with. */
struct mi_owning {
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

/* ---- ownership.c ---- */

void mi_owning_begin(struct mi_owning *owning, miai_engine *engine);

/* Goes on until n playouts are made.  False if the deadline came first. */
bool mi_owning_play(struct mi_owning *owning, int n, double deadline);

/* Notes what the playouts so far tell of searches, which take longer. */
void mi_owning_expect(struct mi_owning *owning);

/* Puts what searches find in the place of what playouts have found, searches of `part` times as
 * many playouts as usual, or as many as there is time for; false: there is too little of it, or of
 * memory, and nothing is changed. */
bool mi_owning_search(struct mi_owning *owning, double part, double deadline);

/* ---- ownership_search.c ---- */

/* Whose each point will be, by the search of who moves first: owner as the contract's ownership()
 * has it, the mean over the leaves; nobody: the part of them that leave it to nobody. */
struct mi_outlook {
    int points;
    float owner[2][MIAI_MAX_POINTS], nobody[2][MIAI_MAX_POINTS];
};

/* Searches so many playouts, as if playing on cost nothing; lead: by how many points the first
 * player seems to be ahead.  False: the deadline (0: none) came first, or the memory that the
 * engine's bound leaves is too little. */
bool mi_engine_outlook(miai_engine *engine, double lead, int playouts, double deadline,
                       struct mi_outlook *outlook);

/* ---- status.c ---- */

/* Lets the game judge the stones; network: what a network says, in the unit of owning->sum, or
 * NULL. */
void mi_status_judge(const struct mi_owning *owning, const int *network, double deadline,
                     struct mi_status *status);

/* ---- network.c ---- */

/* Lets a network, if one plays, change what was judged. */
void mi_status_heed_network(const struct mi_owning *owning, double deadline,
                            struct mi_status *status);

#endif
