/* The built-in networks of Go: data/go.bin.gz, and data/go_levels.bin.gz, which is weaker, for
 * playing levels.  With the main network, beginners' levels would be too strong even if moves are
 * drawn with a temperature.  tools/network makes both. */
#include "planes.h"

#include "embedded/embedded.h"

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
    .network = mi_embedded_go,
    .network_bytes = MI_EMBEDDED_go,
    .suits = go_network_suits,
    .level_network = mi_embedded_go_levels,
    .level_network_bytes = MI_EMBEDDED_go_levels,
};
