/* Selection: the edge to follow at a node.
 *
 * UCB1 (Auer, Cesa-Bianchi and Fischer 2002): Q + c sqrt(ln N / n).
 * UCB1-tuned (the same, section 4):           Q + c sqrt(min(1/4, V) ln N / n),
 *                                             V = variance + sqrt(2 ln N / n).
 * Implicit minimax (Lanctot et al. 2014):     UCB1 with (1 - a) Q + a m for Q, where m is the
 *                                             minimax of the evaluations below the move.
 * PUCT (Silver et al. 2017):                  Q + c P sqrt(N) / (1 + n).
 * Prior wins (Baudis and Gailly 2011):        Q with s virtual visits worth 1/2 and v virtual wins;
 *                                             v = V sqrt(P), s = V / 15.
 *
 * Progressive widening (Couetoux et al. 2011): only the first W sqrt(N) moves, at least one; if
 * none of them is worth a visit, the next one that is.
 *
 * With AMAF, Q = (1 - beta) w/n + beta a/m for n visits and m AMAF visits with sums w and a, and
 * beta = m / (n + m + n m / k), the schedule of least squared error (Gelly and Silver 2011,
 * equation 12 with 4 b^2 = 1/k): for large m, value and AMAF have equal weight at n = k. */
#include "base/fmath.h"
#include "mcts.h"

#include <float.h>
#include <limits.h>
#include <math.h>

void mi_mcts_fill_table(struct mi_count *table)
{
    for (int n = 1; n < MI_COUNTS; n++)
        table[n] = (struct mi_count){mi_ln(n), sqrt(mi_ln(n)), 1.0 / n, 1.0 / sqrt(n)};
}

/* sqrt(ln n); ln n from the leading binary digits of n, off by less than 1 / 2000. */
static double sqrt_ln(const struct mi_count *table, uint32_t n)
{
    const double ln2 = 0.693147180559945309417;
    int shift = 0;
    if (n < MI_COUNTS)
        return table[n].sqrt_ln;
    while (n >> shift >= MI_COUNTS)
        shift++;
    return sqrt(table[n >> shift].ln + shift * ln2);
}

enum formula { FORMULA_UCB1, FORMULA_TUNED, FORMULA_IMPLICIT, FORMULA_PUCT, FORMULA_PRIOR_WINS };

/* The values common to all moves of a node. */
struct selection_params {
    const struct mi_count *table;
    double sqrt_ln;   /* sqrt(ln N) */
    double explore;   /* UCB1: c sqrt(ln N); PUCT: c sqrt(N) */
    double unvisited; /* urgency, or with priors the value, of a move without visits */
    double rave_inverse;
    double prior_wins, even; /* V and s */
    double implicit;
    int width; /* number of moves to choose from */
};

/* The parent's value for the side to move there. */
static double parent_value(const struct mi_node *parent, uint32_t visits, int turn)
{
    double value = (double)mi_node_value(parent) / ((double)visits * MI_UNIT);
    return mi_node_mover(parent) == turn ? value : 1.0 - value;
}

static struct selection_params init_selection(const struct mi_mcts *mcts,
                                              const struct mi_tree_policy *tree_policy,
                                              const struct mi_node *parent, int turn)
{
    uint32_t visits = mi_node_visits(parent) > 0 ? mi_node_visits(parent) : 1;
    struct selection_params w = {.table = mcts->count,
                                 .rave_inverse = tree_policy->rave_inverse,
                                 .prior_wins = tree_policy->prior_wins,
                                 .even = tree_policy->prior_wins / 15,
                                 .implicit = tree_policy->implicit,
                                 .width = INT_MAX};
    if (tree_policy->widening > 0)
        w.width = (int)fmin(ceil(tree_policy->widening * sqrt(visits)), INT_MAX);
    if (tree_policy->priors) {
        w.explore = tree_policy->c * sqrt(visits);
        w.unvisited =
            tree_policy->try_all ? parent_value(parent, visits, turn) : tree_policy->unvisited;
    } else {
        w.sqrt_ln = sqrt_ln(mcts->count, visits);
        w.explore = tree_policy->c * w.sqrt_ln;
        w.unvisited = tree_policy->try_all ? DBL_MAX : tree_policy->unvisited;
    }
    return w;
}

/* Statistics of a move in the view of the player who makes it: n visits of its edge with the sum
 * n times the child's mean, and m AMAF visits with their own sum.  (With transpositions this is
 * UCT2 of Childs, Brodeur and Kocsis 2008.) */
