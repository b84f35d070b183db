/* Selection: from the root to a leaf, with at most one new node. */
#include "search/common/known.h"
#include "search/mcts/tree/sum.h"
#include "tree_exchange.h"

#include <string.h>

static const miai_game *worker_game(const struct mi_worker *worker)
{
    return worker->run->root->game;
}

static struct mi_tree *worker_tree(const struct mi_worker *worker)
{
    return &worker->run->mcts->tree;
}

static struct mi_node *last_node(const struct mi_worker *worker, const struct mi_descent *descent)
{
    return mi_tree_node(worker_tree(worker), descent->path[descent->depth]);
}

static void begin_descent(struct mi_worker *worker, struct mi_descent *descent)
{
    const struct mi_run *run = worker->run;
    memcpy(descent->eval.pos, run->root->pos, run->root->size);
    descent->depth = descent->counted_from = 0;
    descent->drawn = descent->valued = descent->owns_leaf = descent->has_outputs = false;
    descent->trace.length = 0;
    if (!run->evaluator->reports_outputs)
        descent->eval.ownership = run->gathers_ownership ? descent->ownership : NULL;
    descent->guide = worker->id == 0 ? mi_mcts_take_guide(worker->run) : NULL;
    descent->path[0] = worker_tree(worker)->root;
    mi_mcts_add_visits(worker, descent, 0, run->virtual_loss);
}

static void take_back_visits(struct mi_worker *worker, struct mi_descent *descent)
{
    for (int d = 0; d <= descent->depth; d++)
        mi_mcts_add_visits(worker, descent, d, 0 - worker->run->virtual_loss);
}

void mi_mcts_forget_path(struct mi_worker *worker, struct mi_descent *descent)
{
    take_back_visits(worker, descent);
    descent->counted_from = descent->depth + 1;
}

/* ---- one ply ---- */

/* Number of keys, of the game and of the path, before the position at the end of the path. */
static int keys_before(const struct mi_worker *worker, const struct mi_descent *descent)
{
    return worker->run->root->key_count - 1 + descent->depth;
}

static void descent_play_move(struct mi_worker *worker, struct mi_descent *descent, miai_move move,
                              int turn)
{
    const miai_game *game = worker_game(worker);
    if (worker->run->repeat_rule != MIAI_REPEAT_FREE)
        descent->keys[keys_before(worker, descent)] = mi_repetition(game)->key(descent->eval.pos);
    descent->line[descent->depth] = move;
    if (worker->run->tree_policy.rave_inverse > 0)
        miai_trace_add(&descent->trace, move, turn);
    game->play(descent->eval.pos, move);
}

static void descent_step_down(struct mi_worker *worker, struct mi_descent *descent,
                              struct mi_edge *edge, uint32_t index)
{
    descent->path[++descent->depth] = index;
    descent->edge[descent->depth] = edge;
    mi_mcts_add_visits(worker, descent, descent->depth, worker->run->virtual_loss);
    MI_SUM_ADD(&worker->nodes, 1);
    if (worker->run->repeat_rule == MIAI_REPEAT_DRAW)
        descent->drawn =
            mi_repetition_draws(worker_game(worker), descent->eval.pos, descent->keys,
                                worker->run->root->key_count - 1, keys_before(worker, descent));
}

/* ---- a new node ---- */

/* The line to a node never changes, so a move that superko forbids there stays forbidden. */
static bool is_forbidden_by_superko(const struct mi_worker *worker,
                                    const struct mi_descent *descent)
{
    return worker->run->repeat_rule == MIAI_REPEAT_ILLEGAL &&
           mi_count_repetitions(worker_game(worker), descent->eval.pos, descent->keys,
                                keys_before(worker, descent) + 1, 1) > 0;
}

/* The bounds of an unfinished position, as bits of a state: from tablebases and the game's
 * knowledge. */
