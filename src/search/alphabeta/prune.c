/* What a selective search leaves out.  What is no margin of the game is a number found by play of
 * chess. */
#include "alphabeta.h"
#include "base/fmath.h"
#include "base/range.h"

enum { ONE = 1024 }; /* a ply, in the arithmetic of reductions */

/* ---- reductions ---- */

/* Late moves are reduced by the product of two logarithms. */
void mi_ab_fill_reductions(struct mi_ab_thread *thread)
{
    const double least = 1.75, divisor = 2.0, part = thread->stack.margins.reduction / 100.0;
    double ln[MI_REDUCE_DEPTHS > MI_REDUCE_MOVES ? MI_REDUCE_DEPTHS : MI_REDUCE_MOVES];
    for (int i = 1; i < (int)(sizeof ln / sizeof *ln); i++)
        ln[i] = mi_ln(i);
    for (int depth = 1; depth < MI_REDUCE_DEPTHS; depth++)
        for (int number = 1; number < MI_REDUCE_MOVES; number++)
            thread->reductions[depth][number] =
                (int16_t)(ONE * part * (least + ln[depth] * ln[number] / divisor));
}

static int table_reduction(const struct mi_ab_node *node, int number)
{
    int depth = mi_min(node->depth, MI_REDUCE_DEPTHS - 1);
    return node->thread->reductions[depth][mi_min(number, MI_REDUCE_MOVES - 1)];
}

int mi_ab_reduction(const struct mi_ab_node *node, const struct mi_ab_candidate *try)
{
    const int history_weight = 11;
    if (!mi_ab_has_feature(node->thread, MI_FEATURE_LATE_MOVE_REDUCTION) || node->depth < 3 ||
        try->number < 2 + 2 * node->pv)
        return 0;
    int r = table_reduction(node, try->number);
    r += node->frame->cut ? 2 * ONE : 0;
    r += node->improving ? 0 : ONE * 7 / 8;
    r -= node->pv ? ONE : 0;
    r -= node->threatened || mi_ab_in_check(node->stack, node->ply + 1) ? ONE * 7 / 4 : 0;
    r -= try->quiet ? try->history_score / history_weight : ONE * 7 / 4;
    return mi_max(0, mi_min(r / ONE, node->depth - 2));
}

/* ---- single moves ---- */

static bool quiet_is_late(const struct mi_ab_node *node, int number)
{
    int most = 5 + node->depth * node->depth * 6 / 5;
    return mi_ab_has_feature(node->thread, MI_FEATURE_LATE_MOVE_PRUNING) &&
           number > (node->improving ? most : most / 2);
}

/* depth: what the reductions leave of it. */
static bool quiet_is_futile(const struct mi_ab_node *node, int depth)
{
    const miai_margins *margins = &node->stack->margins;
    const int deepest = 8;
    return mi_ab_has_feature(node->thread, MI_FEATURE_FUTILITY) && depth <= deepest &&
           node->frame->eval + margins->futility + margins->futility_step * depth <= node->alpha;
}

static bool prune_quiet(const struct mi_ab_node *node, const struct mi_ab_candidate *try,
                        bool *rest)
{
    const int least_history = -4800, deepest_unlikely = 4, deepest_loss = 8;
    const miai_tactics *tactics = mi_tactics(node->stack->game);
    int depth = mi_max(0, node->depth - table_reduction(node, try->number) / ONE);
    *rest = quiet_is_late(node, try->number) || quiet_is_futile(node, depth);
    bool unlikely = mi_ab_has_feature(node->thread, MI_FEATURE_LATE_MOVE_PRUNING) &&
                    depth <= deepest_unlikely && try->history_score < least_history * node->depth;
    if ((*rest || unlikely) && !(tactics->threatens && tactics->threatens(node->pos, try->move)))
        return true;
    return mi_ab_has_feature(node->thread, MI_FEATURE_SEE) && tactics->see_ge &&
           depth <= deepest_loss &&
           !tactics->see_ge(node->pos, try->move, -node->stack->margins.quiet_see * depth * depth);
}

static bool prune_noisy(const struct mi_ab_node *node, const struct mi_ab_candidate *try)
{
    const int deepest = 8;
    const miai_tactics *tactics = mi_tactics(node->stack->game);
    return mi_ab_has_feature(node->thread, MI_FEATURE_SEE) && tactics->see_ge &&
           node->depth <= deepest &&
           !tactics->see_ge(node->pos, try->move, -node->stack->margins.noisy_see * node->depth);
}

bool mi_ab_prune_move(const struct mi_ab_node *node, const struct mi_ab_candidate *try, bool *rest)
{
    *rest = false; /* but those that threaten */
    if (!mi_ab_has_feature(node->thread, MI_FEATURES_BY_MOVE) || node->threatened ||
        node->best <= -MI_SCORE_PROVEN)
        return false;
    return try->quiet ? prune_quiet(node, try, rest) : prune_noisy(node, try);
}

/* ---- whole nodes ---- */

/* Far above the window with few plies to go: it will stay there (reverse futility). */
bool mi_ab_reverse_futility(const struct mi_ab_node *node, int *score)
{
    const int deepest = 8;
    int margin = node->stack->margins.reverse_futility_step * (node->depth - node->improving);
    *score = node->estimate;
    return mi_ab_has_feature(node->thread, MI_FEATURE_REVERSE_FUTILITY) && node->depth <= deepest &&
           node->estimate - margin >= node->beta && !mi_score_decided(node->beta) &&
           !mi_score_decided(node->estimate);
}

bool mi_ab_may_null_move(const struct mi_ab_node *node)
{
    const struct mi_ab_thread *thread = node->thread;
    const miai_game *game = node->stack->game;
    const miai_margins *margins = &node->stack->margins;
    return mi_ab_has_feature(thread, MI_FEATURE_NULL_MOVE) && mi_tactics(game)->may_null_move &&
           mi_editing(game)->set_turn && node->depth >= 3 && !node->frame->null_move &&
           node->estimate >= node->beta &&
           node->frame->eval >=
               node->beta - margins->null_move_step * node->depth + margins->null_move &&
           !mi_score_decided(node->beta) &&
           (node->ply >= thread->no_null_move ||
            node->frame->player != thread->no_null_move_player) &&
           mi_tactics(game)->may_null_move(node->pos);
}
