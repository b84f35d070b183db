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
    const struct mi_ab_tuning *tuning = &node->stack->tuning;
    const struct mi_ab_stack_frame *before = node->frame - 1;
    struct mi_ab_history *history = node->stack->history;
    long bonus = (long)gain * tuning->eval_change_weight / tuning->unit,
         max = tuning->eval_change_max;
    if (mi_ab_has_feature(node->thread, MI_FEATURE_HISTORY) && history->kinds &&
        before->excluded == MIAI_NO_MOVE && before->quiet_move != MIAI_NO_MOVE)
        mi_ab_history_update(history, before->context, before->quiet_move,
                             (int)(bonus > max    ? max
                                   : bonus < -max ? -max
                                                  : bonus));
}

/* Searches one ply deeper if the previous move was reduced by much but improved the evaluation; one
 * ply less if it was reduced and lost much. */
static void adjust_depth(struct mi_ab_node *node, int gain)
{
    const struct mi_ab_tuning *tuning = &node->stack->tuning;
    int reduction = node->frame[-1].reduction, loss = tuning->unit * tuning->eval_change_loss / 100;
    if (reduction >= tuning->eval_change_reduction && gain > 0)
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
