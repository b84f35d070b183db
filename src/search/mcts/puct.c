/* Selection by a network's priors: PUCT with a constant that grows, and moves without visits that
 * look the worse the more of the policy was seen.
 *
 *     Q + (c + g ln((N + b) / b)) P sqrt(N) / (1 + n)
 *
 * for n visits of a move with prior P, N of all moves (Silver et al. 2018, "A general reinforcement
 * learning algorithm", supplement; g = 1 there).  Without visits Q is
 *
 *     m V + (1 - m) v - r sqrt(M),    m = M^2,
 *
 * c and g grow and shrink with the spread of the values behind the node.  M is the sum of the
 * priors of moves with visits, v the value that the network gave the position and V its value by
 * now (Wu 2019; the methods that KataGo documents since). */
#include "base/fmath.h"
#include "mcts.h"
#include "search/common/peers.h"

#include <math.h>

/* So that priors count at a node whose moves have no visits. */
#define LEAST_VISITS 0.01

struct mi_puct mi_mcts_puct(const struct mi_settings *settings, const struct mi_utility *utility)
{
    struct mi_puct puct = settings->puct;
    puct.growth *= utility->unit;
    puct.reduction *= utility->unit;
    puct.root_reduction *= utility->unit;
    puct.usual_spread *= utility->unit;
    return puct;
}

/* What the moves of a node have come to, in the view of who makes them. */
struct seen {
    double visits, value, policy;
};

static struct seen look(const struct mi_tree *tree, const struct mi_node *parent,
                        const float *root_prior)
{
    struct seen seen = {0};
    int k = 0;
    for (struct mi_edges *edges = mi_first_edges(tree, parent); edges;
         edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count; i++, k++) {
            uint32_t link = mi_edge_link(&edges->edge[i]);
            if (!mi_is_node(link))
                continue;
            const struct mi_node *child = mi_tree_node(tree, link);
            uint32_t visits = mi_edge_visits(&edges->edge[i]);
            seen.visits += visits;
            seen.value += mi_node_sum(child, visits);
            seen.policy += mi_mcts_prior(&edges->edge[i], root_prior, k);
        }
    return seen;
}

double mi_mcts_unvisited(const struct mi_node *parent, double visits, double value, double policy,
                         double reduction)
{
    double own = mi_node_own(parent), mean = visits > 0 ? value / visits : 0.5;
    policy = policy < 1 ? policy : 1;
    if (own >= 0) {
        own = mi_node_turn(parent) ? 1 - own : own;
        mean = (own + value) / (1 + visits);
        mean = policy * policy * mean + (1 - policy * policy) * own;
    }
    return mean - reduction * sqrt(policy);
}

static double explore(const struct mi_tree_policy *tree_policy, double visits)
{
    const struct mi_puct *puct = &tree_policy->puct;
    double c = tree_policy->c;
    if (puct->growth > 0)
        c += puct->growth * mi_ln((visits + puct->base) / puct->base);
    return c * sqrt(visits + LEAST_VISITS);
}

/* The standard deviation of the values of the leaves behind a node, as if it had been the usual one
 * in a few before. */
static double spread_of(const struct mi_node *node, double usual)
{
    const double before = 2;
    double n = mi_node_visits(node);
    if (n < 2)
        return usual;
    double off = (double)mi_node_value(node) / (n * MI_UNIT) - 0.5, square = off * off;
    double mean_square = mi_node_squares(node) / n;
    mean_square = mean_square > square ? mean_square : square;
    double variance =
        ((square + usual * usual) * before + mean_square * n) / (before + n - 1) - square;
    return variance > 0 ? sqrt(variance) : 0;
}

/* Where the values behind a node differ little, less is to be found there. */
static double by_spread(const struct mi_run *run, const struct mi_node *parent)
{
    const struct mi_puct *puct = &run->tree_policy.puct;
    if (!run->squares || puct->spread <= 0)
        return 1;
    return 1 + puct->spread * (spread_of(parent, puct->usual_spread) / puct->usual_spread - 1);
}

/* What is the same for all moves of one node. */
struct weights {
    const float *root_prior;
    double first;  /* the value of a move without visits */
    double weight; /* of P / (1 + n) */
};

static struct weights weigh(const struct mi_run *run, const struct mi_node *parent, bool root)
{
    const struct mi_puct *puct = &run->tree_policy.puct;
    const float *root_prior = root ? mi_mcts_root_priors(run) : NULL;
    const struct seen seen = look(&run->mcts->tree, parent, root_prior);
    return (struct weights){root_prior,
                            mi_mcts_unvisited(parent, seen.visits, seen.value, seen.policy,
                                              root ? puct->root_reduction : puct->reduction),
                            explore(&run->tree_policy, seen.visits) * by_spread(run, parent)};
}

void mi_mcts_urgencies_puct(const struct mi_run *run, const struct mi_node *parent, bool root,
                            double *urgency, double *exploration)
{
    const struct mi_tree *tree = &run->mcts->tree;
    const struct weights w = weigh(run, parent, root);
    int k = 0;
    for (struct mi_edges *edges = mi_first_edges(tree, parent); edges;
         edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count; i++, k++) {
            uint32_t link = mi_edge_link(&edges->edge[i]);
            const struct mi_node *child = mi_is_node(link) ? mi_tree_node(tree, link) : NULL;
            exploration[k] = w.weight * mi_mcts_prior(&edges->edge[i], w.root_prior, k) /
                             (1 + (double)mi_edge_visits(&edges->edge[i]));
            urgency[k] = (child ? mi_node_mean(child, w.first) : w.first) + exploration[k];
        }
}

