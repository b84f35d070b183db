/* draw.h - draws the move to play. */
#ifndef MI_ENGINE_THINK_DRAW_H
#define MI_ENGINE_THINK_DRAW_H

#include "engine/engine.h"

/* Draws the move of the last search if the options ask for it, and moves it to the front of the
 * result. */
void mi_engine_draw_move(miai_engine *engine, const struct mi_root *root);

/* ---- draw_level.c ---- */

/* Scale of errors, in the logarithm of the odds to win: at temperature 1, a move that looks worse
 * than the best by MI_LEVEL_ODDS is e times less likely. A move that looks worse by more than
 * MI_LEVEL_MAX_ERROR times that is never played. */
#define MI_LEVEL_ODDS      0.5
#define MI_LEVEL_MAX_ERROR 5.5

/* The most by which a move may look worse than the best, on the same scale, and still be played at
 * that level. */
double mi_engine_level_width(const miai_level *level);

/* Limits a search according to the option level. */
void mi_engine_limit_to_level(const miai_engine *engine, struct mi_limits *limits);

/* Draws the move according to the option level.  Does nothing without a level, or if the player is
 * so far ahead that it plays its best move. */
void mi_engine_draw_level(miai_engine *engine, const struct mi_root *root);

#endif
