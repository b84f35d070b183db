/* Adds the growth received from peers to the tree. */
#include "tree_exchange.h"

#include <string.h>

/* A message being read, and the path to the current node. */
struct message_reader {
    struct mi_run *run;
    struct mi_guide guide;
    uint32_t path[MI_EXCHANGE_DEPTH + 1]; /* nodes; 0: this tree has none there */
};

enum {
    MAX_GROWTH = 1 << 28, /* sanity limit of visits: no process makes more between two messages */
    IN_PROGRESS = 1 << 16 /* playouts whose visit may be sent before or after their value */
};

static const struct mi_tree *run_tree(const struct mi_run *run)
{
    return &run->mcts->tree;
}

/* ---- adding ---- */

static bool can_add_visits(const struct mi_node *node, uint32_t visits)
{
    return mi_node_visits(node) < MI_MAX_VISITS - MAX_GROWTH && visits < MAX_GROWTH;
}

static void add_to_node(struct mi_run *run, struct mi_node *node, const struct mi_growth *growth)
{
    struct mi_shared_sums *known = mi_tree_exchange_node(run->exchange, run_tree(run), node);
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
        mi_tree_exchange_edge(run->exchange, run_tree(run), node, mi_tree_exchange_move(edge));
    if (!known)
        return;
    known->visits += visits;
    atomic_fetch_add_explicit(&edge->visits, visits, memory_order_relaxed);
}

/* Adds proven bounds to the node, and updates the nodes above. */
static void add_bounds(struct message_reader *reader, int depth, unsigned bounds)
{
    struct mi_run *run = reader->run;
    struct mi_node *node = mi_tree_node(run_tree(run), reader->path[depth]);
    if (!run->solver || depth == 0 || (bounds & ~mi_node_state(node)) == 0)
        return;
    atomic_fetch_or(&node->state, (uint16_t)bounds);
    int d = depth - 1;
    while (d > 0 && mi_mcts_prove(run_tree(run), mi_tree_node(run_tree(run), reader->path[d])))
        d--;
    if (d == 0)
        mi_mcts_prove_root(run);
}

/* The edge of the last move of the path, if this run may follow it; or NULL. */
static struct mi_edge *last_edge(const struct message_reader *reader, int depth)
{
    const struct mi_tree *tree = run_tree(reader->run);
    const miai_move move = reader->guide.move[depth - 1];
    struct mi_edges *edges = mi_first_edges(tree, mi_tree_node(tree, reader->path[depth - 1]));
    for (; edges; edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count; i++)
            if (edges->edge[i].move == move)
                return mi_edge_link(&edges->edge[i]) == MI_LINK_FORBIDDEN ? NULL : &edges->edge[i];
    return NULL;
}

/* ---- pending growth ---- */

static struct mi_pending_growth *smallest_pending(struct mi_tree_exchange *exchange)
{
    struct mi_pending_growth *smallest = &exchange->pending[0];
    for (int i = 1; i < exchange->pending_count; i++)
        if (exchange->pending[i].growth.visits < smallest->growth.visits)
            smallest = &exchange->pending[i];
    return smallest;
}

/* The pending growth at the end of a path; or a new one, which replaces the smallest if the array
 * is full. */
static struct mi_pending_growth *find_pending(struct mi_tree_exchange *exchange,
                                              const struct mi_guide *guide, int depth)
{
    const size_t bytes = (size_t)depth * sizeof *guide->move;
    for (int i = 0; i < exchange->pending_count; i++)
        if (exchange->pending[i].guide.length == depth &&
            memcmp(exchange->pending[i].guide.move, guide->move, bytes) == 0)
            return &exchange->pending[i];
    struct mi_pending_growth *pending = exchange->pending_count == MI_EXCHANGE_PENDING
                                            ? smallest_pending(exchange)
                                            : &exchange->pending[exchange->pending_count++];
    *pending = (struct mi_pending_growth){.guide = *guide};
    pending->guide.length = depth;
    return pending;
}

static void add_pending(struct mi_run *run, const struct mi_guide *guide, int depth,
                        const struct mi_growth *growth)
{
    struct mi_pending_growth *pending = find_pending(run->exchange, guide, depth);
    if (pending->growth.visits >= MAX_GROWTH || pending->growth.edge >= MAX_GROWTH)
        return;
    pending->growth.edge += growth->edge;
    pending->growth.visits += growth->visits;
    pending->growth.value += growth->value;
    pending->growth.squares += growth->squares;
    pending->growth.bounds |= growth->bounds;
}

/* ---- reading ---- */

/* Follows the path by one move. Returns false if there is no node. */
static bool follow_move(struct message_reader *reader, int depth, struct mi_edge **edge)
{
    reader->path[depth] = 0;
    *edge = reader->path[depth - 1] ? last_edge(reader, depth) : NULL;
    if (*edge && mi_is_node(mi_edge_link(*edge)))
        reader->path[depth] = mi_edge_link(*edge);
    return reader->path[depth] != 0;
}

/* Can the node exist later?  Not if this tree has edges at the parent, but none for the move. */
static bool may_get_node(const struct message_reader *reader, int depth, const struct mi_edge *edge)
{
    const struct mi_tree *tree = run_tree(reader->run);
    uint32_t parent = reader->path[depth - 1];
    return edge || parent == 0 || !mi_first_edges(tree, mi_tree_node(tree, parent));
}

