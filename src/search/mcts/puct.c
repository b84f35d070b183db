/* Selection with a network: PUCT with a constant that grows with the visits, and first-play urgency
 * that falls with the explored share of the policy.
 *
 *     Q + (c + g ln((N + b) / b)) P sqrt(N) / (1 + n)
 *
 * for n visits of a move with prior P, and N visits of all moves (Silver et al. 2018, "A general
 * reinforcement learning algorithm", supplement; g = 1 there).  For a move without visits, Q is
 *
 *     m V + (1 - m) v - r sqrt(M),    m = M^2,
 *
 * where M is the sum of the priors of visited moves, v the network's value of the position, and V
 * the current mean.  c and g are scaled with the spread of the values below the node (Wu 2019, and
 * KataGo's documentation of its methods since). */
#include "puct.h"
#include "base/fmath.h"
#include "search/common/peers.h"

#include <math.h>

struct mi_puct mi_mcts_puct(const struct mi_settings *settings, const struct mi_utility *utility)
{
    struct mi_puct puct = settings->puct;
    puct.growth *= utility->unit;
    puct.reduction *= utility->unit;
    puct.root_reduction *= utility->unit;
    puct.default_spread *= utility->unit;
    puct.wide_bonus = puct.wide * utility->unit / 2; /* KataGo's values differ by up to 2 */
    return puct;
}

static inline double puct_edge_prior(const struct mi_puct_node *node, struct mi_edges *edges, int i,
                                     int k, const bool human)
{
    if (human && !node->root_prior)
        return (double)mi_amaf_of(edges)[i].human;
    return mi_mcts_prior(&edges->edge[i], node->root_prior, k);
}

/* The visits that count in the formula. */
static inline double counted_visits(const struct mi_puct_node *node, const struct mi_edge *edge,
                                    const struct mi_node *child)
{
    return node->weightless ? mi_node_visits(child) : mi_edge_visits(edge);
}

/* Can the search of the edges stop at the first one without a node? It can if all edges after it
 * have no visits and are in order of their priors. */
static bool has_ordered_edges(const struct mi_puct_node *node)
{
    return !node->root_prior && !node->human && mi_node_state(node->parent) & MI_NODE_ORDERED &&
           !mi_flag(&node->run->has_active_peers);
}

/* Inlined for each constant value of `human`. */
static inline struct mi_visited_sums sum_visited(const struct mi_puct_node *node, const bool human)
{
    const struct mi_tree *tree = &node->run->mcts->tree;
    const bool ordered = has_ordered_edges(node);
    struct mi_visited_sums sums = {0};
    int k = 0;
    for (struct mi_edges *edges = mi_first_edges(tree, node->parent); edges;
         edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count; i++, k++) {
            const struct mi_edge *edge = &edges->edge[i];
            uint32_t link = mi_edge_link(edge), visits = mi_edge_visits(edge);
            if (!mi_is_node(link) && ordered && link != MI_LINK_FORBIDDEN)
                return sums;
            if (!mi_is_node(link))
                continue;
            const struct mi_node *child = mi_tree_node(tree, link);
            sums.counted += counted_visits(node, edge, child);
            sums.visits += visits;
            sums.value += mi_node_sum(child, visits);
            sums.policy += puct_edge_prior(node, edges, i, k, human);
        }
    return sums;
}

struct mi_visited_sums mi_puct_sum_visited(const struct mi_puct_node *node)
{
    return node->human ? sum_visited(node, true) : sum_visited(node, false);
}

double mi_puct_unvisited(const struct mi_node *parent, const struct mi_visited_sums *sums,
                         double reduction)
{
    double own = mi_node_position_value(parent), visits = sums->visits, value = sums->value;
    double mean = visits > 0 ? value / visits : 0.5;
    double policy = sums->policy < 1 ? sums->policy : 1;
    if (own >= 0) {
        own = mi_node_turn(parent) ? 1 - own : own;
        mean = (own + value) / (1 + visits);
        mean = policy * policy * mean + (1 - policy * policy) * own;
    }
    return mean - reduction * sqrt(policy);
}

