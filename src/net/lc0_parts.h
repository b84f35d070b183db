/* lc0_parts.h - what networks of lc0's have of their own in a run. */
#ifndef MI_NET_LC0_PARTS_H
#define MI_NET_LC0_PARTS_H

#include "work_parts.h"

/* Runs a step that only such networks have, for all positions of this time. */
void mi_lc0_step(const struct mi_net_work *work, const struct mi_step *step);

/* What the network says of position n. */
void mi_lc0_out(const struct mi_net_work *work, struct mi_net_out *out, int n);

#endif
