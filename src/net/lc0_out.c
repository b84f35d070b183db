#include "heads.h"
#include "lc0_parts.h"

#include <string.h>

/* The number of a square's channel in a buffer. */
static float at(const struct mi_net_work *work, int buffer, int n, int square, int channel)
{
    int place = square / MI_LC0_SIDE * work->geometry.pitch + square % MI_LC0_SIDE;
    return mi_work_board(work, buffer,
                         n)[(ptrdiff_t)place * mi_work_channels(work, buffer) + channel];
}

/* Of a policy of attention: the pair of squares, and what the promotion has beside it. */
static float of_pair(const struct mi_net_work *work, struct mi_lc0_move move, int n)
{
    float pair = mi_work_vector(work, MI_VECTOR_POLICY, n)[move.from * MI_LC0_SQUARES + move.to];
    if (move.promotion == MI_LC0_NONE)
        return pair;
    return pair + at(work, MI_BUFFER_POLICY, n, move.to, move.promotion) +
           at(work, MI_BUFFER_POLICY, n, move.to, MI_LC0_PROMOTIONS);
}

static void get_policy(const struct mi_net_work *work, float *policy, int n)
{
    const struct mi_plan_lc0 *form = &work->net->plan.lc0;
    if (form->policy == MI_LC0_DENSE) {
        memcpy(policy, mi_work_vector(work, MI_VECTOR_POLICY, n), sizeof *policy * MI_LC0_MOVES);
        return;
    }
    for (int i = 0; i < MI_LC0_MOVES; i++)
        policy[i] = form->policy == MI_LC0_ATTENTION
                        ? of_pair(work, form->move[i], n)
                        : at(work, MI_BUFFER_POLICY, n, form->move[i].from, form->plane[i]);
}

void mi_lc0_out(const struct mi_net_work *work, struct mi_net_out *out, int n)
{
    const struct mi_plan_lc0 *form = &work->net->plan.lc0;
    get_policy(work, out->policy, n);
    mi_heads_policy(out->policy, MI_LC0_MOVES, &out->absurd);
    if (out->optimistic)
        memcpy(out->optimistic, out->policy, sizeof *out->policy * MI_LC0_MOVES);
    mi_heads_outcome(mi_work_vector(work, MI_VECTOR_VALUE, n), form->results, out);
    if (form->moves_left)
        mi_heads_moves_left(*mi_work_vector(work, MI_VECTOR_MOVES_LEFT, n), out);
}
