#include "heads.h"
#include "lc0_parts.h"

#include <string.h>

/* The value of a square's channel in a buffer. */
static float channel_value(const struct mi_net_workspace *work, int buffer, int n, int square,
                           int channel)
{
    int place = square / MI_LC0_SIDE * work->geometry.pitch + square % MI_LC0_SIDE;
    return mi_workspace_board(work, buffer,
                              n)[(ptrdiff_t)place * mi_workspace_channels(work, buffer) + channel];
}

/* A logit of an attention policy: that of the pair of squares, plus the promotion's offset. */
static float attention_policy_logit(const struct mi_net_workspace *work, struct mi_lc0_move move,
                                    int n)
{
    float pair =
        mi_workspace_vector(work, MI_VECTOR_POLICY, n)[move.from * MI_LC0_SQUARES + move.to];
    if (move.promotion == MI_LC0_NONE)
        return pair;
    return pair + channel_value(work, MI_BUFFER_POLICY, n, move.to, move.promotion) +
           channel_value(work, MI_BUFFER_POLICY, n, move.to, MI_LC0_PROMOTIONS);
}

static void copy_lc0_policy(const struct mi_net_workspace *work, float *policy, int n)
{
    const struct mi_plan_lc0 *outputs = &work->net->plan.lc0;
    if (outputs->policy == MI_LC0_DENSE) {
        memcpy(policy, mi_workspace_vector(work, MI_VECTOR_POLICY, n),
               sizeof *policy * MI_LC0_MOVES);
        return;
    }
    for (int i = 0; i < MI_LC0_MOVES; i++)
        policy[i] = outputs->policy == MI_LC0_ATTENTION
                        ? attention_policy_logit(work, outputs->move[i], n)
                        : channel_value(work, MI_BUFFER_POLICY, n, outputs->move[i].from,
                                        outputs->plane[i]);
}

void mi_lc0_out(const struct mi_net_workspace *work, struct mi_net_out *out, int n)
{
    const struct mi_plan_lc0 *outputs = &work->net->plan.lc0;
    copy_lc0_policy(work, out->policy, n);
    mi_heads_policy(out->policy, MI_LC0_MOVES, &out->absurd);
    if (out->optimistic)
        memcpy(out->optimistic, out->policy, sizeof *out->policy * MI_LC0_MOVES);
    mi_heads_outcome(mi_workspace_vector(work, MI_VECTOR_VALUE, n), outputs->results, out);
    if (outputs->moves_left)
        mi_heads_moves_left(*mi_workspace_vector(work, MI_VECTOR_MOVES_LEFT, n), out);
}
