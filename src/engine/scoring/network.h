/* network.h - a network's opinion about which stones live. */
#ifndef MI_ENGINE_SCORING_NETWORK_H
#define MI_ENGINE_SCORING_NETWORK_H

#include "ownership.h"
#include "status.h"

/* Replaces the judgement by the network's if a network plays and it is more credible. */
void mi_status_apply_network(const struct mi_playout_ownership *ownership, double deadline,
                             struct mi_status *status);

#endif
