/* tree.h - the nodes of a Monte-Carlo tree in one block of bounded size.
 *
 *      0      1        2 3 4      5 6      7 ...       used             limit
 *    +------+--------+----------+--------+----------+-----------------+
 *    | none | root   | children | ...    | dead ... | never touched   |
 *    +------+--------+----------+--------+----------+-----------------+
 *
 * The children of a node lie side by side, and always behind their parent.  That order makes both
 * housekeeping tasks plain passes over the block, without recursion and without memory of their
 * own. When a child becomes the root, what is cut off stays where it is until its room is needed.
 */
#ifndef MI_TREE_H
#define MI_TREE_H

#include "search.h"

enum {
    MI_UNIT = 1 << 20,    /* the value 1 in struct mi_node.value */
    MI_AMAF_UNIT = 1 << 8 /* the value 1 in struct mi_node.amaf_value */
};

/* struct mi_node.state.  The proof is in the view of the player who moved into the node. */
enum {
    MI_NODE_LOSS = 1 << 0,
    MI_NODE_DRAW = 1 << 1,
    MI_NODE_WIN = 1 << 2,
    MI_NODE_PROOF = MI_NODE_LOSS | MI_NODE_DRAW | MI_NODE_WIN,
    MI_NODE_MOVER = 1 << 3,    /* the second player moved into it */
    MI_NODE_TURN = 1 << 4,     /* the second player is to move; meant once KNOWN is there */
    MI_NODE_KNOWN = 1 << 5,    /* the position was looked at; the next three are meant */
    MI_NODE_TERMINAL = 1 << 6, /* the game is over */
    MI_NODE_REPEATED = 1 << 7, /* stood on the path before: counts as a draw */
    MI_NODE_ILLEGAL = 1 << 8,  /* superko forbids the move */
    MI_NODE_LOCKED = 1 << 9,   /* a thread is giving it children, or has */
    MI_NODE_MASKED = 1 << 10,  /* a child of the root that this run leaves out */
    MI_NODE_NEVER = MI_NODE_LOSS | MI_NODE_ILLEGAL | MI_NODE_MASKED /* not to be chosen */
};

/* One position, reached by one line of moves.
 *
 * Statistics are relaxed atomics.  A thread may read visits that count another's unfinished
 * playout, or a value without the visit that belongs to it: the estimate is off by one playout, and
 * a playout under way looks like a loss, which sends the threads apart ("virtual loss").  They are
 * integers, so that the order of the additions does not matter to the sum. */
struct mi_node {
    _Atomic int64_t value;        /* sum over the visits, view of who moved into the node */
    _Atomic uint32_t visits;      /* playouts through it, added on the way down */
    _Atomic uint32_t amaf_visits; /* playouts in which that player made the move later on */
    _Atomic uint32_t amaf_value;  /* sum over them, same view */
    _Atomic uint32_t first_child; /* 0: none.  Stored with release when the children are
                                     complete, and read with acquire before any of them */
    uint16_t child_count;         /* written before first_child, read after it */
    uint16_t move;                /* these two are written before the node can be reached */
    uint16_t prior;               /* 65535: probability 1; its square root with prior wins */
    _Atomic uint16_t state;       /* bits are only ever added while threads run, but the lock, and
                                     each is a fact about the position that any thread finds the
                                     same */
};

/* As many as a node counts, with room for the playouts of all threads that are under way. */
#define MI_VISITS_MOST ((uint32_t)4000000000)

_Static_assert(sizeof(struct mi_node) == 32, "two nodes a cache line");

struct mi_tree {
    struct mi_node *node;  /* NULL: nothing allocated yet */
    uint32_t limit;        /* nodes that there is room for */
    uint32_t touched;      /* nodes that were in use before the last compaction, or before that */
    uint32_t root;         /* 0: empty */
    _Atomic uint32_t used; /* the first free node; relaxed, claims nothing but the room itself */
};

/* Room for as many nodes as fit into bytes; the tree is emptied if that is another number than
 * before.  False: no memory, and the tree is empty. */
bool mi_tree_reserve(struct mi_tree *tree, size_t bytes);

/* Gives all memory back. */
void mi_tree_free(struct mi_tree *tree);

/* Empties the tree but for a new root, whose mover is the player who is not to move. */
void mi_tree_begin(struct mi_tree *tree, int turn);

/* Room for n nodes side by side; 0 if there is none.  Any thread may call it. */
uint32_t mi_tree_take(struct mi_tree *tree, uint32_t n);

/* Writes a new node, before anybody can reach it. */
void mi_node_init(struct mi_node *node, miai_move move, int mover);

/* Says of a root whose turn it is; nothing else that KNOWN stands for is asked of a root. */
void mi_node_know(struct mi_node *node, int turn);

/* The remaining functions are for one thread while no other is in the tree. */

/* The child by a move of that player, or 0. */
uint32_t mi_tree_child(const struct mi_tree *tree, uint32_t parent, miai_move move, int mover);

/* Slides what hangs on the root to the front of the block. */
void mi_tree_compact(struct mi_tree *tree);

/* The most nodes that were ever in use: so much memory the system has lent and not got back. */
uint32_t mi_tree_touched(const struct mi_tree *tree);

/* Makes at least half of the room free, if that can be, by taking the children of the nodes with
 * the fewest visits.  Returns the visits from which on nodes kept them, or 0 if three quarters of
 * the room or more are still in use. */
uint32_t mi_tree_prune(struct mi_tree *tree);

static inline struct mi_node *mi_tree_at(const struct mi_tree *tree, uint32_t index)
{
    return tree->node + index;
}

/* The children of a node: returns the first, or NULL without any. */
static inline struct mi_node *mi_children(const struct mi_tree *tree, const struct mi_node *node,
                                          int *count)
{
    uint32_t first = atomic_load_explicit(&node->first_child, memory_order_acquire);
    *count = first ? node->child_count : 0;
    return first ? tree->node + first : NULL;
}

/* Starts to load the first children of a node, which are soon to be read. */
static inline void mi_prefetch_children(const struct mi_tree *tree, const struct mi_node *node)
{
    int n;
    const struct mi_node *child = mi_children(tree, node, &n);
    for (int i = 0; i < n && i < 8; i += 2)
        __builtin_prefetch(&child[i]);
}

static inline unsigned mi_node_state(const struct mi_node *node)
{
    return atomic_load_explicit(&node->state, memory_order_relaxed);
}

static inline uint32_t mi_node_visits(const struct mi_node *node)
{
    return atomic_load_explicit(&node->visits, memory_order_relaxed);
}

static inline int64_t mi_node_value(const struct mi_node *node)
{
    return atomic_load_explicit(&node->value, memory_order_relaxed);
}

static inline int mi_node_mover(const struct mi_node *node)
{
    return (mi_node_state(node) & MI_NODE_MOVER) != 0;
}

static inline enum mi_proof mi_node_proof(const struct mi_node *node)
{
    static const uint8_t proof[] = {MI_UNPROVEN, MI_LOSS, MI_DRAW, MI_UNPROVEN, MI_WIN};
    return (enum mi_proof)proof[mi_node_state(node) & MI_NODE_PROOF];
}

#endif
