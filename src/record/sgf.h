/* sgf.h - SGF (FF[4], red-bean.com/sgf, and what older and looser files have).
 *
 * What is not changed is written byte by byte as it was read. */
#ifndef MI_RECORD_SGF_H
#define MI_RECORD_SGF_H

#include "base/text.h"
#include "game_record.h"

/* Does a game begin at this "("? */
bool mi_sgf_begins_game(const char *p, const char *end);

/* Reads the next game of the source and moves on behind it.  NULL at the end, or with a fault;
 * where nothing but the last ")" is missing, the game is there beside the fault. */
struct miai_game_record *mi_sgf_read(struct mi_record_source *source);

void mi_sgf_write(const struct miai_game_record *record, struct mi_out *out);

/* A value as text in UTF-8, unescaped, line breaks being newlines; the caller frees it.  NULL
 * without memory. */
char *mi_sgf_text(const struct miai_game_record *record, struct mi_text raw);

/* The same of short ASCII values, cut off at size: numbers, points, names. */
void mi_sgf_word(struct mi_text raw, char *word, size_t size);

/* Adds a property whose value is this text in UTF-8, escaped; false without memory. */
bool mi_sgf_add(struct miai_game_record *record, struct mi_record_node *node, const char *name,
                const char *text);

#endif
