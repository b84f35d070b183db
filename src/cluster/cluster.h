/* cluster.h - several processes that search the same position, led by rank 0.
 *
 * Rank 0 calls the others to a search and stops it. A call describes the search completely, so a
 * rank that missed earlier calls can take part. During the search all ranks share their results.
 * No rank waits for another: a thread moves the messages, and messages that do not fit into the
 * buffers are lost.
 *
 *     rank 0                              another rank
 *     mi_cluster_call()     -- call -->   mi_cluster_wait()
 *                                         mi_cluster_begin()
 *     mi_cluster_share()   <-- share -->  mi_cluster_share()
 *     mi_cluster_take_share()             mi_cluster_take_share()
 *     mi_cluster_stop()     -- stop -->   its stop function
 *                                         mi_cluster_end()
 *     mi_cluster_close()    -- quit -->   mi_cluster_wait(): NULL; mi_cluster_close()
 *
 * A rank that receives nothing from rank 0 for MI_CLUSTER_LOST seconds assumes that it is dead, and
 * quits. */
#ifndef MI_CLUSTER_CLUSTER_H
#define MI_CLUSTER_CLUSTER_H

#include "link.h"
#include "message.h"

enum {
    MI_CLUSTER_LOST = 10, /* seconds without a message after which rank 0 is assumed dead */
    MI_CLUSTER_AWAY = 3   /* seconds without a message after which a rank is reported as away */
};

struct mi_cluster;

/* Opens a cluster of two or more ranks. Owns the link, even on failure. Returns NULL if out of
 * memory or threads. */
struct mi_cluster *mi_cluster_open(const struct mi_link *link);

/* Closes the cluster. Rank 0 also ends all others and waits for them for at most a second. NULL is
 * ignored. */
void mi_cluster_close(struct mi_cluster *cluster);

int mi_cluster_rank(const struct mi_cluster *cluster);
int mi_cluster_size(const struct mi_cluster *cluster);

/* ---- rank 0 ---- */

/* Starts a search; the bytes describe it. Returns false if out of memory or the description is too
 * long. The search then runs without the other ranks. */
bool mi_cluster_call(struct mi_cluster *cluster, const void *bytes, size_t length);
/* Stops the search. done: as in mi_cluster_end(). */
void mi_cluster_stop(struct mi_cluster *cluster, uint64_t done);

/* ---- the others ---- */

/* Waits for a call to a search that is still running. Returns its packet, which the caller must
 * drop, and its message. NULL: the cluster is closing. */
struct mi_packet *mi_cluster_wait(struct mi_cluster *cluster, struct mi_message *call);

/* Sets the function to be called when this search is over: by another thread, at any time, and at
 * once if the search is already over. */
void mi_cluster_begin(struct mi_cluster *cluster, const struct mi_message *call,
                      void (*stop)(void *context), void *context);
/* Removes that function. done: the playouts or nodes of this rank in the search. */
void mi_cluster_end(struct mi_cluster *cluster, uint64_t done);

/* ---- all ranks, during a search ---- */

/* Has the last share been sent to at least one rank? If not, the next would replace it for all
 * ranks. */
bool mi_cluster_may_share(struct mi_cluster *cluster);
/* Sends results to all other ranks. */
void mi_cluster_share(struct mi_cluster *cluster, uint64_t done, const void *bytes, size_t length);
/* Copies the next share received, skipping those longer than capacity. Returns its length; 0: none.
 */
size_t mi_cluster_take_share(struct mi_cluster *cluster, void *bytes, size_t capacity);
/* The playouts or nodes of all other ranks, as last reported. */
uint64_t mi_cluster_done(struct mi_cluster *cluster);

/* The status of a rank. */
struct mi_rank_status {
    bool away;                    /* no message for MI_CLUSTER_AWAY seconds */
    uint64_t done;                /* playouts or nodes in the current or last search */
    uint64_t received, sent;      /* bytes from it and to it, in total */
    uint64_t heard, missed, lost; /* packets from it; of these damaged, duplicate or late; shares
                                     replaced before they were sent to it */
};

void mi_cluster_get_rank_status(struct mi_cluster *cluster, int rank, struct mi_rank_status *found);

#endif
