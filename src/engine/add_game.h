/* add_game.h - the list of games of an engine. */
#ifndef MI_ENGINE_ADD_GAME_H
#define MI_ENGINE_ADD_GAME_H

#include "engine.h"

/* Makes the list with the library's games. False if out of memory. */
bool mi_engine_list_games(miai_engine *engine);
void mi_engine_free_games(miai_engine *engine);

/* The index of a game in the list, ignoring case, or -1. */
int mi_engine_find_game(const miai_engine *engine, const char *name);

/* Can the game be played with this set-up? */
bool mi_engine_setup_is_allowed(const miai_game *game, const miai_setup *setup);

#endif
