/* client.h - what a client may have, whom nobody need trust. */
#ifndef MI_ENGINE_SETUP_CLIENT_H
#define MI_ENGINE_SETUP_CLIENT_H

#include "engine/engine.h"

/* Sets the option files. */
int mi_engine_confine(miai_engine *engine, const char *value);

/* May the options have these values?  MIAI_OK, or MIAI_REFUSED with its reason. */
int mi_engine_permit(miai_engine *engine, const struct mi_options *options);

/* May a board be so large? */
int mi_engine_permit_size(miai_engine *engine, const miai_setup *setup);
/* A board that a client may not have becomes the largest square of the game that it may, if any. */
void mi_engine_lower_size(const miai_engine *engine, const miai_game *game, miai_setup *setup);

/* Makes the bounds of a search no larger than clients may have. */
void mi_engine_bound(const miai_engine *engine, struct mi_limits *limits);
/* The mi_clock() at which work must end that began at `start`; 0: there is no ceiling. */
double mi_engine_deadline(const miai_engine *engine, double start);
/* MIAI_OK if a client may look that many plies ahead, or MIAI_REFUSED with its reason. */
int mi_engine_permit_depth(miai_engine *engine, int depth);

/* The name under which the engine opens a file, or the folders of a path, that an option names;
 * owned by the caller.  NULL: *error is that of it. */
char *mi_engine_client_file(miai_engine *engine, const char *name, int *error);

/* Bytes that a file may have when it is unpacked, if a client names it: no more than the ceilings
 * of files and of memory.  0: no bound. */
size_t mi_engine_client_bytes(const miai_engine *engine);

#endif
