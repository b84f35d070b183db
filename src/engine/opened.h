/* opened.h - what a game's open() makes of a file. */
#ifndef MI_ENGINE_OPENED_H
#define MI_ENGINE_OPENED_H

#include "engine.h"

typedef void *(*mi_open)(const miai_setup *setup, const char *file, char *error, size_t size);

/* Opens the file by the game's open, for games of that set-up.  An error, with its reason, leaves
 * opened as it was; otherwise the caller has closed what stood there, or does. */
int mi_engine_open_file(miai_engine *engine, mi_open open, const miai_game *game,
                        const miai_setup *setup, const char *file, struct mi_opened *opened);

/* Is it for the game of that history, its board and its rules?  The komi may be another. */
bool mi_opened_suits(const struct mi_opened *opened, const struct mi_history *history);

#endif
