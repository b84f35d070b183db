#include "wire.h"

#include <string.h>

enum { VARINT_BITS = 64, TYPE_BITS = 3 };

static bool read_varint(struct mi_wire *from, uint64_t *value)
{
    *value = 0;
    for (int shift = 0; shift < VARINT_BITS && from->at < from->end; shift += 7) {
        unsigned char byte = *from->at++;
        *value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return true;
    }
    return false;
}

/* Reads a little-endian number of `bytes` bytes. */
static bool read_little_endian(struct mi_wire *from, int bytes, uint64_t *value)
{
    *value = 0;
    if (from->end - from->at < bytes)
        return false;
    for (int i = 0; i < bytes; i++)
        *value |= (uint64_t)*from->at++ << (8 * i);
    return true;
}

static bool read_bytes(struct mi_wire *from, struct mi_wire *bytes)
{
    uint64_t length;
    if (!read_varint(from, &length) || length > (uint64_t)(from->end - from->at))
        return false;
    *bytes = (struct mi_wire){from->at, from->at + length};
    from->at += length;
    return true;
}

static bool read_value(struct mi_wire *from, struct mi_field *field)
{
    switch (field->type) {
    case MI_WIRE_VARINT:
        return read_varint(from, &field->value);
    case MI_WIRE_64:
        return read_little_endian(from, 8, &field->value);
    case MI_WIRE_BYTES:
        return read_bytes(from, &field->bytes);
    case MI_WIRE_32:
        return read_little_endian(from, 4, &field->value);
    }
    return false;
}

bool mi_wire_next(struct mi_wire *message, struct mi_field *field)
{
    struct mi_wire from = *message;
    uint64_t tag;
    if (from.at == from.end || !read_varint(&from, &tag) || tag >> TYPE_BITS > UINT32_MAX)
        return false;
    *field = (struct mi_field){.number = (uint32_t)(tag >> TYPE_BITS),
                               .type = (enum mi_wire_type)(tag & ((1 << TYPE_BITS) - 1))};
    if (field->number == 0 || !read_value(&from, field))
        return false;
    *message = from;
    return true;
}

bool mi_wire_is_well_formed(struct mi_wire message)
{
    struct mi_field field;
    while (mi_wire_next(&message, &field))
        ;
    return message.at == message.end;
}

bool mi_wire_find(struct mi_wire message, uint32_t number, enum mi_wire_type type,
                  struct mi_field *field)
{
    struct mi_field next;
    bool found = false;
    while (mi_wire_next(&message, &next))
        if (next.number == number && next.type == type) {
            *field = next;
            found = true;
        }
    return found;
}

struct mi_wire mi_wire_bytes(struct mi_wire message, uint32_t number)
{
    struct mi_field field;
    return mi_wire_find(message, number, MI_WIRE_BYTES, &field) ? field.bytes
                                                                : (struct mi_wire){NULL, NULL};
}

uint64_t mi_wire_int(struct mi_wire message, uint32_t number, uint64_t other)
{
    struct mi_field field;
    return mi_wire_find(message, number, MI_WIRE_VARINT, &field) ? field.value : other;
}

float mi_wire_float(struct mi_wire message, uint32_t number, float other)
{
    struct mi_field field;
    if (!mi_wire_find(message, number, MI_WIRE_32, &field))
        return other;
    uint32_t bits = (uint32_t)field.value;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

struct mi_wire mi_wire_each(struct mi_wire *rest, uint32_t number)
{
    struct mi_field field;
    while (mi_wire_next(rest, &field))
        if (field.number == number && field.type == MI_WIRE_BYTES)
            return field.bytes;
    return (struct mi_wire){NULL, NULL};
}

int mi_wire_count(struct mi_wire message, uint32_t number)
{
    int count = 0;
    while (mi_wire_each(&message, number).at)
        count++;
    return count;
}
