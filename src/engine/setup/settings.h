/* settings.h - derives the settings of a search from the options; resolves "auto". */
#ifndef MI_ENGINE_SETUP_SETTINGS_H
#define MI_ENGINE_SETUP_SETTINGS_H

#include "engine/options.h"

/* The search for the game, with or without a network that knows it; never MI_SEARCH_AUTO. */
enum mi_search mi_options_search(const struct mi_options *options, const miai_game *game,
                                 bool network);

/* The value below which a player of the game resigns; 0: never. */
double mi_options_resign(const struct mi_options *options, const miai_game *game, bool network);

/* The network that plays. */
struct mi_active_network {
    double weight;                 /* default weight of its value; 0: no network plays */
    const miai_encoding *encoding; /* the game's input for it; NULL: none */
};

/* The settings of a search of the game. The network that plays decides some values of "auto"; NULL:
 * no network plays. */
struct mi_settings mi_options_settings(const struct mi_options *options, const miai_game *game,
                                       const struct mi_active_network *network);

/* How a search explores human moves; and whether it does so below the root. */
struct mi_human mi_options_human(const struct mi_options *options);
bool mi_options_human_in_tree(const struct mi_options *options);

#endif
