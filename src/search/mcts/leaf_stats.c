/* Network outputs of leaves besides the value (winning, lead, ownership), accumulated in the nodes
 * of their paths and at the root. */
#include "base/range.h"
#include "mcts.h"
#include "search/mcts/tree/sum.h"

#include <math.h>
#include <string.h>

static int run_board_points(const struct mi_run *run)
{
    return run->root->setup->width * run->root->setup->height;
}

/* ---- during the search ---- */

static void set_outputs(struct mi_descent *descent, const struct mi_nn_outputs *outputs)
{
    descent->outputs = *outputs;
    descent->has_outputs = true;
}

/* The terms that one leaf adds to struct mi_leaf_sums. */
struct leaf_terms {
    int64_t score_utility, draw, other; /* other: the lead or the moves left */
};

static int64_t to_stats_units(double x)
{
    return (int64_t)(x * MI_LEAF_STATS_UNIT + (x < 0 ? -0.5 : 0.5));
}

/* A leaf's terms for the node at depth. */
static struct leaf_terms leaf_terms(const struct mi_run *run, const struct mi_nn_outputs *outputs,
                                    int depth)
{
    double plain = mi_utility_plain(&run->utility, outputs->win);
    double moves_left = outputs->moves_left > 0 ? outputs->moves_left + 1 - depth : 0;
    return (struct leaf_terms){to_stats_units(outputs->value - plain),
                               to_stats_units(outputs->draw),
                               to_stats_units(run->reports_draws ? moves_left : outputs->lead)};
}

static void add_leaf_terms(struct mi_leaf_sums *sums, const struct leaf_terms *leaf, bool shared)
{
    MI_SUM_ADD_SHARED(&sums->score_utility, leaf->score_utility, shared);
    MI_SUM_ADD_SHARED(&sums->draw, leaf->draw, shared);
    MI_SUM_ADD_SHARED(&sums->lead, leaf->other, shared);
    MI_SUM_ADD_SHARED(&sums->leaves, 1, shared);
}

void mi_mcts_back_up_leaf_stats(struct mi_worker *worker, const struct mi_descent *descent)
{
    const struct mi_tree *tree = &worker->run->mcts->tree;
    if (!tree->keeps_leaf_stats || !descent->has_outputs)
        return;
    for (int d = descent->depth; d >= descent->counted_from; d--) {
        const struct leaf_terms leaf = leaf_terms(worker->run, &descent->outputs, d);
        add_leaf_terms(mi_node_leaf_sums(tree, mi_tree_node(tree, descent->path[d])), &leaf,
                       worker->run->threads > 1);
    }
}

void mi_mcts_add_leaf_stats(struct mi_worker *worker, const struct mi_descent *descent,
                            uint32_t index)
{
    const struct mi_tree *tree = &worker->run->mcts->tree;
    struct mi_leaf_sums *sums = mi_node_leaf_sums(tree, mi_tree_node(tree, index));
    if (!sums || !descent->has_outputs ||
        atomic_load_explicit(&sums->leaves, memory_order_relaxed) > 0)
        return;
    const struct leaf_terms leaf = leaf_terms(worker->run, &descent->outputs, descent->depth);
    add_leaf_terms(sums, &leaf, worker->run->threads > 1);
}

static void add_leaf_ownership(struct mi_worker *worker, const float *ownership)
{
    for (int p = 0; p < run_board_points(worker->run); p++)
        MI_SUM_ADD(&worker->ownership[p], (int32_t)((double)ownership[p] * MI_LEAF_STATS_UNIT));
    MI_SUM_ADD(&worker->ownership_leaves, 1);
}

static struct mi_nn_outputs outputs_from_eval(const struct mi_run *run, const struct mi_eval *eval)
{
    int plies_after_move = eval->line_length > 0 ? eval->line_length - 1 : 0;
    return (struct mi_nn_outputs){
        .value = mi_utility_value(&run->utility, eval->win, eval->score, eval->deviation),
        .win = eval->win,
        .draw = eval->draw,
        .lead = eval->lead,
        .moves_left = eval->moves_left > 0 ? eval->moves_left + plies_after_move : 0,
    };
}

/* A 32-bit sum of ownership cannot overflow with 2^19 leaves. Later leaves would hardly change the
 * mean. */
static bool is_ownership_full(const struct mi_worker *worker)
{
    return atomic_load_explicit(&worker->ownership_leaves, memory_order_relaxed) >=
           (uint32_t)(INT32_MAX / MI_LEAF_STATS_UNIT);
}

