/* json.h - JSON as far as clients of GTP use it: objects of strings, numbers, true and false. */
#ifndef MI_JSON_H
#define MI_JSON_H

#include "reply.h"

/* Calls member for each member of an object, with the value as text; false if it is no such object,
 * or member returned false. */
bool mi_json_read(const char *text,
                  bool (*member)(void *context, const char *key, const char *value), void *context);

/* Adds a value: a number, true or false as it is where bare allows it, anything else as a string.
 */
void mi_json_add(struct mi_reply *reply, const char *value, bool bare);

#endif
