/* Reads the result of a run from the tree. Other threads may still be searching. */
#include "mcts.h"
#include "search/common/choice.h"
#include "search/common/known.h"

#include <math.h>
#include <string.h>

enum { TRUST_SHARE = 10 }; /* a value is trusted from 1/10 of the best move's visits on */

/* Statistics of a move in the view of the player who makes it. */
static struct mi_choice make_choice(const struct mi_tree *tree, const struct mi_edge *edge)
{
    static const double proven[] = {[MI_LOSS] = 0.0, [MI_DRAW] = 0.5, [MI_WIN] = 1.0};
    uint32_t link = mi_edge_link(edge);
    struct mi_choice choice = {
        .move = edge->move & ~MI_EDGE_MASKED, .value = 0.5, .position_value = -1};
    if (!mi_is_node(link))
        return choice;
    const struct mi_node *node = mi_tree_node(tree, link);
    unsigned state = mi_node_state(node);
    struct mi_bounds bounds = mi_bounds_of(state, mi_node_mover(node));
    choice.visits = mi_edge_visits(edge);
    choice.looked_at = mi_node_visits(node);
    choice.position_value = mi_node_position_value(node);
    if (choice.position_value >= 0 && mi_node_mover(node))
        choice.position_value = 1 - choice.position_value;
    choice.proof = mi_proof_of(bounds);
    choice.capped = bounds.max <= MI_DRAW;
    choice.value =
        choice.proof != MI_UNPROVEN ? proven[choice.proof] : mi_node_mean(node, choice.value);
    return choice;
}

struct mi_choice mi_mcts_choice(const struct mi_mcts *mcts,
                                const struct mi_tree_policy *tree_policy, struct mi_edges *edges,
                                int i)
{
    struct mi_choice choice = make_choice(&mcts->tree, &edges->edge[i]);
    double prior = edges->edge[i].prior / (double)UINT16_MAX;
    choice.prior = tree_policy->prior_wins > 0 ? prior * prior : prior;
    if (tree_policy->rave_inverse <= 0)
        return choice;
    const struct mi_amaf *amaf = &mi_amaf_of(edges)[i];
    choice.amaf_visits = atomic_load_explicit(&amaf->visits, memory_order_relaxed);
    if (choice.amaf_visits > 0)
        choice.amaf = atomic_load_explicit(&amaf->value, memory_order_relaxed) /
                      ((double)choice.amaf_visits * MI_AMAF_UNIT);
    return choice;
}

static void fill_choices(const struct mi_run *run, struct mi_result *result)
{
    const struct mi_tree *tree = &run->mcts->tree;
    struct mi_edges *edges = mi_mcts_root_edges(run);
    result->choice_count = 0;
    for (; edges; edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count; i++)
            if (mi_edge_is_open(&edges->edge[i]))
                result->choice[result->choice_count++] =
                    mi_mcts_choice(run->mcts, &run->tree_policy, edges, i);
    if (run->tree_policy.puct.enabled && run->tree_policy.puct.forced > 0)
        mi_mcts_count_forced(run, result);
    mi_choices_finish(run->root, result, run->settings->final);
    if (run->solver)
        result->proof = mi_proof_of(mi_mcts_bounds(tree, mi_tree_node(tree, tree->root)));
}

/* ---- lower confidence bound ---- */

/* The mean minus five standard errors.  For few visits the variance is estimated with one
 * additional sample at the greatest possible distance, with a weight that falls with the visits. */
static double lower_confidence_bound(const struct mi_node *node)
{
    const double standard_errors = 5;
    double n = mi_node_visits(node), mean = (double)mi_node_value(node) / (n * MI_UNIT) - 0.5;
    double extra = 1 / (n * n), square = mi_node_squares(node) / n;
    square = square > mean * mean ? square : mean * mean;
    square = (square * n + (square + 0.25) * extra) / (n + extra);
    return mean - standard_errors * sqrt((square - mean * mean) / n);
}

/* Moves the choice with the highest lower confidence bound to the front, among those with enough
 * visits. */
