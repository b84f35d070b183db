/* level.h - levels of play, on the scale of the current game. */
#ifndef MI_ENGINE_SETUP_LEVEL_H
#define MI_ENGINE_SETUP_LEVEL_H

#include "engine/engine.h"

/* Sets the option level: a rating of the current game, or "" for full strength. MIAI_BAD_VALUE,
 * with the valid range as its reason, or MIAI_UNSUPPORTED if the game has no levels. */
int mi_engine_set_level(miai_engine *engine, const char *value);

/* Writes the level, as snprintf; "" if none is set or it is on another scale than the current
 * game's. */
int mi_engine_get_level(const miai_engine *engine, char *text, size_t size);

/* Fills in the player of the level, interpolated. False if no level applies to the current game. */
bool mi_engine_level(const miai_engine *engine, miai_level *level);

/* The level among those of the game: 0 the weakest, 1 the strongest or full strength. */
double mi_engine_relative_strength(const miai_engine *engine);

#endif
