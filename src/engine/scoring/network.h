/* network.h - a network's judgement of which stones are alive. */
#ifndef MI_ENGINE_SCORING_NETWORK_H
#define MI_ENGINE_SCORING_NETWORK_H

#include "ownership.h"
#include "status.h"

/* If a network plays and its judgement is more credible, replaces the judgement by it. */
void mi_status_apply_network(const struct mi_playout_ownership *ownership, double deadline,
                             struct mi_status *status);

#endif
