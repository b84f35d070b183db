/* Objects that a game's open() makes from a file. */
#include "opened.h"

#include "error.h"

#include <stdlib.h>
#include <string.h>

int mi_engine_open_file(miai_engine *engine, mi_open open, const miai_game *game,
                        const miai_setup *setup, const char *file, struct mi_opened_file *opened)
{
    struct mi_opened_file made = {.game = game, .setup = *setup, .file = strdup(file)};
    char why[160] = "";
    if (!made.file)
        return MIAI_NO_MEMORY;
    made.object = open(setup, file, why, sizeof why);
    if (!made.object) {
        free(made.file);
        return mi_engine_fail(engine, MIAI_NO_LOAD, why);
    }
    *opened = made;
    return MIAI_OK;
}

bool mi_opened_file_matches(const struct mi_opened_file *opened, const struct mi_history *history)
{
    const miai_setup *old = &opened->setup, *setup = mi_history_setup(history);
    return opened->game == mi_history_game(history) && setup->width == old->width &&
           setup->height == old->height && setup->rules == old->rules;
}
