/* book.h - moves of the opening book. */
#ifndef MI_ENGINE_THINK_BOOK_H
#define MI_ENGINE_THINK_BOOK_H

#include "engine/engine.h"

/* Leaves a move of the book in the engine as if a search had found it; false if it has none. */
bool mi_engine_ask_book(miai_engine *engine, const struct mi_root *root);

#endif
