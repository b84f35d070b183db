/* setup.h - a game put in the place of another. */
#ifndef MI_ENGINE_SETUP_SETUP_H
#define MI_ENGINE_SETUP_SETUP_H

#include "engine/engine.h"

/* Puts another history in the place of the current one and frees that; clocks restart. */
int mi_engine_take(miai_engine *engine, struct mi_history *history);

/* A history like the current one with another set-up, its stones and moves played anew, up to the
 * first that its rules forbid; NULL without memory. */
struct mi_history *mi_engine_rebuild(const miai_engine *engine, const miai_setup *setup);

#endif
