/* heads.h - converts the raw outputs of a network to probabilities and points. */
#ifndef MI_NET_HEADS_H
#define MI_NET_HEADS_H

#include "net.h"
#include "net/model/model.h"

/* Clamps the logits of a policy.  Like the other functions here, sets *absurd (or out->absurd) if a
 * value was not a number or had to be clamped. */
void mi_heads_policy(float *policy, int moves, bool *absurd);

/* Converts the raw outputs to ownership, -1 to 1, in place. */
void mi_heads_ownership(float *ownership, int points, bool *absurd);

/* Converts a KataGo network's value outputs to probabilities and points, as in KataGo's
 * nneval.cpp, and clamps them.  number: the input numbers, which include the rules. */
void mi_heads_value(const struct mi_model *model, int area, const float *number,
                    const float result[3], const float score[MI_SCORES], struct mi_net_out *out);

/* Converts an lc0 network's value: logits of win, draw and loss (values = 3), or the argument of a
 * tanh that is win - loss (values = 1). */
void mi_heads_outcome(const float *value, int values, struct mi_net_out *out);
/* Sets the plies to the end of the game. */
void mi_heads_moves_left(float plies, struct mi_net_out *out);

#endif
