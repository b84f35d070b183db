/* Sends peers the growth of the upper tree. */
#include "tree_exchange.h"

#include <string.h>

/* Edges are sent if they have at least 1/SHARE of the root's visits, and at least FEW visits. */
enum { SENT_SHARE = 200, SENT_MIN_VISITS = 2, BEGUN_SHARE = 2000 };
/* Limits that apply instead if the evaluator exports its results. */
enum { CHEAP_SHARE = 1000, CHEAP_MIN_VISITS = 1, BEGUN_CHEAP_SHARE = 8000 };
enum { GROWTH_BYTES = 29 }; /* maximum size of a record */

/* One walk over the upper tree. */
struct upper_tree_walk {
    struct mi_run *run;
    struct mi_bytes bytes;
    uint32_t min_visits; /* minimum visits of an edge that is sent */
    bool marks_only;     /* send nothing, only mark everything as known */
    bool walks_all;      /* descend below nodes that have not grown, too */
    uint32_t path[MI_EXCHANGE_DEPTH + 1];
};

static const struct mi_tree *walk_tree(const struct upper_tree_walk *walk)
{
    return &walk->run->mcts->tree;
}

/* ---- growth ---- */

/* The growth of a count; 0 if the count is lower now, as playouts in progress may cause. */
static uint32_t count_growth(uint32_t now, uint32_t known)
{
    return now > known ? now - known : 0;
}

/* Marks the node's sums as known and returns the difference.  Visits are read before the value, so
 * the value may contain some that are sent with the next message. */
static struct mi_growth take_node_growth(struct upper_tree_walk *walk, const struct mi_node *node)
{
    struct mi_growth growth = {0};
    struct mi_shared_sums *known =
        mi_tree_exchange_node(walk->run->exchange, walk_tree(walk), node);
    uint32_t visits = mi_node_visits(node);
    int64_t value = mi_node_value(node);
    uint64_t squares =
        walk->run->squares ? atomic_load_explicit(&node->squares, memory_order_relaxed) : 0;
    if (!known)
        return growth;
    if (visits >= known->visits)
        growth = (struct mi_growth){.visits = count_growth(visits, known->visits),
                                    .value = value - known->value,
                                    .squares = squares - known->squares};
    *known = (struct mi_shared_sums){known->key, visits, value, squares};
    if (walk->run->solver)
        growth.bounds = mi_node_state(node) & MI_NODE_BOUNDS;
    return growth;
}

static uint32_t take_edge_growth(struct upper_tree_walk *walk, const struct mi_node *node,
                                 const struct mi_edge *edge)
{
    struct mi_shared_sums *known = mi_tree_exchange_edge(walk->run->exchange, walk_tree(walk), node,
                                                         mi_tree_exchange_move(edge));
    uint32_t visits = mi_edge_visits(edge), growth;
    if (!known)
        return 0;
    growth = count_growth(visits, known->visits);
    known->visits = visits;
    return growth;
}

/* ---- the walk ---- */

static bool is_edge_sent(const struct upper_tree_walk *walk, const struct mi_edge *edge)
{
    return mi_is_node(mi_edge_link(edge)) && mi_edge_visits(edge) >= walk->min_visits;
}

/* If the message is full, the rest is sent with the next one. */
static bool message_has_space(const struct upper_tree_walk *walk)
{
    if (walk->marks_only || mi_bytes_left(&walk->bytes) >= GROWTH_BYTES)
        return true;
    walk->run->exchange->truncated = true;
    return false;
}

static void write_growth(struct upper_tree_walk *walk, int depth, unsigned move,
                         const struct mi_growth *growth)
{
    struct mi_bytes *bytes = &walk->bytes;
    mi_bytes_write(bytes, 1, (uint64_t)depth);
    if (depth > 0) {
        mi_bytes_write(bytes, 2, move);
        mi_bytes_write(bytes, 4, growth->edge);
    }
    mi_bytes_write(bytes, 4, growth->visits);
    mi_bytes_write(bytes, 8, (uint64_t)growth->value);
    mi_bytes_write(bytes, 2, growth->bounds);
    if (walk->run->squares)
        mi_bytes_write(bytes, 8, growth->squares);
}

/* In a graph a position may be its own descendant. */
static bool is_on_path(const struct upper_tree_walk *walk, int depth, uint32_t index)
{
    for (int d = 0; d < depth; d++)
        if (walk->path[d] == index)
            return true;
    return false;
}