static double exploration_factor(const struct mi_tree_policy *tree_policy, double visits)
{
    const struct mi_puct *puct = &tree_policy->puct;
    double c = tree_policy->c;
    if (puct->growth > 0)
        c += puct->growth * mi_ln((visits + puct->base) / puct->base);
    return c * sqrt(visits + MI_PUCT_MIN_VISITS);
}

/* The standard deviation of the leaf values below a node, with default_spread as a prior worth a
 * few visits. */
static double value_spread(const struct mi_node *node, double default_spread)
{
    const double prior_visits = 2;
    double n = mi_node_visits(node);
    if (n < 2)
        return default_spread;
    double off = (double)mi_node_value(node) / (n * MI_UNIT) - 0.5, square = off * off;
    double mean_square = mi_node_squares(node) / n;
    mean_square = mean_square > square ? mean_square : square;
    double variance =
        ((square + default_spread * default_spread) * prior_visits + mean_square * n) /
            (prior_visits + n - 1) -
        square;
    return variance > 0 ? sqrt(variance) : 0;
}

/* If the values below a node differ little, there is less to explore. */
static double spread_factor(const struct mi_run *run, const struct mi_node *parent)
{
    const struct mi_puct *puct = &run->tree_policy.puct;
    if (!run->squares || puct->spread <= 0)
        return 1;
    return 1 +
           puct->spread * (value_spread(parent, puct->default_spread) / puct->default_spread - 1);
}

static struct mi_puct_params init_puct_params(const struct mi_puct_node *node, bool root)
{
    const struct mi_run *run = node->run;
    const struct mi_puct *puct = &run->tree_policy.puct;
    const struct mi_visited_sums sums = mi_puct_sum_visited(node);
    double reduction = root ? puct->root_reduction : puct->reduction;
    return (struct mi_puct_params){mi_puct_unvisited(node->parent, &sums, reduction),
                                   exploration_factor(&run->tree_policy, sums.visits) *
                                       spread_factor(run, node->parent)};
}

static struct mi_puct_node puct_node(const struct mi_run *run, const struct mi_node *parent,
                                     bool root)
{
    return (struct mi_puct_node){
        .run = run, .parent = parent, .root_prior = root ? mi_mcts_root_priors(run) : NULL};
}

void mi_mcts_urgencies_puct(const struct mi_run *run, const struct mi_node *parent, bool root,
                            double *urgency, double *exploration)
{
    const struct mi_tree *tree = &run->mcts->tree;
    const struct mi_puct_node node = puct_node(run, parent, root);
    const struct mi_puct_params w = init_puct_params(&node, root);
    int k = 0;
    for (struct mi_edges *edges = mi_first_edges(tree, parent); edges;
         edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count; i++, k++) {
            uint32_t link = mi_edge_link(&edges->edge[i]);
            const struct mi_node *child = mi_is_node(link) ? mi_tree_node(tree, link) : NULL;
            exploration[k] = w.weight * mi_mcts_prior(&edges->edge[i], node.root_prior, k) /
                             (1 + (double)mi_edge_visits(&edges->edge[i]));
            urgency[k] = (child ? mi_node_mean(child, w.unvisited) : w.unvisited) + exploration[k];
        }
}

/* Should the unvisited move be left to a peer that searches the same tree?  It then counts as if
 * that peer had begun a visit. */
static bool is_left_to_peer(const struct mi_run *run, const struct mi_edge *edge)
{
    if (!mi_flag(&run->has_active_peers))
        return false;
    const struct mi_peers *peers = run->settings->peers;
    uint32_t lot = (edge->move * 0x9e3779b1u >> 12) + (uint32_t)run->root->plies;
    return lot % (uint32_t)peers->size != (uint32_t)peers->rank % (uint32_t)peers->size;
}

