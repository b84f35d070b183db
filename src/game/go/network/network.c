/* The network that Go brings along, data/go.bin.gz; tools/network made it. */
#include "planes.h"

static const unsigned char network[] = {
#include "data/go.inc"
};

static const miai_encoding *const encodings[] = {&mi_go_katago_7, NULL};

/* Measured on 9x9 and 19x19, the sizes that most of what it learned from has; on very small boards
 * playouts come to the end and count exactly. */
static bool suits(const miai_setup *setup)
{
    return setup->width >= 9 && setup->width <= 19 && setup->height >= 9 && setup->height <= 19;
}

/* Measured on 9x9, where a playout costs half of what the network does and comes to an end that
 * counts, and on 19x19, where it does not pay. */
static double network_weight(const miai_setup *setup)
{
    return setup->width * setup->height <= 13 * 13 ? 0.5 : 1;
}

const miai_planes mi_go_planes = {
    .bytes = sizeof(miai_planes),
    .encodings = encodings,
    .network = network,
    .network_bytes = sizeof network,
    .suits = suits,
    .network_weight = network_weight,
};
