/* book.h - miai book: makes, checks, shows and converts opening books. */
#ifndef MI_PROGRAM_BOOK_BOOK_H
#define MI_PROGRAM_BOOK_BOOK_H

#include "base/shared/ledger.h"
#include "miai.h"
#include "program/convert/progress_line.h"
#include "protocol/io/settings.h"

#include <stdbool.h>

enum mi_book_action { MI_BOOK_MAKE, MI_BOOK_CHECK, MI_BOOK_SHOW, MI_BOOK_EXPORT };

/* The arguments of the command line. */
struct mi_book_args {
    enum mi_book_action action;
    const char *file;               /* the book; borrowed, like output */
    const char *output;             /* export: the file to write */
    int positions;                  /* make: the number at which to stop */
    double ply_cost;                /* make: cost of each ply */
    int plies;                      /* make: plies of each record */
    char records[MI_ARG_NAME_SIZE]; /* make: a file with games; "": none */
    char moves[MI_ARG_NAME_SIZE];   /* make, show: begin after these moves */
    int searches;                   /* check: moves to search again */
};

/* A book, and the engine with its game and set-up. */
struct mi_open_book {
    const struct mi_book_args *args;
    miai_engine *engine;
    miai_book *book; /* owned */
    struct mi_ledger ledger;
    const char *program; /* the prefix of error messages */
    long line;           /* of the file, the last one that was read */
    bool faulty;         /* a line was wrong; this was reported */
    struct mi_progress_line progress;
};

/* ---- arguments.c ---- */

/* Parses the arguments after "book". On failure writes a complaint. */
bool mi_book_read_args(struct mi_book_args *args, char *const *list, char *complaint);

/* ---- file.c ---- */

/* Prints an error and returns false: about the book's file, or about another file and a line of it
 * (0: the whole file). */
bool mi_book_fail(const struct mi_open_book *open, const char *why);
bool mi_book_fail_in(const struct mi_open_book *open, const char *file, long line, const char *why);

/* Opens the book: sets the engine's game and set-up to those of the file, and reads it. `settings`
 * are the options of the command line, which must not contradict the file. Only MI_BOOK_MAKE
 * creates and shares the file. On failure reports why and returns false; call mi_book_close() in
 * either case. */
bool mi_book_open(struct mi_open_book *open, const struct mi_settings_list *settings);
void mi_book_close(struct mi_open_book *open);

/* Adds a line to the book, and while it is being made to the file. False: an error was reported. */
bool mi_book_append(struct mi_open_book *open, const char *line);

/* Locks the file against other processes, reads what they have added, and computes the values. */
bool mi_book_lock(struct mi_open_book *open);
void mi_book_unlock(struct mi_open_book *open);

/* Sets up position i in the engine. False: an error was reported. */
bool mi_book_set_up(struct mi_open_book *open, int i);

/* The position after moves, separated by spaces; -1, after a report, if the book lacks it. */
int mi_book_follow(const struct mi_open_book *open, const char *moves);

/* ---- make.c ---- */

bool mi_book_make(struct mi_open_book *open);

/* Searches position i without the moves that are in `avoid` ("": all moves), and writes the best
 * one, its value and the visits as a line has them: "MOVE VALUE VISITS", or "- VALUE 0" without a
 * move. False: an error was reported. */
bool mi_book_search(struct mi_open_book *open, const char *avoid, char *text, size_t size);

/* ---- report.c ---- */

bool mi_book_check(struct mi_open_book *open);
bool mi_book_show(struct mi_open_book *open);
bool mi_book_export(struct mi_open_book *open);

/* ---- all of it ---- */

/* Runs the command; returns the exit status. */
int mi_book_run(const struct mi_book_args *args, const struct mi_settings_list *settings,
                miai_engine *engine, const char *program);

#endif
