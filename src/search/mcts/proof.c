/* Proofs: score bounds backed up the tree (Cazenave and Saffidine 2010, "Score Bounded Monte-Carlo
 * Tree Search"; for wins and losses only: Winands, Bjoernsson and Saito 2008).
 *
 * A player's lower bound is the best lower bound of any move, the upper bound the best upper bound.
 * A move whose upper bound is not above the player's lower bound is not worth a visit: a proven
 * draw is never entered again, while moves that may win are.
 *
 * State updates are sequentially consistent, so that of two threads that prove the last two moves
 * of a node, one sees both. They are rare, so this costs nothing. */
#include "mcts.h"

static struct mi_bounds max_bounds(struct mi_bounds a, struct mi_bounds b)
{
    return (struct mi_bounds){a.min > b.min ? a.min : b.min, a.max > b.max ? a.max : b.max};
}

/* The bounds of one move for the player who makes it. Returns false if the move is not available.
 */
static bool edge_bounds(const struct mi_tree *tree, const struct mi_edge *edge, int turn,
                        struct mi_bounds *bounds)
{
    uint32_t link = mi_edge_link(edge);
    *bounds = (struct mi_bounds){MI_LOSS, MI_WIN};
    if (link == MI_LINK_FORBIDDEN || edge->move & MI_EDGE_MASKED)
        return false;
    if (mi_is_node(link))
        *bounds = mi_bounds_of(atomic_load(&mi_tree_node(tree, link)->state), turn);
    return true;
}

struct mi_bounds mi_mcts_bounds(const struct mi_tree *tree, const struct mi_node *node)
{
    struct mi_bounds all = {MI_LOSS, MI_LOSS}, one;
    uint32_t block = atomic_load_explicit(&node->edges, memory_order_acquire);
    bool any = false;
    while (mi_is_block(block)) {
        const struct mi_edges *edges = mi_tree_edges(tree, block);
        for (int i = 0; i < edges->count; i++)
            if (edge_bounds(tree, &edges->edge[i], mi_node_turn(node), &one)) {
                all = max_bounds(all, one);
                any = true;
            }
        block = atomic_load_explicit(&edges->next, memory_order_acquire);
    }
    if (!any || !(block & MI_EDGES_WHOLE))
        all.max = MI_WIN; /* a move without an edge may be a win */
    return all;
}

bool mi_mcts_prove(const struct mi_tree *tree, struct mi_node *node)
{
    unsigned found = mi_state_of(mi_mcts_bounds(tree, node), mi_node_turn(node));
    return (found & ~(unsigned)atomic_fetch_or(&node->state, (uint16_t)found)) != 0;
}

/* The root's bounds are not stored in its node: they hold only for the moves of this run. */
void mi_mcts_prove_root(struct mi_run *run)
{
    const struct mi_tree *tree = &run->mcts->tree;
    struct mi_bounds bounds = mi_mcts_bounds(tree, mi_tree_node(tree, tree->root));
    atomic_store_explicit(&run->root_min_proof, bounds.min, memory_order_relaxed);
    if (mi_proof_of(bounds) != MI_UNPROVEN)
        mi_set_flag(&run->finished);
}

void mi_mcts_back_up_proof(struct mi_worker *worker, const struct mi_descent *descent, int depth)
{
    const struct mi_tree *tree = &worker->run->mcts->tree;
    int d = depth - 1;
    while (d > 0 && mi_mcts_prove(tree, mi_tree_node(tree, descent->path[d])))
        d--;
    if (d == 0)
        mi_mcts_prove_root(worker->run);
}
