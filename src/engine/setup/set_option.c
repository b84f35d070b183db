/* Options by name: setting and getting their values as text, as their rows in options.c say. */
#include "client.h"
#include "engine/error.h"
#include "engine/option_value.h"
#include "network_file.h"
#include "settings.h"
#include "tuning_options.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const miai_option *miai_option_at(const miai_engine *engine, int i)
{
    const struct mi_option_row *row = mi_options_row(i);
    (void)engine;
    return row ? &row->option : NULL;
}

const miai_option *miai_option_find(const miai_engine *engine, const char *name)
{
    const struct mi_option_row *row = mi_options_find(name);
    (void)engine;
    return row ? &row->option : NULL;
}

static int set_stored(miai_engine *engine, const struct mi_option_row *row, const char *value)
{
    struct mi_options options = engine->options;
    if (!mi_options_set(&options, row, value))
        return MIAI_BAD_VALUE;
    int error = mi_engine_check_ceilings(engine, &options);
    if (error != MIAI_OK)
        return error;
    engine->options = options;
    return row->on_change ? row->on_change(engine) : MIAI_OK;
}

/* The option's word that the value is, such as "auto"; NULL: the value is the name of a file. */
static const char *find_word(const miai_option *option, const char *value)
{
    const char *const *word = option->choices;
    while (word && *word && !mi_same_text(*word, value))
        word++;
    return !*value ? value : word ? *word : NULL;
}

/* Opens a file for an option. A client may repeat the name of the open file. */
static int set_file(miai_engine *engine, const struct mi_option_row *row, const char *value)
{
    char now[4096];
    int error;
    const char *word = find_word(&row->option, value);
    if (word)
        return row->set(engine, word);
    if (engine->sealed && row->get(engine, now, sizeof now) > 0 && strcmp(now, value) == 0)
        return MIAI_OK;
    char *file = mi_engine_client_file(engine, value, &error);
    if (file)
        error = row->set(engine, file);
    free(file);
    return error;
}

/* Converts a number from one unit to another; other values stay. */
static const char *convert_unit(const char *value, double factor, char *text, size_t size)
{
    double number;
    if (factor == 1 || !mi_read_real(value, &number))
        return value;
    mi_write_real(number * factor, text, size);
    return text;
}

static int set_in_unit(miai_engine *engine, const struct mi_option_row *row, double unit,
                       const char *value)
{
    char text[40];
    int error = set_stored(engine, row, convert_unit(value, unit, text, sizeof text));
    if (error == MIAI_BAD_VALUE && unit != 1) {
        snprintf(text, sizeof text, "%g to %g", row->option.min / unit, row->option.max / unit);
        return mi_engine_fail(engine, error, text);
    }
    return error;
}

int miai_set_option(miai_engine *engine, const char *name, const char *value)
{
    const struct mi_option_row *row = mi_options_find(name);
    mi_engine_fail(engine, MIAI_OK, ""); /* the reason of an earlier error no longer applies */
    if (!row)
        return MIAI_NO_OPTION;
    bool for_clients = row->option.scope == MIAI_SCOPE_CLIENT;
    if (for_clients && engine->sealed)
        return mi_engine_fail(engine, MIAI_REFUSED,
                              "only the command line and the configuration file set this option");
    if (row->offset != MI_NOT_IN_OPTIONS)
        return set_in_unit(engine, row, mi_options_unit(row, name), value);
    if (row->option.type == MIAI_OPTION_FILE && !for_clients)
        return set_file(engine, row, value);
    return row->set(engine, value);
}

int miai_get_option(const miai_engine *engine, const char *name, char *text, size_t size)
{
    const struct mi_option_row *row = mi_options_find(name);
    if (!row)
        return -1;
    if (mi_is_tuning_option(row))
        return mi_tuning_option_get(engine, row, text, size);
    if (row->offset != MI_NOT_IN_OPTIONS) {
        char own[40], converted[40];
        double unit = mi_options_unit(row, name);
        if (unit == 1 || mi_options_get(&engine->options, row, own, sizeof own) < 0)
            return mi_options_get(&engine->options, row, text, size);
        return snprintf(text, size, "%s", convert_unit(own, 1 / unit, converted, sizeof converted));
    }
    return row->get(engine, text, size);
}

/* ---- the value of "auto", for users ---- */

/* Writes the setting that the search gets in place of "auto". */
static int write_auto_value(const struct mi_settings *settings, const struct mi_option_row *row,
                            char *text, size_t size)
{
    const char *const *choices = row->option.choices;
    const void *setting = (const char *)settings + row->setting;
    if (row->option.type == MIAI_OPTION_REAL)
        return mi_write_real(*(const double *)setting, text, size);
    int choice = choices == mi_auto_names ? *(const bool *)setting : *(const int *)setting;
    return snprintf(text, size, "%s", choices[choice + 1]);
}

int miai_effective_option(const miai_engine *engine, const char *name, char *text, size_t size)
{
    const struct mi_options *options = &engine->options;
    const miai_game *game = mi_history_game(engine->history);
    const struct mi_option_row *row = mi_options_find(name);
    char value[8];
    if (miai_get_option(engine, name, value, sizeof value) < 0 || !mi_same_text(value, "auto"))
        return miai_get_option(engine, name, text, size);
    const struct mi_active_network with = mi_engine_active_network(engine);
    bool network = with.weight > 0;
    if (mi_same_text(row->option.name, "search"))
        return snprintf(text, size, "%s",
                        row->option.choices[mi_options_search(options, game, network)]);
    if (mi_same_text(row->option.name, "resign"))
        return mi_write_real(mi_options_resign(options, game, network), text, size);
    if (row->setting == MI_NO_SETTING)
        return snprintf(text, size, "%s", value);
    const struct mi_settings settings = mi_options_settings(options, game, &with);
    return write_auto_value(&settings, row, text, size);
}
