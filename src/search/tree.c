#include "tree.h"

#include "../base/cache.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST = 1 }; /* node 0 stands for none */

/* ---- single-threaded access to the atomic fields ---- */

static uint32_t first_child(const struct mi_node *node)
{
    return atomic_load_explicit(&node->first_child, memory_order_relaxed);
}

static void set_first_child(struct mi_node *node, uint32_t index)
{
    atomic_store_explicit(&node->first_child, index, memory_order_relaxed);
}

static uint32_t used(const struct mi_tree *tree)
{
    return atomic_load_explicit(&tree->used, memory_order_relaxed);
}

static void set_used(struct mi_tree *tree, uint32_t n)
{
    atomic_store_explicit(&tree->used, n, memory_order_relaxed);
}

uint32_t mi_tree_touched(const struct mi_tree *tree)
{
    return used(tree) > tree->touched ? used(tree) : tree->touched;
}

static void flip_state(struct mi_node *node, unsigned bits)
{
    atomic_fetch_xor_explicit(&node->state, (uint16_t)bits, memory_order_relaxed);
}

/* ---- room ---- */

bool mi_tree_reserve(struct mi_tree *tree, size_t bytes)
{
    size_t nodes = bytes / sizeof *tree->node;
    if (nodes > UINT32_MAX)
        nodes = UINT32_MAX;
    nodes &= ~(size_t)1; /* whole cache lines, as aligned_alloc() wants them */
    if (tree->node && tree->limit == nodes)
        return true;
    mi_tree_free(tree);
    /* Nothing is written here, so that the system lends only the pages that come into use. */
    tree->node = nodes ? aligned_alloc(MI_CACHE_LINE, nodes * sizeof *tree->node) : NULL;
    tree->limit = tree->node ? (uint32_t)nodes : 0;
    return tree->node != NULL;
}

void mi_tree_free(struct mi_tree *tree)
{
    free(tree->node);
    tree->node = NULL;
    tree->limit = tree->root = tree->touched = 0;
    set_used(tree, FIRST);
}

void mi_node_init(struct mi_node *node, miai_move move, int mover)
{
    atomic_init(&node->value, 0);
    atomic_init(&node->visits, 0);
    atomic_init(&node->amaf_visits, 0);
    atomic_init(&node->amaf_value, 0);
    atomic_init(&node->first_child, 0);
    node->child_count = 0;
    node->move = (uint16_t)move;
    node->prior = 0;
    atomic_init(&node->state, (uint16_t)(mover ? MI_NODE_MOVER : 0));
}

void mi_tree_begin(struct mi_tree *tree, int turn)
{
    tree->touched = mi_tree_touched(tree);
    set_used(tree, FIRST + 1);
    tree->root = FIRST;
    mi_node_init(mi_tree_at(tree, FIRST), 0, 1 - turn);
    mi_node_know(mi_tree_at(tree, FIRST), turn);
}

void mi_node_know(struct mi_node *node, int turn)
{
    unsigned known = MI_NODE_KNOWN | (turn ? MI_NODE_TURN : 0u);
    atomic_fetch_or_explicit(&node->state, (uint16_t)known, memory_order_relaxed);
}

uint32_t mi_tree_take(struct mi_tree *tree, uint32_t n)
{
    uint32_t first = used(tree);
    do {
        if (n > tree->limit - first)
            return 0;
    } while (!atomic_compare_exchange_weak_explicit(&tree->used, &first, first + n,
                                                    memory_order_relaxed, memory_order_relaxed));
    return first;
}

uint32_t mi_tree_child(const struct mi_tree *tree, uint32_t parent, miai_move move, int mover)
{
    int n;
    const struct mi_node *child = mi_children(tree, mi_tree_at(tree, parent), &n);
    for (int i = 0; i < n; i++)
        if (child[i].move == move && mi_node_mover(&child[i]) == mover)
            return (uint32_t)(&child[i] - tree->node);
    return 0;
}

