/* network_output.h - a network asked about one position, without a search. */
#ifndef MI_ENGINE_SETUP_NETWORK_OUTPUT_H
#define MI_ENGINE_SETUP_NETWORK_OUTPUT_H

#include "engine/engine.h"

/* Whose each point will be, as the network has it that sees both players pass before player moves:
 * 1 the first player's, -1 the second's; owner has width * height points.  lead: by how many points
 * the first player is ahead then, komi included.  False: no network plays, which is ready if one
 * does; the game has no pass; player cannot move; or there is no memory. */
bool mi_engine_network_ownership(miai_engine *engine, int player, float *owner, double *lead);

/* What the human network says of a root, turned over by a sum of MIAI_MIRROR ...  Returns an error
 * as miai_ask_network() does. */
int mi_engine_human_output(miai_engine *engine, const struct mi_root *root, int symmetry,
                           struct mi_human_root *human);

#endif
