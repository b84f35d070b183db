/* The file of what the game has learned, and the context that the game makes of it. */
#include "engine.h"

#include <stdlib.h>
#include <string.h>

void mi_engine_close_knowledge(miai_engine *engine)
{
    struct mi_opened *opened = &engine->opened;
    if (!opened->context)
        return;
    mi_knowledge(opened->game)->close(opened->context);
    free(opened->file);
    *opened = (struct mi_opened){.game = NULL};
    miai_forget(engine); /* values that hung on it */
}

/* Opens a file for games of that set-up, in the place of that which was open. */
static int open_for(miai_engine *engine, const miai_game *game, const miai_setup *setup,
                    const char *file)
{
    struct mi_opened opened = {.game = game, .setup = *setup, .file = strdup(file)};
    char why[160] = "";
    if (!opened.file)
        return MIAI_NO_MEMORY;
    opened.context = mi_knowledge(game)->open(setup, file, why, sizeof why);
    if (!opened.context) {
        free(opened.file);
        return mi_engine_fail(engine, MIAI_NO_LOAD, why);
    }
    mi_engine_close_knowledge(engine);
    engine->opened = opened;
    miai_forget(engine);
    return MIAI_OK;
}

int mi_engine_open_knowledge(miai_engine *engine, const char *file)
{
    const miai_game *game = mi_record_game(engine->record);
    if (!*file) {
        mi_engine_close_knowledge(engine);
        return MIAI_OK;
    }
    if (!mi_knowledge(game)->open || !mi_knowledge(game)->close)
        return MIAI_UNSUPPORTED;
    return open_for(engine, game, mi_record_setup(engine->record), file);
}

int mi_engine_follow_knowledge(miai_engine *engine, const struct mi_record *record)
{
    const struct mi_opened *opened = &engine->opened;
    const miai_setup *old = &opened->setup, *setup = mi_record_setup(record);
    if (!opened->context)
        return MIAI_OK;
    if (mi_record_game(record) != opened->game) {
        mi_engine_close_knowledge(engine);
        return MIAI_OK;
    }
    if (setup->width == old->width && setup->height == old->height && setup->rules == old->rules)
        return MIAI_OK;
    return open_for(engine, opened->game, setup, opened->file);
}
