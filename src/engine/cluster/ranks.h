/* ranks.h - an engine that is one of several ranks. */
#ifndef MI_ENGINE_CLUSTER_RANKS_H
#define MI_ENGINE_CLUSTER_RANKS_H

#include "cluster/cluster.h"
#include "engine/engine.h"
#include "search/common/peers.h"

/* The state of an engine that is one of several ranks. */
struct mi_ranks {
    struct mi_cluster *cluster; /* owned */
    struct mi_peers peers;      /* the other ranks, as a search sees them */
    bool on;                    /* a shared search is running here */
    double begun, exchanged;    /* mi_clock() of the start of the search and of the last exchange */
    double entered;             /* start of the current exchange */
    double seconds;             /* seconds spent on exchanges in the current or last search */
};

/* Makes the engine one of the ranks that the link connects, and takes ownership of the link. False
 * if out of memory. */
bool mi_ranks_join(miai_engine *engine, const struct mi_link *link);

/* On rank 0: calls the others to a search that is about to begin, if it can be shared.
 * mi_ranks_peers() returns the peers of the current search; NULL: none. */
void mi_ranks_call(miai_engine *engine, const struct mi_root *root, const struct mi_limits *limits);
const struct mi_peers *mi_ranks_peers(const miai_engine *engine);
/* Ends that search, in which this rank did `done` playouts. */
void mi_ranks_stop(miai_engine *engine, uint64_t done);

/* On another rank: begins the shared search, so that mi_ranks_peers() returns the peers.
 * mi_ranks_stop() ends it. */
void mi_ranks_begin(miai_engine *engine);

/* The mi_clock() at which the next exchange is due. */
double mi_ranks_next_exchange(const struct mi_ranks *ranks);

#endif
