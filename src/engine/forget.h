/* forget.h - frees what a search keeps. */
#ifndef MI_ENGINE_FORGET_H
#define MI_ENGINE_FORGET_H

#include "engine.h"

/* Frees the searcher and everything that it keeps. */
void mi_engine_drop_search(miai_engine *engine);

#endif
