/* human_network.h - a network that knows how people play, beside the one that plays. */
#ifndef MI_ENGINE_SETUP_HUMAN_NETWORK_H
#define MI_ENGINE_SETUP_HUMAN_NETWORK_H

#include "engine/engine.h"

/* What it said of the root of the last search. */
struct mi_human_root {
    bool told;
    miai_network_output output;
    int count; /* legal moves, and how likely people are to make each */
    miai_move move[MIAI_MAX_LEGAL];
    float prior[MIAI_MAX_LEGAL]; /* sum 1 */
};

/* Opens the network of a file in the place of that which was open; "" or "none": none.  Where it
 * cannot, all stays as it was. */
int mi_engine_open_human(miai_engine *engine, const char *value);
/* Reads the file again, whatever game is on. */
int mi_engine_reopen_human(miai_engine *engine, const char *file, size_t bound);
void mi_engine_close_human(miai_engine *engine);
const char *mi_engine_human_name(const miai_engine *engine);

/* Whose play networks shall imitate that want to know; "": nobody's. */
int mi_engine_set_profile(miai_engine *engine, const char *profile);

/* Whose it is: the profile that is set, or that of the level's rank; and networks are told of it. */
void mi_engine_profile(const miai_engine *engine, char *profile, size_t size);
void mi_engine_get_profile(miai_engine *engine);

/* Is there one that knows the current game, with memory for it, and whose play it shall imitate? */
bool mi_engine_has_human(const miai_engine *engine);

/* Asks it of the root, if there is one, for mi_engine_human_prior() and miai_human_output(). */
void mi_engine_ask_human(miai_engine *engine, const struct mi_root *root);

/* What it said there, for a search. */
void mi_engine_human_moves(const miai_engine *engine, struct mi_human *human);

/* Did it say something of the root of the last search? */
bool mi_engine_human_told(const miai_engine *engine);

/* How likely people are to make the move at that root; below 0: not told. */
double mi_engine_human_prior(const miai_engine *engine, miai_move move);

#endif
