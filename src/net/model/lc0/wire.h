/* wire.h - messages in the wire format of Protocol Buffers, read where they lie.
 *
 * A message is a run of fields, each a number, a type and a value; what is not whole ends it.
 * Nothing is copied or allocated. */
#ifndef MI_NET_MODEL_LC0_WIRE_H
#define MI_NET_MODEL_LC0_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The bytes of a message, borrowed; at NULL: there is none. */
struct mi_wire {
    const unsigned char *at, *end;
};

enum mi_wire_type { MI_WIRE_VARINT, MI_WIRE_64, MI_WIRE_BYTES, MI_WIRE_32 = 5 };

struct mi_field {
    uint32_t number;
    enum mi_wire_type type;
    uint64_t value;       /* of all types but BYTES */
    struct mi_wire bytes; /* BYTES: a message, a text, or numbers one after the other */
};

/* Takes the next field off the message.  False: there is none, or it is broken, and then some of
 * the message is left. */
bool mi_wire_next(struct mi_wire *message, struct mi_field *field);

/* Do fields follow one another up to the end? */
bool mi_wire_is_whole(struct mi_wire message);

/* The field of that number and type, the last if there are several; false: there is none. */
bool mi_wire_find(struct mi_wire message, uint32_t number, enum mi_wire_type type,
                  struct mi_field *field);

/* The message, text or bytes of that number; at is NULL if there are none. */
struct mi_wire mi_wire_bytes(struct mi_wire message, uint32_t number);

/* The number of that number; other if there is none. */
uint64_t mi_wire_int(struct mi_wire message, uint32_t number, uint64_t other);
float mi_wire_float(struct mi_wire message, uint32_t number, float other);

/* How many messages of that number there are, and the next of them behind *rest, which begins as
 * the whole message. */
int mi_wire_count(struct mi_wire message, uint32_t number);
struct mi_wire mi_wire_each(struct mi_wire *rest, uint32_t number);

#endif
