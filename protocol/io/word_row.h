/* word_row.h - what a command takes as NAME=VALUE, as a table. */
#ifndef MI_PROTOCOL_IO_WORD_ROW_H
#define MI_PROTOCOL_IO_WORD_ROW_H

#include <stdbool.h>
#include <stddef.h>

/* Where a value goes, and what it may be. */
enum mi_word_kind {
    MI_WORD_OTHER, /* what take() makes of it */
    MI_WORD_COUNT, /* an int, from least to most */
    MI_WORD_REAL,  /* a double, likewise */
    MI_WORD_ABOVE, /* the same, but not least itself */
    MI_WORD_SEED,  /* an unsigned long, as mi_read_word_seed() has it */
    MI_WORD_NAME   /* a file, in char [MI_WORD_NAME_SIZE] */
};

enum { MI_WORD_NAME_SIZE = 1024 };

struct mi_word_row {
    const char *name;  /* NULL: no row any more */
    const char *range; /* the values, in words: what a complaint says */
    enum mi_word_kind kind;
    size_t at; /* in the struct that is filled */
    double least, most;
    bool (*take)(void *words, const char *text);
    const char *only; /* the one command that takes it; NULL: all that have the table */
};

/* Rows of a table. */
#define MI_ROW_NUMBER(name, kind, at, least, most, range)                                          \
    {                                                                                              \
        name, range, MI_WORD_##kind, at, least, most, NULL, NULL                                   \
    }
#define MI_ROW_SEED(name, at)                                                                      \
    {                                                                                              \
        name, "0 to 2147483647", MI_WORD_SEED, at, 0, 0, NULL, NULL                                \
    }
#define MI_ROW_FILE(name, at, range)                                                               \
    {                                                                                              \
        name, range, MI_WORD_NAME, at, 0, 0, NULL, NULL                                            \
    }
#define MI_ROW_TAKE(name, take, only, range)                                                       \
    {                                                                                              \
        name, range, MI_WORD_OTHER, 0, 0, 0, take, only                                            \
    }
#define MI_ROW_END MI_ROW_TAKE(NULL, NULL, NULL, NULL)

/* Reads "NAME=VALUE" into words by the row of that name.  False: it complains, into what
 * mi_complain() takes. */
bool mi_word_row_read(const struct mi_word_row *rows, const char *command, void *words,
                      const char *word, char *complaint);

#endif
