/* The tables that the game has opened, from the file that the option knowledge-file names. */
#include "tablebase_file.h"

#include "engine/error.h"

#include <stdlib.h>
#include <string.h>

void mi_engine_close_tables(miai_engine *engine)
{
    struct mi_tables *opened = &engine->tables;
    if (!opened->tables)
        return;
    mi_tablebase(opened->game)->close(opened->tables);
    free(opened->file);
    *opened = (struct mi_tables){.game = NULL};
    miai_forget(engine); /* values that hung on it */
}

/* Opens a file for games of that set-up, in the place of that which was open. */
static int open_for(miai_engine *engine, const miai_game *game, const miai_setup *setup,
                    const char *file)
{
    struct mi_tables opened = {.game = game, .setup = *setup, .file = strdup(file)};
    char why[160] = "";
    if (!opened.file)
        return MIAI_NO_MEMORY;
    opened.tables = mi_tablebase(game)->open(setup, file, why, sizeof why);
    if (!opened.tables) {
        free(opened.file);
        return mi_engine_fail(engine, MIAI_NO_LOAD, why);
    }
    mi_engine_close_tables(engine);
    engine->tables = opened;
    miai_forget(engine);
    return MIAI_OK;
}

int mi_engine_open_tables(miai_engine *engine, const char *file)
{
    const miai_game *game = mi_history_game(engine->history);
    if (!*file) {
        mi_engine_close_tables(engine);
        return MIAI_OK;
    }
    if (!mi_tablebase(game)->open || !mi_tablebase(game)->close)
        return MIAI_UNSUPPORTED;
    return open_for(engine, game, mi_history_setup(engine->history), file);
}

int mi_engine_follow_tables(miai_engine *engine, const struct mi_history *history)
{
    const struct mi_tables *opened = &engine->tables;
    const miai_setup *old = &opened->setup, *setup = mi_history_setup(history);
    if (!opened->tables)
        return MIAI_OK;
    if (mi_history_game(history) != opened->game) {
        mi_engine_close_tables(engine);
        return MIAI_OK;
    }
    if (setup->width == old->width && setup->height == old->height && setup->rules == old->rules)
        return MIAI_OK;
    return open_for(engine, opened->game, setup, opened->file);
}
