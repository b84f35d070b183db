/* network_file.h - the network of an engine, and the settings of a search with it or without. */
#ifndef MI_ENGINE_SETUP_NETWORK_FILE_H
#define MI_ENGINE_SETUP_NETWORK_FILE_H

#include "engine/engine.h"
#include "settings.h"

/* Opens the network of a file in the place of that which was open; "none": none; "auto": what the
 * game brings along.  Where it cannot, all stays as it was. */
int mi_engine_open_network(miai_engine *engine, const char *value);

/* Loads a network from a file that has at most `bound` bytes when it is unpacked (0: any number),
 * and that this game knows, or with NULL some game of the engine.  NULL if it cannot, with the
 * reason in why, or "" if there is no memory. */
struct mi_network *mi_engine_load_network(const miai_engine *engine, const miai_game *game,
                                          const char *file, size_t bound, char *why, size_t size);

/* Which of these it is. */
const char *mi_engine_network_name(const miai_engine *engine);

/* Opens or closes the network that the game brings along, as the game and the options want it now:
 * before it is asked for.  Without memory none plays. */
void mi_engine_ready_network(miai_engine *engine);

/* The same again, when the options say otherwise in which numbers it calculates. */
int mi_engine_reopen_network(miai_engine *engine);

void mi_engine_close_network(miai_engine *engine);

/* Does a network play the current game?  Not where it does not know the game, the memory is too
 * small for it, or the options want another search. */
bool mi_engine_has_network(const miai_engine *engine);

/* The network that plays; its value counts for 1, unless it is the game's own, which may have its
 * playouts beside it. */
struct mi_with_network mi_engine_with_network(const miai_engine *engine);

/* What a search of that root with so many bytes takes from the options; all that lies beside the
 * search halved as often as its memory was, which the system did not have. */
struct mi_settings mi_engine_settings(miai_engine *engine, const struct mi_root *root,
                                      size_t memory, int halvings);

#endif
