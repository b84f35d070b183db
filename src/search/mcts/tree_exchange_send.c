/* Telling peers by how much the upper tree has grown. */
#include "tree_exchange.h"

#include <string.h>

/* Edges are told of that have at least 1 / SHARE of the root's visits, and FEW. */
enum { SHARE = 200, FEW = 2, BEGUN_SHARE = 2000 };
/* The same where the evaluator tells its answers. */
enum { CHEAP_SHARE = 1000, CHEAP_FEW = 1, BEGUN_CHEAP_SHARE = 8000 };
enum { GROWTH_BYTES = 29 };

/* One walk over the upper tree. */
struct walk {
    struct mi_run *run;
    struct mi_bytes bytes;
    uint32_t least; /* visits of an edge that is told of */
    bool begins;    /* nothing is told, and all made known */
    bool whole;     /* also below what has not grown */
    uint32_t path[MI_EXCHANGE_DEPTH + 1];
};

static const struct mi_tree *tree_of(const struct walk *walk)
{
    return &walk->run->mcts->tree;
}

/* ---- growth ---- */

/* More than is known of a count that playouts under way may have lowered again. */
static uint32_t more(uint32_t now, uint32_t known)
{
    return now > known ? now - known : 0;
}

/* What all know becomes what is there now; returns the difference.  The visits are read before the
 * value, so that it may have some that come with the next. */
static struct mi_growth grow_node(struct walk *walk, const struct mi_node *node)
{
    struct mi_growth growth = {0};
    struct mi_shared_sums *known = mi_tree_exchange_node(walk->run->share, tree_of(walk), node);
    uint32_t visits = mi_node_visits(node);
    int64_t value = mi_node_value(node);
    uint64_t squares =
        walk->run->squares ? atomic_load_explicit(&node->squares, memory_order_relaxed) : 0;
    if (!known)
        return growth;
    if (visits >= known->visits)
        growth = (struct mi_growth){.visits = more(visits, known->visits),
                                    .value = value - known->value,
                                    .squares = squares - known->squares};
    *known = (struct mi_shared_sums){known->key, visits, value, squares};
    if (walk->run->solver)
        growth.bounds = mi_node_state(node) & MI_NODE_BOUNDS;
    return growth;
}

static uint32_t grow_edge(struct walk *walk, const struct mi_node *node, const struct mi_edge *edge)
{
    struct mi_shared_sums *known =
        mi_tree_exchange_edge(walk->run->share, tree_of(walk), node, mi_tree_exchange_move(edge));
    uint32_t visits = mi_edge_visits(edge), growth;
    if (!known)
        return 0;
    growth = more(visits, known->visits);
    known->visits = visits;
    return growth;
}

/* ---- the walk ---- */

static bool is_told(const struct walk *walk, const struct mi_edge *edge)
{
    return mi_is_node(mi_edge_link(edge)) && mi_edge_visits(edge) >= walk->least;
}

/* What has none is told the next time. */
static bool has_room(const struct walk *walk)
{
    if (walk->begins || mi_bytes_left(&walk->bytes) >= GROWTH_BYTES)
        return true;
    walk->run->share->cut = true;
    return false;
}

static void put(struct walk *walk, int depth, unsigned move, const struct mi_growth *growth)
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

/* In a graph a position may lie behind itself. */
static bool is_on_path(const struct walk *walk, int depth, uint32_t index)
{
    for (int d = 0; d < depth; d++)
        if (walk->path[d] == index)
            return true;
    return false;
}

static void walk_edges(struct walk *walk, int depth);

static void visit(struct walk *walk, int depth, unsigned move, struct mi_growth growth)
{
    unsigned char *before = walk->bytes.at, *after;
    bool grown = growth.edge > 0 || growth.visits > 0 || growth.value != 0;
    if (!walk->begins)
        put(walk, depth, move, &growth);
    after = walk->bytes.at;
    if (grown || walk->whole)
        walk_edges(walk, depth);
    if (!grown && walk->bytes.at == after)
        walk->bytes.at = before; /* nothing new here, nor below */
}

static void walk_edges(struct walk *walk, int depth)
{
    const struct mi_node *node = mi_tree_node(tree_of(walk), walk->path[depth]);
    struct mi_edges *edges = mi_first_edges(tree_of(walk), node);
    for (; edges && depth < MI_EXCHANGE_DEPTH; edges = mi_next_edges(tree_of(walk), edges))
        for (int i = 0; i < edges->count; i++) {
            const struct mi_edge *edge = &edges->edge[i];
            uint32_t link = mi_edge_link(edge);
            if (!is_told(walk, edge) || is_on_path(walk, depth + 1, link) || !has_room(walk))
                continue;
            walk->path[depth + 1] = link;
            struct mi_growth growth = grow_node(walk, mi_tree_node(tree_of(walk), link));
            growth.edge = grow_edge(walk, node, edge);
            visit(walk, depth + 1, mi_tree_exchange_move(edge), growth);
        }
}

static void walk_root(struct walk *walk)
{
    walk->path[0] = tree_of(walk)->root;
    visit(walk, 0, 0, grow_node(walk, mi_tree_node(tree_of(walk), walk->path[0])));
}

/* ---- how much is told ---- */

static void choose_least(struct walk *walk, uint32_t share, uint32_t few)
{
    const struct mi_tree *tree = tree_of(walk);
    walk->least = mi_node_visits(mi_tree_node(tree, tree->root)) / share;
    walk->least = walk->least > few ? walk->least : few;
}

/* Does a node that is told of cost a peer no playout? */
static bool is_cheap(const struct mi_run *run)
{
    return run->evaluator->tell_peers != NULL;
}

/* The growths, behind how many bytes they take. */
static size_t tell_growths(struct mi_run *run)
{
    struct walk walk = {.run = run, .bytes = mi_bytes_of(run->share->bytes, MI_GROWTHS_BYTES)};
    unsigned char *size = mi_bytes_skip(&walk.bytes, MI_GROWTHS_HEAD);
    struct mi_bytes head = mi_bytes_of(size, MI_GROWTHS_HEAD);
    if (is_cheap(run))
        choose_least(&walk, CHEAP_SHARE, CHEAP_FEW);
    else
        choose_least(&walk, SHARE, FEW);
    /* Whatever grows lets all above it grow, but for moves that count for nothing. */
    walk.whole = run->share->cut || run->explores_human;
    run->share->cut = false;
    walk_root(&walk);
    mi_bytes_write(&head, MI_GROWTHS_HEAD, mi_bytes_done(&walk.bytes) - MI_GROWTHS_HEAD);
    return mi_bytes_done(&walk.bytes);
}

size_t mi_tree_exchange_send(struct mi_run *run)
{
    size_t growths = tell_growths(run);
    struct mi_bytes bytes =
        mi_bytes_of(run->share->bytes + growths, sizeof run->share->bytes - growths);
    if (is_cheap(run))
        run->evaluator->tell_peers(run->worker[0]->evaluator, &bytes);
    return growths + mi_bytes_done(&bytes);
}

void mi_tree_exchange_begin(struct mi_run *run)
{
    struct walk walk = {.run = run, .begins = true, .whole = true};
    choose_least(&walk, is_cheap(run) ? BEGUN_CHEAP_SHARE : BEGUN_SHARE, 1);
    walk_root(&walk);
}
