#include "tree.h"

#include "base/memory.h"

#include <string.h>

enum { BYTES_PER_SLOT = 128 };

/* ---- the tree as a whole ---- */

bool mi_tree_init(struct mi_tree *tree)
{
    *tree = (struct mi_tree){.root = 0};
    return pthread_mutex_init(&tree->lock, NULL) == 0;
}

/* One hash slot for 128 bytes of the tree, about the size of a node with its edges. */
static size_t slots_for(size_t bytes)
{
    size_t slots = 1;
    while (2 * slots * (BYTES_PER_SLOT + sizeof(uint32_t)) <= bytes)
        slots *= 2;
    return slots;
}

static bool resize_slots(struct mi_tree *tree, size_t slots)
{
    if (tree->slots == slots)
        return true;
    mi_pages_free(tree->slot, tree->slots * sizeof *tree->slot);
    tree->slot = slots ? mi_pages_alloc(slots * sizeof *tree->slot) : NULL;
    tree->slots = tree->slot ? slots : 0;
    return tree->slots == slots;
}

bool mi_tree_reserve(struct mi_tree *tree, size_t bytes, bool sharing)
{
    size_t before = tree->pool.bytes, slots = sharing ? slots_for(bytes) : 0;
    bool done = resize_slots(tree, slots) &&
                mi_pool_reserve(&tree->pool, bytes - slots * sizeof *tree->slot);
    if (!done || tree->pool.bytes != before)
        tree->root = 0;
    return done;
}

void mi_tree_free(struct mi_tree *tree)
{
    mi_pool_free(&tree->pool);
    resize_slots(tree, 0);
    tree->root = 0;
    pthread_mutex_destroy(&tree->lock);
}

/* The clock hand may read the node at any time: everything that it reads in a node must be written
 * before the state says that the node is not free. */
void mi_node_init(struct mi_node *node, int mover, int turn)
{
    atomic_store_explicit(&node->value, 0, memory_order_relaxed);
    atomic_store_explicit(&node->visits, 0, memory_order_relaxed);
    atomic_store_explicit(&node->edges, 0, memory_order_relaxed);
    atomic_store_explicit(&node->parents, 0, memory_order_relaxed);
    atomic_store_explicit(&node->position_value, 0, memory_order_relaxed);
    unsigned state = (mover ? MI_NODE_MOVER : 0u) | (turn ? MI_NODE_TURN : 0u);
    atomic_store_explicit(&node->state, (uint16_t)state, memory_order_release);
}

/* Drops the blocks that threads hold in reserve: clearing the pool has freed these, too. */
static void clear_spares(struct mi_tree *tree)
{
    for (struct mi_lease *lease = tree->leases; lease; lease = lease->next)
        memset(lease->count, 0, sizeof lease->count);
}

void mi_tree_init_node(struct mi_tree *tree, uint32_t index, int mover, int turn)
{
    struct mi_node *node = mi_tree_node(tree, index);
    struct mi_leaf_sums *sums = mi_node_leaf_sums(tree, node);
    if (sums) {
        atomic_store_explicit(&sums->score_utility, 0, memory_order_relaxed);
        atomic_store_explicit(&sums->draw, 0, memory_order_relaxed);
        atomic_store_explicit(&sums->lead, 0, memory_order_relaxed);
        atomic_store_explicit(&sums->leaves, 0, memory_order_relaxed);
    }
    mi_node_init(node, mover, turn);
}

void mi_tree_begin(struct mi_tree *tree, int plies, int turn, bool amaf, bool keeps_leaf_stats)
{
    clear_spares(tree);
    mi_pool_clear(&tree->pool);
    tree->amaf = amaf;
    tree->keeps_leaf_stats = keeps_leaf_stats;
    tree->retired_first = tree->retired_count = 0;
    tree->garbage = tree->hand = tree->broom = 0;
    atomic_store_explicit(&tree->epoch, 3, memory_order_relaxed);
    tree->root = mi_pool_take(&tree->pool, mi_tree_node_class(tree));
    mi_tree_init_node(tree, tree->root, 1 - turn, turn);
    tree->plies = tree->oldest = plies;
    tree->ancestor[plies] = tree->root;
    mi_tree_pin(tree, tree->root);
}

const struct mi_edge *mi_tree_edge(const struct mi_tree *tree, const struct mi_node *parent,
                                   miai_move move)
{
    const struct mi_edges *edges = mi_first_edges(tree, parent);
    for (; edges; edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count; i++)
            if ((edges->edge[i].move & ~MI_EDGE_MASKED) == move)
                return &edges->edge[i];
    return NULL;
}

uint32_t mi_tree_child(const struct mi_tree *tree, uint32_t parent, miai_move move)
{
    const struct mi_edge *edge = mi_tree_edge(tree, mi_tree_node(tree, parent), move);
    uint32_t link = edge ? mi_edge_link(edge) : MI_LINK_NONE;
    return mi_is_node(link) ? link : 0;
}

size_t mi_tree_bytes(struct mi_tree *tree)
{
    pthread_mutex_lock(&tree->lock);
    size_t bytes = mi_pool_bytes(&tree->pool);
    pthread_mutex_unlock(&tree->lock);
    return bytes;
}

uint32_t mi_tree_nodes(struct mi_tree *tree)
{
    pthread_mutex_lock(&tree->lock);
    uint32_t nodes = tree->pool.blocks[mi_tree_node_class(tree)];
    pthread_mutex_unlock(&tree->lock);
    return nodes;
}

size_t mi_tree_held_bytes(struct mi_tree *tree)
{
    pthread_mutex_lock(&tree->lock);
    size_t bytes = (size_t)tree->pool.touched * MI_PAGE_BYTES;
    pthread_mutex_unlock(&tree->lock);
    return bytes + tree->slots * sizeof *tree->slot;
}
