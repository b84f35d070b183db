/* book_file.h - the opening book of an engine. */
#ifndef MI_ENGINE_SETUP_BOOK_FILE_H
#define MI_ENGINE_SETUP_BOOK_FILE_H

#include "engine/engine.h"

/* Opens a book for the current game in place of the open one; "": none. */
int mi_engine_open_book(miai_engine *engine, const char *name);

/* Writes the first line of a book that miai makes, as snprintf():
 * "miai-book 1 game=GAME size=WIDTHxHEIGHT komi=KOMI rules=RULES", without what the game lacks. */
int mi_engine_book_head(const miai_game *game, const miai_setup *setup, char *text, size_t size);

void mi_engine_close_book(miai_engine *engine);

#endif
