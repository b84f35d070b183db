/* reply.h - one reply to a client: put together piece by piece, then written at once. */
#ifndef MI_PROTOCOL_IO_REPLY_H
#define MI_PROTOCOL_IO_REPLY_H

#include "miai.h"

#include <stdbool.h>
#include <stddef.h>

/* Begins as all zero.  Owns text. */
struct mi_reply {
    char *text; /* text[length] is 0; NULL while nothing was added */
    size_t length, size;
    bool failed; /* a piece is missing for want of memory */
};

void mi_reply_free(struct mi_reply *reply);
void mi_reply_clear(struct mi_reply *reply);

/* Makes room for that many bytes behind the text, so that these are added whatever memory is left;
 * false: there is none. */
bool mi_reply_reserve(struct mi_reply *reply, size_t room);

void mi_reply_add(struct mi_reply *reply, const char *text);
void mi_reply_bytes(struct mi_reply *reply, const char *text, size_t length);
/* A piece of at most 511 bytes; of a longer one the beginning. */
void mi_reply_format(struct mi_reply *reply, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Adds a cell of CSV (RFC 4180).  A text that a spreadsheet would take for a formula begins with an
 * apostrophe. */
void mi_reply_csv(struct mi_reply *reply, const char *text);

/* Adds what write(context, text, size) writes, which returns its whole length as snprintf does.
 * Returns false, with nothing added, where that is negative. */
bool mi_reply_written(struct mi_reply *reply,
                      int (*write)(const void *context, char *text, size_t size),
                      const void *context);

/* Adds the legal moves of a player, with blanks between. */
void mi_reply_legal(struct mi_reply *reply, const miai_engine *engine, int player);

/* Adds the game so far in SGF, or a record in its format; false, with nothing added, where that
 * cannot be. */
bool mi_reply_sgf(struct mi_reply *reply, const miai_engine *engine);
bool mi_reply_game_record(struct mi_reply *reply, const miai_game_record *record);

/* The first record in that format that the reply holds, which the caller frees; NULL: none. */
miai_game_record *mi_reply_read_record(const struct mi_reply *reply, const char *format);

/* Puts a record in place of all that the reply held. */
void mi_reply_take_record(struct mi_reply *reply, const miai_game_record *record);

#endif
