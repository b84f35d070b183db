/* wire.h - parses the wire format of Protocol Buffers in place.
 *
 * A message is a sequence of fields, each with a number, a type and a value.  A malformed field
 * ends it.  Nothing is copied or allocated. */
#ifndef MI_NET_MODEL_LC0_WIRE_H
#define MI_NET_MODEL_LC0_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The bytes of a message, borrowed; at = NULL: no message. */
struct mi_wire {
    const unsigned char *at, *end;
};

enum mi_wire_type { MI_WIRE_VARINT, MI_WIRE_64, MI_WIRE_BYTES, MI_WIRE_32 = 5 };

struct mi_field {
    uint32_t number;
    enum mi_wire_type type;
    uint64_t value;       /* value of all types except BYTES */
    struct mi_wire bytes; /* BYTES: a message, a text, or packed numbers */
};

/* Removes the next field from the message.  False at the end or if the field is malformed; in the
 * latter case the message is not empty. */
bool mi_wire_next(struct mi_wire *message, struct mi_field *field);

/* Is the message well-formed up to its end? */
bool mi_wire_is_well_formed(struct mi_wire message);

/* Finds the field with this number and type, the last one if there are several. */
bool mi_wire_find(struct mi_wire message, uint32_t number, enum mi_wire_type type,
                  struct mi_field *field);

/* The message, text or bytes with this number; at is NULL if absent. */
struct mi_wire mi_wire_bytes(struct mi_wire message, uint32_t number);

/* The value of the field with this number; `other` if absent. */
uint64_t mi_wire_int(struct mi_wire message, uint32_t number, uint64_t other);
float mi_wire_float(struct mi_wire message, uint32_t number, float other);

/* Repeated messages with this number: their count, and an iterator.  Initialise *rest with the
 * enclosing message. */
int mi_wire_count(struct mi_wire message, uint32_t number);
struct mi_wire mi_wire_each(struct mi_wire *rest, uint32_t number);

#endif
