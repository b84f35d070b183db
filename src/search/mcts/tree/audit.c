/* Checks that all blocks in use belong to the tree: counts the references to each. */
#include "audit.h"

#ifdef MI_POOL_DEBUG

#include "base/memory.h"
#include "debug.h"

_Static_assert(offsetof(struct mi_node, visits) == MI_POISON_NODE &&
                   offsetof(struct mi_node, parents) == MI_POISON_NODE_END &&
                   offsetof(struct mi_edges, edge) == MI_POISON_EDGES,
               "the poisoned bytes match the structs");

/* Flag in a node's count: the node waits to be freed. */
#define GARBAGE ((uint32_t)1 << 31)

/* References to each block, by its first cell: edges and pins for a node; the node or the previous
 * block for a block of edges. */
struct audit {
    const struct mi_tree *tree;
    uint32_t *count;
};

static void count_edges(const struct audit *audit, uint32_t block)
{
    const struct mi_tree *tree = audit->tree;
    while (mi_is_block(block)) {
        mi_debug_expect(&tree->pool.debug, block, false);
        const struct mi_edges *edges = mi_tree_edges(tree, block);
        if (audit->count[block]++ > 0)
            mi_debug_fail(block, "belongs to two nodes");
        if (edges->count > edges->capacity)
            mi_debug_fail(block, "has more edges than its capacity");
        for (int i = 0; i < edges->count; i++) {
            uint32_t link = mi_edge_link(&edges->edge[i]);
            if (!mi_is_node(link))
                continue;
            mi_debug_expect(&tree->pool.debug, link, true);
            audit->count[link]++;
        }
        block = atomic_load_explicit(&edges->next, memory_order_relaxed);
    }
}

static void count_pins(const struct audit *audit)
{
    const struct mi_tree *tree = audit->tree;
    for (int i = tree->oldest; i <= tree->plies; i++) {
        mi_debug_expect(&tree->pool.debug, tree->ancestor[i], true);
        audit->count[tree->ancestor[i]]++;
    }
}

static void count_retired(const struct audit *audit)
{
    const struct mi_tree *tree = audit->tree;
    for (unsigned i = 0; i < tree->retired_count; i++)
        count_edges(audit, tree->retired[(tree->retired_first + i) % MI_RETIRED].edges);
}

static void mark_garbage(const struct audit *audit)
{
    const struct mi_tree *tree = audit->tree;
    for (uint32_t i = tree->garbage; i; i = (uint32_t)mi_node_value(mi_tree_node(tree, i))) {
        mi_debug_expect(&tree->pool.debug, i, true);
        if (audit->count[i] & GARBAGE)
            mi_debug_fail(i, "was discarded twice");
        audit->count[i] |= GARBAGE;
    }
}

static bool is_node_block(const struct mi_tree *tree, uint32_t block)
{
    return mi_pool_holds_nodes(&tree->pool, block / MI_PAGE_CELLS);
}

/* No thread is in the tree, so no thread can still clear these states. */
static void check_state(const struct mi_node *node, uint32_t block)
{
    unsigned state = mi_node_state(node);
    if (state & MI_NODE_PENDING)
        mi_debug_fail(block, "is a node whose value is pending");
    if (state & MI_NODE_LOCKED && atomic_load_explicit(&node->edges, memory_order_relaxed) == 0)
        mi_debug_fail(block, "is a locked node without edges");
}

static void check_references(const struct audit *audit, uint32_t block)
{
    const struct mi_tree *tree = audit->tree;
    uint32_t count = audit->count[block];
    if (count == 0)
        mi_debug_fail(block, "is in use but unreachable");
    if (!is_node_block(tree, block))
        return;
    const struct mi_node *node = mi_tree_node(tree, block);
    if ((count & ~GARBAGE) != atomic_load_explicit(&node->parents, memory_order_relaxed))
        mi_debug_fail(block, "is a node with a wrong parent count");
    if ((count & GARBAGE) && (count & ~GARBAGE))
        mi_debug_fail(block, "is a discarded node with parents");
    check_state(node, block);
}

void mi_tree_audit(const struct mi_tree *tree)
{
    const struct mi_pool *pool = &tree->pool;
    uint32_t cells = pool->used * MI_PAGE_CELLS;
    struct audit audit = {tree, NULL};
    if (!pool->debug.state || tree->root == 0 || tree->leases)
        return;
    if (!(audit.count = mi_pages_alloc(cells * sizeof *audit.count)))
        return;
    count_pins(&audit);
    count_retired(&audit);
    mark_garbage(&audit);
    for (uint32_t i = MI_FIRST_BLOCK; i < cells; i++)
        if (mi_debug_in_use(&pool->debug, i) && is_node_block(tree, i))
            count_edges(&audit,
                        atomic_load_explicit(&mi_tree_node(tree, i)->edges, memory_order_relaxed));
    for (uint32_t i = MI_FIRST_BLOCK; i < cells; i++)
        if (mi_debug_in_use(&pool->debug, i))
            check_references(&audit, i);
    mi_pages_free(audit.count, cells * sizeof *audit.count);
}

#endif