static void prefer_confidence_bound(const struct mi_run *run, struct mi_result *result)
{
    const double min_visit_share = 0.15;
    const struct mi_tree *tree = &run->mcts->tree;
    struct mi_choice *choice = result->choice, best;
    int found = 0;
    double max_bound = -INFINITY;
    if (result->choice_count == 0 || choice[0].proof != MI_UNPROVEN)
        return;
    for (int i = 0; i < result->choice_count; i++) {
        uint32_t link = mi_tree_child(tree, tree->root, choice[i].move);
        if (choice[i].rank < choice[0].rank)
            break;
        if (choice[i].proof != MI_UNPROVEN || choice[i].visits == 0 ||
            (double)choice[i].visits < min_visit_share * (double)choice[0].visits ||
            !mi_is_node(link))
            continue;
        double bound = lower_confidence_bound(mi_tree_node(tree, link));
        found = bound > max_bound ? i : found;
        max_bound = bound > max_bound ? bound : max_bound;
    }
    best = choice[found];
    for (; found > 0; found--)
        choice[found] = choice[found - 1];
    choice[0] = best;
    result->move = best.move;
    result->value = best.value;
}

/* May the search choose the move?  Not if the tablebases rank another one higher. */
static bool is_final_candidate(const struct mi_run *run, const struct mi_edge *edge)
{
    return mi_edge_is_open(edge) && mi_root_prefers(run->root, edge->move & ~MI_EDGE_MASKED);
}

/* The most visited candidate, and the visits of the second; losing moves are ignored. */
static struct mi_choice find_most_visited(const struct mi_run *run, uint64_t *second)
{
    const struct mi_tree *tree = &run->mcts->tree;
    struct mi_choice best = {.visits = 0};
    const struct mi_edges *edges = mi_mcts_root_edges(run);
    for (; edges; edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count; i++) {
            struct mi_choice choice = make_choice(tree, &edges->edge[i]);
            if (choice.proof == MI_LOSS || !is_final_candidate(run, &edges->edge[i]))
                continue;
            bool first = choice.visits > best.visits;
            uint64_t lower = first ? best.visits : choice.visits;
            *second = lower > *second ? lower : *second;
            best = first ? choice : best;
        }
    return best;
}

/* The best value among the candidates with more than that many visits. */
static double top_value(const struct mi_run *run, uint64_t visits)
{
    const struct mi_tree *tree = &run->mcts->tree;
    const struct mi_edges *edges = mi_mcts_root_edges(run);
    double top = 0;
    for (; edges; edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count; i++) {
            struct mi_choice choice = make_choice(tree, &edges->edge[i]);
            if (choice.visits > visits && choice.value > top &&
                is_final_candidate(run, &edges->edge[i]))
                top = choice.value;
        }
    return top;
}

void mi_mcts_early_stop_stats(const struct mi_run *run, struct mi_early_stop_stats *stats,
                              double now)
{
    *stats = (struct mi_early_stop_stats){.second = 0};
    struct mi_choice best = find_most_visited(run, &stats->second);
    stats->best = best.visits;
    stats->contested = top_value(run, best.visits / TRUST_SHARE) > best.value;
    stats->new_visits = mi_mcts_playouts(run);
    stats->seconds = now - run->start_time;
}

/* The move that the side to move would choose; NULL if none was visited. */
static const struct mi_edge *best_edge(const struct mi_mcts *mcts, const struct mi_node *node)
{
    const struct mi_tree *tree = &mcts->tree;
    const struct mi_edge *best = NULL;
    struct mi_choice best_choice = {.visits = 0};
    bool draw = mi_mcts_bounds(tree, node).min == MI_DRAW;
    const struct mi_edges *edges = mi_first_edges(tree, node);
    for (; edges; edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count; i++) {
            const struct mi_edge *edge = &edges->edge[i];
            struct mi_choice choice = make_choice(tree, edge);
            if (!mi_edge_is_open(edge) || choice.visits == 0)
                continue;
            if (!best || mi_choice_order(&choice, &best_choice, mcts->final, draw) < 0) {
                best = edge;
                best_choice = choice;
            }
        }
    return best;
}

/* The most likely continuation after the first move.  visits may be NULL. */
static int follow_line(const struct mi_mcts *mcts, miai_move first, miai_move *pv, uint64_t *visits)
{
    const struct mi_tree *tree = &mcts->tree;
    const struct mi_edge *edge = mi_tree_edge(tree, mi_tree_node(tree, tree->root), first);
    pv[0] = first;
    if (visits)
        visits[0] = edge ? mi_edge_visits(edge) : 0;
    int n = 1;
    for (; n < MI_PV_MAX && edge && mi_is_node(mi_edge_link(edge)); n++) {
        edge = best_edge(mcts, mi_tree_node(tree, mi_edge_link(edge)));
        if (!edge)
            break;
        pv[n] = edge->move & ~MI_EDGE_MASKED;
        if (visits)
            visits[n] = mi_edge_visits(edge);
    }
    return n;
}

