/* post.h - what the files of the cluster share. */
#ifndef MI_CLUSTER_POST_H
#define MI_CLUSTER_POST_H

#include "base/thread.h"
#include "cluster.h"

/* One of the others. */
struct mi_peer {
    double heard, told;            /* when last */
    uint32_t serial;               /* of its last message */
    bool owes[MI_MESSAGE_BYE + 1]; /* by kind: what it is to be sent, as soon as there is room */
    bool gone;                     /* it has said bye */
    struct mi_rank rank;
};

/* All but the link is guarded by the lock. */
struct mi_cluster {
    struct mi_link link; /* the thread's alone, which uses it without the lock */
    struct mi_thread thread;
    pthread_mutex_t lock;
    pthread_cond_t called; /* a call has come, or the end */
    bool ends;             /* the thread's work is over */
    bool quits;            /* rank 0: it ends; another: it was told to, or has lost rank 0 */
    bool whole;            /* all end together */
    uint32_t search;       /* the one that is on, or was the last */
    bool on;
    double began;                   /* it did by the clock */
    uint32_t serial;                /* of the last message */
    uint64_t done;                  /* told last */
    struct mi_packet *call, *share; /* call: rank 0's to send; another's to take.  Held, or NULL */
    struct mi_message call_message; /* what the call of another says */
    void (*stop)(void *context);    /* or NULL */
    void *context;
    struct mi_packet **inbox; /* a ring of shares; held */
    int inbox_room, inbox_first, inbox_count;
    double looked;        /* when the thread came by last */
    struct mi_peer *peer; /* [size] */
};

/* A cluster without its thread, whose rounds are the caller's; NULL: no memory. */
struct mi_cluster *mi_cluster_make(const struct mi_link *link, double now);
void mi_cluster_unmake(struct mi_cluster *cluster);

/* One round of the post: takes what has come, and sends what is owed. */
void mi_post_round(struct mi_cluster *cluster, double now);

/* The thread: rounds, until the cluster ends. */
void *mi_post_work(void *cluster);

/* That search is on, and nothing is known of it. */
void mi_post_begin(struct mi_cluster *cluster, uint32_t search);

/* Forgets the shares that were not taken. */
void mi_post_empty_inbox(struct mi_cluster *cluster);

#endif
