#include "book.h"

#include "base/interrupt.h"
#include "protocol/io/file.h"
#include "protocol/io/words.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { HEAD_SIZE = 512, MOVES_SIZE = 1 << 14, EXIT_USAGE = 2 };

/* Every book begins with this; options follow. */
static const char begin[] = "miai-book 1 ";

bool mi_book_fail_in(const struct mi_open_book *open, const char *file, long line, const char *why)
{
    if (line > 0)
        mi_print_clean(stderr, "%s: %s:%ld: %s\n", open->program, file, line, why);
    else
        mi_print_clean(stderr, "%s: %s: %s\n", open->program, file, why);
    return false;
}

bool mi_book_fail(const struct mi_open_book *open, const char *why)
{
    return mi_book_fail_in(open, open->args->file, 0, why);
}

/* ---- the first line ---- */

/* Sets the options that the first line names. */
static bool apply_head(const struct mi_open_book *open, char *head)
{
    char complaint[MI_COMPLAINT], *word, *rest = head + sizeof begin - 1;
    struct mi_settings_list list = {.count = 0};
    bool good = true;
    while (good && (word = mi_next_word(&rest)) != NULL)
        good = mi_settings_parse(&list, word, word, complaint);
    good = good && mi_settings_apply(&list, open->engine, complaint);
    mi_settings_free(&list);
    return good || mi_book_fail(open, complaint);
}

/* Gives the engine the game and set-up of the file, then the options of the command line. */
static bool use_head(const struct mi_open_book *open, const struct mi_settings_list *settings,
                     char *head)
{
    char complaint[MI_COMPLAINT], own[HEAD_SIZE], line[HEAD_SIZE];
    miai_book *book;
    snprintf(line, sizeof line, "%s", head);
    if (!apply_head(open, head))
        return false;
    if (!mi_settings_apply(settings, open->engine, complaint))
        return mi_book_fail(open, complaint);
    if (miai_book_new(open->engine, &book) != MIAI_OK)
        return mi_book_fail(open, miai_error_text(MIAI_NO_MEMORY));
    miai_book_head(book, own, sizeof own);
    miai_book_free(book);
    if (strcmp(own, line) == 0)
        return true;
    snprintf(complaint, sizeof complaint, "the book is for %.200s; leave out other values of these",
             line + sizeof begin - 1);
    return mi_book_fail(open, complaint);
}

/* Copies the first line of a file; false if it has none. */
static bool read_head(const char *text, char *head)
{
    size_t length = strcspn(text, "\r\n");
    if (strncmp(text, begin, sizeof begin - 1) != 0 || length >= HEAD_SIZE)
        return false;
    memcpy(head, text, length);
    head[length] = '\0';
    return true;
}

/* ---- lines ---- */

static void read_line(void *context, char *line)
{
    struct mi_open_book *open = context;
    char why[256], text[320];
    open->line++;
    if (open->faulty || !*line || miai_book_add(open->book, line, why, sizeof why) == MIAI_OK)
        return;
    snprintf(text, sizeof text, "line %ld: %s", open->line, why);
    open->faulty = !mi_book_fail(open, text);
}

/* Reads all complete lines after the first one. */
static bool read_lines(struct mi_open_book *open, char *text)
{
    char *line = text + strcspn(text, "\n"), *end;
    for (line += *line == '\n'; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        *end = '\0';
        line[strcspn(line, "\r")] = '\0';
        read_line(open, line);
    }
    return !open->faulty && miai_book_back_up(open->book) == MIAI_OK;
}

bool mi_book_append(struct mi_open_book *open, const char *line)
{
    char why[256];
    if (miai_book_add(open->book, line, why, sizeof why) != MIAI_OK)
        return mi_book_fail(open, why);
    open->line++;
    if (!mi_ledger_write(&open->ledger, line, NULL, 0))
        return mi_book_fail(open, strerror(errno));
    return true; /* mi_book_lock() computes the values again */
}

bool mi_book_lock(struct mi_open_book *open)
{
    enum mi_ledger_state state = MI_LEDGER_BUSY;
    while (state == MI_LEDGER_BUSY && !mi_interrupted())
        state = mi_ledger_begin(&open->ledger, 1);
    if (state == MI_LEDGER_FAILED)
        return mi_book_fail(open, strerror(errno));
    if (state != MI_LEDGER_HELD)
        return false;
    if (!open->faulty && miai_book_back_up(open->book) == MIAI_OK)
        return true;
    mi_ledger_end(&open->ledger);
    return false;
}

void mi_book_unlock(struct mi_open_book *open)
{
    mi_ledger_end(&open->ledger);
}

/* ---- opening ---- */

