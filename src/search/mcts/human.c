/* Selection by a human policy for a part of the playouts: at the root to explore the moves that
 * people play, below it to expect such moves of either player.  As in KataGo
 * (cpp/search/searchexplorehelpers.cpp): PUCT with the policy of a human-style network,
 *
 *     Q + (c + p sqrt(N)) P sqrt(N) / (1 + n),
 *
 * where the constant p does not fade with the visits.  A weightless playout counts for the explored
 * move and below it, but not above. So the edges' visits do not include it, and selection uses the
 * visits of the child nodes. */
#include "base/fmath.h"
#include "mcts.h"

#include <math.h>

/* Keeps priors effective at a node whose moves have no visits. */
#define MIN_VISITS 0.01

/* KataGo's values are from -1 to 1, ours from 0 to 1. */
#define VALUE_SCALE 0.5

/* ---- the root ---- */

void mi_mcts_open_human(struct mi_run *run)
{
    const struct mi_tree *tree = &run->mcts->tree;
    const struct mi_human *human = &run->settings->human;
    float *prior = run->mcts->root_human;
    double parts = 0;
    int n = 0;
    for (int i = 0; i < MI_HUMAN_PLACES; i++)
        parts +=
            i == MI_HUMAN_ROOT || human->in_tree ? human->weightless[i] + human->weightful[i] : 0;
    run->explores_human = human->count > 0 && parts > 0 && run->tree_policy.puct.on;
    for (struct mi_edges *edges = mi_first_edges(tree, mi_tree_node(tree, tree->root));
         edges && run->explores_human; edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count && n < MIAI_MAX_LEGAL; i++) {
            miai_move move = edges->edge[i].move & ~MI_EDGE_MASKED;
            prior[n] = 0;
            for (int k = 0; k < human->count; k++)
                if (human->move[k] == move)
                    prior[n] = human->prior[k];
            n++;
        }
}

/* ---- which selection rule ---- */

enum mi_follow mi_mcts_draw_follow(struct mi_worker *worker, const struct mi_node *node, bool root)
{
    const struct mi_run *run = worker->run;
    const struct mi_human *human = &run->settings->human;
    if (!run->explores_human || (!root && !human->in_tree))
        return MI_FOLLOW_SEARCH;
    bool own = mi_node_turn(node) == run->root->game->turn(run->root->pos);
    int place = root ? MI_HUMAN_ROOT : own ? MI_HUMAN_OWN : MI_HUMAN_OTHER;
    double weightless = human->weightless[place], all = weightless + human->weightful[place];
    double drawn = all > 0 ? mi_uniform(miai_rng_next(&worker->rng)) : 1;
    return drawn < weightless ? MI_FOLLOW_HUMAN_WEIGHTLESS
           : drawn < all      ? MI_FOLLOW_HUMAN
                              : MI_FOLLOW_SEARCH;
}

/* ---- which edge ---- */

/* A node at which a move is selected by the human policy. */
struct human_node {
    const struct mi_run *run;
    const struct mi_node *parent;
    const float *root; /* human policy of the root's edges; NULL: stored in the edges' records */
    bool weightless;
};

static double human_prior(const struct human_node *m, struct mi_edges *edges, int i, int k)
{
    return (double)(m->root ? m->root[k] : mi_amaf_of(edges)[i].human);
}

static double counted_visits(const struct human_node *m, const struct mi_edge *edge,
                             const struct mi_node *child)
{
    return m->weightless ? mi_node_visits(child) : mi_edge_visits(edge);
}

/* The values common to all edges of a node. */
struct human_params {
    double unvisited; /* the value of a move without visits */
    double weight;    /* the factor of P / (1 + n) */
};

static struct human_params init_human_params(const struct human_node *m)
{
    const struct mi_tree *tree = &m->run->mcts->tree;
    const struct mi_puct *puct = &m->run->tree_policy.puct;
    const struct mi_human *human = &m->run->settings->human;
    double visits = 0, counted = 0, value = 0, policy = 0;
    int k = 0;
    for (struct mi_edges *edges = mi_first_edges(tree, m->parent); edges;
         edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count; i++, k++) {
            uint32_t link = mi_edge_link(&edges->edge[i]);
            if (!mi_is_node(link))
                continue;
            const struct mi_node *child = mi_tree_node(tree, link);
            uint32_t n = mi_edge_visits(&edges->edge[i]);
            visits += counted_visits(m, &edges->edge[i], child);
            counted += n;
            value += mi_node_sum(child, n);
            policy += human_prior(m, edges, i, k);
        }
    double reduction = m->root ? puct->root_reduction : puct->reduction;
    double c =
        VALUE_SCALE * m->run->utility.unit * (human->constant + human->permanent * sqrt(visits));
    return (struct human_params){mi_mcts_unvisited(m->parent, counted, value, policy, reduction),
                                 c * sqrt(visits + MIN_VISITS)};
}

/* The urgency of an edge; -INFINITY if it is not worth a visit. */
static double human_urgency(const struct human_node *m, const struct human_params *params,
                            struct mi_edges *edges, int i, int k, enum mi_proof min_proof)
{
    const struct mi_edge *edge = &edges->edge[i];
    uint32_t link = mi_edge_link(edge);
    double value = params->unvisited, visits = 0;
    if (edge->move & MI_EDGE_MASKED || link == MI_LINK_FORBIDDEN)
        return -INFINITY;
    if (mi_is_node(link)) {
        const struct mi_node *child = mi_tree_node(&m->run->mcts->tree, link);
        if (!mi_state_is_worth(mi_node_state(child), mi_node_turn(m->parent), min_proof))
            return -INFINITY;
        value = mi_node_mean(child, params->unvisited);
        visits = counted_visits(m, edge, child);
    }
    return value + params->weight * human_prior(m, edges, i, k) / (1 + visits);
}

struct mi_edge *mi_mcts_select_human(const struct mi_run *run, const struct mi_node *parent,
                                     enum mi_proof min_proof, bool root, bool weightless)
{
    const struct human_node m = {run, parent, root ? run->mcts->root_human : NULL, weightless};
    const struct human_params params = init_human_params(&m);
    struct mi_edge *best = NULL;
    double max_urgency = -INFINITY;
    int k = 0;
    for (struct mi_edges *edges = mi_first_edges(&run->mcts->tree, parent); edges;
         edges = mi_next_edges(&run->mcts->tree, edges))
        for (int i = 0; i < edges->count; i++, k++) {
            double u = human_urgency(&m, &params, edges, i, k, min_proof);
            if (u > max_urgency) {
                max_urgency = u;
                best = &edges->edge[i];
            }
        }
    return best;
}
