/* error.h - error codes with their reasons. */
#ifndef MI_ENGINE_ERROR_H
#define MI_ENGINE_ERROR_H

#include "engine.h"

/* Returns error, and stores the text why as its reason; "": no reason. */
int mi_engine_fail(miai_engine *engine, int error, const char *why);

#endif