/* ---- compaction ----
 *
 * A node that is moved leaves its new index in the first of its children, which may lie far behind,
 * and keeps in exchange what that child had there.  So the pass knows a living block of siblings
 * when it comes to it, finds the parent, and puts both right. */

enum { HAS_PARENT = 1 << 15 }; /* a bit of struct mi_node.state, here alone */

/* Called with the node in its new place and its children still in their old one. */
static void leave_address(struct mi_tree *tree, uint32_t index)
{
    struct mi_node *node = mi_tree_at(tree, index);
    if (first_child(node) == 0)
        return;
    struct mi_node *child = mi_tree_at(tree, first_child(node));
    set_first_child(node, first_child(child));
    set_first_child(child, index);
    flip_state(child, HAS_PARENT);
}

/* Takes the address out of the block at from, which is going to lie at to.  Returns the number of
 * the siblings. */
static uint32_t take_address(struct mi_tree *tree, uint32_t from, uint32_t to)
{
    struct mi_node *child = mi_tree_at(tree, from);
    struct mi_node *parent = mi_tree_at(tree, first_child(child));
    set_first_child(child, first_child(parent));
    set_first_child(parent, to);
    flip_state(child, HAS_PARENT);
    return parent->child_count;
}

/* Returns the first index behind the moved nodes. */
static uint32_t slide(struct mi_tree *tree, uint32_t from, uint32_t to, uint32_t n)
{
    if (to < from)
        memmove((void *)mi_tree_at(tree, to), mi_tree_at(tree, from), n * sizeof *tree->node);
    for (uint32_t i = 0; i < n; i++)
        leave_address(tree, to + i);
    return to + n;
}

void mi_tree_compact(struct mi_tree *tree)
{
    uint32_t end = used(tree), from = tree->root + 1;
    uint32_t to = slide(tree, tree->root, FIRST, 1);
    tree->root = FIRST;
    while (from < end) {
        if (mi_node_state(mi_tree_at(tree, from)) & HAS_PARENT) {
            uint32_t n = take_address(tree, from, to);
            to = slide(tree, from, to, n);
            from += n;
        } else {
            from++;
        }
    }
    tree->touched = mi_tree_touched(tree);
    set_used(tree, to);
}

/* ---- pruning ---- */

static void make_leaf(struct mi_node *node)
{
    if (first_child(node) == 0)
        return;
    set_first_child(node, 0);
    node->child_count = 0;
    flip_state(node, MI_NODE_LOCKED);
}

/* The smallest power of two such that the nodes with at least as many visits have no more children
 * than half of the room; but not above the root's visits. */
static uint32_t keeping_visits(const struct mi_tree *tree)
{
    uint64_t children[32] = {0},
             kept = FIRST + 1; /* children[i]: of nodes with 2^i visits to twice as many */
    for (uint32_t i = FIRST; i < used(tree); i++) {
        uint32_t visits = mi_node_visits(mi_tree_at(tree, i));
        if (visits > 0)
            children[31 - __builtin_clz(visits)] += mi_tree_at(tree, i)->child_count;
    }
    int least = 31;
    while (least > 0 && kept + children[least] <= tree->limit / 2)
        kept += children[least--];
    uint32_t visits = (uint32_t)1 << (least < 31 ? least + 1 : 31);
    uint32_t at_root = mi_node_visits(mi_tree_at(tree, tree->root));
    return visits < at_root ? visits : at_root;
}

uint32_t mi_tree_prune(struct mi_tree *tree)
{
    mi_tree_compact(tree);
    if (used(tree) <= tree->limit / 2)
        return 1;
    uint32_t visits = keeping_visits(tree);
    for (uint32_t i = FIRST + 1; i < used(tree); i++)
        if (mi_node_visits(mi_tree_at(tree, i)) < visits)
            make_leaf(mi_tree_at(tree, i));
    mi_tree_compact(tree);
    return used(tree) < tree->limit / 4 * 3 ? visits : 0;
}
