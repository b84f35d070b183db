/* human_network.h - the second network, which predicts the moves of human players. */
#ifndef MI_ENGINE_SETUP_HUMAN_NETWORK_H
#define MI_ENGINE_SETUP_HUMAN_NETWORK_H

#include "engine/engine.h"

/* Its output for the root of the last search. */
struct mi_human_output {
    bool valid;
    miai_network_output output;
    int count; /* legal moves, with the probability of each */
    miai_move move[MIAI_MAX_LEGAL];
    float prior[MIAI_MAX_LEGAL]; /* sum 1 */
};

/* Opens a network file in place of the open one; "" or "none": no network. On an error nothing
 * changes. */
int mi_engine_open_human_network(miai_engine *engine, const char *value);
/* Reopens the file, even if the current game has changed. */
int mi_engine_reopen_human_network(miai_engine *engine, const char *file, size_t bound);
void mi_engine_close_human_network(miai_engine *engine);
const char *mi_engine_human_network_name(const miai_engine *engine);

/* Sets the profile of the players that networks imitate; "": none. */
int mi_engine_set_profile(miai_engine *engine, const char *profile);

/* Writes the profile in effect: the one that is set, or else the rank of the level.
 * mi_engine_apply_profile() passes it to the networks. */
void mi_engine_effective_profile(const miai_engine *engine, char *profile, size_t size);
void mi_engine_apply_profile(miai_engine *engine);

/* Is there a human network that knows the current game, fits in memory, and has the profile that it
 * needs? */
bool mi_engine_has_human(const miai_engine *engine);

/* Copies the moves and priors of that output into the settings of a search. */
void mi_engine_human_moves(const miai_engine *engine, struct mi_human *human);

/* Is there an output for the root of the last search? */
bool mi_engine_has_human_output(const miai_engine *engine);

/* The probability that a human player makes the move at that root; below 0: unknown. */
double mi_engine_human_prior(const miai_engine *engine, miai_move move);

#endif
