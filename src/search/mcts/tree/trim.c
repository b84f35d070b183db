/* Frees memory in a full tree: unreachable nodes, old nodes, edges of nodes with few visits. */
#include "tree.h"

enum {
    STEPS_MAX = 64,      /* maximum number of steps for one block */
    BROOM_PAGES = 32,    /* pages that the broom checks in a step */
    NODE_BLOCKS_MAX = 8, /* more than the blocks of edges of any node */
    HAND_PAGES = 64,     /* pages without nodes that the hand skips in a step */
    HAND_NODES = 256     /* nodes that the hand visits in a step */
};

/* ---- unreachable nodes ---- */

static void discard_node(struct mi_tree *tree, uint32_t index)
{
    struct mi_node *node = mi_tree_node(tree, index);
    atomic_store_explicit(&node->value, tree->garbage, memory_order_relaxed);
    tree->garbage = index;
}

void mi_tree_unpin(struct mi_tree *tree, uint32_t index)
{
    struct mi_node *node = mi_tree_node(tree, index);
    mi_debug_expect(&tree->pool.debug, index, true);
    if (atomic_fetch_sub_explicit(&node->parents, 1, memory_order_relaxed) == 1)
        discard_node(tree, index);
}

/* Frees a chain of blocks of edges, and removes their links to children. */
static void free_edges(struct mi_tree *tree, uint32_t first)
{
    while (mi_is_block(first)) {
        mi_debug_expect(&tree->pool.debug, first, false);
        struct mi_edges *edges = mi_tree_edges(tree, first);
        for (int i = 0; i < edges->count; i++) {
            uint32_t link = mi_edge_link(&edges->edge[i]);
            if (mi_is_node(link))
                mi_tree_unpin(tree, link);
        }
        uint32_t next = atomic_load_explicit(&edges->next, memory_order_acquire);
        mi_tree_end_edges(tree, first);
        mi_pool_give(&tree->pool, first);
        first = next;
    }
}

static void free_node(struct mi_tree *tree, uint32_t index)
{
    struct mi_node *node = mi_tree_node(tree, index);
    mi_debug_expect(&tree->pool.debug, index, true);
    uint32_t edges = atomic_load_explicit(&node->edges, memory_order_acquire);
    atomic_store_explicit(&node->state, MI_NODE_FREE, memory_order_relaxed);
    mi_pool_give(&tree->pool, index);
    free_edges(tree, edges);
}

static bool free_garbage(struct mi_tree *tree)
{
    uint32_t index = tree->garbage;
    if (index == 0)
        return false;
    tree->garbage = (uint32_t)mi_node_value(mi_tree_node(tree, index));
    free_node(tree, index);
    return true;
}

/* Unpins the oldest ancestor of the root: its other descendants become unreachable and can be
 * freed. The root can no longer move back to it. */
static bool free_oldest(struct mi_tree *tree)
{
    if (tree->oldest >= tree->plies)
        return false;
    mi_tree_unpin(tree, tree->ancestor[tree->oldest++]);
    return true;
}

/* ---- epochs ---- */

/* Begins the next epoch if every thread that is in a playout has begun it in this one.  Reading a
 * lease's epoch is done by a write, so that a thread that enters later reads that write, and thus
 * sees everything that was removed before (tests/search/mcts/check_orders.c). */
static void advance_epoch(struct mi_tree *tree)
{
    uint64_t epoch = atomic_load(&tree->epoch);
    for (struct mi_lease *lease = tree->leases; lease; lease = lease->next) {
        uint64_t lease_epoch = atomic_fetch_add_explicit(&lease->epoch, 0, memory_order_acq_rel);
        if (lease_epoch != 0 && lease_epoch != epoch)
            return;
    }
    atomic_store(&tree->epoch, epoch + 1);
}

static bool free_retired(struct mi_tree *tree)
{
    if (tree->retired_count == 0)
        return false;
    struct mi_retired *oldest = &tree->retired[tree->retired_first];
    if (oldest->epoch + 2 > atomic_load(&tree->epoch))
        advance_epoch(tree);
    if (oldest->epoch + 2 > atomic_load(&tree->epoch))
        return false;
    tree->retired_first = (tree->retired_first + 1) % MI_RETIRED;
    tree->retired_count--;
    free_edges(tree, oldest->edges);
    return true;
}

static void retire_edges(struct mi_tree *tree, uint32_t edges)
{
    unsigned last = (tree->retired_first + tree->retired_count++) % MI_RETIRED;
    tree->retired[last] = (struct mi_retired){edges, atomic_load(&tree->epoch)};
}

/* ---- the clock hand ---- */

/* Pairs with mi_node_init(): if the node is not free, the edges that are read belong to it. */
static bool is_free_node(const struct mi_node *node)
{
    return atomic_load_explicit(&node->state, memory_order_acquire) & MI_NODE_FREE;
}

/* Retires the edges of a node with few visits, which makes it a leaf. */
static void drop_node_edges(struct mi_tree *tree, uint32_t index, uint32_t min_visits)
{
    struct mi_node *node = mi_tree_node(tree, index);
    if (is_free_node(node) || mi_node_visits(node) >= min_visits || index == tree->root ||
        atomic_load_explicit(&node->edges, memory_order_relaxed) == 0)
        return;
    uint32_t edges = atomic_exchange(&node->edges, 0);
    atomic_fetch_and(&node->state, (uint16_t) ~(MI_NODE_LOCKED | MI_NODE_PARTIAL));
    retire_edges(tree, edges);
}

