/* client.h - limits on clients, which are not trusted. They apply once the engine is sealed. */
#ifndef MI_ENGINE_SETUP_CLIENT_H
#define MI_ENGINE_SETUP_CLIENT_H

#include "engine/engine.h"

/* Sets the option "files". */
int mi_engine_confine(miai_engine *engine, const char *value);

/* Checks option values against the ceilings: MIAI_OK, or MIAI_REFUSED with a reason. */
int mi_engine_check_ceilings(miai_engine *engine, const struct mi_options *options);

/* Checks the size of a board in the same way. */
int mi_engine_check_size_ceiling(miai_engine *engine, const miai_setup *setup);
/* Lowers option values to the ceilings. */
void mi_engine_clamp_options(struct mi_options *options);

/* Replaces a board that is too large for a client by the largest square board that the game and the
 * limit allow, if any. */
void mi_engine_clamp_size(const miai_engine *engine, const miai_game *game, miai_setup *setup);

/* Lowers the limits of a search to the ceilings. */
void mi_engine_clamp_limits(const miai_engine *engine, struct mi_limits *limits);
/* The mi_clock() at which work that began at `start` must end; 0: no ceiling. */
double mi_engine_deadline(const miai_engine *engine, double start);
/* Checks a search depth in plies in the same way. */
int mi_engine_check_depth_ceiling(miai_engine *engine, int depth);

/* The path under which the engine opens a file, or a list of folders, that a client named. The
 * caller frees it. NULL, with the error in *error, if the client may not name it. */
char *mi_engine_client_file(miai_engine *engine, const char *name, int *error);

/* Largest unpacked size in bytes of a file that a client names: the lower of the ceilings for files
 * and memory. 0: no limit. */
size_t mi_engine_client_bytes(const miai_engine *engine);

#endif
