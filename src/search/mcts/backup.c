/* Backup: adds a playout to the nodes of its path. */
#include "mcts.h"
#include "search/mcts/tree/sum.h"

static inline bool shares_tree(const struct mi_worker *worker)
{
    return worker->run->threads > 1;
}

void mi_mcts_add_visits(struct mi_worker *worker, const struct mi_descent *descent, int depth,
                        uint32_t k)
{
    struct mi_node *node = mi_tree_node(&worker->run->mcts->tree, descent->path[depth]);
    if (depth < descent->counted_from)
        return;
    MI_SUM_ADD_SHARED(&node->visits, k, shares_tree(worker));
    if (depth > descent->counted_from)
        MI_SUM_ADD_SHARED(&descent->edge[depth]->visits, k, shares_tree(worker));
}

/* A player who has a certain draw prefers it to a move that looks worse, so from such a node
 * upwards the playout counts as a draw.  The comparison uses the child's mean, not the single
 * playout: taking the better of each playout and a draw would overestimate. */
static int64_t raise_to_draw(const struct mi_node *node, const struct mi_node *child, int64_t value)
{
    unsigned state = mi_node_state(node);
    if (!(state & MI_NODE_BOUNDS) ||
        mi_bounds_of(state, (state & MI_NODE_TURN) != 0).min != MI_DRAW)
        return value;
    return mi_node_value(child) < (int64_t)mi_node_visits(child) * (MI_UNIT / 2) ? MI_UNIT / 2
                                                                                 : value;
}

/* The squared distance of the value from 1/2, equal in both players' views. */
static uint64_t squared_distance(int64_t value)
{
    double off = (double)value / MI_UNIT - 0.5;
    return (uint64_t)(off * off * (double)((uint64_t)1 << MI_SQUARE_BITS));
}

/* Removes virtual losses: a playout in progress counts as run->virtual_loss visits instead of one.
 */
static void remove_virtual_loss(struct mi_worker *worker, const struct mi_descent *descent)
{
    uint32_t loss = worker->run->virtual_loss;
    for (int d = descent->depth; loss != 1 && d >= 0; d--)
        mi_mcts_add_visits(worker, descent, d, 1 - loss);
}

void mi_mcts_back_up(struct mi_worker *worker, const struct mi_descent *descent, int64_t value)
{
    const struct mi_tree *tree = &worker->run->mcts->tree;
    const struct mi_node *child = NULL;
    bool squares = worker->run->squares;
    uint64_t square = squares ? squared_distance(value) : 0;
    remove_virtual_loss(worker, descent);
    for (int d = descent->depth; d >= descent->counted_from; d--) {
        struct mi_node *node = mi_tree_node(tree, descent->path[d]);
        if (child)
            value = raise_to_draw(node, child, value);
        MI_SUM_ADD_SHARED(&node->value, mi_node_mover(node) ? MI_UNIT - value : value,
                          shares_tree(worker));
        if (squares)
            MI_SUM_ADD_SHARED(&node->squares, square, shares_tree(worker));
        child = node;
    }
}

/* ---- AMAF ---- */

/* A record with this many AMAF visits takes no more: the sum might overflow, and the move's own
 * value dominates by then. */
enum { AMAF_FULL = 1 << 23 };

/* A move's AMAF weight depends on how soon it is played after the node: 3 in the first third of the
 * rest of the playout, 2 in the second, 1 in the last. */
struct playout_thirds {
    int first, second, last; /* last index of each third in the trace */
};

static struct playout_thirds thirds_of(int from, int end)
{
    int all = end - from + 1;
    return (struct playout_thirds){end - (2 * all + 2) / 3, end - (all + 2) / 3, end};
}

/* The weight is 0 for a move that was not played.  Branch-free, because the branch would be
 * mispredicted often. */
static inline uint32_t amaf_weight(const struct playout_thirds *thirds, int place)
{
    return (uint32_t)((place <= thirds->first) + (place <= thirds->second) +
                      (place <= thirds->last));
}

/* What a playout adds to the records of a node's edges. */
struct amaf_update {
    const uint16_t *trace_index; /* trace_index[2 * move]: of the side to move */
    struct playout_thirds thirds;
    uint32_t value; /* of the playout, for the side to move */
};

