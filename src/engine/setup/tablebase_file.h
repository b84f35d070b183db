/* tablebase_file.h - the endgame tablebases of an engine. */
#ifndef MI_ENGINE_SETUP_TABLEBASE_FILE_H
#define MI_ENGINE_SETUP_TABLEBASE_FILE_H

#include "engine/engine.h"

/* Opens tablebases for the current game in place of the open ones; "": none. */
int mi_engine_open_tables(miai_engine *engine, const char *file);

void mi_engine_close_tables(miai_engine *engine);

/* Called before history replaces the current one: reopens the file if the board or rules differ,
 * and closes it if the game does. */
int mi_engine_reopen_tables(miai_engine *engine, const struct mi_history *history);

#endif
