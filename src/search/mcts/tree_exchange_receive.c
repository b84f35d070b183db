/* Adding what peers have told of their trees. */
#include "tree_exchange.h"

#include <string.h>

/* A message as it is read: the way to the node that it is about. */
struct reading {
    struct mi_run *run;
    struct mi_guide way;
    uint32_t path[MI_EXCHANGE_DEPTH + 1]; /* nodes; 0: this tree has none there */
};

enum {
    FAR = 1 << 28,      /* visits that nobody makes between two messages */
    UNDER_WAY = 1 << 16 /* playouts that a visit may be told of before the value, or after it */
};

static const struct mi_tree *tree_of(const struct mi_run *run)
{
    return &run->mcts->tree;
}

/* ---- adding ---- */

static bool has_room(const struct mi_node *node, uint32_t visits)
{
    return mi_node_visits(node) < MI_VISITS_MOST - FAR && visits < FAR;
}

static void add_to_node(struct mi_run *run, struct mi_node *node, const struct mi_growth *growth)
{
    struct mi_shared_sums *known = mi_tree_exchange_node(run->share, tree_of(run), node);
    if (!known)
        return;
    known->visits += growth->visits;
    known->value += growth->value;
    known->squares += growth->squares;
    atomic_fetch_add_explicit(&node->visits, growth->visits, memory_order_relaxed);
    atomic_fetch_add_explicit(&node->value, growth->value, memory_order_relaxed);
    if (run->squares)
        atomic_fetch_add_explicit(&node->squares, growth->squares, memory_order_relaxed);
}

static void add_to_edge(struct mi_run *run, const struct mi_node *node, struct mi_edge *edge,
                        uint32_t visits)
{
    struct mi_shared_sums *known =
        mi_tree_exchange_edge(run->share, tree_of(run), node, mi_tree_exchange_move(edge));
    if (!known)
        return;
    known->visits += visits;
    atomic_fetch_add_explicit(&edge->visits, visits, memory_order_relaxed);
}

/* What another has proven holds for the node, and with it what follows for those above. */
static void add_bounds(struct reading *reading, int depth, unsigned bounds)
{
    struct mi_run *run = reading->run;
    struct mi_node *node = mi_tree_node(tree_of(run), reading->path[depth]);
    if (!run->solver || depth == 0 || (bounds & ~mi_node_state(node)) == 0)
        return;
    atomic_fetch_or(&node->state, (uint16_t)bounds);
    int d = depth - 1;
    while (d > 0 && mi_mcts_prove(tree_of(run), mi_tree_node(tree_of(run), reading->path[d])))
        d--;
    if (d == 0)
        mi_mcts_prove_root(run);
}

/* The edge of the last move of the way, which this run may follow; or NULL. */
static struct mi_edge *last_edge(const struct reading *reading, int depth)
{
    const struct mi_tree *tree = tree_of(reading->run);
    const miai_move move = reading->way.move[depth - 1];
    struct mi_edges *edges = mi_first_edges(tree, mi_tree_node(tree, reading->path[depth - 1]));
    for (; edges; edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count; i++)
            if (edges->edge[i].move == move)
                return mi_edge_link(&edges->edge[i]) == MI_LINK_FORBIDDEN ? NULL : &edges->edge[i];
    return NULL;
}

/* ---- waiting ---- */

static struct mi_waiting *least_waiting(struct mi_tree_exchange *share)
{
    struct mi_waiting *least = &share->waiting[0];
    for (int i = 1; i < share->waiting_count; i++)
        if (share->waiting[i].growth.visits < least->growth.visits)
            least = &share->waiting[i];
    return least;
}

/* What waits at the end of the same way; or room for another, where the least has to go if there is
 * none. */
static struct mi_waiting *find_waiting(struct mi_tree_exchange *share, const struct mi_guide *way,
                                       int depth)
{
    const size_t bytes = (size_t)depth * sizeof *way->move;
    for (int i = 0; i < share->waiting_count; i++)
        if (share->waiting[i].way.length == depth &&
            memcmp(share->waiting[i].way.move, way->move, bytes) == 0)
            return &share->waiting[i];
    struct mi_waiting *waiting = share->waiting_count == MI_EXCHANGE_WAITING
                                     ? least_waiting(share)
                                     : &share->waiting[share->waiting_count++];
    *waiting = (struct mi_waiting){.way = *way};
    waiting->way.length = depth;
    return waiting;
}

static void wait_for_node(struct mi_run *run, const struct mi_guide *way, int depth,
                          const struct mi_growth *growth)
{
    struct mi_waiting *waiting = find_waiting(run->share, way, depth);
    if (waiting->growth.visits >= FAR || waiting->growth.edge >= FAR)
        return;
    waiting->growth.edge += growth->edge;
    waiting->growth.visits += growth->visits;
    waiting->growth.value += growth->value;
    waiting->growth.squares += growth->squares;
    waiting->growth.bounds |= growth->bounds;
}

/* ---- reading ---- */

/* The node that the way leads to: notes it in the path.  False: there is none. */
static bool step(struct reading *reading, int depth, struct mi_edge **edge)
{
    reading->path[depth] = 0;
    *edge = reading->path[depth - 1] ? last_edge(reading, depth) : NULL;
    if (*edge && mi_is_node(mi_edge_link(*edge)))
        reading->path[depth] = mi_edge_link(*edge);
    return reading->path[depth] != 0;
}