/* Doubles the threshold after each round, up to the root's visits. */
static void raise_min_visits(struct mi_tree *tree)
{
    uint32_t min_visits = atomic_load_explicit(&tree->min_edge_visits, memory_order_relaxed);
    if (min_visits <= mi_node_visits(mi_tree_node(tree, tree->root)) / 2)
        min_visits = 2 * min_visits > 2 ? 2 * min_visits : 2;
    atomic_store_explicit(&tree->min_edge_visits, min_visits, memory_order_relaxed);
}

/* Skips pages without nodes, and visits a number of nodes.  Returns false if the ring of retired
 * blocks is full. */
static bool advance_hand(struct mi_tree *tree)
{
    uint32_t page = tree->hand / MI_PAGE_CELLS, cell = tree->hand % MI_PAGE_CELLS;
    if (page >= tree->pool.used) {
        raise_min_visits(tree);
        tree->hand = 0;
        return true;
    }
    for (int i = 0; i < HAND_PAGES && page < tree->pool.used; i++) {
        if (mi_pool_holds_nodes(&tree->pool, page))
            break;
        cell = 0;
        page++;
    }
    tree->hand = page * MI_PAGE_CELLS + cell;
    if (page >= tree->pool.used || !mi_pool_holds_nodes(&tree->pool, page))
        return true;
    uint32_t cells = mi_pool_cells(mi_tree_node_class(tree));
    uint32_t min_visits = atomic_load_explicit(&tree->min_edge_visits, memory_order_relaxed);
    for (int i = 0; i < HAND_NODES && cell < MI_PAGE_CELLS && tree->retired_count < MI_RETIRED;
         i++) {
        drop_node_edges(tree, page * MI_PAGE_CELLS + cell, min_visits);
        cell += cells;
    }
    tree->hand = page * MI_PAGE_CELLS + cell;
    return tree->retired_count < MI_RETIRED;
}

/* ---- the broom: sweeping nearly empty pages ---- */

/* Is or was the cell a node, in a page that still holds nodes? */
static bool is_node_cell(const struct mi_tree *tree, uint32_t index)
{
    uint32_t page = index / MI_PAGE_CELLS;
    return page < tree->pool.used && mi_pool_holds_nodes(&tree->pool, page);
}

static uint32_t next_block(const struct mi_tree *tree, uint32_t block)
{
    return atomic_load_explicit(&mi_tree_edges(tree, block)->next, memory_order_acquire);
}

/* The node that a block of edges belongs to; 0: the block is free, about to be freed, or not linked
 * yet.
 */
static uint32_t owner_of_edges(const struct mi_tree *tree, uint32_t block)
{
    uint32_t end = next_block(tree, block), owner, own;
    for (int i = 0; i < NODE_BLOCKS_MAX && mi_is_block(end); i++)
        end = next_block(tree, end);
    owner = end & ~(MI_EDGES_END | MI_EDGES_WHOLE);
    if (!(end & MI_EDGES_END) || owner < MI_FIRST_BLOCK || !is_node_cell(tree, owner) ||
        is_free_node(mi_tree_node(tree, owner)))
        return 0;
    own = atomic_load_explicit(&mi_tree_node(tree, owner)->edges, memory_order_acquire);
    for (int i = 0; i < NODE_BLOCKS_MAX && mi_is_block(own) && own != block; i++)
        own = next_block(tree, own);
    return own == block ? owner : 0;
}

/* Retires the edges in a page, except those of nodes with many visits.  Returns the number of
 * nodes. */
static int sweep_page(struct mi_tree *tree, uint32_t page)
{
    const struct mi_page *p = &tree->pool.page[page];
    uint32_t min_visits = 8 * atomic_load_explicit(&tree->min_edge_visits, memory_order_relaxed);
    unsigned before = tree->retired_count;
    uint32_t cells = mi_pool_cells(p->class), first = page == 0 ? MI_FIRST_BLOCK : 0;
    for (uint32_t cell = first; cell + cells <= p->fresh_cell; cell += cells) {
        uint32_t owner = owner_of_edges(tree, page * MI_PAGE_CELLS + cell);
        if (owner && tree->retired_count < MI_RETIRED)
            drop_node_edges(tree, owner, min_visits);
    }
    return (int)(tree->retired_count - before);
}

/* Sweeps the next page that is nearly empty, among the next SWEPT pages. */
static bool advance_broom(struct mi_tree *tree, int class)
{
    const struct mi_pool *pool = &tree->pool;
    for (uint32_t i = 0; i < BROOM_PAGES && i < pool->used; i++) {
        uint32_t page = tree->broom < pool->used ? tree->broom : 0;
        const struct mi_page *p = &pool->page[page];
        tree->broom = page + 1;
        if (p->class >= MI_CLASS_EDGES && p->class != class &&
            p->level <= (mi_pool_cells(p->class) >= 8) &&
            tree->retired_count + p->used_blocks <= MI_RETIRED && sweep_page(tree, page) > 0)
            return true;
    }
    return false;
}

/* ---- all of it ---- */

void mi_tree_free_memory(struct mi_tree *tree, int class)
{
    for (int i = 0; i < STEPS_MAX && !mi_pool_has(&tree->pool, class); i++)
        if (!free_garbage(tree) && !free_retired(tree) && !free_oldest(tree) &&
            !advance_broom(tree, class) && !advance_hand(tree))
            return;
}
