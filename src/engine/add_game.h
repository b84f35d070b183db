/* add_game.h - the games of an engine. */
#ifndef MI_ENGINE_ADD_GAME_H
#define MI_ENGINE_ADD_GAME_H

#include "engine.h"

/* The list of games: the library's own; false without memory. */
bool mi_engine_list_games(miai_engine *engine);
void mi_engine_free_games(miai_engine *engine);

/* The place of a game in the list, or -1.  Case does not count. */
int mi_engine_find_game(const miai_engine *engine, const char *name);

/* Is the game played on such a board? */
bool mi_engine_allows(const miai_game *game, const miai_setup *setup);

#endif
