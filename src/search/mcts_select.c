/* Selection: which child of a node to visit.
 *
 * UCB1 (Auer, Cesa-Bianchi and Fischer 2002): Q + c sqrt(ln N / n).
 * PUCT (Silver et al. 2017):                  Q + c P sqrt(N) / (1 + n).
 * Prior wins (Baudis and Gailly 2011):        Q, as if of s visits half and of v all were won
 *                                             beforehand; v = V sqrt(P), s = V / 15.
 *
 * With AMAF, Q = (1 - beta) w/n + beta a/m for n visits and m AMAF visits with sums w and a, and
 * beta = m / (n + m + n m / k), the schedule of least squared error (Gelly and Silver 2011,
 * equation 12 with 4 b^2 = 1/k): own value and AMAF weigh the same at n = k for large m. */
#include "../base/fmath.h"
#include "mcts.h"

#include <float.h>
#include <math.h>

void mi_mcts_fill_table(struct mi_count *table)
{
    for (int n = 1; n < MI_COUNTS; n++)
        table[n] = (struct mi_count){mi_ln(n), sqrt(mi_ln(n)), 1.0 / n, 1.0 / sqrt(n)};
}

/* sqrt(ln n); ln n from the leading binary digits of n, off by less than 1 / 2000. */
static double root_ln(const struct mi_count *table, uint32_t n)
{
    const double ln2 = 0.693147180559945309417;
    int shift = 0;
    if (n < MI_COUNTS)
        return table[n].root_ln;
    while (n >> shift >= MI_COUNTS)
        shift++;
    return sqrt(table[n >> shift].ln + shift * ln2);
}

enum way { WAY_UCB1, WAY_PUCT, WAY_PRIOR_WINS };

/* What is the same for all children of one node. */
struct weights {
    const struct mi_count *table;
    double explore;   /* UCB1: c sqrt(ln N); PUCT: c sqrt(N) */
    double unvisited; /* urgency, or with priors the value, of a child without visits */
    double rave_inverse;
    double prior_wins, even; /* V and s */
};

/* The parent's value for who is to move there. */
static double parent_value(const struct mi_node *parent, uint32_t visits, int turn)
{
    double value = (double)mi_node_value(parent) / ((double)visits * MI_UNIT);
    return mi_node_mover(parent) == turn ? value : 1.0 - value;
}

static struct weights weigh(const struct mi_mcts *mcts, const struct mi_formula *formula,
                            const struct mi_node *parent, int turn)
{
    uint32_t visits = mi_node_visits(parent) > 0 ? mi_node_visits(parent) : 1;
    struct weights w = {.table = mcts->count,
                        .rave_inverse = formula->rave_inverse,
                        .prior_wins = formula->prior_wins,
                        .even = formula->prior_wins / 15};
    if (formula->priors) {
        w.explore = formula->c * sqrt(visits);
        w.unvisited = formula->try_all ? parent_value(parent, visits, turn) : formula->unvisited;
    } else {
        w.explore = formula->c * root_ln(mcts->count, visits);
        w.unvisited = formula->try_all ? DBL_MAX : formula->unvisited;
    }
    return w;
}

static inline double sum_of(const struct mi_node *child)
{
    return (double)mi_node_value(child) * (1.0 / MI_UNIT);
}

static inline double prior_of(const struct mi_node *child)
{
    return child->prior * (1.0 / UINT16_MAX);
}

/* Q of n > 0 visits. */
static inline double mean(const struct mi_node *child, uint32_t n, const struct weights *w)
{
    double sum = sum_of(child);
    return n < MI_COUNTS ? sum * w->table[n].inverse : sum / n;
}

/* Q of n visits with that sum, and of m AMAF visits; the formula above with one division. */
static inline double mean_with_amaf(const struct mi_node *child, double sum, double n, double m,
                                    const struct weights *w)
{
    double amaf = atomic_load_explicit(&child->amaf_value, memory_order_relaxed);
    return (sum * (1 + m * w->rave_inverse) + amaf * (1.0 / MI_AMAF_UNIT)) /
           (n + m + n * m * w->rave_inverse);
}

static inline double with_prior_wins(const struct mi_node *child, double n, double m,
                                     const struct weights *w)
{
    double wins = w->prior_wins * prior_of(child);
    double sum = sum_of(child) + w->even / 2 + wins;
    return mean_with_amaf(child, sum, n + w->even + wins, m, w);
}

/* Inlined with constants for rave and way. */
static inline double urgency(const struct mi_node *child, const struct weights *w, bool rave,
                             enum way way)
{
    uint32_t n = mi_node_visits(child), m = 0;
    double prior = way == WAY_PUCT ? prior_of(child) : 0, q;
    if (rave)
        m = atomic_load_explicit(&child->amaf_visits, memory_order_relaxed);
    if (way == WAY_PRIOR_WINS)
        return with_prior_wins(child, n, m, w);
    if (m > 0)
        q = mean_with_amaf(child, sum_of(child), n, m, w);
    else if (n > 0)
        q = mean(child, n, w);
    else
        return w->unvisited + w->explore * prior;
    if (way == WAY_PUCT)
        return q + w->explore * prior / (1.0 + n);
    if (n < 1)
        n = 1;
    return q + w->explore * (n < MI_COUNTS ? w->table[n].inverse_root : sqrt(1.0 / n));
}

/* A proven draw is worth what it is worth: there is nothing more to explore. */
__attribute__((always_inline)) static inline uint32_t choose(const struct mi_tree *tree,
                                                             const struct mi_node *child, int n,
                                                             const struct weights *w, bool rave,
                                                             enum way way)
{
    const struct mi_node *best = NULL;
    double most = -DBL_MAX;
    for (int i = 0; i < n && most < DBL_MAX; i++) {
        unsigned state = mi_node_state(&child[i]);
        if (state & MI_NODE_NEVER)
            continue;
        double u = state & MI_NODE_DRAW ? 0.5 : urgency(&child[i], w, rave, way);
        if (u > most) {
            most = u;
            best = &child[i];
        }
    }
    return best ? (uint32_t)(best - tree->node) : 0;
}

uint32_t mi_mcts_select(const struct mi_mcts *mcts, const struct mi_formula *formula,
                        const struct mi_node *parent)
{
    int n;
    const struct mi_tree *tree = &mcts->tree;
    const struct mi_node *child = mi_children(tree, parent, &n);
    const struct weights w = weigh(mcts, formula, parent, mi_node_mover(child));
    bool rave = formula->rave_inverse > 0;
    if (formula->prior_wins > 0)
        return choose(tree, child, n, &w, rave, WAY_PRIOR_WINS);
    if (formula->priors)
        return choose(tree, child, n, &w, rave, WAY_PUCT);
    if (rave)
        return choose(tree, child, n, &w, true, WAY_UCB1);
    return choose(tree, child, n, &w, false, WAY_UCB1);
}
