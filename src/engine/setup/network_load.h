/* network_load.h - loads network files for the engine's games. */
#ifndef MI_ENGINE_SETUP_NETWORK_LOAD_H
#define MI_ENGINE_SETUP_NETWORK_LOAD_H

#include "engine/engine.h"

/* The arithmetic that the option network-numbers selects. */
enum mi_net_arithmetic mi_engine_network_arithmetic(const struct mi_options *options);

/* Loads a network of at most `bound` bytes when unpacked (0: any number) that knows the game, or if
 * game is NULL any game of the engine. On an error returns NULL with the reason in why, or "" if
 * there is no memory. */
struct mi_network *mi_engine_load_network(const miai_engine *engine, const miai_game *game,
                                          const char *file, size_t bound, char *why, size_t size);

#endif
