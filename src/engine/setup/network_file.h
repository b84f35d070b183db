/* network_file.h - the network of an engine, and the settings of a search with or without it. */
#ifndef MI_ENGINE_SETUP_NETWORK_FILE_H
#define MI_ENGINE_SETUP_NETWORK_FILE_H

#include "engine/engine.h"
#include "settings.h"

/* Opens a network in place of the open one: from a file; "none": no network; "auto": the built-in
 * one. On an error nothing changes. */
int mi_engine_open_network(miai_engine *engine, const char *value);

/* The option's value: "none", "auto" or the file's name. */
const char *mi_engine_network_name(const miai_engine *engine);

/* Opens or closes the built-in network as the game and the options now require. Call it before
 * mi_engine_has_network(). If there is no memory, no network plays. */
void mi_engine_update_builtin_network(miai_engine *engine);

/* Opens the networks again after their arithmetic was changed by an option. */
int mi_engine_reopen_network(miai_engine *engine);

void mi_engine_close_network(miai_engine *engine);

/* Does a network play the current game? It must know the game and fit in memory, and the options
 * must not require another search. */
bool mi_engine_has_network(const miai_engine *engine);

/* The network that plays. The weight of its value is 1, except that a built-in network may be mixed
 * with playouts. */
struct mi_active_network mi_engine_active_network(const miai_engine *engine);

/* The settings of a search of root with that many bytes. halvings: how often the search's memory
 * was halved because the system could not provide it; the memory of networks is halved as often. */
struct mi_settings mi_engine_settings(miai_engine *engine, const struct mi_root *root,
                                      size_t memory, int halvings);

#endif
