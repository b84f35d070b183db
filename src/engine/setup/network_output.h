/* network_output.h - evaluates one position by a network, without a search. */
#ifndef MI_ENGINE_SETUP_NETWORK_OUTPUT_H
#define MI_ENGINE_SETUP_NETWORK_OUTPUT_H

#include "engine/engine.h"

/* The ownership of each point and the lead after both players pass, with player to move, as the
 * network expects them. owner[width * height]: 1 first player, -1 second. lead: points by which the
 * first player leads, komi included. The caller has prepared the network. False if no network
 * plays, the game has no pass, player cannot move, or out of memory. */
bool mi_engine_network_ownership(miai_engine *engine, int player, float *owner, double *lead);

/* Evaluates the root with the human network, if there is one, for mi_engine_human_prior() and
 * miai_human_output(). */
void mi_engine_evaluate_human(miai_engine *engine, const struct mi_root *root);

#endif
