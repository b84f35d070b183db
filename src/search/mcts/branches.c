/* Reads the moves of single positions from the tree, for display. */
#include "mcts.h"

#include <math.h>

/* The node at the end of a line from the root, or NULL. */
static struct mi_node *find_node(const struct mi_tree *tree, const miai_move *line, int length)
{
    uint32_t link = tree->root;
    for (int i = 0; i < length && mi_is_node(link); i++)
        link = mi_tree_child(tree, link, line[i]);
    return mi_is_node(link) ? mi_tree_node(tree, link) : NULL;
}

/* Computes the urgencies of the node's moves as in the last run; returns the edge selected next. */
static const struct mi_edge *compute_urgencies(struct mi_mcts *mcts, const struct mi_node *node,
                                               bool root, double *urgency, double *exploration)
{
    unsigned state = mi_node_state(node);
    const struct mi_run run = {.mcts = mcts,
                               .tree_policy = mcts->tree_policy,
                               .root_priors = mcts->root_priors,
                               .squares = mcts->squares};
    enum mi_proof min_proof =
        state & MI_NODE_BOUNDS ? mi_bounds_of(state, mi_node_turn(node)).min : MI_LOSS;
    if (!mcts->tree_policy.puct.enabled) {
        mi_mcts_urgencies(mcts, &mcts->tree_policy, node, urgency);
        return mi_mcts_select(mcts, &mcts->tree_policy, node, min_proof);
    }
    mi_mcts_urgencies_puct(&run, node, root, urgency, exploration);
    return mi_mcts_select_puct(&run, node, min_proof, root, NULL);
}

int mi_mcts_list_branches(void *self, const miai_move *line, int length, struct mi_branch *list)
{
    struct mi_mcts *mcts = self;
    const struct mi_tree *tree = &mcts->tree;
    const struct mi_node *node = tree->root ? find_node(tree, line, length) : NULL;
    double urgency[MIAI_MAX_LEGAL], exploration[MIAI_MAX_LEGAL];
    int n = 0;
    if (!node)
        return -1;
    const struct mi_edge *next = compute_urgencies(mcts, node, length == 0, urgency, exploration);
    for (struct mi_edges *edges = mi_first_edges(tree, node); edges;
         edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count && n < MIAI_MAX_LEGAL; i++, n++) {
            bool puct = mcts->tree_policy.puct.enabled;
            bool open = mi_edge_link(&edges->edge[i]) != MI_LINK_FORBIDDEN;
            list[n] =
                (struct mi_branch){.choice = mi_mcts_choice(mcts, &mcts->tree_policy, edges, i),
                                   .urgency = open ? urgency[n] : (double)NAN,
                                   .exploration = puct ? exploration[n] : (double)NAN,
                                   .next = &edges->edge[i] == next};
        }
    return n;
}
