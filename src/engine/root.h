/* root.h - the root position of a search, and the state that searches keep. */
#ifndef MI_ENGINE_ROOT_H
#define MI_ENGINE_ROOT_H

#include "engine.h"

/* Fills in root for player to move, and copies the position to pos, a buffer of its size. Returns
 * false if the player cannot move. */
bool mi_engine_root(miai_engine *engine, int player, void *pos, struct mi_root *root);

/* The error after mi_engine_root() has failed: MIAI_OVER or MIAI_NOT_TURN. */
int mi_engine_root_error(const miai_engine *engine);

/* Identifies the game, its goal, and the set-up of the history. */
uint64_t mi_engine_setup_key(const struct mi_history *history, const miai_game *game);

/* The seed for the n-th game of the engine, 0 being the first: from the option seed, or from the
 * clock if that is 0. */
uint64_t mi_engine_seed(const miai_engine *engine, uint64_t game);

/* A seed for drawing a move: depends on the position, the game and the option seed. */
uint64_t mi_engine_draw_seed(const miai_engine *engine, const struct mi_root *root);

/* Frees the searcher and all its state. */
void mi_engine_drop_search(miai_engine *engine);

#endif
