/* json_walk.h - JSON of any depth, read from the left to the right without a copy of it.
 *
 *     for (mi_json_open(walk, '{'); mi_json_more(walk, '}');) {
 *         mi_json_key(walk, key, sizeof key);
 *         ... one of the functions below takes the value
 *     } */
#ifndef MI_PROTOCOL_IO_JSON_WALK_H
#define MI_PROTOCOL_IO_JSON_WALK_H

#include <stdbool.h>
#include <stddef.h>

struct mi_json_walk {
    const char *at;
    bool bad; /* the text is not what was asked for; all that follows fails */
};

/* An object or an array begins. */
void mi_json_open(struct mi_json_walk *walk, char bracket);
/* Is there another member or element?  Takes the comma before it, or the closing bracket. */
bool mi_json_more(struct mi_json_walk *walk, char bracket);
/* The name of a member, with its colon. */
void mi_json_key(struct mi_json_walk *walk, char *text, size_t size);

/* The text of a string without its escapes, cut off if it is too long; of a number, true, false or
 * null the text. */
void mi_json_text(struct mi_json_walk *walk, char *text, size_t size);
/* The same, except that a text that is too long is bad. */
void mi_json_whole_text(struct mi_json_walk *walk, char *text, size_t size);
void mi_json_colon(struct mi_json_walk *walk);
double mi_json_number(struct mi_json_walk *walk);
bool mi_json_true(struct mi_json_walk *walk);
/* Any value. */
void mi_json_skip(struct mi_json_walk *walk);
/* The same, and the text of it as it stands; false, and no text, if that is too long. */
bool mi_json_raw(struct mi_json_walk *walk, char *text, size_t size);
/* The next character of a value, blanks left out. */
char mi_json_peek(struct mi_json_walk *walk);

#endif
