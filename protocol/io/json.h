/* json.h - JSON for the clients of GTP: objects of strings, numbers, true and false. */
#ifndef MI_PROTOCOL_IO_JSON_H
#define MI_PROTOCOL_IO_JSON_H

#include "miai.h"
#include "reply.h"

/* Calls member for each member of an object; numbers, true, false and null are passed as text.
 * False if the text is not an object of strings, numbers, true, false and null of at most 511 bytes
 * each, or if member returned false. */
bool mi_json_read(const char *text,
                  bool (*member)(void *context, const char *key, const char *value), void *context);

/* Adds a value.  If bare, numbers, true and false are written without quotes; everything else is
 * written as a string, with U+FFFD in place of invalid UTF-8. */
void mi_json_add(struct mi_reply *reply, const char *value, bool bare);

/* Adds a member with a text as its value, and a comma. */
void mi_json_add_text(struct mi_reply *reply, const char *key, const char *text);

/* Adds the member "signs" and a comma: how to draw each letter of the game's boards.  Each is an
 * array of the player (0 or 1) and a Unicode character, or 0 for a plain disc; chess pieces also
 * have the SVG paths of body and strokes (protocol/picture/chess_glyphs.h). */
void mi_json_add_piece_glyphs(struct mi_reply *reply, const miai_game *game);

/* ---- region.c ---- */

/* Adds the members turnNumber and region of an object: an answer of miai_solve_group() in the
 * position after that many moves. */
void mi_json_add_region(struct mi_reply *reply, int turn, const miai_region *region);

#endif
