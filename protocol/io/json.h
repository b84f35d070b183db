/* json.h - JSON as far as clients of GTP use it: objects of strings, numbers, true and false. */
#ifndef MI_PROTOCOL_IO_JSON_H
#define MI_PROTOCOL_IO_JSON_H

#include "reply.h"

/* Calls member for each member of an object, with the value as text; false if it is no such object,
 * or member returned false. */
bool mi_json_read(const char *text,
                  bool (*member)(void *context, const char *key, const char *value), void *context);

/* Adds a value: a number, true or false as it is where bare allows it, anything else as a string,
 * in which U+FFFD stands for what is no UTF-8. */
void mi_json_add(struct mi_reply *reply, const char *value, bool bare);

/* ---- json_valid.c ---- */

/* Is it one value, in UTF-8, with nothing but blanks around it? */
bool mi_json_is_valid(const char *text);

/* Reads "\uXXXX", a unit of UTF-16; the bytes of it, or 0. */
size_t mi_json_unit(const char *text, unsigned *unit);

#endif
