/* draw.h - a move drawn at random, by what the search and people think of each. */
#ifndef MI_ENGINE_THINK_DRAW_H
#define MI_ENGINE_THINK_DRAW_H

#include "engine/engine.h"

/* Draws the move of the last search, if the options want it drawn: it becomes the first of the
 * result. */
void mi_engine_draw_move(miai_engine *engine, const struct mi_root *root);

/* A seed of the position, the game and the options. */
uint64_t mi_engine_draw_seed(const miai_engine *engine, const struct mi_root *root);

/* draw_level.c: the same where the option level wants it, and only then. */
void mi_engine_draw_level(miai_engine *engine, const struct mi_root *root);

#endif
