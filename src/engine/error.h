/* error.h - errors, and the reasons of them. */
#ifndef MI_ENGINE_ERROR_H
#define MI_ENGINE_ERROR_H

#include "engine.h"

/* Returns the error, of which there is this to say besides its text; "": nothing. */
int mi_engine_fail(miai_engine *engine, int error, const char *why);

#endif