static unsigned known_state(struct mi_worker *worker, const void *pos)
{
    const struct mi_run *run = worker->run;
    struct mi_known known;
    bool found = mi_query_known(run->root->game, run->root->tables, pos, &known);
    MI_SUM_ADD(&worker->hits, found && known.by_tables);
    bool open = known.min < known.max && known.min <= 0 && known.max >= 0;
    if (run->decides && open)
        found |= mi_solver(run->root->game)->decide(pos, &known.min, &known.max);
    return found ? mi_state_of_scores(known.min, known.max) : 0;
}

/* Sets the state of a new node: side to move, end of the game, bounds from the game's knowledge. */
static void set_node_state(struct mi_worker *worker, struct mi_node *node, const void *pos)
{
    const struct mi_run *run = worker->run;
    const miai_game *game = run->root->game;
    int score;
    unsigned found = game->turn(pos) ? MI_NODE_TURN : 0;
    if (game->outcome(pos, &score))
        found |= MI_NODE_TERMINAL |
                 (run->solver && !run->judges_ends ? mi_state_of_scores(score, score) : 0);
    else if (run->solver)
        found |= known_state(worker, pos);
    mi_node_add_state(node, found);
}

/* A leaf may have a value before its first visit, stored in the edge's link. */
static void set_first_value(struct mi_descent *descent, const struct mi_node *node, uint32_t link)
{
    if (!(link & MI_LINK_VALUE) || mi_node_state(node) & MI_NODE_TERMINAL)
        return;
    int64_t value = link & ~MI_LINK_VALUE;
    descent->valued = true;
    descent->value = mi_node_mover(node) ? MI_UNIT - value : value;
}

/* With transpositions: returns the existing node of the position, or index if there is none. */
static uint32_t find_shared_node(struct mi_worker *worker, const struct mi_descent *descent,
                                 uint32_t index, int turn)
{
    uint64_t key = worker_game(worker)->hash(descent->eval.pos);
    uint32_t found = mi_lease_share(&worker->lease, index, turn ? ~key : key);
    if (found != index)
        mi_lease_drop_node(&worker->lease, index);
    return found;
}

/* Another thread has linked the edge to a different node, or found that the move loses.  With
 * transpositions other threads may still reach this node, so clear PENDING, because this descent
 * will not evaluate it.
 */
static void abandon_node(struct mi_worker *worker, uint32_t index, bool fresh)
{
    if (fresh)
        mi_node_take_state(mi_tree_node(worker_tree(worker), index), MI_NODE_PENDING);
    mi_lease_cut(&worker->lease, index);
}

/* Initializes a new node before other threads can see it. */
static void init_new_node(struct mi_worker *worker, struct mi_node *node, const void *pos)
{
    const struct mi_run *run = worker->run;
    if (run->squares)
        atomic_init(&node->squares, 0);
    set_node_state(worker, node, pos);
    if (run->evaluator->joint && !(mi_node_state(node) & MI_NODE_TERMINAL))
        mi_node_add_state(node, MI_NODE_PENDING);
}

/* Is it the first edge of the node that has not been followed? */
static bool is_next_edge(const struct mi_tree *tree, const struct mi_node *node,
                         const struct mi_edge *edge)
{
    for (struct mi_edges *edges = mi_first_edges(tree, node); edges;
         edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count; i++) {
            uint32_t link = mi_edge_link(&edges->edge[i]);
            if (!mi_is_node(link) && link != MI_LINK_FORBIDDEN)
                return &edges->edge[i] == edge;
        }
    return false;
}

/* Follows an edge to a position that has no node yet, or one reached by another line.  index: a
 * free node for it.  This descent values the new node even if another thread links it to the edge
 * first. */
