/* judge.h - lets the game judge which stones are alive. */
#ifndef MI_ENGINE_SCORING_JUDGE_H
#define MI_ENGINE_SCORING_JUDGE_H

#include "ownership.h"
#include "status.h"

/* Fills in the life of the stones. network: ownership by a network, in the scale of ownership->sum,
 * or NULL. */
void mi_status_judge(const struct mi_playout_ownership *ownership, const int *network,
                     double deadline, struct mi_status *status);

/* If a network plays and its judgement is more credible, replaces the judgement by it. */
void mi_status_apply_network(const struct mi_playout_ownership *ownership, double deadline,
                             struct mi_status *status);

#endif
