/* What the evaluations before and after a move say of it, once it has been played (as Stockfish has
 * it since 2021 and 2024). */
#include "alphabeta.h"

/* How much the move before improved the evaluation for the player who made it; false: not known. */
static bool gain_before(const struct mi_ab_node *node, int *gain)
{
    const struct mi_ab_stack_frame *frame = node->frame, *before = frame - 1;
    if (frame->eval == MI_SCORE_NONE || before->eval == MI_SCORE_NONE ||
        before->player == frame->player)
        return false;
    *gain = -frame->eval - before->eval;
    return true;
}

static void teach(const struct mi_ab_node *node, int gain)
{
    const int weight = 400, most = 500; /* of a unit, and at all */
    const struct mi_ab_stack_frame *before = node->frame - 1;
    struct mi_ab_history *history = node->stack->history;
    long bonus = (long)gain * weight / node->stack->margins.unit;
    if (mi_ab_has_feature(node->thread, MI_FEATURE_HISTORY) && history->kinds &&
        before->excluded == MIAI_NO_MOVE && before->quiet_move != MIAI_NO_MOVE)
        mi_ab_history_update(history, before->place, before->quiet_move,
                             (int)(bonus > most    ? most
                                   : bonus < -most ? -most
                                                   : bonus));
}

/* A move that was reduced by much, and has gained, is worth a ply more; one that has lost a pawn
 * and a half is refuted by one less. */
static void adjust_depth(struct mi_ab_node *node, int gain)
{
    const int much = 3;
    int reduction = node->frame[-1].reduction, loss = node->stack->margins.unit * 3 / 2;
    if (reduction >= much && gain > 0)
        node->depth++;
    else if (reduction > 0 && node->depth > 1 && gain < -loss)
        node->depth--;
}

/* A node that is searched within its own search, by the verification of a null move, multi-ProbCut
 * or a singular search, has looked back already. */
void mi_ab_adjust_by_eval_change(struct mi_ab_node *node)
{
    int gain;
    if (node->frame->again || !gain_before(node, &gain))
        return;
    teach(node, gain);
    if (mi_ab_has_feature(node->thread, MI_FEATURE_LATE_MOVE_REDUCTION))
        adjust_depth(node, gain);
}
