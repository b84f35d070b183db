/* json.h - JSON as far as clients of GTP use it: objects of strings, numbers, true and false. */
#ifndef MI_PROTOCOL_IO_JSON_H
#define MI_PROTOCOL_IO_JSON_H

#include "miai.h"
#include "reply.h"

/* Calls member for each member of an object, with the value as text.  False if the text is not an
 * object of strings, numbers, true, false and null of at most 511 bytes each, or if member returned
 * false. */
bool mi_json_read(const char *text,
                  bool (*member)(void *context, const char *key, const char *value), void *context);

/* Adds a value: a number, true or false as it is where bare allows it, anything else as a string,
 * in which U+FFFD stands for what is no UTF-8. */
void mi_json_add(struct mi_reply *reply, const char *value, bool bare);

/* Adds a member of an object with a text as its value, and a comma. */
void mi_json_add_text(struct mi_reply *reply, const char *key, const char *text);

/* Adds the member "signs" and a comma: what is drawn for each letter of the game's boards, its
 * player (0 or 1) and a character's number, or 0 for a disc; of a chessman its body and strokes
 * (protocol/picture/chess_glyphs.h), too. */
void mi_json_add_signs(struct mi_reply *reply, const miai_game *game);

/* ---- json_valid.c ---- */

/* Is it one value, in UTF-8, with nothing but blanks around it? */
bool mi_json_is_valid(const char *text);

/* Reads "\uXXXX", a unit of UTF-16; the bytes of it, or 0. */
size_t mi_json_unit(const char *text, unsigned *unit);

#endif