/* Opens the ledger, which reads the lines. */
static bool share_file(struct mi_open_book *open, const char *head)
{
    char error[MI_FILE_ERROR];
    open->ledger.on_line = read_line;
    open->ledger.context = open;
    open->line = 1;
    if (!mi_ledger_open(&open->ledger, open->args->file, head, NULL, error, sizeof error))
        return mi_book_fail(open, open->ledger.first_line_differs
                                      ? "its lines must end with LF, without CR, to be continued"
                                      : error);
    return true;
}

static bool read_file(struct mi_open_book *open, const struct mi_settings_list *settings,
                      char *text, char *head)
{
    char line[HEAD_SIZE];
    bool makes = open->args->action == MI_BOOK_MAKE;
    if (text && !read_head(text, head))
        return mi_book_fail(open, "this is not a book of miai");
    snprintf(line, sizeof line, "%s", text ? head : "");
    if (text && !use_head(open, settings, line))
        return false;
    if (miai_book_new(open->engine, &open->book) != MIAI_OK)
        return mi_book_fail(open, miai_error_text(MIAI_NO_MEMORY));
    if (!text)
        miai_book_head(open->book, head, HEAD_SIZE);
    return makes ? share_file(open, head) : read_lines(open, text);
}

/* Returns the text of the game's built-in book.  Without one, reports an error and returns NULL. */
static char *copy_builtin(const struct mi_open_book *open)
{
    int length = miai_builtin_book(open->engine, NULL, 0);
    char *text = length >= 0 ? malloc((size_t)length + 1) : NULL;
    if (text)
        miai_builtin_book(open->engine, text, (size_t)length + 1);
    else
        mi_book_fail(open, length < 0 ? "this game has no built-in book; name one with --game"
                                      : miai_error_text(MIAI_NO_MEMORY));
    return text;
}

static bool open_builtin(struct mi_open_book *open, const struct mi_settings_list *settings)
{
    char head[HEAD_SIZE];
    char *text = copy_builtin(open);
    bool good = text && read_file(open, settings, text, head);
    free(text);
    return good;
}

bool mi_book_open(struct mi_open_book *open, const struct mi_settings_list *settings)
{
    char error[MI_FILE_MESSAGE], head[HEAD_SIZE];
    size_t length;
    bool makes = open->args->action == MI_BOOK_MAKE;
    bool exists = access(open->args->file, F_OK) == 0;
    char *text = exists || !makes ? mi_load_large(open->args->file, &length, error) : NULL;
    open->ledger.file = open->ledger.second = -1;
    open->line = 1;
    if (!exists && !makes && strcmp(open->args->file, "auto") == 0)
        return open_builtin(open, settings);
    if (!text && (exists || !makes))
        return mi_book_fail(open, error);
    if (text && length == 0 && makes) {
        free(text);
        text = NULL;
    }
    bool good = read_file(open, settings, text, head);
    free(text);
    return good;
}

void mi_book_close(struct mi_open_book *open)
{
    mi_ledger_close(&open->ledger);
    miai_book_free(open->book);
}

/* ---- positions ---- */

bool mi_book_set_up(struct mi_open_book *open, int i)
{
    char *moves = malloc(MOVES_SIZE), move[MIAI_MOVE_TEXT];
    int error = moves ? miai_clear(open->engine) : MIAI_NO_MEMORY;
    if (moves)
        miai_book_path(open->book, i, moves, MOVES_SIZE);
    for (const char *rest = moves; error == MIAI_OK && miai_next_move(&rest, move);)
        error = miai_play(open->engine, MIAI_TURN, move);
    free(moves);
    return error == MIAI_OK || mi_book_fail(open, miai_error_reason(open->engine, error));
}

int mi_book_follow(const struct mi_open_book *open, const char *moves)
{
    char move[MIAI_MOVE_TEXT], text[80];
    int i = 0;
    while (i >= 0 && miai_next_move(&moves, move))
        if ((i = miai_book_find(open->book, i, move)) < 0) {
            snprintf(text, sizeof text, "%s leads out of the book", move);
            mi_book_fail(open, text);
        }
    return i;
}

int mi_book_run(const struct mi_book_args *args, const struct mi_settings_list *settings,
                miai_engine *engine, const char *program)
{
    static bool (*const run[])(struct mi_open_book *) = {[MI_BOOK_MAKE] = mi_book_make,
                                                         [MI_BOOK_CHECK] = mi_book_check,
                                                         [MI_BOOK_SHOW] = mi_book_show,
                                                         [MI_BOOK_EXPORT] = mi_book_export};
    struct mi_open_book open = {.args = args, .engine = engine, .program = program};
    open.progress.overwrite = isatty(STDERR_FILENO);
    open.progress.periodic = !open.progress.overwrite;
    bool good = mi_book_open(&open, settings) && run[args->action](&open);
    mi_book_close(&open);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
