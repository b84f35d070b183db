/* forget.h - frees the state that searches keep. */
#ifndef MI_ENGINE_FORGET_H
#define MI_ENGINE_FORGET_H

#include "engine.h"

/* Frees the searcher and all its state. */
void mi_engine_drop_search(miai_engine *engine);

#endif
