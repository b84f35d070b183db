#include "wire.h"

#include "base/fmath.h"
#include "miai_game.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* A packet in flight. */
struct flight {
    struct flight *next; /* arrival; of two at the same time, the one sent first is earlier */
    struct mi_packet *packet;
    double arrives;
    int from;
    bool counts; /* it counts in the sender's window */
};

struct end {
    struct wire *wire;
    int rank;
    bool cut;
    double idle;           /* when it can send again */
    struct flight *flight; /* packets to it, by arrival */
    int *window;           /* [size]: packets from each rank that it has not received */
};

struct wire {
    struct wire_terms terms;
    pthread_mutex_t lock;
    miai_rng rng;
    uint64_t sent;
    int size, packets;
    struct end end[];
};

void wire_free(struct wire *wire)
{
    if (!wire)
        return;
    for (int i = 0; i < wire->size; i++) {
        struct flight *flight;
        while ((flight = wire->end[i].flight) != NULL) {
            wire->end[i].flight = flight->next;
            mi_packet_drop(flight->packet);
            free(flight);
        }
        free(wire->end[i].window);
    }
    pthread_mutex_destroy(&wire->lock);
    free(wire);
}

struct wire *wire_new(int size, const struct wire_terms *terms)
{
    struct wire *wire = calloc(1, sizeof *wire + (size_t)size * sizeof *wire->end);
    if (!wire)
        return NULL;
    wire->terms = *terms;
    wire->size = size;
    pthread_mutex_init(&wire->lock, NULL);
    miai_rng_seed(&wire->rng, terms->seed);
    for (int i = 0; i < size; i++) {
        wire->end[i] = (struct end){.wire = wire, .rank = i};
        wire->end[i].window = calloc((size_t)size, sizeof(int));
        if (!wire->end[i].window) {
            wire_free(wire);
            return NULL;
        }
    }
    return wire;
}

/* ---- sending ---- */

static bool chance_happens(struct wire *wire, double chance)
{
    return mi_uniform(miai_rng_next(&wire->rng)) < chance;
}

static struct mi_packet *damaged_copy(struct wire *wire, const struct mi_packet *packet)
{
    struct mi_packet *copy = mi_packet_new(packet->length);
    if (!copy || packet->length == 0)
        return copy;
    memcpy(copy->bytes, packet->bytes, packet->length);
    copy->bytes[miai_rng_below(&wire->rng, (uint32_t)packet->length)] ^=
        (unsigned char)(1u << miai_rng_below(&wire->rng, 8));
    return copy;
}

static double arrival_time(struct wire *wire, struct end *from, size_t length)
{
    double now = wire->terms.clock(wire->terms.context);
    double begun = from->idle > now ? from->idle : now;
    double latency = wire->terms.latency;
    from->idle = begun + (wire->terms.bandwidth > 0 ? (double)length / wire->terms.bandwidth : 0);
    if (chance_happens(wire, wire->terms.late))
        latency *= MI_WIRE_LATE;
    return from->idle + latency;
}

static void launch_packet(struct wire *wire, int from, int to, struct mi_packet *packet,
                          bool counts)
{
    struct flight *flight = malloc(sizeof *flight);
    struct flight **at = &wire->end[to].flight;
    if (!flight)
        return;
    *flight = (struct flight){.packet = chance_happens(wire, wire->terms.damage)
                                            ? damaged_copy(wire, packet)
                                            : mi_packet_hold(packet),
                              .arrives = arrival_time(wire, &wire->end[from], packet->length),
                              .from = from,
                              .counts = counts};
    while (*at && (*at)->arrives <= flight->arrives)
        at = &(*at)->next;
    flight->next = *at;
    *at = flight;
    wire->end[to].window[from] += counts;
    wire->packets++;
}

static bool send_packet(void *self, int to, struct mi_packet *packet)
{
    struct end *end = self;
    struct wire *wire = end->wire;
    pthread_mutex_lock(&wire->lock);
    bool accepted = wire->end[to].window[end->rank] < MI_LINK_WINDOW;
    bool lost = end->cut || chance_happens(wire, wire->terms.loss);
    wire->sent += accepted;
    if (accepted && !lost) {
        launch_packet(wire, end->rank, to, packet, true);
        if (chance_happens(wire, wire->terms.doubled))
            launch_packet(wire, end->rank, to, packet, false);
    }
    pthread_mutex_unlock(&wire->lock);
    return accepted;
}

/* ---- receiving ---- */

static struct mi_packet *receive_packet(void *self, int *from)
{
    struct end *end = self;
    struct wire *wire = end->wire;
    struct mi_packet *packet = NULL;
    pthread_mutex_lock(&wire->lock);
    struct flight *flight = end->cut ? NULL : end->flight;
    if (flight && flight->arrives <= wire->terms.clock(wire->terms.context)) {
        end->flight = flight->next;
        packet = flight->packet;
        *from = flight->from;
        end->window[flight->from] -= flight->counts;
        wire->packets--;
        free(flight);
    }
    pthread_mutex_unlock(&wire->lock);
    return packet;
}

static void close_end(void *self, bool whole)
{
    (void)self;
    (void)whole;
}

struct mi_link wire_link(struct wire *wire, int rank)
{
    return (struct mi_link){&wire->end[rank], rank,           wire->size,
                            send_packet,      receive_packet, close_end};
}

void wire_cut(struct wire *wire, int rank, bool cut)
{
    pthread_mutex_lock(&wire->lock);
    wire->end[rank].cut = cut;
    pthread_mutex_unlock(&wire->lock);
}

int wire_packets(struct wire *wire)
{
    pthread_mutex_lock(&wire->lock);
    int packets = wire->packets;
    pthread_mutex_unlock(&wire->lock);
    return packets;
}

uint64_t wire_sent(struct wire *wire)
{
    pthread_mutex_lock(&wire->lock);
    uint64_t sent = wire->sent;
    pthread_mutex_unlock(&wire->lock);
    return sent;
}
