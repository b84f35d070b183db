/* Must-play: a longer look at positions that are visited often.
 *
 * What costs as much as a hundred playouts and more cannot be asked of every new position; it pays
 * where a thousand of them went through.  The game's mustplay() then proves the position or tells
 * moves that lose, which are not visited any more: as MoHex does with virtual connections (Arneson,
 * Hayward and Henderson 2010, "Monte Carlo Tree Search in Hex", IEEE TCIAIG 2). */
#include "mcts.h"

#include "search/common/known.h"

#include <string.h>

enum {
    VISITS = 1024, /* when a position's turn comes, once */
    PART = 16      /* of the memory may be taken while all threads look, at most */
};

bool mi_mcts_may_mustplay(const struct mi_run *run)
{
    size_t bytes = (size_t)run->threads * MIAI_MUSTPLAY_BYTES;
    return mi_solver(run->root->game)->mustplay && run->limits->avoid_count == 0 &&
           run->settings->memory / PART >= bytes;
}

size_t mi_mcts_mustplay_bytes(const struct mi_run *run)
{
    return run->mustplays ? (size_t)run->threads * MIAI_MUSTPLAY_BYTES : 0;
}

/* What can be looked at so: one whose moves all have an edge, and that is open. */
static bool is_due(const struct mi_run *run, const struct mi_descent *descent, int depth)
{
    const struct mi_node *node = mi_tree_node(&run->mcts->tree, descent->path[depth]);
    return mi_node_visits(node) == VISITS &&
           (mi_node_state(node) & (MI_NODE_BOUNDS | MI_NODE_TERMINAL | MI_NODE_PARTIAL)) == 0 &&
           atomic_load_explicit(&node->edges, memory_order_acquire) != 0;
}

/* The move of an edge loses: its position is lost, or it is never made. */
static void lose(const struct mi_tree *tree, struct mi_edge *edge, int turn)
{
    uint32_t link = mi_edge_link(edge);
    if (!mi_is_node(link) && atomic_compare_exchange_strong(&edge->link, &link, MI_LINK_FORBIDDEN))
        return;
    const struct mi_bounds lost = {MI_LOSS, MI_LOSS};
    if (mi_is_node(link))
        atomic_fetch_or(&mi_tree_node(tree, link)->state, (uint16_t)mi_state_of(lost, turn));
}

static void mark(struct mi_worker *worker, int n, bool listed)
{
    for (int i = 0; i < n; i++)
        worker->listed[worker->list[i]] = listed;
}

/* Those that are marked lose. */
static void leave(struct mi_worker *worker, const struct mi_node *node)
{
    const struct mi_tree *tree = &worker->run->mcts->tree;
    struct mi_edges *edges = mi_first_edges(tree, node);
    for (; edges; edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count; i++)
            if (worker->listed[edges->edge[i].move & ~MI_EDGE_MASKED])
                lose(tree, &edges->edge[i], mi_node_turn(node));
}

/* Plays the first moves of the way in worker->scratch. */
static void go_to(struct mi_worker *worker, const struct mi_descent *descent, int depth)
{
    const struct mi_root *root = worker->run->root;
    memcpy(worker->scratch, root->pos, root->size);
    for (int d = 0; d < depth; d++)
        root->game->play(worker->scratch, descent->line[d]);
}

/* Asks the game of the position in worker->scratch; leaves the moves marked that it says lose. */
static bool ask(struct mi_worker *worker, int depth, int *least, int *most)
{
    const struct mi_run *run = worker->run;
    const struct mi_root *root = run->root;
    size_t moves = (size_t)root->game->move_count(root->setup);
    int n = mi_mcts_list_moves(run, worker->scratch, depth, false, worker->list);
    memset(worker->listed, 0, moves * sizeof *worker->listed);
    mark(worker, n, true);
    bool known = mi_solver(root->game)->mustplay(worker->scratch, least, most, worker->list, &n);
    mark(worker, n, false);
    return known;
}

static void mustplay(struct mi_worker *worker, const struct mi_descent *descent, int depth)
{
    struct mi_run *run = worker->run;
    struct mi_node *node = mi_tree_node(&run->mcts->tree, descent->path[depth]);
    int least = -MIAI_SCORE_MAX, most = MIAI_SCORE_MAX;
    go_to(worker, descent, depth);
    bool known = ask(worker, depth, &least, &most);
    if (known && depth > 0)
        atomic_fetch_or(&node->state, (uint16_t)mi_state_of_scores(least, most));
    leave(worker, node);
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
        if (d >= descent->counted && is_due(run, descent, d))
            mustplay(worker, descent, d);
}
