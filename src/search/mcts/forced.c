/* Forced playouts and their pruning (Wu 2019, "Accelerating Self-Play Learning in Go",
 * section 3.2).
 *
 * A root move that has a visit gets at least sqrt(K P N) of them, for its prior P, N visits of all
 * moves and a constant K, so that noise in the policy is looked into.  Where the visits are to be a
 * policy for others to learn, those are taken back as far as PUCT would not have given them: until
 * the move would look as good as the best one.  What is left with a single visit has none. */
#include "mcts.h"

#include <math.h>

/* The least visits of a move, once it has one. */
static double least_of(const struct mi_run *run, double prior, double visits)
{
    return sqrt(run->tree_policy.puct.forced * prior * visits);
}

static double visits_of(const struct mi_tree *tree, const struct mi_node *root)
{
    double visits = 0;
    for (struct mi_edges *edges = mi_first_edges(tree, root); edges;
         edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count; i++)
            visits += mi_edge_visits(&edges->edge[i]);
    return visits;
}

struct mi_edge *mi_mcts_forced_edge(const struct mi_run *run, const struct mi_node *root,
                                    enum mi_proof floor)
{
    const struct mi_tree *tree = &run->mcts->tree;
    const float *priors = mi_mcts_root_priors(run);
    const double visits = visits_of(tree, root);
    int k = 0;
    for (struct mi_edges *edges = mi_first_edges(tree, root); edges;
         edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count; i++, k++) {
            struct mi_edge *edge = &edges->edge[i];
            uint32_t link = mi_edge_link(edge), n = mi_edge_visits(edge);
            if (n == 0 || edge->move & MI_EDGE_MASKED || !mi_is_node(link) ||
                n >= least_of(run, mi_mcts_prior(edge, priors, k), visits))
                continue;
            if (mi_state_is_worth(mi_node_state(mi_tree_node(tree, link)), mi_node_turn(root),
                                  floor))
                return edge;
        }
    return NULL;
}

/* How many of the n visits of a move PUCT would not have given it; weight: of P / (1 + n). */
static uint64_t excess(double n, double forced, double urgency, double exploration, double best)
{
    double value = urgency - exploration, weight = exploration * (1 + n);
    double kept = value < best ? ceil(weight / (best - value) - 1) : n;
    kept = fmax(kept, n - floor(forced));
    return kept >= n ? 0 : (uint64_t)(kept <= 1 ? n : n - kept);
}

/* Its number among all edges; -1: none has been visited yet. */
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

/* Edge by edge; urgency and exploration: of all edges of the root. */
static void count(const struct mi_run *run, struct mi_result *result, const double *urgency,
                  const double *exploration)
{
    const struct mi_tree *tree = &run->mcts->tree;
    const struct mi_node *root = mi_tree_node(tree, tree->root);
    const float *priors = mi_mcts_root_priors(run);
    const double visits = visits_of(tree, root);
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
                choice->forced = excess(mi_edge_visits(edge),
                                        least_of(run, mi_mcts_prior(edge, priors, k), visits),
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
    count(run, result, urgency, exploration);
}
