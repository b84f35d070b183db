/* judge.h - what the game makes of how the points are left. */
#ifndef MI_ENGINE_SCORING_JUDGE_H
#define MI_ENGINE_SCORING_JUDGE_H

#include "ownership.h"
#include "status.h"

/* Lets the game judge the stones; network: what a network says, in the unit of ownership->sum,
 * or NULL. */
void mi_status_judge(const struct mi_playout_ownership *ownership, const int *network,
                     double deadline, struct mi_status *status);

#endif