/* Inlined for each constant value of `human`. */
static inline struct mi_edge *choose_puct_edge(const struct mi_puct_node *node,
                                               const struct mi_puct_params *params,
                                               enum mi_proof min_proof, const bool human)
{
    const struct mi_tree *tree = &node->run->mcts->tree;
    const int turn = mi_node_turn(node->parent);
    const bool ordered = has_ordered_edges(node);
    struct mi_edge *best = NULL;
    double max_urgency = -INFINITY;
    int k = 0;
    for (struct mi_edges *edges = mi_first_edges(tree, node->parent); edges;
         edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count; i++, k++) {
            struct mi_edge *edge = &edges->edge[i];
            uint32_t link = mi_edge_link(edge);
            double urgency = params->unvisited, visits = 0;
            if (edge->move & MI_EDGE_MASKED || link == MI_LINK_FORBIDDEN)
                continue;
            if (mi_is_node(link)) {
                const struct mi_node *child = mi_tree_node(tree, link);
                if (!mi_state_is_worth(mi_node_state(child), turn, min_proof))
                    continue;
                urgency = mi_node_mean(child, params->unvisited);
                visits = counted_visits(node, edge, child);
            } else if (!human) {
                visits = mi_edge_visits(edge) + is_left_to_peer(node->run, edge);
            }
            urgency += params->weight * puct_edge_prior(node, edges, i, k, human) / (1 + visits);
            if (urgency > max_urgency) {
                max_urgency = urgency;
                best = edge;
            }
            if (ordered && !mi_is_node(link))
                return best; /* the edges that follow have no visits and smaller priors */
        }
    return best;
}

struct mi_edge *mi_puct_choose(const struct mi_puct_node *node, const struct mi_puct_params *params,
                               enum mi_proof min_proof)
{
    return node->human ? choose_puct_edge(node, params, min_proof, true)
                       : choose_puct_edge(node, params, min_proof, false);
}

/* ---- a wider search at the root ----
 *
 * KataGo's wideRootNoise w: the policy is raised to the power of 1 / (4 w + 1), and at each visit
 * each move has, with a chance of a half, a bonus of w times the absolute value of a normal
 * variate. Only the most likely of the unvisited moves takes part. */

/* The sum of twelve uniform variates is nearly normal. */
static double draw_half_normal(miai_rng *rng)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += (double)(miai_rng_next(rng) >> 11) / 9007199254740992.0;
    return sum < 0 ? -sum : sum;
}

/* The value of a move and its exploration, with noise. */
static double wide_urgency(const struct mi_puct_node *node, const struct mi_puct_params *params,
                           double value, double prior, double visits, miai_rng *rng)
{
    const struct mi_puct *puct = &node->run->tree_policy.puct;
    double flat = prior > 0 ? mi_exp(mi_ln(prior) / (4 * puct->wide + 1)) : 0;
    double bonus = miai_rng_next(rng) >> 63 ? puct->wide_bonus * draw_half_normal(rng) : 0;
    return value + bonus + params->weight * flat / (1 + visits);
}

static struct mi_edge *choose_wide_edge(const struct mi_puct_node *node,
                                        const struct mi_puct_params *params,
                                        enum mi_proof min_proof, miai_rng *rng)
{
    const struct mi_tree *tree = &node->run->mcts->tree;
    const int turn = mi_node_turn(node->parent);
    struct mi_edge *best = NULL, *likely = NULL;
    double max_urgency = -INFINITY, max_prior = -1;
    int k = 0;
    for (struct mi_edges *edges = mi_first_edges(tree, node->parent); edges;
         edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count; i++, k++) {
            struct mi_edge *edge = &edges->edge[i];
            uint32_t link = mi_edge_link(edge);
            double prior = mi_mcts_prior(edge, node->root_prior, k);
            if (edge->move & MI_EDGE_MASKED || link == MI_LINK_FORBIDDEN)
                continue;
            if (!mi_is_node(link)) {
                likely = prior > max_prior ? edge : likely;
                max_prior = prior > max_prior ? prior : max_prior;
                continue;
            }
            const struct mi_node *child = mi_tree_node(tree, link);
            if (!mi_state_is_worth(mi_node_state(child), turn, min_proof))
                continue;
            double urgency = wide_urgency(node, params, mi_node_mean(child, params->unvisited),
                                          prior, mi_edge_visits(edge), rng);
            best = urgency > max_urgency ? edge : best;
            max_urgency = urgency > max_urgency ? urgency : max_urgency;
        }
    if (!likely)
        return best;
    double urgency =
        wide_urgency(node, params, params->unvisited, max_prior, mi_edge_visits(likely), rng);
    return urgency > max_urgency ? likely : best;
}

