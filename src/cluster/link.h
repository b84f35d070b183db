/* link.h - what carries messages from one process to another.
 *
 * A message is a packet of bytes.  A link takes few at a time for each receiver, and says so when
 * it takes no more: a receiver that has stopped or died costs a bounded number of packets, and
 * nobody waits for it.  Packets come whole and, from one sender, in their order; they may be
 * lost. */
#ifndef MI_CLUSTER_LINK_H
#define MI_CLUSTER_LINK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum {
    MI_LINK_WINDOW = 4,          /* packets to one receiver that have not arrived */
    MI_PACKET_BYTES = 256 << 10, /* of a packet, at most */
    MI_RANKS_MAX = 1024
};

/* Bytes that several receivers share.  Whoever holds one gives it back once. */
struct mi_packet {
    atomic_int holders;
    size_t length;
    unsigned char bytes[];
};

/* One that the caller holds; NULL: no memory. */
struct mi_packet *mi_packet_new(size_t length);
struct mi_packet *mi_packet_hold(struct mi_packet *packet);
void mi_packet_drop(struct mi_packet *packet); /* or NULL */

/* One process's end.  All functions are called by one thread, and none waits. */
struct mi_link {
    void *self;
    int rank, size; /* which of how many */
    /* Takes a packet, which it holds as long as it needs it; false: as many as it may are on their
     * way to that rank. */
    bool (*send)(void *self, int to, struct mi_packet *packet);
    /* The next that has arrived, which the caller holds from now on, and from whom; NULL: none. */
    struct mi_packet *(*receive)(void *self, int *from);
    /* Ends it.  whole: all others are known to end it, too. */
    void (*close)(void *self, bool whole);
};

#endif
