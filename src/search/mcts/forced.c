/* Forced playouts and policy target pruning (Wu 2019, "Accelerating Self-Play Learning in Go",
 * section 3.2).
 *
 * A root move with a visit gets at least sqrt(K P N) visits, for its prior P, N visits of all moves
 * and a constant K, so that moves raised by policy noise are explored.  When the visits serve as a
 * training target, the excess is removed: visits that PUCT would not have given, until the move
 * would look as good as the best one.  A move that would keep only one visit gets none. */
#include "mcts.h"

#include <math.h>

/* Minimum number of visits of a move that has been visited. */
static double min_visits(const struct mi_run *run, double prior, double visits)
{
    return sqrt(run->tree_policy.puct.forced * prior * visits);
}

static double sum_edge_visits(const struct mi_tree *tree, const struct mi_node *root)
{
    double visits = 0;
    for (struct mi_edges *edges = mi_first_edges(tree, root); edges;
         edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count; i++)
            visits += mi_edge_visits(&edges->edge[i]);
    return visits;
}

struct mi_edge *mi_mcts_forced_edge(const struct mi_run *run, const struct mi_node *root,
                                    enum mi_proof min_proof)
{
    const struct mi_tree *tree = &run->mcts->tree;
    const float *priors = mi_mcts_root_priors(run);
    const double visits = sum_edge_visits(tree, root);
    int k = 0;
    for (struct mi_edges *edges = mi_first_edges(tree, root); edges;
         edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count; i++, k++) {
            struct mi_edge *edge = &edges->edge[i];
            uint32_t link = mi_edge_link(edge), n = mi_edge_visits(edge);
            if (n == 0 || edge->move & MI_EDGE_MASKED || !mi_is_node(link) ||
                n >= min_visits(run, mi_mcts_prior(edge, priors, k), visits))
                continue;
            if (mi_state_is_worth(mi_node_state(mi_tree_node(tree, link)), mi_node_turn(root),
                                  min_proof))
                return edge;
        }
    return NULL;
}

/* The number of a move's n visits that are in excess.  The factor of P / (1 + n) is derived from
 * exploration. */
static uint64_t excess_visits(double n, double forced, double urgency, double exploration,
                              double best)
{
    double value = urgency - exploration, weight = exploration * (1 + n);
    double kept = value < best ? ceil(weight / (best - value) - 1) : n;
    kept = fmax(kept, n - floor(forced));
    return kept >= n ? 0 : (uint64_t)(kept <= 1 ? n : n - kept);
}

/* Index of the most visited edge; -1: no edge has a visit. */
static int most_visited(const struct mi_tree *tree, const struct mi_node *root)
{
    uint32_t most = 0;
    int k = 0, edge = -1;
    for (struct mi_edges *edges = mi_first_edges(tree, root); edges;
         edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count; i++, k++)
            if (mi_edge_visits(&edges->edge[i]) > most) {
                most = mi_edge_visits(&edges->edge[i]);
                edge = k;
            }
    return edge;
}

/* urgency, exploration: arrays for all edges of the root. */
static void count_forced_visits(const struct mi_run *run, struct mi_result *result,
                                const double *urgency, const double *exploration)
{
    const struct mi_tree *tree = &run->mcts->tree;
    const struct mi_node *root = mi_tree_node(tree, tree->root);
    const float *priors = mi_mcts_root_priors(run);
    const double visits = sum_edge_visits(tree, root);
    const int best = most_visited(tree, root);
    struct mi_choice *choice = result->choice;
    int k = 0;
    if (best < 0)
        return;
    for (struct mi_edges *edges = mi_first_edges(tree, root); edges;
         edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count; i++, k++) {
            const struct mi_edge *edge = &edges->edge[i];
            if (!mi_edge_is_open(edge))
                continue;
            if (k != best && mi_edge_visits(edge) > 0)
                choice->forced = excess_visits(
                    mi_edge_visits(edge), min_visits(run, mi_mcts_prior(edge, priors, k), visits),
                    urgency[k], exploration[k], urgency[best]);
            choice++;
        }
}

void mi_mcts_count_forced(const struct mi_run *run, struct mi_result *result)
{
    const struct mi_tree *tree = &run->mcts->tree;
    const struct mi_node *root = mi_tree_node(tree, tree->root);
    double urgency[MIAI_MAX_LEGAL], exploration[MIAI_MAX_LEGAL];
    mi_mcts_urgencies_puct(run, root, true, urgency, exploration);
    count_forced_visits(run, result, urgency, exploration);
}
