/* The built-in networks of Go: data/go.bin.gz, and data/go_levels.bin.gz for playing levels.
 * tools/network makes them. */
#include "planes.h"

static const unsigned char builtin_network[] = {
#include "data/go.inc"
};

/* A weaker network for playing levels.  With the main network, beginners' levels would be too
 * strong even if moves are drawn with a temperature. */
static const unsigned char builtin_level_network[] = {
#include "data/go_levels.inc"
};

static const miai_encoding *const go_encodings[] = {&mi_go_katago_7, NULL};

/* The sizes of most training games, measured on 9x9 and 19x19.  On very small boards playouts reach
 * the end of the game and are exact. */
static bool go_network_suits(const miai_setup *setup)
{
    return setup->width >= 9 && setup->width <= 19 && setup->height >= 9 && setup->height <= 19;
}

const miai_planes mi_go_planes = {
    .bytes = sizeof(miai_planes),
    .encodings = go_encodings,
    .network = builtin_network,
    .network_bytes = sizeof builtin_network - 1,
    .suits = go_network_suits,
    .level_network = builtin_level_network,
    .level_network_bytes = sizeof builtin_level_network - 1,
};
