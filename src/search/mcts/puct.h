/* puct.h - PUCT at a node, for the search's own policy and for a human one. */
#ifndef MI_SEARCH_MCTS_PUCT_H
#define MI_SEARCH_MCTS_PUCT_H

#include "mcts.h"

/* Keeps priors effective at a node whose moves have no visits. */
#define MI_PUCT_MIN_VISITS 0.01

/* A node at which a move is selected. */
struct mi_puct_node {
    const struct mi_run *run;
    const struct mi_node *parent;
    const float *root_prior; /* priors of the edges, in their order; NULL: use those in the edges,
                                or for the human policy those in their AMAF records */
    bool human;              /* select by the human policy */
    bool weightless;         /* count the visits of the children instead of the edges' */
};

/* Sums over the visited moves of a node, in the view of the player who makes them. */
struct mi_visited_sums {
    double counted; /* visits that count in the formula */
    double visits, value, policy;
};
struct mi_visited_sums mi_puct_sum_visited(const struct mi_puct_node *node);

/* The value of a move without visits, in the view of the player who makes it. */
double mi_puct_unvisited(const struct mi_node *parent, const struct mi_visited_sums *sums,
                         double reduction);

/* The values common to all moves of a node. */
struct mi_puct_params {
    double unvisited; /* value of a move without visits */
    double weight;    /* the factor of P / (1 + n) */
};

/* The edge with the highest value + weight P / (1 + n); NULL: none is worth a visit. */
struct mi_edge *mi_puct_choose(const struct mi_puct_node *node, const struct mi_puct_params *params,
                               enum mi_proof min_proof);

#endif
