/* book_file.h - the opening book of an engine. */
#ifndef MI_ENGINE_SETUP_BOOK_FILE_H
#define MI_ENGINE_SETUP_BOOK_FILE_H

#include "engine/engine.h"

/* Opens a book for the current game in place of the open one; "": none. */
int mi_engine_open_book(miai_engine *engine, const char *name);

void mi_engine_close_book(miai_engine *engine);

#endif