int64_t mi_mcts_leaf_value(struct mi_worker *worker, struct mi_descent *descent)
{
    struct mi_nn_outputs outputs = outputs_from_eval(worker->run, &descent->eval);
    set_outputs(descent, &outputs);
    if (descent->eval.ownership && descent->counted_from == 0 && !is_ownership_full(worker))
        add_leaf_ownership(worker, descent->eval.ownership);
    return (int64_t)(outputs.value * MI_UNIT + 0.5);
}

int64_t mi_mcts_finished_leaf_value(struct mi_worker *worker, struct mi_descent *descent, int score)
{
    struct mi_nn_outputs outputs = {.win = score > 0   ? 1
                                           : score < 0 ? 0
                                                       : 0.5,
                                    .draw = score == 0,
                                    .moves_left = descent->depth > 0 ? descent->depth - 1 : 0,
                                    .lead = (double)score / MIAI_POINT_SCORE};
    outputs.value = mi_utility_value(&worker->run->utility, outputs.win, outputs.lead, 0);
    set_outputs(descent, &outputs);
    return (int64_t)(outputs.value * MI_UNIT + 0.5);
}

/* Only in games without a score, since the lead is unknown. */
void mi_mcts_add_known_leaf(struct mi_worker *worker, struct mi_descent *descent, double win)
{
    const struct mi_nn_outputs outputs = {
        .value = win, .win = win, .draw = win > 0 && win < 1, .moves_left = descent->depth - 1};
    if (worker->run->evaluator->reports_outputs && worker->run->reports_draws)
        set_outputs(descent, &outputs);
}

/* ---- the root ---- */

void mi_mcts_value_root(const struct mi_run *run, struct mi_eval *eval)
{
    memcpy(eval->pos, run->root->pos, run->root->size);
    run->evaluator->value(run->worker[0]->evaluator, &eval, 1);
}

void mi_mcts_evaluate_root(struct mi_run *run)
{
    struct mi_worker *worker = run->worker[0];
    struct mi_descent *descent = &worker->descent[0];
    struct mi_eval *eval = &descent->eval;
    eval->key_count = eval->keys ? run->root->key_count - 1 : 0;
    eval->line = descent->line;
    eval->line_length = 0;
    eval->moves = descent->list;
    eval->move_count = mi_mcts_list_moves(run, run->root->pos, 0, false, descent->list);
    mi_mcts_value_root(run, eval);
    mi_utility_center(&run->utility, eval->score);
    run->root_outputs = outputs_from_eval(run, eval);
    if (eval->ownership)
        add_leaf_ownership(worker, eval->ownership);
    mi_mcts_use_fair_komi(run, eval);
}

/* ---- the result ---- */

/* Means over a node's leaves, first player's view. */
struct leaf_means {
    double score_utility, draw, other; /* other: the lead or the moves left */
    double leaves;
};

static double mean_leaf_sum(const _Atomic int64_t *sum, double leaves)
{
    return (double)atomic_load_explicit(sum, memory_order_relaxed) / (leaves * MI_LEAF_STATS_UNIT);
}

/* The result has 0 leaves if there is no node, no leaf below it, or no such statistics in the tree.
 */
static struct leaf_means node_means(const struct mi_tree *tree, uint32_t link)
{
    struct leaf_means means = {.leaves = 0};
    const struct mi_leaf_sums *sums =
        mi_is_node(link) ? mi_node_leaf_sums(tree, mi_tree_node(tree, link)) : NULL;
    if (sums)
        means.leaves = atomic_load_explicit(&sums->leaves, memory_order_relaxed);
    if (means.leaves > 0) {
        means.score_utility = mean_leaf_sum(&sums->score_utility, means.leaves);
        means.draw = mean_leaf_sum(&sums->draw, means.leaves);
        means.other = mean_leaf_sum(&sums->lead, means.leaves);
    }
    return means;
}

/* Limits the draw probability to the range that the value allows: the value includes visits without
 * network outputs. A proof makes the probability 0 or 1. */
static void limit_draw(struct mi_choice *choice)
{
    double max_draw = 2 * (choice->value < 0.5 ? choice->value : 1 - choice->value);
    if (choice->proof != MI_UNPROVEN)
        choice->draw = choice->proof == MI_DRAW;
    else if (choice->draw > max_draw)
        choice->draw = max_draw;
}

/* Removes the score utility from a move's value, which leaves the winning probability. */
static void remove_score_utility(const struct mi_run *run, int player,
                                 const struct leaf_means *means, struct mi_choice *choice)
{
    double plain = choice->value - (player ? -means->score_utility : means->score_utility);
    choice->value = mi_clamp_real(0.5 + (plain - 0.5) / run->utility.unit, 0, 1);
}

