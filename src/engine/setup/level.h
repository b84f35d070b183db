/* level.h - levels of play, on the scale of the game that is on. */
#ifndef MI_ENGINE_SETUP_LEVEL_H
#define MI_ENGINE_SETUP_LEVEL_H

#include "engine/engine.h"

/* Sets the option level: a rating of the current game, or "" for none.  MIAI_BAD_VALUE, with what
 * would be right as its reason; MIAI_UNSUPPORTED: the game knows no levels. */
int mi_engine_set_level(miai_engine *engine, const char *value);

/* The level that is set as text, as snprintf; "" where there is none or the game knows none of that
 * scale. */
int mi_engine_get_level(const miai_engine *engine, char *text, size_t size);

/* What the player of that level does; false: none is set that means something in the game. */
bool mi_engine_level(const miai_engine *engine, miai_level *level);

#endif
