/* cluster.h - processes that search the same position, and one that leads.
 *
 * Rank 0 calls the others to a search, and tells when it is over; each call says all that there is
 * to know, so that a rank that was away takes part in the next one.  While the search is on, all
 * share what they find.  Nobody waits for anybody: a thread of its own moves the messages, and what
 * finds no room is lost.
 *
 *     rank 0                              another
 *     mi_cluster_call()     -- call -->   mi_cluster_wait()
 *                                         mi_cluster_begin()
 *     mi_cluster_share()   <-- share -->  mi_cluster_share()
 *     mi_cluster_take()                   mi_cluster_take()
 *     mi_cluster_stop()     -- stop -->   its stop function
 *                                         mi_cluster_end()
 *     mi_cluster_close()    -- quit -->   mi_cluster_wait(): NULL; mi_cluster_close()
 *
 * A rank that hears nothing of rank 0 for MI_CLUSTER_LOST seconds takes it for dead, and ends. */
#ifndef MI_CLUSTER_CLUSTER_H
#define MI_CLUSTER_CLUSTER_H

#include "link.h"
#include "message.h"

enum {
    MI_CLUSTER_LOST = 10, /* seconds */
    MI_CLUSTER_AWAY = 3   /* of silence after which a rank is told to be away */
};

struct mi_cluster;

/* Takes the link, which has two ranks or more, also where it fails.  NULL: no memory or no
 * thread. */
struct mi_cluster *mi_cluster_open(const struct mi_link *link);

/* Ends: on rank 0 all others, too, for which it waits a second at most.  NULL: nothing. */
void mi_cluster_close(struct mi_cluster *cluster);

int mi_cluster_rank(const struct mi_cluster *cluster);
int mi_cluster_size(const struct mi_cluster *cluster);

/* ---- rank 0 ---- */

/* Begins another search, of which the bytes tell.  False: no memory, or they are too many; the
 * search goes without the others. */
bool mi_cluster_call(struct mi_cluster *cluster, const void *bytes, size_t length);
/* It is over; done: as in mi_cluster_end(). */
void mi_cluster_stop(struct mi_cluster *cluster, uint64_t done);

/* ---- the others ---- */

/* Waits for a search that is not over.  Its packet, which the caller holds, and its message; NULL:
 * the end has come. */
struct mi_packet *mi_cluster_wait(struct mi_cluster *cluster, struct mi_message *call);

/* From now on stop(context) is called when that search is over, by another thread and at any time;
 * at once if it is. */
void mi_cluster_begin(struct mi_cluster *cluster, const struct mi_message *call,
                      void (*stop)(void *context), void *context);
/* From now on it is not; done: playouts, or nodes, of this search. */
void mi_cluster_end(struct mi_cluster *cluster, uint64_t done);

/* ---- all, of the search that is on ---- */

/* Has the last share gone to at least one of the others, so that the next would not take its place
 * with all? */
bool mi_cluster_may_share(struct mi_cluster *cluster);
/* To all others. */
void mi_cluster_share(struct mi_cluster *cluster, uint64_t done, const void *bytes, size_t length);
/* The next that one of them shared, if it has no more bytes than there is room for; 0: none. */
size_t mi_cluster_take(struct mi_cluster *cluster, void *bytes, size_t room);
/* What the others have done, as far as they told. */
uint64_t mi_cluster_done(struct mi_cluster *cluster);

/* What is known of a rank. */
struct mi_rank {
    bool away;                    /* nothing was heard of it for a while */
    uint64_t done;                /* in the search that is on, or was the last */
    uint64_t received, sent;      /* bytes from it and to it, since the beginning */
    uint64_t heard, missed, lost; /* packets from it; of these damaged, doubled or late; shares
                                     that it had no room for */
};

void mi_cluster_look(struct mi_cluster *cluster, int rank, struct mi_rank *found);

#endif
