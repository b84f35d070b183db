/* Applies overrideSettings with KataGo's option names, and restores the previous values. */
#include "query.h"

#include <stdio.h>
#include <string.h>

/* Only options that change how the search plays may be overridden: not the game, files or limits.
 */
static bool may_be_overridden(const miai_option *option)
{
    switch (option->scope) {
    case MIAI_SCOPE_PLAY:
    case MIAI_SCOPE_TREE:
    case MIAI_SCOPE_NETWORK:
    case MIAI_SCOPE_HUMAN:
        return option->katago != NULL;
    default:
        return false;
    }
}

bool mi_query_setting_is_known(const miai_engine *engine, const struct mi_override *setting)
{
    const miai_option *option = miai_option_find(engine, setting->name);
    if (strcmp(setting->name, "ignorePreRootHistory") == 0)
        return strcmp(setting->value, "false") == 0; /* the history is always used */
    return option && may_be_overridden(option);
}

/* Sets the option and stores its previous value in setting. */
static int swap_setting(miai_engine *engine, struct mi_override *setting)
{
    struct mi_override before = *setting;
    if (!mi_query_setting_is_known(engine, setting) || !miai_option_find(engine, setting->name))
        return MIAI_OK;
    miai_get_option(engine, setting->name, before.value, sizeof before.value);
    int error = miai_set_option(engine, setting->name, setting->value);
    if (error == MIAI_OK)
        *setting = before;
    return error;
}

int mi_query_apply_settings(struct mi_query *query, miai_engine *engine, char *why, size_t size)
{
    query->set_count = 0;
    for (; query->set_count < query->setting_count; query->set_count++) {
        struct mi_override *setting = &query->setting[query->set_count];
        int error = swap_setting(engine, setting);
        if (error == MIAI_OK)
            continue;
        snprintf(why, size, "%s: %s", setting->name, miai_error_reason(engine, error));
        mi_query_restore_settings(query, engine);
        return error;
    }
    return MIAI_OK;
}

void mi_query_restore_settings(struct mi_query *query, miai_engine *engine)
{
    while (query->set_count > 0)
        swap_setting(engine, &query->setting[--query->set_count]);
}
