/* Pruning without a search: reverse futility pruning of a node (step 9 of node.c); late-move,
 * futility, history and SEE pruning of a move (step 16). */
#include "alphabeta.h"
#include "base/range.h"

/* ---- a node ---- */

bool mi_ab_reverse_futility(const struct mi_ab_node *node, int *score)
{
    const struct mi_ab_tuning *tuning = &node->stack->tuning;
    int margin = tuning->reverse_futility_step * (node->depth - node->improving);
    *score = node->estimate;
    return mi_ab_has_feature(node->thread, MI_FEATURE_REVERSE_FUTILITY) &&
           node->depth <= tuning->reverse_futility_depth && node->estimate - margin >= node->beta &&
           !mi_score_decided(node->beta) && !mi_score_decided(node->estimate);
}

/* ---- a move ---- */

/* Late-move pruning: enough moves have been tried at this depth. */
static bool is_late_quiet(const struct mi_ab_node *node, int number)
{
    const struct mi_ab_tuning *tuning = &node->stack->tuning;
    int max_moves =
        tuning->late_move_base + node->depth * node->depth * tuning->late_move_step / 100;
    if (!node->improving)
        max_moves = max_moves * tuning->late_move_worse / 100;
    return mi_ab_has_feature(node->thread, MI_FEATURE_LATE_MOVE_PRUNING) && number > max_moves;
}

/* Futility pruning: the evaluation plus a margin is below alpha.  depth: after reductions. */
static bool is_futile_quiet(const struct mi_ab_node *node, int depth)
{
    const struct mi_ab_tuning *tuning = &node->stack->tuning;
    return mi_ab_has_feature(node->thread, MI_FEATURE_FUTILITY) &&
           depth <= tuning->futility_depth &&
           node->frame->eval + tuning->futility + tuning->futility_step * depth <= node->alpha;
}

static bool prune_quiet(const struct mi_ab_node *node, const struct mi_ab_candidate *candidate,
                        bool *prune_rest)
{
    const struct mi_ab_tuning *tuning = &node->stack->tuning;
    const miai_tactics *tactics = mi_tactics(node->stack->game);
    int reduction = mi_ab_base_reduction(node, candidate->number) / MI_REDUCTION_PLY;
    int depth = mi_max(0, node->depth - reduction);
    *prune_rest = is_late_quiet(node, candidate->number) || is_futile_quiet(node, depth);
    bool bad_history = mi_ab_has_feature(node->thread, MI_FEATURE_LATE_MOVE_PRUNING) &&
                       depth <= tuning->history_pruning_depth &&
                       candidate->history_score < -tuning->history_pruning * node->depth;
    if ((*prune_rest || bad_history) &&
        !(tactics->gives_check && tactics->gives_check(node->pos, candidate->move)))
        return true;
    return mi_ab_has_feature(node->thread, MI_FEATURE_SEE) && tactics->see_ge &&
           depth <= tuning->quiet_see_depth &&
           !tactics->see_ge(node->pos, candidate->move, -tuning->quiet_see * depth * depth);
}

static bool prune_noisy(const struct mi_ab_node *node, const struct mi_ab_candidate *candidate)
{
    const struct mi_ab_tuning *tuning = &node->stack->tuning;
    const miai_tactics *tactics = mi_tactics(node->stack->game);
    return mi_ab_has_feature(node->thread, MI_FEATURE_SEE) && tactics->see_ge &&
           node->depth <= tuning->noisy_see_depth &&
           !tactics->see_ge(node->pos, candidate->move, -tuning->noisy_see * node->depth);
}

/* Does the search of this node only shorten a win that the last iteration has proven?  The
 * evaluation says nothing about its distance, so no move is pruned then.  In other iterations, an
 * alpha this high is rare, and searching all moves would cost more than it finds. */
static bool seeks_quicker_win(const struct mi_ab_node *node)
{
    const struct mi_ab_thread *thread = node->thread;
    return node->alpha >= MI_SCORE_PROVEN && thread->lines[thread->line].proof != MI_UNPROVEN;
}

bool mi_ab_prune_move(const struct mi_ab_node *node, const struct mi_ab_candidate *candidate,
                      bool *prune_rest)
{
    *prune_rest = false;
    if (!mi_ab_has_feature(node->thread, MI_FEATURES_BY_MOVE) || node->in_check ||
        node->best <= -MI_SCORE_PROVEN || seeks_quicker_win(node))
        return false;
    return candidate->quiet ? prune_quiet(node, candidate, prune_rest)
                            : prune_noisy(node, candidate);
}
