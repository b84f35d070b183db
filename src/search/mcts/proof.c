/* Proofs: a solver with bounds (Cazenave and Saffidine 2010, "Score Bounded Monte-Carlo Tree
 * Search"; for wins and losses alone Winands, Bjoernsson and Saito 2008).
 *
 * What a player has for certain is the most that one of his moves has for certain; he can hope for
 * the most that one of them can hope for.  A move that cannot be better than what he has is not
 * worth a visit: so a proven draw is never entered again, and what may be better is.
 *
 * Sequentially consistent, which is rare enough to cost nothing: of two threads that prove the last
 * two moves of a node, one sees both. */
#include "mcts.h"

static struct mi_bounds better(struct mi_bounds a, struct mi_bounds b)
{
    return (struct mi_bounds){a.least > b.least ? a.least : b.least,
                              a.most > b.most ? a.most : b.most};
}

/* What one move can bring to who makes it; false: it cannot be made. */
static bool bounds_of_edge(const struct mi_tree *tree, const struct mi_edge *edge, int turn,
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
            if (bounds_of_edge(tree, &edges->edge[i], mi_node_turn(node), &one)) {
                all = better(all, one);
                any = true;
            }
        block = atomic_load_explicit(&edges->next, memory_order_acquire);
    }
    if (!any || !(block & MI_EDGES_WHOLE))
        all.most = MI_WIN; /* what has no edge may be anything */
    return all;
}

bool mi_mcts_prove(const struct mi_tree *tree, struct mi_node *node)
{
    unsigned found = mi_state_of(mi_mcts_bounds(tree, node), mi_node_turn(node));
    return (found & ~(unsigned)atomic_fetch_or(&node->state, (uint16_t)found)) != 0;
}

/* The root's own bounds are not stored: they would hold for the moves of this run alone. */
void mi_mcts_prove_root(struct mi_run *run)
{
    const struct mi_tree *tree = &run->mcts->tree;
    struct mi_bounds bounds = mi_mcts_bounds(tree, mi_tree_node(tree, tree->root));
    atomic_store_explicit(&run->floor, bounds.least, memory_order_relaxed);
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
