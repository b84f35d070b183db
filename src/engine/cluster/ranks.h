/* ranks.h - the engine as one of several ranks. */
#ifndef MI_ENGINE_CLUSTER_RANKS_H
#define MI_ENGINE_CLUSTER_RANKS_H

#include "cluster/cluster.h"
#include "engine/engine.h"
#include "search/common/peers.h"

/* What an engine has that is one of them. */
struct mi_ranks {
    struct mi_cluster *cluster; /* owned */
    struct mi_peers peers;      /* as a search sees the others */
    bool on;                    /* a search of all is on here */
    double begun, exchanged;    /* mi_clock() of the search, and of the last exchange */
    double entered;             /* of the exchange that is going on */
    double seconds;             /* of exchanges, in the search that is on or was the last */
};

/* Makes the engine one of the ranks that the link leads to, which it takes.  False: no memory. */
bool mi_ranks_join(miai_engine *engine, const struct mi_link *link);

/* Calls the others to a search that is about to begin, if the engine is rank 0 of several and its
 * search is one that shares.  Then the peers of the search that is on; NULL: it has none. */
void mi_ranks_call(miai_engine *engine, const struct mi_root *root, const struct mi_limits *limits);
const struct mi_peers *mi_ranks_peers(const miai_engine *engine);
/* That search is over, for which this rank has done so many playouts. */
void mi_ranks_stop(miai_engine *engine, uint64_t done);

/* Another rank: its search begins, which mi_ranks_peers() is for, and mi_ranks_stop() after it. */
void mi_ranks_begin(miai_engine *engine);

/* The mi_clock() of the next exchange. */
double mi_ranks_next(const struct mi_ranks *ranks);

#endif
