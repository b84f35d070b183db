/* Must-play: the game analyses positions that are visited often.
 *
 * An analysis that costs as much as a hundred playouts or more is too expensive for every new
 * position; it pays for one with a thousand visits.  The game's mustplay() either decides the
 * position or lists losing moves, which are then not visited any more, as MoHex does with virtual
 * connections (Arneson, Hayward and Henderson 2010, "Monte Carlo Tree Search in Hex", IEEE TCIAIG
 * 2). */
#include "mcts.h"

#include "search/common/known.h"

#include <string.h>

enum {
    ANALYSIS_VISITS = 1024, /* number of visits at which a position is analysed, once */
    MEMORY_DIVISOR = 16     /* at most 1/16 of the memory, for all threads together */
};

bool mi_mcts_may_mustplay(const struct mi_run *run)
{
    size_t bytes = (size_t)run->threads * MIAI_MUSTPLAY_BYTES;
    return mi_solver(run->root->game)->mustplay && run->limits->avoid_count == 0 &&
           run->settings->memory / MEMORY_DIVISOR >= bytes;
}

size_t mi_mcts_mustplay_bytes(const struct mi_run *run)
{
    return run->mustplays ? (size_t)run->threads * MIAI_MUSTPLAY_BYTES : 0;
}

/* Should this node be analysed now?  It must be undecided and have edges for all its moves. */
static bool is_analysis_due(const struct mi_run *run, const struct mi_descent *descent, int depth)
{
    const struct mi_node *node = mi_tree_node(&run->mcts->tree, descent->path[depth]);
    return mi_node_visits(node) == ANALYSIS_VISITS &&
           (mi_node_state(node) & (MI_NODE_BOUNDS | MI_NODE_TERMINAL | MI_NODE_PARTIAL)) == 0 &&
           atomic_load_explicit(&node->edges, memory_order_acquire) != 0;
}

/* Marks the move as losing: if it has a node, the node is lost; otherwise the edge is forbidden. */
static void mark_edge_lost(const struct mi_tree *tree, struct mi_edge *edge, int turn)
{
    uint32_t link = mi_edge_link(edge);
    if (!mi_is_node(link) && atomic_compare_exchange_strong(&edge->link, &link, MI_LINK_FORBIDDEN))
        return;
    const struct mi_bounds lost = {MI_LOSS, MI_LOSS};
    if (mi_is_node(link))
        atomic_fetch_or(&mi_tree_node(tree, link)->state, (uint16_t)mi_state_of(lost, turn));
}

static void mark_listed_moves(struct mi_worker *worker, int n, bool listed)
{
    for (int i = 0; i < n; i++)
        worker->listed[worker->list[i]] = listed;
}

/* Marks all edges of listed moves as losing. */
static void mark_losing_edges(struct mi_worker *worker, const struct mi_node *node)
{
    const struct mi_tree *tree = &worker->run->mcts->tree;
    struct mi_edges *edges = mi_first_edges(tree, node);
    for (; edges; edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count; i++)
            if (worker->listed[edges->edge[i].move & ~MI_EDGE_MASKED])
                mark_edge_lost(tree, &edges->edge[i], mi_node_turn(node));
}

/* Sets worker->scratch to the position at depth. */
static void set_scratch_position(struct mi_worker *worker, const struct mi_descent *descent,
                                 int depth)
{
    const struct mi_root *root = worker->run->root;
    memcpy(worker->scratch, root->pos, root->size);
    for (int d = 0; d < depth; d++)
        root->game->play(worker->scratch, descent->line[d]);
}

/* Lets the game analyse worker->scratch and marks the losing moves in worker->listed. */
static bool analyse_scratch(struct mi_worker *worker, int depth, int *min_score, int *max_score)
{
    const struct mi_run *run = worker->run;
    const struct mi_root *root = run->root;
    size_t moves = (size_t)root->game->move_count(root->setup);
    int n = mi_mcts_list_moves(run, worker->scratch, depth, false, worker->list);
    memset(worker->listed, 0, moves * sizeof *worker->listed);
    mark_listed_moves(worker, n, true);
    bool known =
        mi_solver(root->game)->mustplay(worker->scratch, min_score, max_score, worker->list, &n);
    mark_listed_moves(worker, n, false);
    return known;
}

static void analyse_node(struct mi_worker *worker, const struct mi_descent *descent, int depth)
{
    struct mi_run *run = worker->run;
    struct mi_node *node = mi_tree_node(&run->mcts->tree, descent->path[depth]);
    int min_score = -MIAI_SCORE_MAX, max_score = MIAI_SCORE_MAX;
    set_scratch_position(worker, descent, depth);
    bool known = analyse_scratch(worker, depth, &min_score, &max_score);
    if (known && depth > 0)
        atomic_fetch_or(&node->state, (uint16_t)mi_state_of_scores(min_score, max_score));
    mark_losing_edges(worker, node);
    if (depth == 0)
        mi_mcts_prove_root(run);
    else if (known || mi_mcts_prove(&run->mcts->tree, node))
        mi_mcts_back_up_proof(worker, descent, depth);
}

void mi_mcts_mustplay_visited(struct mi_worker *worker, const struct mi_descent *descent)
{
    const struct mi_run *run = worker->run;
    if (!run->mustplays)
        return;
    for (int d = run->root->only_count > 0; d <= descent->depth; d++)
        if (d >= descent->counted_from && is_analysis_due(run, descent, d))
            analyse_node(worker, descent, d);
}
