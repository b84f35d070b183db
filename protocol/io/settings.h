/* settings.h - values for options from the command line and from configuration files. */
#ifndef MI_PROTOCOL_IO_SETTINGS_H
#define MI_PROTOCOL_IO_SETTINGS_H

#include "miai.h"

enum { MI_COMPLAINT = 512 }; /* bytes that hold any complaint */

/* Writes "WHAT: ABOUT", each cut where it is long, to a complaint.  Returns false. */
bool mi_complain(char *complaint, const char *what, const char *about);

/* Of a word "NAME=VALUE" behind a command whose name is no setting of it; nearest: the one that is
 * like it, or NULL.  Returns false. */
bool mi_complain_of_setting(char *complaint, const char *word, const char *nearest);

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

#endif
