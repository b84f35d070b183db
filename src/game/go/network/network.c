/* The networks that Go brings along, data/go.bin.gz and, for levels, data/go_levels.bin.gz;
 * tools/network made them. */
#include "planes.h"

static const unsigned char network[] = {
#include "data/go.inc"
};

/* Weaker, and so are its moves at a temperature: with the other one no level would be that of
 * beginners. */
static const unsigned char level_network[] = {
#include "data/go_levels.inc"
};

static const miai_encoding *const encodings[] = {&mi_go_katago_7, NULL};

/* Measured on 9x9 and 19x19, the sizes that most of what it learned from has; on very small boards
 * playouts come to the end and count exactly. */
static bool suits(const miai_setup *setup)
{
    return setup->width >= 9 && setup->width <= 19 && setup->height >= 9 && setup->height <= 19;
}

const miai_planes mi_go_planes = {
    .bytes = sizeof(miai_planes),
    .encodings = encodings,
    .network = network,
    .network_bytes = sizeof network - 1,
    .suits = suits,
    .level_network = level_network,
    .level_network_bytes = sizeof level_network - 1,
};
