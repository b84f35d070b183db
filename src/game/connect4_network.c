/* The network that Connect Four brings along, data/connect4.bin.gz; tools/learn made it. */
#include "connect4_network.h"

static const unsigned char network[] = {
#include "data/connect4.inc"
};

/* The board that it learned on. */
static bool suits(const miai_setup *setup)
{
    return setup->width == 7 && setup->height == 6;
}

/* A playout costs a sixth of what the network does, and errs in other ways: measured at 0.05 and
 * 0.2 seconds a move. */
static double network_weight(const miai_setup *setup)
{
    (void)setup;
    return 0.6;
}

const miai_planes mi_connect4_planes = {
    .bytes = sizeof(miai_planes),
    .encodings = mi_connect4_encodings,
    .network = network,
    .network_bytes = sizeof network,
    .suits = suits,
    .network_weight = network_weight,
};
