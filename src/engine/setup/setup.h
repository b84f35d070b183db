/* setup.h - replaces the game of an engine. */
#ifndef MI_ENGINE_SETUP_SETUP_H
#define MI_ENGINE_SETUP_SETUP_H

#include "engine/engine.h"

/* Replaces the current history by another, which the engine then owns, and frees the old one;
 * clocks restart. */
int mi_engine_replace_history(miai_engine *engine, struct mi_history *history);

/* Makes a history with another set-up: the same first position, and the current moves up to the
 * first that the new rules forbid or give to the other player. MIAI_ILLEGAL if the first position
 * is impossible under those rules. */
int mi_engine_rebuild(miai_engine *engine, const miai_setup *setup, struct mi_history **rebuilt);

#endif