/* Uses the root's outputs until a leaf below the move has some. */
static struct leaf_means root_means(const struct mi_run *run)
{
    const struct mi_nn_outputs *outputs = &run->root_outputs;
    return (struct leaf_means){.score_utility =
                                   outputs->value - mi_utility_plain(&run->utility, outputs->win),
                               .draw = outputs->draw,
                               .other = run->reports_draws ? outputs->moves_left : outputs->lead};
}

static void fill_choice_stats(const struct mi_run *run, int player, struct mi_choice *choice)
{
    const struct mi_tree *tree = &run->mcts->tree;
    struct leaf_means means = node_means(tree, mi_tree_child(tree, tree->root, choice->move));
    bool seen = means.leaves > 0 || choice->visits > 0;
    if (means.leaves <= 0)
        means = root_means(run);
    choice->draw = means.draw;
    choice->moves_left = run->reports_draws ? means.other : 0;
    choice->lead = run->reports_draws ? 0 : player ? -means.other : means.other;
    if (choice->proof == MI_UNPROVEN && seen)
        remove_score_utility(run, player, &means, choice);
    else if (choice->proof == MI_UNPROVEN)
        choice->value = player ? 1 - run->root_outputs.win : run->root_outputs.win;
    limit_draw(choice);
}

/* ---- recomputing a node ---- */

static void add_weighted_means(struct leaf_means *sum, const struct leaf_means *means,
                               double visits)
{
    sum->score_utility += visits * means->score_utility;
    sum->draw += visits * means->draw;
    sum->other += visits * means->other;
    sum->leaves += visits;
}

static void set_leaf_sum(_Atomic int64_t *sum, double x)
{
    atomic_store_explicit(sum, to_stats_units(x), memory_order_relaxed);
}

void mi_mcts_recompute_leaf_stats(const struct mi_run *run, struct mi_node *node)
{
    const struct mi_tree *tree = &run->mcts->tree;
    struct mi_leaf_sums *sums = mi_node_leaf_sums(tree, node);
    struct leaf_means sum = {.leaves = 0};
    if (!sums)
        return;
    const struct mi_edges *edges = mi_first_edges(tree, node);
    for (; edges; edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count; i++) {
            struct leaf_means means = node_means(tree, mi_edge_link(&edges->edge[i]));
            if (run->reports_draws && means.other > 0)
                means.other++; /* counted from one ply above */
            if (means.leaves > 0)
                add_weighted_means(&sum, &means, mi_edge_visits(&edges->edge[i]));
        }
    uint32_t leaves = atomic_load_explicit(&sums->leaves, memory_order_relaxed);
    if (leaves > sum.leaves) { /* leaves at the node itself, or below edges that were deleted */
        struct leaf_means before = {mean_leaf_sum(&sums->score_utility, leaves),
                                    mean_leaf_sum(&sums->draw, leaves),
                                    mean_leaf_sum(&sums->lead, leaves), leaves};
        add_weighted_means(&sum, &before, leaves - sum.leaves);
    }
    set_leaf_sum(&sums->score_utility, sum.score_utility);
    set_leaf_sum(&sums->draw, sum.draw);
    set_leaf_sum(&sums->lead, sum.other);
    atomic_store_explicit(&sums->leaves, (uint32_t)sum.leaves, memory_order_relaxed);
}

/* ---- all of it ---- */

static void fill_result_ownership(const struct mi_run *run, struct mi_result *result)
{
    double leaves = 0;
    for (int i = 0; i < run->threads; i++)
        leaves += atomic_load_explicit(&run->worker[i]->ownership_leaves, memory_order_relaxed);
    result->owned = leaves > 0;
    for (int p = 0; p < run_board_points(run) && result->owned; p++) {
        double sum = 0;
        for (int i = 0; i < run->threads; i++)
            sum += atomic_load_explicit(&run->worker[i]->ownership[p], memory_order_relaxed);
        result->ownership[p] = (float)(sum / (leaves * MI_LEAF_STATS_UNIT));
    }
}

void mi_mcts_report_leaf_stats(const struct mi_run *run, struct mi_result *result)
{
    int player = run->root->game->turn(run->root->pos);
    result->leads = result->owned = result->draws = false;
    if (!run->evaluator->reports_outputs)
        return;
    for (int i = 0; i < result->choice_count; i++)
        fill_choice_stats(run, player, &result->choice[i]);
    result->draws = run->reports_draws;
    result->position_value = player ? 1 - run->root_outputs.win : run->root_outputs.win;
    if (result->choice_count > 0) {
        result->value = result->choice[0].value;
        result->lead = result->choice[0].lead;
        result->leads = mi_scoring(run->root->game)->settle != NULL;
    }
    fill_result_ownership(run, result);
}