/* May there be a node later?  Not where this tree knows no such move. */
static bool may_come(const struct reading *reading, int depth, const struct mi_edge *edge)
{
    const struct mi_tree *tree = tree_of(reading->run);
    uint32_t parent = reading->path[depth - 1];
    return edge || parent == 0 || !mi_first_edges(tree, mi_tree_node(tree, parent));
}

static void add(struct reading *reading, int depth, struct mi_edge *edge,
                const struct mi_growth *growth)
{
    struct mi_run *run = reading->run;
    struct mi_node *node = mi_tree_node(tree_of(run), reading->path[depth]);
    if (!has_room(node, growth->visits))
        return;
    if (edge)
        add_to_edge(run, mi_tree_node(tree_of(run), reading->path[depth - 1]), edge, growth->edge);
    else
        run->share->heard += growth->visits;
    add_to_node(run, node, growth);
    add_bounds(reading, depth, growth->bounds);
}

static bool take(struct mi_bytes *bytes, bool squares, int *depth, miai_move *move,
                 struct mi_growth *growth)
{
    *depth = (int)mi_bytes_read(bytes, 1);
    *move = *depth > 0 ? (miai_move)mi_bytes_read(bytes, 2) : 0;
    growth->edge = *depth > 0 ? (uint32_t)mi_bytes_read(bytes, 4) : 0;
    growth->visits = (uint32_t)mi_bytes_read(bytes, 4);
    growth->value = (int64_t)mi_bytes_read(bytes, 8);
    growth->bounds = (unsigned)mi_bytes_read(bytes, 2) & MI_NODE_BOUNDS;
    growth->squares = squares ? mi_bytes_read(bytes, 8) : 0;
    const int64_t off = (int64_t)UNDER_WAY * MI_UNIT;
    return !bytes->failed && growth->visits < FAR && growth->edge < FAR && growth->value >= -off &&
           growth->value <= (int64_t)growth->visits * MI_UNIT + off;
}

/* Are all entries in order, each at most a ply below the one before? */
static bool is_sound(struct mi_bytes bytes, bool squares)
{
    struct mi_growth growth;
    miai_move move;
    int depth, before = -1;
    while (mi_bytes_left(&bytes) > 0) {
        if (!take(&bytes, squares, &depth, &move, &growth) || depth > before + 1 ||
            depth > MI_EXCHANGE_DEPTH || (depth == 0) != (before < 0))
            return false;
        before = depth;
    }
    return true;
}

/* Half of what a node counts is for this run, the other half for its peers. */
static bool has_heard_all(const struct mi_run *run)
{
    return run->share->heard + FAR > (MI_VISITS_MOST - run->mcts->playouts) / 2;
}

/* False: they are not sound. */
static bool hear_growths(struct mi_run *run, struct mi_bytes bytes)
{
    struct reading reading = {.run = run, .path = {tree_of(run)->root}};
    struct mi_growth growth;
    struct mi_edge *edge = NULL;
    int depth;
    miai_move move;
    if (!is_sound(bytes, run->squares))
        return false;
    if (has_heard_all(run))
        return true;
    while (mi_bytes_left(&bytes) > 0 && take(&bytes, run->squares, &depth, &move, &growth)) {
        if (depth > 0)
            reading.way.move[depth - 1] = move;
        if (depth == 0 || step(&reading, depth, &edge))
            add(&reading, depth, depth == 0 ? NULL : edge, &growth);
        else if (may_come(&reading, depth, edge))
            wait_for_node(run, &reading.way, depth, &growth);
    }
    return true;
}

void mi_tree_exchange_receive(struct mi_run *run, size_t length)
{
    struct mi_bytes bytes = mi_bytes_of(run->share->bytes, length);
    size_t size = mi_bytes_read(&bytes, MI_GROWTHS_HEAD);
    unsigned char *growths = mi_bytes_skip(&bytes, size);
    if (growths && hear_growths(run, mi_bytes_of(growths, size)) && run->evaluator->hear_peers)
        run->evaluator->hear_peers(run->worker[0]->evaluator, &bytes);
}

/* Follows the way that something has waited for; true: it has come to its end, or leads nowhere. */
static bool settle(struct mi_run *run, const struct mi_waiting *waiting)
{
    struct reading reading = {.run = run, .way = waiting->way, .path = {tree_of(run)->root}};
    struct mi_edge *edge = NULL;
    for (int depth = 1; depth <= waiting->way.length; depth++)
        if (!step(&reading, depth, &edge))
            return !may_come(&reading, depth, edge);
    add(&reading, waiting->way.length, edge, &waiting->growth);
    return true;
}

void mi_tree_exchange_settle(struct mi_run *run)
{
    struct mi_tree_exchange *share = run->share;
    int left = 0;
    for (int i = 0; i < share->waiting_count; i++) {
        struct mi_waiting *waiting = &share->waiting[i];
        if (!settle(run, waiting) && waiting->tries < MI_EXCHANGE_TRIES &&
            waiting->waits < MI_EXCHANGE_WAITS)
            share->waiting[left++] = *waiting;
    }
    share->waiting_count = left;
    share->next_guide = 0;
}
