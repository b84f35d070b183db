/* Opening books: files that the game can read, and those that miai made. */
#include "book_file.h"

#include "engine/error.h"
#include "level.h"
#include "network_file.h"
#include "settings.h"

#include "base/file.h"
#include "base/text.h"
#include "book/book.h"
#include "contract/presentation.h"
#include "embedded/embedded.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const size_t BOOK_MAX = (size_t)1 << 30;

/* Every book of miai begins with this. */
#define BOOK_BEGIN "miai-book 1 "

int mi_engine_book_head(const miai_game *game, const miai_setup *setup, char *text, size_t size)
{
    struct mi_out out;
    char value[256];
    mi_out_init(&out, text, size);
    mi_out_format(&out, BOOK_BEGIN "game=%s size=%dx%d", game->name, setup->width, setup->height);
    mi_write_real(setup->komi, value, sizeof value);
    if (mi_scoring(game)->settle)
        mi_out_format(&out, " komi=%s", value);
    mi_write_rules(game, setup->rules, value, sizeof value);
    if (*value)
        mi_out_format(&out, " rules=%s", value);
    return mi_out_length(&out);
}

/* ---- books of miai ---- */

/* Copies a line without its end; returns the text after it. False if the line is too long. */
static bool next_line(const char **text, char *line, size_t size)
{
    size_t length = strcspn(*text, "\r\n");
    const char *end = *text + length;
    if (length >= size)
        return false;
    memcpy(line, *text, length);
    line[length] = '\0';
    *text = end + (*end == '\r') + (end[*end == '\r'] == '\n');
    return true;
}

static bool read_lines(struct mi_book_tree *tree, const char *text, char *fault)
{
    char line[256], why[MI_BOOK_FAULT] = "it is too long";
    int number = 2;
    for (; *text; number++)
        if (!next_line(&text, line, sizeof line) || (*line && !mi_book_add_line(tree, line, why))) {
            snprintf(fault, MI_BOOK_FAULT, "line %d: %.160s", number, why);
            return false;
        }
    return mi_book_back_up(tree);
}

static struct mi_book_tree *read_book_text(const miai_engine *engine, const char *text, char *fault)
{
    const miai_game *game = mi_history_game(engine->history);
    const miai_setup *setup = mi_history_setup(engine->history);
    char head[400], line[400] = "";
    mi_engine_book_head(game, setup, head, sizeof head);
    if (!next_line(&text, line, sizeof line) || strcmp(head, line) != 0) {
        snprintf(fault, MI_BOOK_FAULT, "the book is for %.150s",
                 line + (strlen(line) < sizeof BOOK_BEGIN ? 0 : sizeof BOOK_BEGIN - 1));
        return NULL;
    }
    struct mi_book_tree *tree = mi_book_tree_new(game, setup);
    snprintf(fault, MI_BOOK_FAULT, "%s", miai_error_text(MIAI_NO_MEMORY));
    if (tree && read_lines(tree, text, fault))
        return tree;
    mi_book_tree_free(tree);
    return NULL;
}

static bool is_of_miai(const struct mi_book *book)
{
    static const char begin[] = BOOK_BEGIN;
    return book->size >= sizeof begin && memcmp(book->bytes, begin, sizeof begin - 1) == 0;
}

/* ---- files ---- */

/* Reads a book in the game's own format. */
static int read_own_format(miai_engine *engine, struct mi_book *book)
{
    const miai_books *books = mi_books(book->game);
    if (books->is_book && book->size > 0 && books->is_book(book->bytes, book->size))
        return MIAI_OK;
    return mi_engine_fail(engine, MIAI_NO_LOAD, "it is not an opening book of this game");
}

