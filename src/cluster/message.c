#include "message.h"

#include "base/bytes.h"

#include <stdlib.h>

/* ---- packets (link.h) ---- */

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

/* ---- messages ---- */

static const uint32_t magic = 0x31696d71; /* changes with the layout */

enum { DIGEST_AT = MI_MESSAGE_HEAD - 8 };

/* The checksum of all bytes except its own. */
static uint64_t digest_of(const struct mi_packet *packet)
{
    size_t before = packet->length < DIGEST_AT ? packet->length : DIGEST_AT;
    uint64_t digest = mi_fnv(MI_FNV_BASIS ^ packet->length, packet->bytes, before);
    return packet->length <= MI_MESSAGE_HEAD
               ? digest
               : mi_fnv(digest, packet->bytes + MI_MESSAGE_HEAD, packet->length - MI_MESSAGE_HEAD);
}

struct mi_packet *mi_message_write(const struct mi_message *message)
{
    if (message->length > MI_PACKET_BYTES - MI_MESSAGE_HEAD)
        return NULL;
    struct mi_packet *packet = mi_packet_new(MI_MESSAGE_HEAD + message->length);
    if (!packet)
        return NULL;
    struct mi_bytes bytes = mi_bytes_of(packet->bytes, packet->length);
    mi_bytes_write(&bytes, 4, magic);
    mi_bytes_write(&bytes, 1, message->kind);
    mi_bytes_write(&bytes, 4, message->search);
    mi_bytes_write(&bytes, 4, message->serial);
    mi_bytes_write(&bytes, 8, message->done);
    mi_bytes_write(&bytes, 8, 0);
    mi_bytes_write_all(&bytes, message->content, message->length);
    bytes = mi_bytes_of(packet->bytes + DIGEST_AT, 8);
    mi_bytes_write(&bytes, 8, digest_of(packet));
    return packet;
}

bool mi_message_read(struct mi_message *message, struct mi_packet *packet)
{
    struct mi_bytes bytes = mi_bytes_of(packet->bytes, packet->length);
    if (packet->length < MI_MESSAGE_HEAD || mi_bytes_read(&bytes, 4) != magic)
        return false;
    message->kind = (enum mi_message_kind)mi_bytes_read(&bytes, 1);
    message->search = (uint32_t)mi_bytes_read(&bytes, 4);
    message->serial = (uint32_t)mi_bytes_read(&bytes, 4);
    message->done = mi_bytes_read(&bytes, 8);
    uint64_t digest = mi_bytes_read(&bytes, 8);
    message->content = bytes.at;
    message->length = mi_bytes_left(&bytes);
    return digest == digest_of(packet);
}
