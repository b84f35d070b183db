/* Gathers ownership and lead over the leaves of a run, if requested. */
#include "mcts.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* Owners for each root move need much memory: they are kept only if they fit in this share of it.
 */
enum { MEMORY_DIVISOR = 64 };

static bool keeps_owners_by_move(const struct mi_run *run)
{
    return mi_ownership_bytes(run->root->game, run->root->setup, true) <=
           run->settings->memory / MEMORY_DIVISOR;
}

/* The maximum that any run may need, so that every run has a tree of the same size. */
size_t mi_mcts_ownership_bytes(const struct mi_run *run)
{
    const struct mi_root *root = run->root;
    if (!mi_ownership_suits(root->game))
        return 0;
    return mi_round_to_cache_lines(
        mi_ownership_bytes(root->game, root->setup, keeps_owners_by_move(run)));
}

size_t mi_mcts_leaf_ownership_bytes(const struct mi_run *run)
{
    const miai_setup *setup = run->root->setup;
    if (!mi_ownership_suits(run->root->game) && !run->evaluator->reports_outputs)
        return 0;
    return mi_round_to_cache_lines((size_t)setup->width * (size_t)setup->height * sizeof(float));
}

void mi_mcts_drop_ownership(struct mi_mcts *mcts)
{
    free(mcts->ownership);
    mcts->ownership = NULL;
}

/* Can the run continue the last run's ownership? */
static bool continues_ownership(const struct mi_run *run)
{
    const struct mi_mcts *mcts = run->mcts;
    const miai_setup *setup = run->root->setup;
    bool by_move = run->limits->ownership_by_move && keeps_owners_by_move(run);
    return mcts->ownership && mcts->ownership_root == mcts->tree.root &&
           mcts->ownership_plies == run->root->plies && run->reused_visits > 0 &&
           mcts->ownership->points == setup->width * setup->height &&
           (mcts->ownership->move_owner || !by_move);
}

void mi_mcts_open_ownership(struct mi_run *run)
{
    struct mi_mcts *mcts = run->mcts;
    if (!continues_ownership(run))
        mi_mcts_drop_ownership(mcts);
    run->gathers_ownership = run->limits->ownership && mi_ownership_suits(run->root->game);
    if (!run->gathers_ownership)
        return;
    if (!mcts->ownership)
        mcts->ownership =
            mi_ownership_make(run->root->game, run->root->setup,
                              run->limits->ownership_by_move && keeps_owners_by_move(run));
    mcts->ownership_root = mcts->tree.root;
    mcts->ownership_plies = run->root->plies;
    run->gathers_ownership = mcts->ownership != NULL;
}

void mi_mcts_add_ownership(struct mi_worker *worker, struct mi_descent *descent)
{
    const struct mi_run *run = worker->run;
    struct mi_ownership *ownership = run->mcts->ownership;
    if (descent->valued)
        mi_mcts_terminal_ownership(worker, descent);
    else if (run->evaluator->reports_outputs)
        descent->eval.has_ownership = true;
    if (descent->eval.has_ownership)
        mi_ownership_add(
            ownership, descent->depth > 0 ? descent->line[0] : MIAI_NO_MOVE,
            descent->eval.ownership, descent->eval.lead,
            run->evaluator->reports_outputs && !descent->valued ? descent->eval.deviation : 0,
            run->threads > 1);
    descent->eval.has_ownership = false;
}

/* ---- root moves without leaves ---- */

/* Is the move proven, but without a leaf?  Proven positions are no longer searched. The proof may
 * have needed no leaf, or come from a run that gathered nothing. */
static bool is_proven_without_leaf(const struct mi_run *run, const struct mi_edge *edge)
{
    const struct mi_tree *tree = &run->mcts->tree;
    uint32_t link = mi_edge_link(edge);
    return !(edge->move & MI_EDGE_MASKED) && mi_is_node(link) &&
           (mi_node_state(mi_tree_node(tree, link)) & MI_NODE_BOUNDS) &&
           mi_ownership_leaves(run->mcts->ownership, edge->move) == 0;
}

/* The game is over after the move. */
static void value_finished_game(struct mi_worker *worker, struct mi_descent *descent, int score)
{
    descent->valued = true;
    if (worker->run->evaluator->reports_outputs)
        mi_mcts_finished_leaf_value(worker, descent, score);
}

static void value_by_evaluator(struct mi_worker *worker, struct mi_descent *descent)
{
    struct mi_eval *eval = &descent->eval;
    worker->run->evaluator->value(worker->evaluator, &eval, 1);
    if (worker->run->evaluator->reports_outputs)
        mi_mcts_leaf_value(worker, descent);
}

static void add_leaf_after_move(struct mi_worker *worker, struct mi_descent *descent,
                                const struct mi_edge *edge)
{
    const miai_move move = edge->move;
    uint32_t link = mi_edge_link(edge);
    const struct mi_root *root = worker->run->root;
    struct mi_eval *eval = &descent->eval;
    int score;
    memcpy(eval->pos, root->pos, root->size);
    root->game->play(eval->pos, move);
    descent->line[0] = move;
    descent->valued = descent->has_outputs = false;
    eval->ownership = descent->ownership;
    eval->has_ownership = false;
    if (root->game->outcome(eval->pos, &score))
        value_finished_game(worker, descent, score);
    else
        value_by_evaluator(worker, descent);
    if (mi_is_node(link))
        mi_mcts_add_leaf_stats(worker, descent, link);
    mi_mcts_add_ownership(worker, descent);
}

static const struct mi_edge *most_visited_edge(struct mi_edges *edges, const struct mi_tree *tree)
{
    const struct mi_edge *best = NULL;
    for (; edges; edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count; i++) {
            const struct mi_edge *edge = &edges->edge[i];
            bool better = !best || mi_edge_visits(edge) > mi_edge_visits(best);
            if (!(edge->move & MI_EDGE_MASKED) && better)
                best = edge;
        }
    return best;
}

void mi_mcts_close_ownership(struct mi_run *run)
{
    enum { PLAYOUTS = 8 }; /* leaves for each proven move if the evaluator is random */
    const struct mi_tree *tree = &run->mcts->tree;
    struct mi_worker *worker = run->worker[0];
    struct mi_descent *descent = &worker->descent[0];
    int times = run->evaluator->random ? PLAYOUTS : 1;
    struct mi_edges *edges = mi_mcts_root_edges(run);
    bool gathered = mi_ownership_leaves(run->mcts->ownership, MIAI_NO_MOVE) > 0;
    const struct mi_edge *best = gathered ? NULL : most_visited_edge(edges, tree);
    descent->depth = 1;
    descent->eval.line = descent->line;
    descent->eval.line_length = 1;
    descent->eval.key_count = descent->eval.keys ? run->root->key_count : 0;
    descent->eval.moves = NULL;
    descent->eval.from_peer = false;
    descent->eval.trace = NULL;
    for (; edges; edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count; i++) {
            const struct mi_edge *edge = &edges->edge[i];
            bool looks = edge == best || is_proven_without_leaf(run, edge);
            for (int k = looks ? 0 : times; k < times; k++)
                add_leaf_after_move(worker, descent, edge);
        }
}
