/* Telling peers by how much the upper tree has grown. */
#include "share.h"

#include <string.h>

/* Edges are told of that have at least 1 / SHARE of the root's visits, and FEW. */
enum { SHARE = 200, FEW = 2, BEGUN_SHARE = 2000 };

/* One walk over the upper tree. */
struct walk {
    struct mi_run *run;
    struct mi_bytes bytes;
    uint32_t least; /* visits of an edge that is told of */
    bool begins;    /* nothing is told, and all made known */
    bool overflows; /* out */
    uint32_t path[MI_SHARE_DEPTH + 1];
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
    struct mi_known_sums *known = mi_share_node(walk->run->share, tree_of(walk), node);
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
    *known = (struct mi_known_sums){known->key, visits, value, squares};
    if (walk->run->solver)
        growth.bounds = mi_node_state(node) & MI_NODE_BOUNDS;
    return growth;
}

static uint32_t grow_edge(struct walk *walk, const struct mi_node *node, const struct mi_edge *edge)
{
    struct mi_known_sums *known =
        mi_share_edge(walk->run->share, tree_of(walk), node, mi_share_move(edge));
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

static void put(struct walk *walk, int depth, unsigned move, const struct mi_growth *growth)
{
    struct mi_bytes *bytes = &walk->bytes;
    mi_bytes_put(bytes, 1, (uint64_t)depth);
    if (depth > 0) {
        mi_bytes_put(bytes, 2, move);
        mi_bytes_put(bytes, 4, growth->edge);
    }
    mi_bytes_put(bytes, 4, growth->visits);
    mi_bytes_put(bytes, 8, (uint64_t)growth->value);
    mi_bytes_put(bytes, 2, growth->bounds);
    if (walk->run->squares)
        mi_bytes_put(bytes, 8, growth->squares);
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
    walk_edges(walk, depth);
    if (!grown && walk->bytes.at == after)
        walk->bytes.at = before; /* nothing new here, nor below */
}

static void walk_edges(struct walk *walk, int depth)
{
    const struct mi_node *node = mi_tree_node(tree_of(walk), walk->path[depth]);
    struct mi_edges *edges = mi_first_edges(tree_of(walk), node);
    for (; edges && depth < MI_SHARE_DEPTH; edges = mi_next_edges(tree_of(walk), edges))
        for (int i = 0; i < edges->count; i++) {
            const struct mi_edge *edge = &edges->edge[i];
            uint32_t link = mi_edge_link(edge);
            if (!is_told(walk, edge) || is_on_path(walk, depth + 1, link))
                continue;
            walk->path[depth + 1] = link;
            struct mi_growth growth = grow_node(walk, mi_tree_node(tree_of(walk), link));
            growth.edge = grow_edge(walk, node, edge);
            visit(walk, depth + 1, mi_share_move(edge), growth);
        }
}

static void walk_root(struct walk *walk)
{
    walk->path[0] = tree_of(walk)->root;
    visit(walk, 0, 0, grow_node(walk, mi_tree_node(tree_of(walk), walk->path[0])));
}

/* ---- how much is told ---- */

/* Counts the edges that would be told of, up to most. */
static int count_edges(const struct walk *walk, uint32_t index, int depth, int most)
{
    const struct mi_tree *tree = tree_of(walk);
    int n = 0;
    struct mi_edges *edges = mi_first_edges(tree, mi_tree_node(tree, index));
    for (; edges && depth < MI_SHARE_DEPTH; edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count && n < most; i++)
            if (is_told(walk, &edges->edge[i]))
                n += 1 + count_edges(walk, mi_edge_link(&edges->edge[i]), depth + 1, most - n - 1);
    return n;
}

/* As few visits as the message has room for. */
static void choose_least(struct walk *walk, uint32_t share)
{
    enum { ENTRY = 29, MOST = MI_SHARE_BYTES / ENTRY - 1 };
    uint32_t root = tree_of(walk)->root;
    walk->least = mi_node_visits(mi_tree_node(tree_of(walk), root)) / share;
    walk->least = walk->least > FEW ? walk->least : FEW;
    while (count_edges(walk, root, 0, MOST + 1) > MOST)
        walk->least += walk->least / 2;
}

size_t mi_share_tell(struct mi_run *run)
{
    struct walk walk = {.run = run, .bytes = mi_bytes_of(run->share->bytes, MI_SHARE_BYTES)};
    choose_least(&walk, SHARE);
    walk_root(&walk);
    return mi_bytes_done(&walk.bytes);
}

void mi_share_begin(struct mi_run *run)
{
    struct walk walk = {.run = run, .begins = true};
    choose_least(&walk, BEGUN_SHARE);
    walk_root(&walk);
}