static inline uint32_t amaf_times(const struct amaf_update *update, const struct mi_edge *edge)
{
    return amaf_weight(&update->thirds, update->trace_index[2 * (edge->move & ~MI_EDGE_MASKED)]);
}

/* Without atomic additions and checks: for a single thread, and records that cannot be full. */
static void add_amaf_unshared(const struct amaf_update *update, struct mi_edges *edges)
{
    const struct amaf_update u = *update; /* a local copy, which no store can alias */
    struct mi_amaf *amaf = mi_amaf_of(edges);
    const struct mi_edge *edge = edges->edge, *end = edge + edges->count;
    for (; edge < end; edge++, amaf++) {
        uint32_t times = amaf_times(&u, edge);
        MI_SUM_ADD(&amaf->visits, times);
        MI_SUM_ADD(&amaf->value, times * u.value);
    }
}

static void add_amaf_shared(const struct amaf_update *update, struct mi_edges *edges)
{
    struct mi_amaf *amaf = mi_amaf_of(edges);
    for (int i = 0; i < edges->count; i++) {
        uint32_t times = amaf_times(update, &edges->edge[i]);
        if (times == 0 || atomic_load_explicit(&amaf[i].visits, memory_order_relaxed) >= AMAF_FULL)
            continue;
        MI_SUM_ADD_SHARED(&amaf[i].visits, times, true);
        MI_SUM_ADD_SHARED(&amaf[i].value, times * update->value, true);
    }
}

/* A record gets at most three visits for each visit of its node, in addition to its initial ones
 * (expand.c). */
static bool may_have_full_amaf(const struct mi_node *node)
{
    return mi_node_visits(node) > (AMAF_FULL - MI_AMAF_FIRST_MAX) / 3;
}

/* Adds the moves played after a node to its edges' AMAF records.  of_first: value in the first
 * player's view. */
static void add_amaf(struct mi_worker *worker, const struct mi_node *node,
                     const struct playout_thirds *thirds, uint32_t of_first)
{
    const struct mi_tree *tree = &worker->run->mcts->tree;
    int player = mi_node_turn(node);
    const struct amaf_update update = {.trace_index = &worker->amaf_marks->trace_index[player],
                                       .thirds = *thirds,
                                       .value = player ? MI_AMAF_UNIT - of_first : of_first};
    bool alone = !shares_tree(worker) && !may_have_full_amaf(node);
    struct mi_edges *edges = mi_first_edges(tree, node);
    for (; edges; edges = mi_next_edges(tree, edges))
        (alone ? add_amaf_unshared : add_amaf_shared)(&update, edges);
}

static const struct mi_amaf_mark not_played = {{MI_NOT_PLAYED, MI_NOT_PLAYED}};

static void mark_move(struct mi_worker *worker, const miai_trace *trace, int place)
{
    uint16_t move = trace->move[place];
    int player = (move & MIAI_TRACE_SECOND) != 0;
    struct mi_amaf_mark *mark_move = &worker->amaf_marks[move & ~MIAI_TRACE_SECOND];
    mark_move->trace_index[player] = (uint16_t)place;
    mark_move->trace_index[!player] = MI_NOT_PLAYED;
}

/* Goes from the last move to the first, so that at each node of the path the marks are the moves
 * played after it.  A point counts for the player who first plays there: a later move on the same
 * point is a different move. */
void mi_mcts_back_up_amaf(struct mi_worker *worker, const struct mi_descent *descent, int64_t value)
{
    const int64_t unit = MI_UNIT / MI_AMAF_UNIT;
    const miai_trace *trace = &descent->trace;
    uint32_t of_first = (uint32_t)((value + unit / 2) / unit);
    for (int i = trace->length - 1; i >= 0; i--) {
        mark_move(worker, trace, i);
        if (i >= descent->depth)
            continue;
        const struct playout_thirds thirds = thirds_of(i, trace->length);
        add_amaf(worker, mi_tree_node(&worker->run->mcts->tree, descent->path[i]), &thirds,
                 of_first);
    }
    for (int i = 0; i < trace->length; i++)
        worker->amaf_marks[trace->move[i] & ~MIAI_TRACE_SECOND] = not_played;
}
