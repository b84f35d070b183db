/* Adjusts depth and history to the change of the static evaluation by a move (as
 * Stockfish does since 2021 and 2024). */
#include "alphabeta.h"

/* The improvement of the evaluation by the previous move, for its player. Returns false if unknown.
 */
static bool eval_gain(const struct mi_ab_node *node, int *gain)
{
    const struct mi_ab_stack_frame *frame = node->frame, *before = frame - 1;
    if (frame->eval == MI_SCORE_NONE || before->eval == MI_SCORE_NONE ||
        before->player == frame->player)
        return false;
    *gain = -frame->eval - before->eval;
    return true;
}

static void update_history_by_eval(const struct mi_ab_node *node, int gain)
{
    const int weight = 400, max_bonus = 500; /* bonus per unit of gain, and its limit */
    const struct mi_ab_stack_frame *before = node->frame - 1;
    struct mi_ab_history *history = node->stack->history;
    long bonus = (long)gain * weight / node->stack->margins.unit;
    if (mi_ab_has_feature(node->thread, MI_FEATURE_HISTORY) && history->kinds &&
        before->excluded == MIAI_NO_MOVE && before->quiet_move != MIAI_NO_MOVE)
        mi_ab_history_update(history, before->context, before->quiet_move,
                             (int)(bonus > max_bonus    ? max_bonus
                                   : bonus < -max_bonus ? -max_bonus
                                                        : bonus));
}

/* Searches one ply deeper if the previous move was reduced by much but improved the evaluation; one
 * ply less if it was reduced and lost more than one and a half pawns. */
static void adjust_depth(struct mi_ab_node *node, int gain)
{
    const int large_reduction = 3;
    int reduction = node->frame[-1].reduction, loss = node->stack->margins.unit * 3 / 2;
    if (reduction >= large_reduction && gain > 0)
        node->depth++;
    else if (reduction > 0 && node->depth > 1 && gain < -loss)
        node->depth--;
}

/* Does nothing in a node that is searched from within its own search (null-move verification,
 * multi-ProbCut, singular search): the enclosing search of the node has done it. */
void mi_ab_adjust_by_eval_change(struct mi_ab_node *node)
{
    int gain;
    if (node->frame->reentered || !eval_gain(node, &gain))
        return;
    update_history_by_eval(node, gain);
    if (mi_ab_has_feature(node->thread, MI_FEATURE_LATE_MOVE_REDUCTION))
        adjust_depth(node, gain);
}
