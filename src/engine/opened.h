/* opened.h - objects that a game's open() makes from a file. */
#ifndef MI_ENGINE_OPENED_H
#define MI_ENGINE_OPENED_H

#include "engine.h"

typedef void *(*mi_open)(const miai_setup *setup, const char *file, char *error, size_t size);

/* Opens a file for games of that set-up by the game's open(). On an error *opened does not change.
 * Otherwise it is overwritten, so the caller must close its previous object, before or after the
 * call. */
int mi_engine_open_file(miai_engine *engine, mi_open open, const miai_game *game,
                        const miai_setup *setup, const char *file, struct mi_opened_file *opened);

/* Was the object opened for this game, board size and rules? Komi may differ. */
bool mi_opened_file_matches(const struct mi_opened_file *opened, const struct mi_history *history);

#endif
