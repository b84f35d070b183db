/* One thread's access to the tree: allocates, frees and shares nodes and edges. */
#include "tree.h"

void mi_lease_open(struct mi_lease *lease, struct mi_tree *tree, bool shared)
{
    *lease = (struct mi_lease){.tree = tree, .shared = shared};
    pthread_mutex_lock(&tree->lock);
    lease->next = tree->leases;
    tree->leases = lease;
    pthread_mutex_unlock(&tree->lock);
}

void mi_lease_close(struct mi_lease *lease)
{
    struct mi_tree *tree = lease->tree;
    struct mi_lease **link = &tree->leases;
    pthread_mutex_lock(&tree->lock);
    for (int class = 0; class < MI_CLASSES; class ++)
        for (int i = 0; i < lease->count[class]; i++)
            mi_pool_give(&tree->pool, lease->spare[class][i]);
    while (*link != lease)
        link = &(*link)->next;
    *link = lease->next;
    pthread_mutex_unlock(&tree->lock);
}

void mi_lease_enter(struct mi_lease *lease)
{
    uint64_t epoch = atomic_load(&lease->tree->epoch);
    if (lease->shared)
        atomic_exchange(&lease->epoch, epoch); /* before any access; see advance_epoch() */
    else
        atomic_store_explicit(&lease->epoch, epoch, memory_order_relaxed);
}

void mi_lease_leave(struct mi_lease *lease)
{
    atomic_store_explicit(&lease->epoch, 0, memory_order_release);
}

/* A single thread needs no lock. */
static void lock_tree(struct mi_lease *lease)
{
    if (lease->shared)
        pthread_mutex_lock(&lease->tree->lock);
}

static void unlock_tree(struct mi_lease *lease)
{
    if (lease->shared)
        pthread_mutex_unlock(&lease->tree->lock);
}

/* Number of blocks to allocate together: several if they are small, so that threads rarely wait for
 * the lock. */
static int refill_count(int class)
{
    return mi_pool_cells(class) <= 4 ? MI_SPARE : 1;
}

static void update_memory_hint(struct mi_tree *tree)
{
    const struct mi_pool *pool = &tree->pool;
    bool narrow = 2 * (uint64_t)(pool->used - pool->empties) > pool->pages;
    atomic_store_explicit(&tree->narrow, narrow, memory_order_relaxed);
}

/* Allocates a block.  A block of edges is marked as belonging to no node yet. */
static uint32_t allocate_block(struct mi_tree *tree, int class)
{
    uint32_t block = mi_pool_take(&tree->pool, class);
    if (block && class >= MI_CLASS_EDGES)
        mi_tree_end_edges(tree, block);
    return block;
}

static void refill_spares(struct mi_lease *lease, int class)
{
    struct mi_tree *tree = lease->tree;
    int n = lease->shared ? refill_count(class) : 1;
    uint32_t block;
    lock_tree(lease);
    while (lease->count[class] < n && (block = allocate_block(tree, class)) != 0)
        lease->spare[class][lease->count[class]++] = block;
    if (lease->count[class] == 0) {
        mi_tree_free_memory(tree, class);
        if ((block = allocate_block(tree, class)) != 0)
            lease->spare[class][lease->count[class]++] = block;
    }
    update_memory_hint(tree);
    unlock_tree(lease);
}

static uint32_t take_block(struct mi_lease *lease, int class)
{
    if (lease->count[class] == 0)
        refill_spares(lease, class);
    return lease->count[class] ? lease->spare[class][--lease->count[class]] : 0;
}

static void free_block(struct mi_lease *lease, uint32_t block, bool node)
{
    lock_tree(lease);
    mi_debug_expect(&lease->tree->pool.debug, block, node);
    if (!node)
        mi_tree_end_edges(lease->tree, block);
    mi_pool_give(&lease->tree->pool, block);
    unlock_tree(lease);
}

uint32_t mi_lease_node(struct mi_lease *lease, int mover, int turn)
{
    uint32_t index = take_block(lease, mi_tree_node_class(lease->tree));
    if (index)
        mi_tree_init_node(lease->tree, index, mover, turn);
    return index;
}

void mi_lease_drop_node(struct mi_lease *lease, uint32_t node)
{
    atomic_store_explicit(&mi_tree_node(lease->tree, node)->state, MI_NODE_FREE,
                          memory_order_relaxed);
    free_block(lease, node, true);
}

/* ---- sharing ---- */

/* The shared node of a key, or 0. Its memory may have been reused, so checks that it is still
 * reachable and the node of that position: a page of nodes begins with all bits set, a freed node
 * keeps its key but has no parents, and a new node gets both under the lock. */
static uint32_t find_shared(const struct mi_tree *tree, uint64_t key)
{
    uint32_t index = tree->slot[key & (tree->slots - 1)], page = index / MI_PAGE_CELLS;
    if (index == 0 || page >= tree->pool.used || !mi_pool_holds_nodes(&tree->pool, page))
        return 0;
    const struct mi_node *node = mi_tree_node(tree, index);
    bool good = node->key == key && !(mi_node_state(node) & MI_NODE_FREE) &&
                atomic_load_explicit(&node->parents, memory_order_relaxed) > 0;
    return good ? index : 0;
}

uint32_t mi_lease_share(struct mi_lease *lease, uint32_t node, uint64_t key)
{
    struct mi_tree *tree = lease->tree;
    lock_tree(lease);
    uint32_t found = find_shared(tree, key);
    if (!found) {
        found = node;
        mi_tree_node(tree, node)->key = key;
        tree->slot[key & (tree->slots - 1)] = node;
    }
    mi_debug_expect(&tree->pool.debug, found, true);
    mi_tree_pin(tree, found);
    unlock_tree(lease);
    return found;
}

void mi_lease_cut(struct mi_lease *lease, uint32_t node)
{
    lock_tree(lease);
    mi_tree_unpin(lease->tree, node);
    unlock_tree(lease);
}

/* ---- edges ---- */

static size_t edge_bytes(const struct mi_tree *tree)
{
    return sizeof(struct mi_edge) + (tree->amaf ? sizeof(struct mi_amaf) : 0);
}

void mi_lease_drop_edges(struct mi_lease *lease, uint32_t first)
{
    while (mi_is_block(first)) {
        uint32_t next =
            atomic_load_explicit(&mi_tree_edges(lease->tree, first)->next, memory_order_relaxed);
        free_block(lease, first, false);
        first = next;
    }
}

/* The size class for n edges, or the largest one. */
static int class_for(const struct mi_tree *tree, int n)
{
    size_t bytes = sizeof(struct mi_edges) + (size_t)n * edge_bytes(tree);
    uint32_t cells = (uint32_t)((bytes + MI_CELL - 1) / MI_CELL);
    return mi_pool_class(cells < MI_MAX_BLOCK_CELLS ? cells : MI_MAX_BLOCK_CELLS);
}

uint32_t mi_lease_edges(struct mi_lease *lease, int n)
{
    const struct mi_tree *tree = lease->tree;
    uint32_t chain = MI_EDGES_END;
    while (n > 0) {
        int class = class_for(tree, n);
        uint32_t block = take_block(lease, class);
        if (!block) {
            mi_lease_drop_edges(lease, chain);
            return 0;
        }
        struct mi_edges *edges = mi_tree_edges(tree, block);
        atomic_store_explicit(&edges->next, chain, memory_order_relaxed);
        edges->count = 0;
        edges->capacity =
            (uint16_t)((mi_pool_cells(class) * MI_CELL - sizeof *edges) / edge_bytes(tree));
        chain = block;
        n -= edges->capacity;
    }
    return chain;
}
