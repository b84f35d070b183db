/* root.h - the position as a search takes it. */
#ifndef MI_ENGINE_ROOT_H
#define MI_ENGINE_ROOT_H

#include "engine.h"

/* Fills in root for player to move, from the history, and the position, which pos has room for;
 * false if the player cannot move. */
bool mi_engine_root(miai_engine *engine, int player, void *pos, struct mi_root *root);

/* Why he cannot: MIAI_OVER, or MIAI_NOT_TURN. */
int mi_engine_no_root(const miai_engine *engine);

/* Names the game, what it is played for, and the history's set-up. */
uint64_t mi_engine_setup_key(const struct mi_history *history, const miai_game *game);

/* The seed of the options, or another each time where they want that, for one of the engine's
 * games: 0 is the first. */
uint64_t mi_engine_seed(const miai_engine *engine, uint64_t game);

#endif
