/* heads.h - from the last layers' numbers to what a network says. */
#ifndef MI_NET_HEADS_H
#define MI_NET_HEADS_H

#include "net.h"
#include "net/model/model.h"

/* Bounds the logits of a policy.  Sets *absurd where something had to be bounded; the others, too.
 */
void mi_heads_policy(float *policy, int moves, bool *absurd);

/* Makes ownership of what the last layer gave for it. */
void mi_heads_ownership(float *ownership, int points, bool *absurd);

/* Turns what the last layers of the value gave for a position into probabilities and points, as
 * KataGo's nneval.cpp does, within bounds; as above, sets out->absurd. */
void mi_heads_value(const struct mi_model *model, int area, const float *number,
                    const float result[3], const float score[MI_SCORES], struct mi_net_out *out);

/* The same of a network of lc0's: the logits of win, draw and loss, or what tanh makes win less
 * loss; and plies to the end of the game. */
void mi_heads_outcome(const float *value, int values, struct mi_net_out *out);
void mi_heads_moves_left(float plies, struct mi_net_out *out);

#endif
