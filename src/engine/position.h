/* position.h - the players of a position. */
#ifndef MI_ENGINE_POSITION_H
#define MI_ENGINE_POSITION_H

#include "engine.h"

/* Replaces MIAI_TURN by the player to move. -1 if player is neither that nor 0 or 1. */
int mi_engine_player(const miai_engine *engine, int player);

#endif
