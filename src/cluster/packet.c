#include "link.h"

#include <stdlib.h>

struct mi_packet *mi_packet_new(size_t length)
{
    struct mi_packet *packet = malloc(sizeof *packet + length);
    if (!packet)
        return NULL;
    atomic_init(&packet->holders, 1);
    packet->length = length;
    return packet;
}

struct mi_packet *mi_packet_hold(struct mi_packet *packet)
{
    atomic_fetch_add_explicit(&packet->holders, 1, memory_order_relaxed);
    return packet;
}

void mi_packet_drop(struct mi_packet *packet)
{
    if (packet && atomic_fetch_sub_explicit(&packet->holders, 1, memory_order_acq_rel) == 1)
        free(packet);
}
