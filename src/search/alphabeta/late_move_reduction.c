/* Late-move reductions: step 18 of node.c. */
#include "alphabeta.h"
#include "base/fmath.h"
#include "base/range.h"

enum { ONE_PLY = MI_REDUCTION_PLY };

/* The base reduction grows with the product of the logarithms of depth and move number. */
void mi_ab_fill_reductions(struct mi_ab_thread *thread)
{
    const struct mi_ab_tuning *tuning = &thread->stack.tuning;
    const double base = (double)tuning->reduction_base / ONE_PLY,
                 divisor = (double)tuning->reduction_divisor / ONE_PLY,
                 factor = tuning->reduction / 100.0;
    double ln[MI_REDUCE_DEPTHS > MI_REDUCE_MOVES ? MI_REDUCE_DEPTHS : MI_REDUCE_MOVES];
    for (int i = 1; i < (int)(sizeof ln / sizeof *ln); i++)
        ln[i] = mi_ln(i);
    for (int depth = 1; depth < MI_REDUCE_DEPTHS; depth++)
        for (int number = 1; number < MI_REDUCE_MOVES; number++)
            thread->reductions[depth][number] = (int16_t)mi_clamp_real(
                ONE_PLY * factor * (base + ln[depth] * ln[number] / divisor), 0, INT16_MAX);
}

int mi_ab_reduction(const struct mi_ab_node *node, const struct mi_ab_candidate *candidate)
{
    const struct mi_ab_tuning *tuning = &node->stack->tuning;
    if (!mi_ab_has_feature(node->thread, MI_FEATURE_LATE_MOVE_REDUCTION) ||
        node->depth < tuning->reduction_depth ||
        candidate->number < tuning->reduction_moves + node->pv * tuning->reduction_pv_moves)
        return 0;
    int r = mi_ab_base_reduction(node, candidate->number);
    r += node->frame->cut ? tuning->reduction_cut : 0;
    r += node->improving ? 0 : tuning->reduction_worse;
    r -= node->pv ? tuning->reduction_pv : 0;
    r -= node->in_check || mi_ab_in_check(node->stack, node->ply + 1) ? tuning->reduction_check : 0;
    r -= candidate->quiet ? candidate->history_score / tuning->reduction_history
                          : tuning->reduction_noisy;
    return mi_max(0, mi_min(r / ONE_PLY, node->depth - 2));
}
