/* position.h - the position of an engine. */
#ifndef MI_ENGINE_POSITION_H
#define MI_ENGINE_POSITION_H

#include "engine.h"

/* The player meant: MIAI_TURN becomes the one to move.  -1 if it is neither. */
int mi_engine_player(const miai_engine *engine, int player);

#endif