struct edge_stats {
    double sum, amaf, prior;
    double squares; /* of UCB1-tuned: the sum of (value - 1/2)^2 */
    double position_value; /* implicit minimax value; negative: unknown */
    uint32_t n, m;
};

/* Q for n > 0 visits. */
static inline double mean_value(const struct edge_stats *k, const struct selection_params *w)
{
    return k->n < MI_COUNTS ? k->sum * w->table[k->n].inverse : k->sum / k->n;
}

/* Q for n visits with that sum and m AMAF visits: the formula above, with one division. */
static inline double mean_with_amaf(const struct edge_stats *k, double sum, double n,
                                    const struct selection_params *w)
{
    double m = k->m;
    return (sum * (1 + m * w->rave_inverse) + k->amaf) / (n + m + n * m * w->rave_inverse);
}

static inline double mean_with_prior_wins(const struct edge_stats *k,
                                          const struct selection_params *w)
{
    double wins = w->prior_wins * k->prior;
    return mean_with_amaf(k, k->sum + w->even / 2 + wins, k->n + w->even + wins, w);
}

/* UCB1-tuned's upper bound of the variance. */
static double tuned_variance(const struct edge_stats *k, uint32_t n,
                             const struct selection_params *w)
{
    double off = k->n > 0 ? k->sum / n - 0.5 : 0;
    double variance = k->squares / n - off * off + w->sqrt_ln * sqrt(2.0 / n);
    return variance < 0.25 ? (variance > 0 ? variance : 0) : 0.25;
}

/* Inlined for each constant value of `formula`. */
static inline double edge_urgency(const struct edge_stats *k, const struct selection_params *w,
                                  enum formula formula)
{
    double q;
    if (formula == FORMULA_PRIOR_WINS)
        return mean_with_prior_wins(k, w);
    if (k->m > 0)
        q = mean_with_amaf(k, k->sum, k->n, w);
    else if (k->n > 0)
        q = mean_value(k, w);
    else
        return w->unvisited + (formula == FORMULA_PUCT ? w->explore * k->prior : 0);
    if (formula == FORMULA_PUCT)
        return q + w->explore * k->prior / (1.0 + k->n);
    if (formula == FORMULA_IMPLICIT && k->position_value >= 0)
        q += w->implicit * (k->position_value - q);
    uint32_t n = k->n < 1 ? 1 : k->n;
    if (formula == FORMULA_TUNED)
        return q + w->explore * sqrt(tuned_variance(k, n, w) / n);
    return q + w->explore * (n < MI_COUNTS ? w->table[n].inverse_root : sqrt(1.0 / n));
}

/* The urgency of a move, in the view of the player who makes it. */
static inline double child_position_value(const struct mi_node *child)
{
    double position_value = mi_node_position_value(child);
    return position_value < 0 || !mi_node_mover(child) ? position_value : 1 - position_value;
}

static struct edge_stats edge_stats_of(const struct mi_tree *tree, struct mi_edges *edges, int i,
                                       bool rave, bool tuned)
{
    const uint32_t link = mi_edge_link(&edges->edge[i]);
    struct edge_stats k = {.prior = edges->edge[i].prior * (1.0 / UINT16_MAX)};
    if (mi_is_node(link)) {
        const struct mi_node *child = mi_tree_node(tree, link);
        k.n = mi_edge_visits(&edges->edge[i]);
        k.sum = mi_node_sum(child, k.n);
        k.squares = tuned ? mi_node_part(child, k.n) * mi_node_squares(child) : 0;
        k.position_value = child_position_value(child);
    }
    if (rave) {
        const struct mi_amaf *amaf = &mi_amaf_of(edges)[i];
        k.m = atomic_load_explicit(&amaf->visits, memory_order_relaxed);
        k.amaf = atomic_load_explicit(&amaf->value, memory_order_relaxed) * (1.0 / MI_AMAF_UNIT);
    }
    return k;
}

