/* setup.h - replaces the game of an engine. */
#ifndef MI_ENGINE_SETUP_SETUP_H
#define MI_ENGINE_SETUP_SETUP_H

#include "engine/engine.h"

/* Replaces the current history, and frees it. The engine then owns the new one. Clocks restart. */
int mi_engine_replace_history(miai_engine *engine, struct mi_history *history);

/* Makes a history with another set-up: the same first position, and the current moves until the new
 * rules forbid one or have the other player to move. MIAI_ILLEGAL if the first position is
 * impossible under those rules. */
int mi_engine_rebuild(miai_engine *engine, const miai_setup *setup, struct mi_history **rebuilt);

#endif
