/* heads.h - from the last layers' numbers to what a network says. */
#ifndef MI_NET_HEADS_H
#define MI_NET_HEADS_H

#include "net.h"
#include "net/model/model.h"

/* Makes ownership of what the last layer gave for it (or NULL), and bounds it and the logits of the
 * policy.  Sets *absurd where something had to be. */
void mi_heads_points(float *policy, int moves, float *ownership, int points, bool *absurd);

/* Turns what the last layers of the value gave for a position into probabilities and points, as
 * KataGo's nneval.cpp does, within bounds; as above, sets out->absurd. */
void mi_heads_value(const struct mi_model *model, int area, const float *number,
                    const float result[3], const float score[MI_SCORES], struct mi_net_out *out);

#endif
