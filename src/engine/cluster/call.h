/* call.h - a search in bytes. */
#ifndef MI_ENGINE_CLUSTER_CALL_H
#define MI_ENGINE_CLUSTER_CALL_H

#include "base/bytes.h"
#include "engine/engine.h"

/* A search as another rank's engine is to do it.  The avoided moves lie in the engine's room for
 * them, the others in here. */
struct mi_call {
    struct mi_root root; /* pos is the engine's */
    struct mi_limits limits;
    miai_move only[MIAI_MAX_LEGAL];
};

/* Writes a search of the engine at now; bytes->failed: there is no room. */
void mi_call_write(const miai_engine *engine, const struct mi_root *root,
                   const struct mi_limits *limits, double now, struct mi_bytes *bytes);

/* Makes the engine's game and options those of the call, which begins at now.  False: it cannot
 * be, as with a program of another version or without a file that it names. */
bool mi_call_read(miai_engine *engine, struct mi_bytes *bytes, double now, struct mi_call *call);

#endif
