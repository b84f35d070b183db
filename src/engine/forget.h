/* forget.h - what a search left, forgotten or freed. */
#ifndef MI_ENGINE_FORGET_H
#define MI_ENGINE_FORGET_H

#include "engine.h"

/* Frees the search and what it kept. */
void mi_engine_drop_search(miai_engine *engine);

#endif
