/* book.h - moves from the opening book. */
#ifndef MI_ENGINE_THINK_BOOK_H
#define MI_ENGINE_THINK_BOOK_H

#include "engine/engine.h"

/* Leaves a book move in the engine as if a search had found it. False if the book has none. */
bool mi_engine_probe_book(miai_engine *engine, const struct mi_root *root);

#endif
