/* sgf.h - SGF FF[4] (red-bean.com/sgf), also as found in older and malformed files.
 *
 * Unchanged parts are written byte by byte as they were read. */
#ifndef MI_RECORD_SGF_H
#define MI_RECORD_SGF_H

#include "base/text.h"
#include "game_record.h"

/* Does a game begin at this "("? */
bool mi_sgf_begins_game(const char *p, const char *end);

/* Reads the next game of the source and advances past it. Returns NULL at the end of the file or on
 * an error. If only the last ")" is missing, it returns the game and also records an error. */
struct miai_game_record *mi_sgf_read(struct mi_record_source *source);

void mi_sgf_write(const struct miai_game_record *record, struct mi_out *out);

/* Converts a value to UTF-8, without escapes and with newlines as line breaks; the caller frees it.
 * NULL if out of memory. */
char *mi_sgf_text(const struct miai_game_record *record, struct mi_text raw);

/* Converts a short ASCII value (number, point, name), cut off at size. */
void mi_sgf_short_text(struct mi_text raw, char *word, size_t size);

/* Adds a property, escaping the UTF-8 text. Returns false if out of memory. */
bool mi_sgf_add(struct miai_game_record *record, struct mi_record_node *node, const char *name,
                const char *text);

#endif