/* Reads the text of a book that miai made. */
static int read_tree(miai_engine *engine, struct mi_book *book, const unsigned char *bytes,
                     size_t size)
{
    char fault[MI_BOOK_FAULT];
    char *text = malloc(size + 1);
    if (!text)
        return MIAI_NO_MEMORY;
    memcpy(text, bytes, size);
    text[size] = '\0';
    book->tree = read_book_text(engine, text, fault);
    free(text);
    return book->tree ? MIAI_OK : mi_engine_fail(engine, MIAI_NO_LOAD, fault);
}

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
    if (!is_of_miai(book))
        return read_own_format(engine, book);
    int error = read_tree(engine, book, book->bytes, book->size);
    free(book->bytes);
    book->bytes = NULL;
    return error;
}

static void free_book(struct mi_book *book)
{
    free(book->name);
    free(book->bytes);
    mi_book_tree_free(book->tree);
}

void mi_engine_close_book(miai_engine *engine)
{
    free_book(&engine->book);
    engine->book = (struct mi_book){.game = NULL};
}

static int open_book_file(miai_engine *engine, const char *name)
{
    struct mi_book book = {.origin = MI_WEIGHTS_FILE, .game = mi_history_game(engine->history)};
    int error = read_book(engine, name, &book);
    if (error != MIAI_OK) {
        free_book(&book);
        return error;
    }
    mi_engine_close_book(engine);
    engine->book = book;
    return MIAI_OK;
}

int mi_engine_open_book(miai_engine *engine, const char *name)
{
    bool none = !*name || strcmp(name, "none") == 0;
    if (!none && strcmp(name, "auto") != 0)
        return open_book_file(engine, name);
    mi_engine_close_book(engine);
    engine->book.origin = none ? MI_WEIGHTS_NONE : MI_WEIGHTS_BUILTIN;
    return MIAI_OK;
}

const char *mi_engine_book_name(const miai_engine *engine)
{
    const struct mi_book *book = &engine->book;
    return book->origin == MI_WEIGHTS_BUILTIN ? "auto" : book->name ? book->name : "none";
}

/* ---- for a move ---- */

const unsigned char *mi_engine_builtin_book(const miai_game *game, size_t *length)
{
    const miai_books *books = mi_books(game);
    if (!MI_HAS_MEMBER(books, builtin_bytes) || !books->builtin)
        return NULL;
    mi_embedded_load(books->builtin);
    *length = books->builtin_bytes;
    return books->builtin;
}

/* Is a built-in book for the current set-up? */
static bool builtin_suits(const miai_engine *engine, const unsigned char *text, size_t length)
{
    char head[400];
    size_t size = (size_t)mi_engine_book_head(mi_history_game(engine->history),
                                              mi_history_setup(engine->history), head, sizeof head);
    return size < length && text[size] == '\n' && memcmp(text, head, size) == 0;
}

/* Reads the built-in book of the current game, if it has one for this set-up. */
static void read_builtin(miai_engine *engine)
{
    const miai_game *game = mi_history_game(engine->history);
    struct mi_book *book = &engine->book;
    size_t length;
    if (book->game == game)
        return;
    const unsigned char *text = mi_engine_builtin_book(game, &length);
    if (!text || !builtin_suits(engine, text, length))
        return;
    mi_engine_close_book(engine);
    if (read_tree(engine, book, text, length) == MIAI_OK)
        book->game = game;
}

/* Does the engine search as the game does by default, with no level, depth or temperature? */
static bool plays_by_default(const miai_engine *engine)
{
    const miai_game *game = mi_history_game(engine->history);
    const struct mi_options *options = &engine->options;
    struct mi_options automatic = *options;
    miai_level level;
    automatic.search = MI_SEARCH_AUTO;
    bool network = mi_engine_has_network(engine);
    return !mi_engine_level(engine, &level) && options->depth == 0 && options->temperature <= 0 &&
           !(options->temperature_early > 0) && /* NAN: not set */
           mi_options_search(options, game, network) ==
               mi_options_search(&automatic, game, network);
}

const struct mi_book *mi_engine_book(miai_engine *engine)
{
    if (engine->book.origin == MI_WEIGHTS_BUILTIN) {
        if (!plays_by_default(engine))
            return NULL;
        read_builtin(engine);
    }
    return engine->book.game == mi_history_game(engine->history) ? &engine->book : NULL;
}
