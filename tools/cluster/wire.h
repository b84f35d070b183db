/* wire.h - a simulated interconnect: packets between ranks of one process, with latency, bandwidth
 * and faults.
 *
 * Time comes from the caller, so that it can be simulated; random numbers come from a seed. All
 * functions may be called from any thread. */
#ifndef MI_TOOLS_CLUSTER_WIRE_H
#define MI_TOOLS_CLUSTER_WIRE_H

#include "cluster/link.h"

#include <stdint.h>

struct wire_terms {
    double latency;   /* seconds from one rank to another */
    double bandwidth; /* bytes per second that leave a rank; 0: unlimited */
    double loss;      /* the fraction of packets that is lost, */
    double damage;    /* has a flipped bit, */
    double doubled;   /* is duplicated, */
    double late;      /* takes MI_WIRE_LATE more latencies and may be overtaken */
    uint64_t seed;
    double (*clock)(void *context); /* the current time */
    void *context;
};

enum { MI_WIRE_LATE = 50 };

struct wire;

/* NULL if out of memory. */
struct wire *wire_new(int size, const struct wire_terms *terms);
void wire_free(struct wire *wire); /* when all links are closed */

/* A rank's link, which the wire owns. */
struct mi_link wire_link(struct wire *wire, int rank);

/* A rank that is cut off neither receives nor sends; its window fills. */
void wire_cut(struct wire *wire, int rank, bool cut);

/* Packets in flight, and packets sent and lost. */
int wire_packets(struct wire *wire);
uint64_t wire_sent(struct wire *wire);

#endif
