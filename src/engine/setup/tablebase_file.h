/* tablebase_file.h - the tablebase of an engine. */
#ifndef MI_ENGINE_SETUP_TABLEBASE_FILE_H
#define MI_ENGINE_SETUP_TABLEBASE_FILE_H

#include "engine/engine.h"

/* Opens a file for the current game, in the place of that which was open; "": none. */
int mi_engine_open_tables(miai_engine *engine, const char *file);

void mi_engine_close_tables(miai_engine *engine);

/* Before the history takes the place of the current one: opens the file anew for another size or
 * other rules, and closes it for another game. */
int mi_engine_follow_tables(miai_engine *engine, const struct mi_history *history);

#endif
