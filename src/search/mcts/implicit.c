/* Implicit minimax (Lanctot, Winands, Pepels and Sturtevant 2014, "Monte Carlo Tree Search with
 * Heuristic Evaluations using Implicit Minimax Backups"): besides the mean of its playouts, a node
 * has the static evaluation of its position, replaced by the best of its visited children's once it
 * has some.  Stored in mi_node.own, first player's view. */
#include "mcts.h"

void mi_mcts_estimate(const struct mi_run *run, struct mi_node *node, const void *pos)
{
    const miai_game *game = run->root->game;
    int score;
    double value =
        game->outcome(pos, &score)
            ? mi_scale_outcome(&run->scale, score)
            : mi_scale_estimate(&run->scale, mi_evaluation(game)->evaluate(NULL, NULL, pos));
    mi_node_set_position_value(node, value);
}

/* The best value among the children for the side to move; negative: none is known. */
static double best_child_value(const struct mi_tree *tree, const struct mi_node *node)
{
    double best = -1;
    int turn = mi_node_turn(node);
    struct mi_edges *edges = mi_first_edges(tree, node);
    for (; edges; edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count; i++) {
            uint32_t link = mi_edge_link(&edges->edge[i]);
            double position_value =
                mi_is_node(link) ? mi_node_position_value(mi_tree_node(tree, link)) : -1;
            if (position_value >= 0 &&
                (best < 0 || (turn == 0 ? position_value > best : position_value < best)))
                best = position_value;
        }
    return best;
}

bool mi_mcts_update_implicit(const struct mi_tree *tree, struct mi_node *node)
{
    double best = best_child_value(tree, node), before = mi_node_position_value(node);
    if (best < 0)
        return false;
    mi_node_set_position_value(node, best);
    return mi_node_position_value(node) != before;
}

void mi_mcts_back_up_implicit(struct mi_worker *worker, const struct mi_descent *descent)
{
    const struct mi_tree *tree = &worker->run->mcts->tree;
    int d = descent->depth - 1;
    while (d >= 0 && mi_mcts_update_implicit(tree, mi_tree_node(tree, descent->path[d])))
        d--;
}