static void walk_edges(struct upper_tree_walk *walk, int depth);

static void walk_node(struct upper_tree_walk *walk, int depth, unsigned move,
                      struct mi_growth growth)
{
    unsigned char *before = walk->bytes.at, *after;
    bool grown = growth.edge > 0 || growth.visits > 0 || growth.value != 0;
    if (!walk->marks_only)
        write_growth(walk, depth, move, &growth);
    after = walk->bytes.at;
    if (grown || walk->walks_all)
        walk_edges(walk, depth);
    if (!grown && walk->bytes.at == after)
        walk->bytes.at = before; /* nothing new here or below */
}

static void walk_edges(struct upper_tree_walk *walk, int depth)
{
    const struct mi_node *node = mi_tree_node(walk_tree(walk), walk->path[depth]);
    struct mi_edges *edges = mi_first_edges(walk_tree(walk), node);
    for (; edges && depth < MI_EXCHANGE_DEPTH; edges = mi_next_edges(walk_tree(walk), edges))
        for (int i = 0; i < edges->count; i++) {
            const struct mi_edge *edge = &edges->edge[i];
            uint32_t link = mi_edge_link(edge);
            if (!is_edge_sent(walk, edge) || is_on_path(walk, depth + 1, link) ||
                !message_has_space(walk))
                continue;
            walk->path[depth + 1] = link;
            struct mi_growth growth = take_node_growth(walk, mi_tree_node(walk_tree(walk), link));
            growth.edge = take_edge_growth(walk, node, edge);
            walk_node(walk, depth + 1, mi_tree_exchange_move(edge), growth);
        }
}

static void walk_root(struct upper_tree_walk *walk)
{
    walk->path[0] = walk_tree(walk)->root;
    walk_node(walk, 0, 0, take_node_growth(walk, mi_tree_node(walk_tree(walk), walk->path[0])));
}

/* ---- how much is sent ---- */

static void set_min_visits(struct upper_tree_walk *walk, uint32_t share, uint32_t few)
{
    const struct mi_tree *tree = walk_tree(walk);
    walk->min_visits = mi_node_visits(mi_tree_node(tree, tree->root)) / share;
    walk->min_visits = walk->min_visits > few ? walk->min_visits : few;
}

/* Can a peer create nodes without evaluating them, because it gets the evaluations, too? */
static bool exports_evaluations(const struct mi_run *run)
{
    return run->evaluator->export_cache != NULL;
}

/* Writes the growth records after their size. */
static size_t write_growths(struct mi_run *run)
{
    struct upper_tree_walk walk = {.run = run,
                                   .bytes = mi_bytes_of(run->exchange->bytes, MI_GROWTHS_BYTES)};
    unsigned char *size = mi_bytes_skip(&walk.bytes, MI_GROWTHS_HEAD);
    struct mi_bytes head = mi_bytes_of(size, MI_GROWTHS_HEAD);
    if (exports_evaluations(run))
        set_min_visits(&walk, CHEAP_SHARE, CHEAP_MIN_VISITS);
    else
        set_min_visits(&walk, SENT_SHARE, SENT_MIN_VISITS);
    /* Growth shows in all nodes above, except growth by weightless playouts. */
    walk.walks_all = run->exchange->truncated || run->explores_human;
    run->exchange->truncated = false;
    walk_root(&walk);
    mi_bytes_write(&head, MI_GROWTHS_HEAD, mi_bytes_done(&walk.bytes) - MI_GROWTHS_HEAD);
    return mi_bytes_done(&walk.bytes);
}

size_t mi_tree_exchange_send(struct mi_run *run)
{
    size_t growths = write_growths(run);
    struct mi_bytes bytes =
        mi_bytes_of(run->exchange->bytes + growths, sizeof run->exchange->bytes - growths);
    if (exports_evaluations(run))
        run->evaluator->export_cache(run->worker[0]->evaluator, &bytes);
    return growths + mi_bytes_done(&bytes);
}

void mi_tree_exchange_begin(struct mi_run *run)
{
    struct upper_tree_walk walk = {.run = run, .marks_only = true, .walks_all = true};
    set_min_visits(&walk, exports_evaluations(run) ? BEGUN_CHEAP_SHARE : BEGUN_SHARE, 1);
    walk_root(&walk);
}
