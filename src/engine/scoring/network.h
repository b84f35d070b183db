/* network.h - what a network says of the stones. */
#ifndef MI_ENGINE_SCORING_NETWORK_H
#define MI_ENGINE_SCORING_NETWORK_H

#include "ownership.h"
#include "status.h"

/* Lets a network, if one plays, change what was judged. */
void mi_status_apply_network(const struct mi_playout_ownership *ownership, double deadline,
                             struct mi_status *status);

#endif