/* A leaf that the peers are to value, which know this tree: as if one of them had begun to. */
static bool is_others(const struct mi_run *run, const struct mi_edge *edge, uint32_t link)
{
    if (mi_is_node(link) || !mi_flag(&run->accompanied))
        return false;
    const struct mi_peers *peers = run->settings->peers;
    uint32_t lot = (edge->move * 0x9e3779b1u >> 12) + (uint32_t)run->root->plies;
    return lot % (uint32_t)peers->size != (uint32_t)peers->rank % (uint32_t)peers->size;
}

struct mi_edge *mi_mcts_select_puct(const struct mi_run *run, const struct mi_node *parent,
                                    enum mi_proof floor, bool root)
{
    const struct mi_tree *tree = &run->mcts->tree;
    const int turn = mi_node_turn(parent);
    struct mi_edge *best = NULL;
    if (root && run->tree_policy.puct.forced > 0)
        best = mi_mcts_forced_edge(run, parent, floor);
    if (best)
        return best;
    const struct weights w = weigh(run, parent, root);
    double most = -INFINITY;
    int k = 0;
    for (struct mi_edges *edges = mi_first_edges(tree, parent); edges;
         edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count; i++, k++) {
            struct mi_edge *edge = &edges->edge[i];
            uint32_t link = mi_edge_link(edge);
            double value = w.first;
            if (edge->move & MI_EDGE_MASKED || link == MI_LINK_FORBIDDEN)
                continue;
            if (mi_is_node(link)) {
                const struct mi_node *child = mi_tree_node(tree, link);
                if (!mi_state_is_worth(mi_node_state(child), turn, floor))
                    continue;
                value = mi_node_mean(child, w.first);
            }
            double tried = mi_edge_visits(edge) + is_others(run, edge, link);
            value += w.weight * mi_mcts_prior(edge, w.root_prior, k) / (1 + tried);
            if (value > most) {
                most = value;
                best = edge;
            }
        }
    return best;
}

/* ---- the root ---- */

/* A gamma variable of a shape below 1, for the Dirichlet distribution (Ahrens and Dieter 1974). */
static double draw_gamma(miai_rng *rng, double shape)
{
    const double e = 2.71828182845904523536, unit = 1.0 / 9007199254740992.0;
    for (;;) {
        double u = ((double)(miai_rng_next(rng) >> 11) + 0.5) * unit;
        double v = ((double)(miai_rng_next(rng) >> 11) + 0.5) * unit;
        double p = u * (e + shape) / e;
        double x = p <= 1 ? mi_exp(mi_ln(p) / shape > -100 ? mi_ln(p) / shape : -100)
                          : -mi_ln((e + shape) / e / shape - p / shape);
        double accept = p <= 1 ? mi_exp(x < 100 ? -x : -100) : mi_exp((shape - 1) * mi_ln(x));
        if (v <= accept)
            return x;
    }
}

/* AlphaZero's noise: alpha is in proportion to the number of moves, 0.03 on a board of 19x19. */
static void add_noise(struct mi_run *run, int n)
{
    enum { ALL = 361 };
    float *prior = run->mcts->root_prior;
    double noise[MIAI_MAX_LEGAL], sum = 0, shape = 0.03 * ALL / n;
    for (int i = 0; i < n; i++)
        sum += noise[i] = draw_gamma(&run->worker[0]->rng, shape < 0.99 ? shape : 0.99);
    for (int i = 0; i < n && sum > 0; i++)
        prior[i] = (float)((1 - run->tree_policy.puct.noise) * (double)prior[i] +
                           run->tree_policy.puct.noise * noise[i] / sum);
}

/* p^(1/T), with the sum 1. */
static void temper(float *prior, int n, double temperature)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double p = prior[i] > 1e-6F ? mi_exp(mi_ln((double)prior[i]) / temperature) : 0;
        prior[i] = (float)p;
        sum += p;
    }
    for (int i = 0; i < n && sum > 0; i++)
        prior[i] = (float)((double)prior[i] / sum);
}

/* The root may have been a leaf when it was told its priors, of which less was asked. */
static bool is_told_more(const struct mi_run *run)
{
    const struct mi_puct *puct = &run->tree_policy.puct;
    return run->evaluator->tells && (puct->symmetries > 1 || puct->root_optimism != puct->optimism);
}

/* What mi_mcts_evaluate_root() was told of the move; below 0: nothing. */
static float told_prior(const struct mi_run *run, miai_move move, int *at)
{
    const struct mi_eval *eval = &run->worker[0]->descent[0].eval;
    for (int i = 0; i < eval->move_count; i++, *at = (*at + 1) % eval->move_count)
        if (eval->moves[*at] == move)
            return eval->prior[*at];
    return -1;
}

void mi_mcts_open_priors(struct mi_run *run)
{
    const struct mi_tree *tree = &run->mcts->tree;
    const struct mi_puct *puct = &run->tree_policy.puct;
    const bool more = is_told_more(run);
    int n = 0, at = 0;
    run->root_priors = puct->on && (puct->noise > 0 || puct->temperature != 1 || more);
    if (!run->root_priors)
        return;
    for (struct mi_edges *edges = mi_first_edges(tree, mi_tree_node(tree, tree->root)); edges;
         edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count && n < MIAI_MAX_LEGAL; i++) {
            const struct mi_edge *edge = &edges->edge[i];
            float told = more ? told_prior(run, edge->move & ~MI_EDGE_MASKED, &at) : -1;
            run->mcts->root_prior[n++] = told >= 0 ? told : (float)mi_mcts_prior(edge, NULL, 0);
        }
    if (puct->temperature != 1)
        temper(run->mcts->root_prior, n, puct->temperature);
    if (puct->noise > 0 && n > 0)
        add_noise(run, n);
}
