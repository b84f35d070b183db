/* link.h - the interface of the transport that carries messages between processes.
 *
 * A message is a packet of bytes. A link accepts only a few packets at a time for each receiver and
 * reports when it accepts no more. A receiver that has stopped or died thus costs a bounded number
 * of packets, and no rank waits for it. Packets arrive complete, and those of one sender in order;
 * they may be lost. */
#ifndef MI_CLUSTER_LINK_H
#define MI_CLUSTER_LINK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum {
    MI_LINK_WINDOW = 4,          /* packets on their way to one receiver */
    MI_PACKET_BYTES = 256 << 10, /* largest packet */
    MI_RANKS_MAX = 1024
};

/* Reference-counted bytes, shared by several receivers. Each holder drops it once. */
struct mi_packet {
    atomic_int holders;
    size_t length;
    unsigned char bytes[];
};

/* Creates a packet held by the caller; NULL if out of memory. */
struct mi_packet *mi_packet_new(size_t length);
struct mi_packet *mi_packet_hold(struct mi_packet *packet);
void mi_packet_drop(struct mi_packet *packet); /* NULL is ignored */

/* One process's end of the link. All functions are called by the same thread; none blocks, except
 * close. */
struct mi_link {
    void *self;
    int rank, size; /* this rank and the number of ranks */
    /* Sends a packet and holds it until it is sent. Returns false if the window of that receiver is
     * full. */
    bool (*send)(void *self, int to, struct mi_packet *packet);
    /* Returns the next packet received, which the caller must drop, and its sender; NULL: none. */
    struct mi_packet *(*receive)(void *self, int *from);
    /* Closes the link. all: all other ranks are known to close it too. */
    void (*close)(void *self, bool all);
};

#endif
