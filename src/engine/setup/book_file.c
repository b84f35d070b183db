/* Opening books: files that the game can read. */
#include "book_file.h"

#include "engine/error.h"

#include "base/file.h"

#include <stdlib.h>
#include <string.h>

static const size_t BOOK_MAX = (size_t)1 << 30; /* Reads a book of book->game. Returns an error
                                                 * code. */

/* Reads a book of the game; MIAI_OK, or an error. */
static int read_book(miai_engine *engine, const char *name, struct mi_book *book)
{
    char why[MI_FILE_ERROR];
    book->name = strdup(name);
    if (!book->name)
        return MIAI_NO_MEMORY;
    book->bytes = mi_file_read(name, BOOK_MAX, &book->size, why, sizeof why);
    if (!book->bytes)
        return mi_engine_fail(engine, MIAI_NO_LOAD, why);
    if (book->size == 0 || !mi_books(book->game)->is_book(book->bytes, book->size))
        return mi_engine_fail(engine, MIAI_NO_LOAD, "it is not an opening book of this game");
    return MIAI_OK;
}

static void free_book(struct mi_book *book)
{
    free(book->name);
    free(book->bytes);
}

void mi_engine_close_book(miai_engine *engine)
{
    free_book(&engine->book);
    engine->book = (struct mi_book){.game = NULL};
}

int mi_engine_open_book(miai_engine *engine, const char *name)
{
    struct mi_book book = {.game = mi_history_game(engine->history)};
    if (*name && (!mi_books(book.game)->is_book || !mi_books(book.game)->moves))
        return MIAI_UNSUPPORTED;
    int error = *name ? read_book(engine, name, &book) : MIAI_OK;
    if (error != MIAI_OK) {
        free_book(&book);
        return error;
    }
    mi_engine_close_book(engine);
    engine->book = book;
    return MIAI_OK;
}
