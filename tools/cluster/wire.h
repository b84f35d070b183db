/* wire.h - an interconnect that is not there: packets between ranks of one process, with latency,
 * bandwidth and faults.
 *
 * Time is what the caller says, so that it may be simulated; random numbers come from a seed.  All
 * functions may be called by any thread. */
#ifndef MI_TOOLS_CLUSTER_WIRE_H
#define MI_TOOLS_CLUSTER_WIRE_H

#include "cluster/link.h"

#include <stdint.h>

struct wire_terms {
    double latency;   /* seconds from one rank to another */
    double bandwidth; /* bytes a second that leave a rank; 0: any number */
    double loss;      /* of packets: which part never arrives, */
    double damage;    /* has a bit changed, */
    double doubled;   /* comes twice, */
    double late;      /* takes so many more latencies as MI_WIRE_LATE, and may be overtaken */
    uint64_t seed;
    double (*clock)(void *context); /* now */
    void *context;
};

enum { MI_WIRE_LATE = 50 };

struct wire;

/* NULL: no memory. */
struct wire *wire_new(int size, const struct wire_terms *terms);
void wire_free(struct wire *wire); /* when all links are closed */

/* The end of a rank, which lives as long as the wire. */
struct mi_link wire_link(struct wire *wire, int rank);

/* A rank that is cut off neither gets anything nor sends; its window fills. */
void wire_cut(struct wire *wire, int rank, bool cut);

/* Packets that are on their way, and that were sent and lost. */
int wire_packets(struct wire *wire);
uint64_t wire_sent(struct wire *wire);

#endif