__attribute__((always_inline)) static inline struct mi_edge *
choose_edge(const struct mi_tree *tree, const struct mi_node *parent,
            const struct selection_params *w, enum mi_proof min_proof, bool rave,
            enum formula formula)
{
    unsigned char *const base = tree->pool.base; /* kept in a register */
    struct mi_edge *best = NULL;
    double max_urgency = -INFINITY;
    int turn = mi_node_turn(parent), left = w->width;
    struct mi_edges *edges = mi_first_edges(tree, parent);
    for (; edges && (left > 0 || !best); edges = mi_next_edges(tree, edges)) {
        const struct mi_amaf *amaf = mi_amaf_of(edges);
        const int all = edges->count, count = all < left ? all : left;
        left -= all;
        for (int i = 0; i < count || (!best && i < all); i++) {
            struct mi_edge *edge = &edges->edge[i];
            const uint32_t link = mi_edge_link(edge);
            struct edge_stats k = {.sum = 0};
            if (edge->move & MI_EDGE_MASKED)
                continue;
            if (mi_is_node(link)) {
                const struct mi_node *child =
                    (const struct mi_node *)(base + (size_t)link * MI_CELL);
                if (!mi_state_is_worth(mi_node_state(child), turn, min_proof))
                    continue;
                k.n = mi_edge_visits(edge);
                k.sum = mi_node_sum(child, k.n);
                if (formula == FORMULA_TUNED)
                    k.squares = mi_node_part(child, k.n) * mi_node_squares(child);
                if (formula == FORMULA_IMPLICIT)
                    k.position_value = child_position_value(child);
            } else if (link == MI_LINK_FORBIDDEN) {
                continue;
            } else if (formula <= FORMULA_IMPLICIT && !rave && w->unvisited >= DBL_MAX) {
                return edge;
            }
            if (formula >= FORMULA_PUCT)
                k.prior = edge->prior * (1.0 / UINT16_MAX);
            if (rave) {
                k.m = atomic_load_explicit(&amaf[i].visits, memory_order_relaxed);
                k.amaf = atomic_load_explicit(&amaf[i].value, memory_order_relaxed) *
                         (1.0 / MI_AMAF_UNIT);
            }
            double u = edge_urgency(&k, w, formula);
            if (u > max_urgency) {
                max_urgency = u;
                best = edge;
            }
        }
    }
    return best;
}

static enum formula formula_of(const struct mi_tree_policy *tree_policy)
{
    if (tree_policy->prior_wins > 0)
        return FORMULA_PRIOR_WINS;
    if (tree_policy->priors)
        return FORMULA_PUCT;
    return tree_policy->tuned          ? FORMULA_TUNED
           : tree_policy->implicit > 0 ? FORMULA_IMPLICIT
                                       : FORMULA_UCB1;
}

void mi_mcts_urgencies(const struct mi_mcts *mcts, const struct mi_tree_policy *tree_policy,
                       const struct mi_node *parent, double *urgent)
{
    const struct mi_tree *tree = &mcts->tree;
    const struct selection_params w =
        init_selection(mcts, tree_policy, parent, mi_node_turn(parent));
    enum formula formula = formula_of(tree_policy);
    struct mi_edges *edges = mi_first_edges(tree, parent);
    for (; edges; edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count; i++) {
            struct edge_stats k =
                edge_stats_of(tree, edges, i, tree_policy->rave_inverse > 0, tree_policy->tuned);
            double u = edge_urgency(&k, &w, formula);
            *urgent++ = u >= DBL_MAX ? INFINITY : u;
        }
}

struct mi_edge *mi_mcts_select(const struct mi_mcts *mcts, const struct mi_tree_policy *tree_policy,
                               const struct mi_node *parent, enum mi_proof min_proof)
{
    const struct mi_tree *tree = &mcts->tree;
    const struct selection_params w =
        init_selection(mcts, tree_policy, parent, mi_node_turn(parent));
    bool rave = tree_policy->rave_inverse > 0;
    if (tree_policy->prior_wins > 0)
        return rave ? choose_edge(tree, parent, &w, min_proof, true, FORMULA_PRIOR_WINS)
                    : choose_edge(tree, parent, &w, min_proof, false, FORMULA_PRIOR_WINS);
    if (tree_policy->priors)
        return rave ? choose_edge(tree, parent, &w, min_proof, true, FORMULA_PUCT)
                    : choose_edge(tree, parent, &w, min_proof, false, FORMULA_PUCT);
    if (tree_policy->tuned)
        return rave ? choose_edge(tree, parent, &w, min_proof, true, FORMULA_TUNED)
                    : choose_edge(tree, parent, &w, min_proof, false, FORMULA_TUNED);
    if (tree_policy->implicit > 0)
        return rave ? choose_edge(tree, parent, &w, min_proof, true, FORMULA_IMPLICIT)
                    : choose_edge(tree, parent, &w, min_proof, false, FORMULA_IMPLICIT);
    return rave ? choose_edge(tree, parent, &w, min_proof, true, FORMULA_UCB1)
                : choose_edge(tree, parent, &w, min_proof, false, FORMULA_UCB1);
}