static enum mi_descent_end enter_new_node(struct mi_worker *worker, struct mi_descent *descent,
                                          struct mi_edge *edge, uint32_t link, uint32_t index,
                                          int turn)
{
    struct mi_node *node = mi_tree_node(worker_tree(worker), index);
    uint32_t found = link, fresh = index;
    descent_play_move(worker, descent, edge->move, turn);
    if (is_forbidden_by_superko(worker, descent)) {
        mi_lease_drop_node(&worker->lease, index);
        atomic_store_explicit(&edge->link, MI_LINK_FORBIDDEN, memory_order_release);
        return MI_DESCENT_LOST;
    }
    init_new_node(worker, node, descent->eval.pos);
    if (worker->run->transpositions)
        index = find_shared_node(worker, descent, index, turn);
    else
        mi_tree_pin(worker_tree(worker), index);
    if (index != fresh)
        fresh = 0; /* the node was dropped; another thread may reuse it and link this edge to it */
    if (!atomic_compare_exchange_strong_explicit(&edge->link, &found, index, memory_order_acq_rel,
                                                 memory_order_acquire)) {
        abandon_node(worker, index, index == fresh && found != fresh);
        if (found == MI_LINK_FORBIDDEN)
            return MI_DESCENT_LOST;
        index = found;
    }
    descent->owns_leaf = index == fresh;
    if (descent->owns_leaf)
        set_first_value(descent, node, link);
    if (descent->owns_leaf && worker->run->tree_policy.implicit > 0)
        mi_mcts_estimate(worker->run, node, descent->eval.pos);
    descent_step_down(worker, descent, edge, index);
    return MI_DESCENT_LEAF;
}

/* ---- descent ---- */

static bool may_expand(const struct mi_worker *worker, const struct mi_node *node)
{
    const struct mi_run *run = worker->run;
    uint32_t least =
        atomic_load_explicit(&worker_tree(worker)->min_edge_visits, memory_order_relaxed);
    least = least > 1 ? least : 1;
    return mi_node_visits(node) >= least + run->virtual_loss;
}

static struct mi_mcts_position descent_position(const struct mi_worker *worker,
                                                const struct mi_descent *descent)
{
    bool keys = worker->run->repeat_rule != MIAI_REPEAT_FREE;
    return (struct mi_mcts_position){.pos = descent->eval.pos,
                                     .line = descent->line,
                                     .length = descent->depth,
                                     .keys = keys ? descent->keys : NULL,
                                     .key_count = keys ? keys_before(worker, descent) : 0};
}

/* Creates the edges that the node needs for its visits. Returns false if it is a leaf.  The root
 * got all its edges when the run began: edges created later would not be masked. */
static bool has_edges(struct mi_worker *worker, struct mi_descent *descent, struct mi_node *node,
                      unsigned state)
{
    const struct mi_mcts_position position = descent_position(worker, descent);
    if (descent->depth >= MI_PATH_MAX - 1)
        return false;
    if (atomic_load_explicit(&node->edges, memory_order_acquire) == 0)
        return may_expand(worker, node) && mi_mcts_expand(worker, node, &position, false, false);
    bool root = descent->path[descent->depth] == worker_tree(worker)->root;
    if (!root && state & MI_NODE_PARTIAL && mi_node_visits(node) >= worker->run->complete_visits)
        mi_mcts_complete(worker, node, &position);
    return true;
}

/* The result that the side to move at the end of the path has proven for itself. */
static enum mi_proof proven_result(const struct mi_worker *worker, const struct mi_descent *descent,
                                   unsigned state)
{
    if (descent->depth == 0)
        return (enum mi_proof)atomic_load_explicit(&worker->run->root_min_proof,
                                                   memory_order_relaxed);
    if (!(state & MI_NODE_BOUNDS))
        return MI_LOSS;
    return mi_bounds_of(state, (state & MI_NODE_TURN) != 0).min;
}

/* Is the value of the position at the end of the path certain? */
static bool is_leaf_decided(const struct mi_descent *descent, unsigned state)
{
    return descent->drawn || state & MI_NODE_TERMINAL ||
           (state & MI_NODE_BOUNDS && mi_proof_of(mi_bounds_of(state, 0)) != MI_UNPROVEN);
}

static struct mi_edge *follow_human_policy(struct mi_worker *worker, struct mi_descent *descent,
                                           const struct mi_node *node, enum mi_proof min_proof,
                                           bool weightless)
{
    bool root = descent->depth == 0;
    struct mi_edge *edge = mi_mcts_select_human(worker->run, node, min_proof, root, weightless);
    if (edge && weightless)
        mi_mcts_forget_path(worker, descent);
    return edge;
}

