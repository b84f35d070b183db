/* The endgame tablebases that the option knowledge-file names. */
#include "tablebase_file.h"

#include "engine/opened.h"

#include <stdlib.h>

void mi_engine_close_tables(miai_engine *engine)
{
    struct mi_opened_file *tables = &engine->tables;
    if (!tables->object)
        return;
    mi_tablebase(tables->game)->close(tables->object);
    free(tables->file);
    *tables = (struct mi_opened_file){.game = NULL};
    miai_forget(engine); /* drop values that depend on them */
}

bool miai_next_fault(miai_engine *engine, char *text, size_t size)
{
    const struct mi_opened_file *tables = &engine->tables;
    return tables->object && mi_tablebase(tables->game)->fault &&
           mi_tablebase(tables->game)->fault(tables->object, text, size);
}

/* Opens the file for games of that set-up in place of the open one. */
static int open_tables_for(miai_engine *engine, const miai_game *game, const miai_setup *setup,
                           const char *file)
{
    struct mi_opened_file opened;
    int error = mi_engine_open_file(engine, mi_tablebase(game)->open, game, setup, file, &opened);
    if (error != MIAI_OK)
        return error;
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
    return open_tables_for(engine, game, mi_history_setup(engine->history), file);
}

int mi_engine_reopen_tables(miai_engine *engine, const struct mi_history *history)
{
    const struct mi_opened_file *tables = &engine->tables;
    if (!tables->object || mi_opened_file_matches(tables, history))
        return MIAI_OK;
    if (mi_history_game(history) == tables->game)
        return open_tables_for(engine, tables->game, mi_history_setup(history), tables->file);
    mi_engine_close_tables(engine);
    return MIAI_OK;
}
