/* Late-move reductions: step 18 of node.c.  All constants except the game's margins were tuned in
 * chess games. */
#include "alphabeta.h"
#include "base/fmath.h"
#include "base/range.h"

enum { ONE_PLY = MI_REDUCTION_PLY };

/* The base reduction grows with the product of the logarithms of depth and move number. */
void mi_ab_fill_reductions(struct mi_ab_thread *thread)
{
    const double base = 1.75, divisor = 2.0, factor = thread->stack.margins.reduction / 100.0;
    double ln[MI_REDUCE_DEPTHS > MI_REDUCE_MOVES ? MI_REDUCE_DEPTHS : MI_REDUCE_MOVES];
    for (int i = 1; i < (int)(sizeof ln / sizeof *ln); i++)
        ln[i] = mi_ln(i);
    for (int depth = 1; depth < MI_REDUCE_DEPTHS; depth++)
        for (int number = 1; number < MI_REDUCE_MOVES; number++)
            thread->reductions[depth][number] =
                (int16_t)(ONE_PLY * factor * (base + ln[depth] * ln[number] / divisor));
}

int mi_ab_reduction(const struct mi_ab_node *node, const struct mi_ab_candidate *candidate)
{
    const int history_divisor = 11;
    if (!mi_ab_has_feature(node->thread, MI_FEATURE_LATE_MOVE_REDUCTION) || node->depth < 3 ||
        candidate->number < 2 + 2 * node->pv)
        return 0;
    int r = mi_ab_base_reduction(node, candidate->number);
    r += node->frame->cut ? 2 * ONE_PLY : 0;
    r += node->improving ? 0 : ONE_PLY * 7 / 8;
    r -= node->pv ? ONE_PLY : 0;
    r -= node->in_check || mi_ab_in_check(node->stack, node->ply + 1) ? ONE_PLY * 7 / 4 : 0;
    r -= candidate->quiet ? candidate->history_score / history_divisor : ONE_PLY * 7 / 4;
    return mi_max(0, mi_min(r / ONE_PLY, node->depth - 2));
}