/* The edge that follows the guide, or NULL if there is none worth a visit. */
static struct mi_edge *follow_guide(const struct mi_worker *worker,
                                    const struct mi_descent *descent, const struct mi_node *node,
                                    enum mi_proof min_proof)
{
    const struct mi_tree *tree = &worker->run->mcts->tree;
    if (descent->depth >= descent->guide->length)
        return NULL;
    const miai_move move = descent->guide->move[descent->depth];
    for (struct mi_edges *edges = mi_first_edges(tree, node); edges;
         edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count; i++) {
            uint32_t link = mi_edge_link(&edges->edge[i]);
            if (edges->edge[i].move != move)
                continue;
            if (link == MI_LINK_FORBIDDEN ||
                (mi_is_node(link) && !mi_state_is_worth(mi_node_state(mi_tree_node(tree, link)),
                                                        mi_node_turn(node), min_proof)))
                return NULL;
            return &edges->edge[i];
        }
    return NULL;
}

static struct mi_edge *select_edge(struct mi_worker *worker, struct mi_descent *descent,
                                   const struct mi_node *node, unsigned state)
{
    const struct mi_run *run = worker->run;
    enum mi_proof min_proof = proven_result(worker, descent, state);
    struct mi_edge *guided = descent->guide ? follow_guide(worker, descent, node, min_proof) : NULL;
    if (guided)
        return guided;
    descent->guide = NULL;
    enum mi_follow follow = mi_mcts_draw_follow(worker, node, descent->depth == 0);
    if (follow != MI_FOLLOW_SEARCH)
        return follow_human_policy(worker, descent, node, min_proof,
                                   follow == MI_FOLLOW_HUMAN_WEIGHTLESS);
    return run->tree_policy.puct.enabled
               ? mi_mcts_select_puct(run, node, min_proof, descent->depth == 0, &worker->rng)
               : mi_mcts_select(run->mcts, &run->tree_policy, node, min_proof);
}

/* Descends one step. Returns false if the descent ends here. */
static bool descend_step(struct mi_worker *worker, struct mi_descent *descent,
                         enum mi_descent_end *end)
{
    struct mi_node *node = last_node(worker, descent);
    unsigned state = mi_node_state(node);
    if (descent->depth > 0 && is_leaf_decided(descent, state))
        return false;
    if (state & MI_NODE_PENDING) {
        *end = MI_DESCENT_BUSY;
        return false;
    }
    if (!has_edges(worker, descent, node, state))
        return false;
    struct mi_edge *edge = select_edge(worker, descent, node, state);
    if (!edge && descent->depth == 0)
        *end = MI_DESCENT_CLOSED;
    if (!edge)
        return false;
    uint32_t link = mi_edge_link(edge);
    int turn = (state & MI_NODE_TURN) != 0;
    if (mi_is_node(link)) {
        mi_prefetch_edges(worker_tree(worker), mi_tree_node(worker_tree(worker), link));
        descent_play_move(worker, descent, edge->move, turn);
        descent_step_down(worker, descent, edge, link);
        return true;
    }
    uint32_t index = link == MI_LINK_FORBIDDEN ? 0 : mi_lease_node(&worker->lease, turn, 0);
    if (state & MI_NODE_ORDERED && !is_next_edge(worker_tree(worker), node, edge))
        mi_node_take_state(node, MI_NODE_ORDERED);
    if (index != 0) /* 0: out of memory, so the current node is the leaf */
        *end = enter_new_node(worker, descent, edge, link, index, turn);
    return index != 0 && *end == MI_DESCENT_LEAF && !descent->owns_leaf;
}

enum mi_descent_end mi_mcts_descend(struct mi_worker *worker, struct mi_descent *descent)
{
    enum mi_descent_end end = MI_DESCENT_LEAF;
    begin_descent(worker, descent);
    while (descend_step(worker, descent, &end))
        continue;
    if (end == MI_DESCENT_LEAF && descent->guide && !descent->owns_leaf &&
        worker->run->evaluator->export_cache)
        end = MI_DESCENT_LOST; /* nothing new there, or out of memory */
    if (end != MI_DESCENT_LEAF)
        take_back_visits(worker, descent);
    return end;
}
