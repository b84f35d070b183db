/* reply.h - one reply to a client: assembled in memory, then written at once. */
#ifndef MI_PROTOCOL_IO_REPLY_H
#define MI_PROTOCOL_IO_REPLY_H

#include "miai.h"

#include <stdbool.h>
#include <stddef.h>

/* Initialized with zeros.  Owns text. */
struct mi_reply {
    char *text; /* text[length] is 0; NULL if nothing was added yet */
    size_t length, size;
    bool failed; /* incomplete, because memory ran out */
};

void mi_reply_free(struct mi_reply *reply);
void mi_reply_clear(struct mi_reply *reply);

/* Reserves space for that many more bytes, so that adding them cannot fail.  False if memory runs
 * out. */
bool mi_reply_reserve(struct mi_reply *reply, size_t bytes);

void mi_reply_add(struct mi_reply *reply, const char *text);
void mi_reply_bytes(struct mi_reply *reply, const char *text, size_t length);
/* Adds formatted text, truncated after 511 bytes. */
void mi_reply_format(struct mi_reply *reply, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Adds a CSV cell (RFC 4180).  An apostrophe is put before text that a spreadsheet would evaluate
 * as a formula. */
void mi_reply_csv(struct mi_reply *reply, const char *text);

/* Adds the output of write(context, text, size), which returns the full length like snprintf(), or
 * a negative number on failure; then nothing is added and false is returned. */
bool mi_reply_add_written(struct mi_reply *reply,
                          int (*write)(const void *context, char *text, size_t size),
                          const void *context);

/* Adds the legal moves of a player, separated by spaces. */
void mi_reply_add_legal_moves(struct mi_reply *reply, const miai_engine *engine, int player);

/* Adds the text of miai_region_text(). */
void mi_reply_add_region(struct mi_reply *reply, const miai_region *region);

/* Adds the current game in SGF, or a record in its own format.  On failure returns false and adds
 * nothing. */
bool mi_reply_add_sgf(struct mi_reply *reply, const miai_engine *engine);
bool mi_reply_add_game_record(struct mi_reply *reply, const miai_game_record *record);

/* Parses the reply's text and returns its first record, which the caller frees; NULL on failure. */
miai_game_record *mi_reply_read_record(const struct mi_reply *reply, const char *format);

/* Replaces the reply's text by the record. */
void mi_reply_replace_by_record(struct mi_reply *reply, const miai_game_record *record);

#endif
