/* The value of an option that is "auto", for the current game. */
#include "engine/engine.h"
#include "network_file.h"
#include "settings.h"

#include "base/text.h"

#include <stdio.h>

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
