/* lc0_parts.h - steps and outputs that only lc0 networks have. */
#ifndef MI_NET_LC0_PARTS_H
#define MI_NET_LC0_PARTS_H

#include "workspace.h"

/* Runs such a step for all positions of the batch. */
void mi_lc0_step(const struct mi_net_workspace *work, const struct mi_step *step);

/* Reads the outputs for position n. */
void mi_lc0_out(const struct mi_net_workspace *work, struct mi_net_out *out, int n);

#endif
