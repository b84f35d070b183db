/* draw.h - draws the move to play. */
#ifndef MI_ENGINE_THINK_DRAW_H
#define MI_ENGINE_THINK_DRAW_H

#include "engine/engine.h"

/* Draws the move of the last search if the options ask for it, and moves it to the front of the
 * result. */
void mi_engine_draw_move(miai_engine *engine, const struct mi_root *root);

/* A seed made of the position, the game and the option seed. */
uint64_t mi_engine_draw_seed(const miai_engine *engine, const struct mi_root *root);

/* draw_level.c: draws the move according to the option level. Does nothing without a level. */
void mi_engine_draw_level(miai_engine *engine, const struct mi_root *root);

#endif