static void add_growth(struct message_reader *reader, int depth, struct mi_edge *edge,
                       const struct mi_growth *growth)
{
    struct mi_run *run = reader->run;
    struct mi_node *node = mi_tree_node(run_tree(run), reader->path[depth]);
    if (!can_add_visits(node, growth->visits))
        return;
    if (edge)
        add_to_edge(run, mi_tree_node(run_tree(run), reader->path[depth - 1]), edge, growth->edge);
    else
        run->exchange->received_visits += growth->visits;
    add_to_node(run, node, growth);
    add_bounds(reader, depth, growth->bounds);
}

static bool read_growth(struct mi_bytes *bytes, bool squares, int *depth, miai_move *move,
                        struct mi_growth *growth)
{
    *depth = (int)mi_bytes_read(bytes, 1);
    *move = *depth > 0 ? (miai_move)mi_bytes_read(bytes, 2) : 0;
    growth->edge = *depth > 0 ? (uint32_t)mi_bytes_read(bytes, 4) : 0;
    growth->visits = (uint32_t)mi_bytes_read(bytes, 4);
    growth->value = (int64_t)mi_bytes_read(bytes, 8);
    growth->bounds = (unsigned)mi_bytes_read(bytes, 2) & MI_NODE_BOUNDS;
    growth->squares = squares ? mi_bytes_read(bytes, 8) : 0;
    const int64_t tolerance = (int64_t)IN_PROGRESS * MI_UNIT;
    return !bytes->failed && growth->visits < MAX_GROWTH && growth->edge < MAX_GROWTH &&
           growth->value >= -tolerance &&
           growth->value <= (int64_t)growth->visits * MI_UNIT + tolerance;
}

/* Is the whole message well-formed, each entry at most one ply below the one before? */
static bool is_well_formed(struct mi_bytes bytes, bool squares)
{
    struct mi_growth growth;
    miai_move move;
    int depth, before = -1;
    while (mi_bytes_left(&bytes) > 0) {
        if (!read_growth(&bytes, squares, &depth, &move, &growth) || depth > before + 1 ||
            depth > MI_EXCHANGE_DEPTH || (depth == 0) != (before < 0))
            return false;
        before = depth;
    }
    return true;
}

/* This run may use half of a node's maximum visits, its peers the other half. */
static bool has_received_max(const struct mi_run *run)
{
    return run->exchange->received_visits + MAX_GROWTH > (MI_MAX_VISITS - run->mcts->playouts) / 2;
}

/* False: malformed. */
static bool read_growths(struct mi_run *run, struct mi_bytes bytes)
{
    struct message_reader reader = {.run = run, .path = {run_tree(run)->root}};
    struct mi_growth growth;
    struct mi_edge *edge = NULL;
    int depth;
    miai_move move;
    if (!is_well_formed(bytes, run->squares))
        return false;
    if (has_received_max(run))
        return true;
    while (mi_bytes_left(&bytes) > 0 && read_growth(&bytes, run->squares, &depth, &move, &growth)) {
        if (depth > 0)
            reader.guide.move[depth - 1] = move;
        if (depth == 0 || follow_move(&reader, depth, &edge))
            add_growth(&reader, depth, depth == 0 ? NULL : edge, &growth);
        else if (may_get_node(&reader, depth, edge))
            add_pending(run, &reader.guide, depth, &growth);
    }
    return true;
}

void mi_tree_exchange_receive(struct mi_run *run, size_t length)
{
    struct mi_bytes bytes = mi_bytes_of(run->exchange->bytes, length);
    size_t size = mi_bytes_read(&bytes, MI_GROWTHS_HEAD);
    unsigned char *growths = mi_bytes_skip(&bytes, size);
    if (growths && read_growths(run, mi_bytes_of(growths, size)) && run->evaluator->import_cache)
        run->evaluator->import_cache(run->worker[0]->evaluator, &bytes);
}

/* Follows the path of a pending growth. Returns true if it was added, or if its node can never
 * exist. */
static bool settle_growth(struct mi_run *run, const struct mi_pending_growth *pending)
{
    struct message_reader reader = {
        .run = run, .guide = pending->guide, .path = {run_tree(run)->root}};
    struct mi_edge *edge = NULL;
    for (int depth = 1; depth <= pending->guide.length; depth++)
        if (!follow_move(&reader, depth, &edge))
            return !may_get_node(&reader, depth, edge);
    add_growth(&reader, pending->guide.length, edge, &pending->growth);
    return true;
}

void mi_tree_exchange_settle(struct mi_run *run)
{
    struct mi_tree_exchange *exchange = run->exchange;
    int left = 0;
    for (int i = 0; i < exchange->pending_count; i++) {
        struct mi_pending_growth *pending = &exchange->pending[i];
        if (!settle_growth(run, pending) && pending->tries < MI_EXCHANGE_TRIES &&
            pending->exchanges_waited < MI_EXCHANGE_WAITS)
            exchange->pending[left++] = *pending;
    }
    exchange->pending_count = left;
    exchange->next_guide = 0;
}