struct mi_edge *mi_mcts_select_puct(const struct mi_run *run, const struct mi_node *parent,
                                    enum mi_proof min_proof, bool root, miai_rng *rng)
{
    struct mi_edge *forced = root && run->tree_policy.puct.forced > 0
                                 ? mi_mcts_forced_edge(run, parent, min_proof)
                                 : NULL;
    if (forced)
        return forced;
    const struct mi_puct_node node = puct_node(run, parent, root);
    const struct mi_puct_params params = init_puct_params(&node, root);
    if (root && rng && run->tree_policy.puct.wide > 0)
        return choose_wide_edge(&node, &params, min_proof, rng);
    return mi_puct_choose(&node, &params, min_proof);
}

/* ---- the root ---- */

/* A gamma variate of shape below 1, for the Dirichlet distribution (Ahrens and Dieter 1974). */
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

/* AlphaZero's Dirichlet noise: alpha is 0.03 for 361 moves, and inversely proportional to their
 * number. */
static void add_dirichlet_noise(struct mi_run *run, int n)
{
    enum { REFERENCE_MOVES = 361 };
    float *prior = run->mcts->root_prior;
    double noise[MIAI_MAX_LEGAL], sum = 0, shape = 0.03 * REFERENCE_MOVES / n;
    for (int i = 0; i < n; i++)
        sum += noise[i] = draw_gamma(&run->worker[0]->rng, shape < 0.99 ? shape : 0.99);
    for (int i = 0; i < n && sum > 0; i++)
        prior[i] = (float)((1 - run->tree_policy.puct.noise) * (double)prior[i] +
                           run->tree_policy.puct.noise * noise[i] / sum);
}

/* Raises priors to the power 1/temperature and normalizes them. */
static void apply_prior_temperature(float *prior, int n, double temperature)
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

/* Are the priors of the root's evaluation better than those of its edges?  The root may have been
 * expanded as a leaf, with one symmetry only. */
static bool has_better_priors(const struct mi_run *run)
{
    const struct mi_puct *puct = &run->tree_policy.puct;
    return run->evaluator->reports_outputs &&
           (puct->symmetries > 1 || puct->root_optimism != puct->optimism);
}

/* The move's prior from mi_mcts_evaluate_root(); negative: none.  *at: index at which the search of
 * the list begins. */
static float root_eval_prior(const struct mi_run *run, miai_move move, int *at)
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
    const bool better = has_better_priors(run);
    int n = 0, at = 0;
    run->root_priors = puct->enabled && (puct->noise > 0 || puct->temperature != 1 || better);
    if (!run->root_priors)
        return;
    for (struct mi_edges *edges = mi_first_edges(tree, mi_tree_node(tree, tree->root)); edges;
         edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count && n < MIAI_MAX_LEGAL; i++) {
            const struct mi_edge *edge = &edges->edge[i];
            float prior = better ? root_eval_prior(run, edge->move & ~MI_EDGE_MASKED, &at) : -1;
            run->mcts->root_prior[n++] = prior >= 0 ? prior : (float)mi_mcts_prior(edge, NULL, 0);
        }
    if (puct->temperature != 1)
        apply_prior_temperature(run->mcts->root_prior, n, puct->temperature);
    if (puct->noise > 0 && n > 0)
        add_dirichlet_noise(run, n);
}
