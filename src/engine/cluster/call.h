/* call.h - a search as a message. */
#ifndef MI_ENGINE_CLUSTER_CALL_H
#define MI_ENGINE_CLUSTER_CALL_H

#include "base/bytes.h"
#include "engine/engine.h"

/* A search request as received from rank 0. The avoided moves are in the engine's buffer; all other
 * data is in this struct. */
struct mi_call {
    struct mi_root root; /* pos is the engine's */
    struct mi_limits limits;
    miai_move only[MIAI_MAX_LEGAL];
};

/* Writes a search of the engine, at the time `now`. Sets bytes->failed if the buffer is too small.
 */
void mi_call_write(const miai_engine *engine, const struct mi_root *root,
                   const struct mi_limits *limits, double now, struct mi_bytes *bytes);

/* Sets the engine's game and options to those of the message, which arrived at `now`. False if that
 * is not possible, for example with another version of the program or without a file that an option
 * names. */
bool mi_call_read(miai_engine *engine, struct mi_bytes *bytes, double now, struct mi_call *call);

#endif
