/* messenger.h - declarations shared by the files of the cluster. */
#ifndef MI_CLUSTER_MESSENGER_H
#define MI_CLUSTER_MESSENGER_H

#include "base/thread.h"
#include "cluster.h"

/* Another rank. */
struct mi_peer {
    double last_received, last_sent; /* times of the last message from it and to it */
    uint32_t serial;                 /* serial number of its last message */
    bool due[MI_MESSAGE_BYE + 1];    /* by kind: messages to send to it as soon as possible */
    bool said_bye;                   /* it has sent MI_MESSAGE_BYE */
    struct mi_rank_status rank;
};

/* Everything except the link is guarded by the lock. */
struct mi_cluster {
    struct mi_link link; /* used only by the thread, without the lock */
    struct mi_thread thread;
    pthread_mutex_t lock;
    pthread_cond_t called;   /* signals a call, or the end */
    bool stop_thread;        /* the thread must end */
    bool quits;              /* this rank quits: by request of rank 0, or because that is lost */
    bool all_closing;        /* all ranks close together */
    uint32_t search;         /* number of the current or last search */
    bool searching;          /* the search is running */
    double search_began;     /* time when it began, by mi_clock() */
    uint32_t serial;         /* serial number of the last message sent */
    uint64_t done;           /* own playouts or nodes, as last reported */
    struct mi_packet *call;  /* held, or NULL; rank 0: to be sent; others: received */
    struct mi_packet *share; /* held, or NULL; to be sent */
    struct mi_message call_message; /* the message of a received call */
    void (*stop)(void *context);    /* called when the search is over; or NULL */
    void *context;
    struct mi_packet **inbox; /* ring buffer of received shares; held */
    int inbox_capacity, inbox_first, inbox_count;
    double last_round;    /* time of the thread's last round */
    struct mi_peer *peer; /* [size] */
};

/* Creates a cluster without a thread; the caller runs the rounds. NULL if out of memory. */
struct mi_cluster *mi_cluster_new(const struct mi_link *link, double now);
void mi_cluster_delete(struct mi_cluster *cluster);

/* One round: receives messages and sends what is due. */
void mi_messenger_round(struct mi_cluster *cluster, double now);

/* The thread: runs rounds until the cluster ends. */
void *mi_messenger_run(void *cluster);

/* Sets the current search and resets the state of the last one. */
void mi_messenger_begin_search(struct mi_cluster *cluster, uint32_t search);

/* Drops the received shares that were not taken. */
void mi_messenger_empty_inbox(struct mi_cluster *cluster);

#endif
