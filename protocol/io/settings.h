/* settings.h - values for options from the command line and from configuration files; and what a
 * command takes as NAME=VALUE besides, as a table. */
#ifndef MI_PROTOCOL_IO_SETTINGS_H
#define MI_PROTOCOL_IO_SETTINGS_H

#include "miai.h"

#include <stdbool.h>
#include <stddef.h>

enum { MI_COMPLAINT = 512 }; /* bytes that hold any complaint */

/* Writes "WHAT: ABOUT", each cut where it is long, to a complaint.  Returns false. */
bool mi_complain(char *complaint, const char *what, const char *about);

struct mi_setting {
    char *name, *value;
    char *origin; /* where it stands, for complaints: "--size=9", "FILE:3" */
};

/* In the order in which they were given.  Begins as all zero; owns everything. */
struct mi_settings_list {
    struct mi_setting *list;
    int count;
};

void mi_settings_free(struct mi_settings_list *settings);

/* Adds one; false without memory. */
bool mi_settings_add(struct mi_settings_list *settings, const char *name, const char *value,
                     const char *origin);

/* Takes the last one off again. */
void mi_settings_drop(struct mi_settings_list *settings);

/* Adds one that reads "name = value".  False, with a complaint, if it does not. */
bool mi_settings_parse(struct mi_settings_list *settings, const char *text, const char *origin,
                       char *complaint);

/* Adds the lines of a file: "name = value", comments from # on. */
bool mi_settings_load(struct mi_settings_list *settings, const char *file, char *complaint);

/* Is there one for the option of that name? */
bool mi_settings_have(const struct mi_settings_list *settings, const miai_engine *engine,
                      const char *name);

/* The value of the last one for that option, or NULL. */
const char *mi_settings_value(const struct mi_settings_list *settings, const miai_engine *engine,
                              const char *name);

/* Sets the options of an engine: first the game, on which the meaning of others depends, then the
 * rest in order. */
bool mi_settings_apply(const struct mi_settings_list *settings, miai_engine *engine,
                       char *complaint);

/* ---- of a command ---- */

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

/* Do all files that the rows took have paths of their own?  False: it complains. */
bool mi_word_row_files_differ(const struct mi_word_row *rows, const void *words, char *complaint);

#endif
