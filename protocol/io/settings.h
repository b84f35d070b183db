/* settings.h - option values from the command line and configuration files, and tables of the
 * NAME=VALUE arguments of commands. */
#ifndef MI_PROTOCOL_IO_SETTINGS_H
#define MI_PROTOCOL_IO_SETTINGS_H

#include "miai.h"

#include <stdbool.h>
#include <stddef.h>

enum { MI_COMPLAINT = 512 }; /* buffer size in bytes */

/* Writes "WHAT: ABOUT" to complaint, each part truncated if it is long.  Returns false. */
bool mi_write_complaint(char *complaint, const char *what, const char *about);

struct mi_setting {
    char *name, *value;
    char *origin; /* its source, for error messages: "--size=9", "FILE:3" */
};

/* In the order in which they were given.  Initialized with zeros; owns everything. */
struct mi_settings_list {
    struct mi_setting *list;
    int count;
};

void mi_settings_free(struct mi_settings_list *settings);

/* Adds a setting.  False if memory runs out. */
bool mi_settings_add(struct mi_settings_list *settings, const char *name, const char *value,
                     const char *origin);

/* Removes the last setting. */
void mi_settings_remove_last(struct mi_settings_list *settings);

/* Adds a setting from "name = value".  On failure returns false and writes a complaint. */
bool mi_settings_parse(struct mi_settings_list *settings, const char *text, const char *origin,
                       char *complaint);

/* Adds the settings in a file: lines "name = value", comments from # on. */
bool mi_settings_load(struct mi_settings_list *settings, const char *file, char *complaint);

/* Is there a setting for the option of that name? */
bool mi_settings_contain(const struct mi_settings_list *settings, const miai_engine *engine,
                         const char *name);

/* The value of the last setting for that option, or NULL. */
const char *mi_settings_value(const struct mi_settings_list *settings, const miai_engine *engine,
                              const char *name);

/* Sets the engine's options: the game first, since the meaning of other options depends on it, then
 * the rest in order. */
bool mi_settings_apply(const struct mi_settings_list *settings, miai_engine *engine,
                       char *complaint);

/* The options time and playouts, which limit a search that the client does not; 0: no limit. */
void mi_settings_effort(const miai_engine *engine, double *seconds, uint64_t *playouts);

/* ---- arguments of a command ---- */

/* The type and the range of a value. */
enum mi_arg_kind {
    MI_ARG_OTHER, /* parsed by the row's function */
    MI_ARG_COUNT, /* an int, from min to max */
    MI_ARG_REAL,  /* a double, from min to max */
    MI_ARG_ABOVE, /* a double, greater than min, up to max */
    MI_ARG_SEED,  /* an unsigned long, see mi_read_word_seed() */
    MI_ARG_NAME   /* a file name, in char [MI_ARG_NAME_SIZE] */
};

enum { MI_ARG_NAME_SIZE = 1024 };

struct mi_arg_row {
    const char *name;  /* NULL ends the table */
    const char *range; /* the allowed values, for error messages */
    enum mi_arg_kind kind;
    size_t offset; /* position of the value in the filled struct */
    double min, max;
    bool (*parse)(void *args, const char *text);
    const char *command; /* the only command that accepts it; NULL: all commands with this table */
};

#define MI_ARG_ROW_NUMBER(name, kind, offset, min, max, range)                                     \
    {                                                                                              \
        name, range, MI_ARG_##kind, offset, min, max, NULL, NULL                                   \
    }
#define MI_ARG_ROW_SEED(name, offset)                                                              \
    {                                                                                              \
        name, "0 to 2147483647", MI_ARG_SEED, offset, 0, 0, NULL, NULL                             \
    }
#define MI_ARG_ROW_FILE(name, offset, range)                                                       \
    {                                                                                              \
        name, range, MI_ARG_NAME, offset, 0, 0, NULL, NULL                                         \
    }
#define MI_ARG_ROW_CUSTOM(name, parse, command, range)                                             \
    {                                                                                              \
        name, range, MI_ARG_OTHER, 0, 0, 0, parse, command                                         \
    }
#define MI_ARG_ROW_END MI_ARG_ROW_CUSTOM(NULL, NULL, NULL, NULL)

/* Parses "NAME=VALUE" with the row of that name and stores the value in the struct args.  On
 * failure returns false and writes a complaint of MI_COMPLAINT bytes. */
bool mi_arg_row_read(const struct mi_arg_row *rows, const char *command, void *args,
                     const char *word, char *complaint);

/* Do all file arguments name different files?  If not, returns false and writes a complaint. */
bool mi_arg_rows_name_different_files(const struct mi_arg_row *rows, const void *args,
                                      char *complaint);

#endif
