/* json_walk.h - reads JSON of any depth from left to right, without copying it.
 *
 *     for (mi_json_open(walk, '{'); mi_json_more(walk, '}');) {
 *         mi_json_key(walk, key, sizeof key);
 *         ... one of the functions below reads the value
 *     } */
#ifndef MI_PROTOCOL_IO_JSON_WALK_H
#define MI_PROTOCOL_IO_JSON_WALK_H

#include <stdbool.h>
#include <stddef.h>

struct mi_json_walk {
    const char *at;
    bool strict; /* commas, characters and escapes must follow RFC 8259 */
    bool first;  /* no member or element of the list was read yet */
    bool bad;    /* the text was not as expected; all further calls fail */
};

/* Reads the opening bracket of an object or an array. */
void mi_json_open(struct mi_json_walk *walk, char bracket);
/* Is there another member or element?  Reads the comma before it, or the closing bracket. */
bool mi_json_more(struct mi_json_walk *walk, char bracket);
/* Reads the name of a member and its colon. */
void mi_json_key(struct mi_json_walk *walk, char *text, size_t size);

/* Reads a string, without its escapes, or the text of a number, true, false or null.  A string that
 * is too long is truncated. */
void mi_json_text(struct mi_json_walk *walk, char *text, size_t size);
/* Like mi_json_text(), but a string that is too long is an error. */
void mi_json_complete_text(struct mi_json_walk *walk, char *text, size_t size);
void mi_json_colon(struct mi_json_walk *walk);
double mi_json_number(struct mi_json_walk *walk);
bool mi_json_bool(struct mi_json_walk *walk);
/* Skips a value of any kind. */
void mi_json_skip(struct mi_json_walk *walk);
/* Skips a value and copies its text unchanged.  If it is too long, returns false and text is empty.
 */
bool mi_json_raw(struct mi_json_walk *walk, char *text, size_t size);
/* Skips white space and returns the next character without reading it. */
char mi_json_peek(struct mi_json_walk *walk);

/* Is the text one JSON value (RFC 8259), in UTF-8, with only white space around it?  Values of a
 * query are echoed in replies and must be valid there. */
bool mi_json_is_valid(const char *text);

#endif
