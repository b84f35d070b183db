/* Backing up: what a playout adds to the nodes of its path. */
#include "mcts.h"
#include "search/mcts/tree/sum.h"

static inline bool shared(const struct mi_worker *worker)
{
    return worker->run->threads > 1;
}

void mi_mcts_add_visits(struct mi_worker *worker, const struct mi_descent *descent, int depth,
                        uint32_t k)
{
    struct mi_node *node = mi_tree_node(&worker->run->mcts->tree, descent->path[depth]);
    if (depth < descent->counted)
        return;
    MI_SUM_ADD_SHARED(&node->visits, k, shared(worker));
    if (depth > descent->counted)
        MI_SUM_ADD_SHARED(&descent->edge[depth]->visits, k, shared(worker));
}

/* Who has a draw for certain will take it before a move that looks worse: such a playout counts as
 * a draw from there on.  By the mean, not by the playout, of which many would be lost and some won:
 * the best of each would be too much. */
static int64_t at_least_the_draw(const struct mi_node *node, const struct mi_node *child,
                                 int64_t value)
{
    unsigned state = mi_node_state(node);
    if (!(state & MI_NODE_BOUNDS) ||
        mi_bounds_of(state, (state & MI_NODE_TURN) != 0).least != MI_DRAW)
        return value;
    return mi_node_value(child) < (int64_t)mi_node_visits(child) * (MI_UNIT / 2) ? MI_UNIT / 2
                                                                                 : value;
}

/* The same in both views. */
static uint64_t square_of(int64_t value)
{
    double off = (double)value / MI_UNIT - 0.5;
    return (uint64_t)(off * off * (double)((uint64_t)1 << MI_SQUARE_BITS));
}

/* Playouts under way have counted as more visits than they are, or as fewer. */
static void settle_visits(struct mi_worker *worker, const struct mi_descent *descent)
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
    uint64_t square = squares ? square_of(value) : 0;
    settle_visits(worker, descent);
    for (int d = descent->depth; d >= descent->counted; d--) {
        struct mi_node *node = mi_tree_node(tree, descent->path[d]);
        if (child)
            value = at_least_the_draw(node, child, value);
        MI_SUM_ADD_SHARED(&node->value, mi_node_mover(node) ? MI_UNIT - value : value,
                          shared(worker));
        if (squares)
            MI_SUM_ADD_SHARED(&node->squares, square, shared(worker));
        child = node;
    }
}

/* ---- AMAF ---- */

/* Beyond this the sum might overflow, and the node's own value has long taken over. */
enum { AMAF_FULL = 1 << 23 };

/* A move weighs more the sooner it comes in the rest of the playout: 3 in the first third of it,
 * then 2, then 1.  Late moves say little of what is good now. */
struct thirds {
    int first, second, last; /* where they end in the trace */
};

static struct thirds thirds_of(int from, int end)
{
    int all = end - from + 1;
    return (struct thirds){end - (2 * all + 2) / 3, end - (all + 2) / 3, end};
}

/* 0 for a move that was not made.  Without branches: which moves were made cannot be predicted. */
static inline uint32_t weight(const struct thirds *thirds, int place)
{
    return (uint32_t)((place <= thirds->first) + (place <= thirds->second) +
                      (place <= thirds->last));
}

/* Counts the moves behind a node for its edges; of_first: the value, first player's view. */
static void add_amaf(struct mi_worker *worker, const struct mi_node *node,
                     const struct thirds *thirds, uint32_t of_first)
{
    const struct mi_tree *tree = &worker->run->mcts->tree;
    const struct mi_mark *marks = worker->mark;
    int player = mi_node_turn(node);
    bool locked = shared(worker);
    uint32_t value = player ? MI_AMAF_UNIT - of_first : of_first;
    struct mi_edges *edges = mi_first_edges(tree, node);
    for (; edges; edges = mi_next_edges(tree, edges)) {
        struct mi_amaf *amaf = mi_amaf_of(edges);
        for (int i = 0; i < edges->count; i++) {
            int move = edges->edge[i].move & ~MI_EDGE_MASKED;
            uint32_t times = weight(thirds, marks[move].place[player]);
            if (atomic_load_explicit(&amaf[i].visits, memory_order_relaxed) >= AMAF_FULL ||
                (locked && times == 0))
                continue;
            MI_SUM_ADD_SHARED(&amaf[i].visits, times, locked);
            MI_SUM_ADD_SHARED(&amaf[i].value, times * value, locked);
        }
    }
}

static const struct mi_mark nowhere = {{MI_NOWHERE, MI_NOWHERE}};

static void mark(struct mi_worker *worker, const miai_trace *trace, int place)
{
    uint16_t move = trace->move[place];
    int player = (move & MIAI_TRACE_SECOND) != 0;
    struct mi_mark *mark = &worker->mark[move & ~MIAI_TRACE_SECOND];
    mark->place[player] = (uint16_t)place;
    mark->place[!player] = MI_NOWHERE;
}

/* From the last move to the first: at each node of the path, the marks are the moves behind it.  Of
 * both players, the one who made a move first has it: where the same point is played again later,
 * it is another move. */
void mi_mcts_back_up_amaf(struct mi_worker *worker, const struct mi_descent *descent, int64_t value)
{
    const int64_t unit = MI_UNIT / MI_AMAF_UNIT;
    const miai_trace *trace = &descent->trace;
    uint32_t of_first = (uint32_t)((value + unit / 2) / unit);
    for (int i = trace->length - 1; i >= 0; i--) {
        mark(worker, trace, i);
        if (i >= descent->depth)
            continue;
        const struct thirds thirds = thirds_of(i, trace->length);
        add_amaf(worker, mi_tree_node(&worker->run->mcts->tree, descent->path[i]), &thirds,
                 of_first);
    }
    for (int i = 0; i < trace->length; i++)
        worker->mark[trace->move[i] & ~MIAI_TRACE_SECOND] = nowhere;
}
