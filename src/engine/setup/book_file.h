/* book_file.h - the opening book of an engine. */
#ifndef MI_ENGINE_SETUP_BOOK_FILE_H
#define MI_ENGINE_SETUP_BOOK_FILE_H

#include "engine/engine.h"

/* Opens a book for the current game in place of the open one; "none" or "": none; "auto": the
 * built-in one of each game. */
int mi_engine_open_book(miai_engine *engine, const char *name);

/* The value of the option book-file. */
const char *mi_engine_book_name(const miai_engine *engine);

/* The book for the next move, or NULL.  The built-in one is read when it is first needed.  It
 * serves only the game's default search without a level, depth or temperature, because it would
 * play better than other settings. */
const struct mi_book *mi_engine_book(miai_engine *engine);

/* The text of the built-in book of a game; NULL: it has none. */
const unsigned char *mi_engine_builtin_book(const miai_game *game, size_t *length);

/* Writes the first line of a book that miai makes, as snprintf():
 * "miai-book 1 game=GAME size=WIDTHxHEIGHT komi=KOMI rules=RULES", without what the game lacks. */
int mi_engine_book_head(const miai_game *game, const miai_setup *setup, char *text, size_t size);

void mi_engine_close_book(miai_engine *engine);

#endif