int mi_mcts_follow(void *self, miai_move first, miai_move *pv, uint64_t *visits)
{
    const struct mi_mcts *mcts = self;
    if (mcts->tree.root != 0)
        return follow_line(mcts, first, pv, visits);
    pv[0] = first;
    visits[0] = 0;
    return 1;
}

/* Plies along the principal variation until the game is over by the rules, or decided by the game's
 * knowledge; 0: neither. */
static int plies_to_end(const struct mi_run *run, const struct mi_result *result)
{
    const struct mi_root *root = run->root;
    void *pos = run->worker[0]->scratch;
    struct mi_known known = {.plies = 0};
    int score;
    memcpy(pos, root->pos, root->size);
    for (int i = 0; i < result->pv_length; i++)
        root->game->play(pos, result->pv[i]);
    if (root->game->outcome(pos, &score))
        return result->pv_length;
    mi_query_known(root->game, root->tables, pos, &known);
    return known.plies > 0 ? result->pv_length + known.plies : 0;
}

static void fill_mate(const struct mi_run *run, struct mi_result *result)
{
    if (result->proof == MI_WIN || result->proof == MI_LOSS)
        result->mate = plies_to_end(run, result) * (result->proof == MI_WIN ? 1 : -1);
}

static void sum_counters(const struct mi_run *run, struct mi_result *result)
{
    result->nodes = result->leaves = result->hits = 0;
    result->depth = 0;
    for (int i = 0; i < run->threads; i++) {
        const struct mi_worker *worker = run->worker[i];
        int longest = atomic_load_explicit(&worker->max_depth, memory_order_relaxed);
        result->nodes += atomic_load_explicit(&worker->nodes, memory_order_relaxed);
        result->leaves += atomic_load_explicit(&worker->leaves, memory_order_relaxed);
        result->hits += atomic_load_explicit(&worker->hits, memory_order_relaxed);
        result->depth = longest > result->depth ? longest : result->depth;
    }
}

/* Means over the moves, weighted by visits; the root's own outputs if there are no visits. */
static void fill_weighted_means(const struct mi_run *run, struct mi_result *result)
{
    double value = 0, lead = 0, visits = 0;
    bool second = run->root->game->turn(run->root->pos) == 1;
    for (int i = 0; i < result->choice_count; i++) {
        const struct mi_choice *choice = &result->choice[i];
        value += choice->value * (double)choice->visits;
        lead += choice->lead * (double)choice->visits;
        visits += (double)choice->visits;
    }
    result->root_value = visits > 0 ? value / visits : result->value;
    result->root_lead = visits > 0 ? lead / visits
                        : second   ? -run->root_outputs.lead
                                   : run->root_outputs.lead;
}

/* The node's value is in the view of the player who moved there. */
static void fill_root(const struct mi_run *run, struct mi_result *result)
{
    const struct mi_tree *tree = &run->mcts->tree;
    const struct mi_node *root = mi_tree_node(tree, tree->root);
    uint32_t visits = mi_node_visits(root);
    double mean = mi_node_mean(root, 0.5);
    mean = mean < 0 ? 0 : mean > 1 ? 1 : mean;
    result->root_visits = visits;
    result->root_value = mi_node_mover(root) == mi_node_turn(root) ? mean : 1 - mean;
    if (run->evaluator->reports_outputs)
        fill_weighted_means(run, result);
}

void mi_mcts_result(struct mi_run *run, struct mi_result *result)
{
    struct mi_tree *tree = &run->mcts->tree;
    size_t bytes = mi_tree_bytes(tree);
    fill_choices(run, result);
    if (run->settings->final == MI_FINAL_LCB && run->squares)
        prefer_confidence_bound(run, result);
    mi_mcts_report_leaf_stats(run, result);
    result->pv_length = follow_line(run->mcts, result->move, result->pv, NULL);
    fill_root(run, result);
    fill_mate(run, result);
    sum_counters(run, result);
    result->playouts = mi_mcts_playouts(run);
    result->own_playouts = atomic_load_explicit(&run->playouts, memory_order_relaxed);
    result->reused_visits = run->reused_visits;
    result->tree_nodes = mi_tree_nodes(tree);
    result->full = tree->pool.bytes ? (int)(bytes * 1000 / tree->pool.bytes) : 0;
    result->tree_bytes = run->overhead + bytes;
    result->held_bytes = run->overhead + mi_tree_held_bytes(tree);
    result->limit_bytes = run->settings->memory;
}
