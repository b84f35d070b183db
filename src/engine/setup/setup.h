/* setup.h - a game put in the place of another. */
#ifndef MI_ENGINE_SETUP_SETUP_H
#define MI_ENGINE_SETUP_SETUP_H

#include "engine/engine.h"

/* Puts another history in the place of the current one and frees that; clocks restart. */
int mi_engine_replace_history(miai_engine *engine, struct mi_history *history);

/* Makes a history like the current one with another set-up: its first position, and its moves up to
 * the first that the rules of the set-up forbid or give to the other player.  MIAI_ILLEGAL: that
 * position is none by those rules. */
int mi_engine_rebuild(miai_engine *engine, const miai_setup *setup, struct mi_history **rebuilt);

#endif
