/* settings.h - what a search takes of the options: what "auto" comes to. */
#ifndef MI_ENGINE_SETUP_SETTINGS_H
#define MI_ENGINE_SETUP_SETTINGS_H

#include "engine/options.h"

/* The search of that game, with a network that knows it or without; never MI_SEARCH_AUTO. */
enum mi_search mi_options_search(const struct mi_options *options, const miai_game *game,
                                 bool network);

/* The value below which a position is given up in that game; 0: never. */
double mi_options_resign(const struct mi_options *options, const miai_game *game, bool network);

/* The network that plays. */
struct mi_with_network {
    double weight;                 /* of its value where the option says "auto"; 0: none plays */
    const miai_encoding *encoding; /* how the game shows itself to it; NULL: not told */
};

/* What the searches take of it for that game, which decides where an option says "auto".  NULL: no
 * network plays. */
struct mi_settings mi_options_settings(const struct mi_options *options, const miai_game *game,
                                       const struct mi_with_network *network);

/* What of people's moves they want explored; and whether below the root, too. */
struct mi_human mi_options_human(const struct mi_options *options);
bool mi_options_human_in_tree(const struct mi_options *options);

#endif
