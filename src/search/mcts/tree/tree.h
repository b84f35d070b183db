/* tree.h - nodes and edges of a Monte-Carlo tree in memory of bounded size.
 *
 * A node is a position that was visited.  An edge is a move from it; most edges are never followed.
 * The edges of a node are in one block or a few, with the likely ones in the first.
 *
 *     node --> edges: move prior link visits | move prior link visits | ...  --next--> more edges
 *                                |
 *                                v
 *                              node --> edges ...
 *
 * An edge counts the playouts that chose it.  A node counts all playouts through it: it may
 * have been the root, or other edges may lead to it.  So the edge's visits are the weight of a move
 * in the value of its position, and the node's mean is the value of the move.  A node has as many
 * visits as its edges, plus those that ended in it.
 *
 * Memory is allocated and freed block by block, while any number of threads is in the tree:
 *
 *   - Nodes that have become unreachable (moves that were not played) are freed when memory is
 *     needed, one at a time.
 *   - If there are none, a clock hand cycles through the nodes and removes the edges of nodes with
 *     few visits; the threshold grows from round to round.  Nearly empty pages of edges are emptied
 *     first, so that other classes can use them.
 *   - A block that a thread may still be reading is retired until each thread has begun another
 *     playout (epochs: Fraser 2004, "Practical lock freedom", chapter 5.2.3). */
#ifndef MI_SEARCH_MCTS_TREE_TREE_H
#define MI_SEARCH_MCTS_TREE_TREE_H

#include "pool.h"
#include "search/common/search.h"

#include <pthread.h>

enum {
    MI_UNIT = 1 << 20,            /* the value 1 in struct mi_node.value */
    MI_SQUARE_BITS = 32,          /* 2^32: the value 1 in struct mi_node.squares */
    MI_AMAF_UNIT = 1 << 8,        /* the value 1 in struct mi_amaf.value */
    MI_AMAF_FIRST_MAX = 1 << 16,  /* maximum AMAF visits that an edge begins with */
    MI_LEAF_STATS_UNIT = 1 << 12, /* 1 in struct mi_leaf_sums */
    MI_SPARE = 8,                 /* blocks of a class that a thread holds in reserve */
    MI_RETIRED = 256              /* blocks that wait until no thread can read them */
};

/* struct mi_node.state.  The bounds of the value are in the first player's view. */
enum {
    MI_NODE_MOVER = 1 << 0,    /* the second player moved into it */
    MI_NODE_TURN = 1 << 1,     /* the second player is to move */
    MI_NODE_TERMINAL = 1 << 2, /* the game is over */
    MI_NODE_LOCKED = 1 << 3,   /* a thread is creating its edges, or has */
    MI_NODE_PARTIAL = 1 << 4,  /* has edges for the likely moves only; a hint */
    MI_NODE_PENDING = 1 << 5,  /* its first value is being computed */
    MI_NODE_NO_LOSS = 1 << 6,  /* at least a draw for the first player */
    MI_NODE_WIN = 1 << 7,      /* a win for the first player */
    MI_NODE_NO_WIN = 1 << 8,   /* at most a draw for the first player */
    MI_NODE_LOSS = 1 << 9,     /* a loss for the first player */
    MI_NODE_BOUNDS = MI_NODE_NO_LOSS | MI_NODE_WIN | MI_NODE_NO_WIN | MI_NODE_LOSS,
    MI_NODE_ORDERED = 1 << 10, /* its edges are in order of their priors, and no edge has been
                                  followed before one that precedes it; a hint for selection */
    MI_NODE_FREE = 1 << 15     /* the memory holds no node */
};

/* A position.
 *
 * Statistics are relaxed atomics.  A thread may read visits that include another's unfinished
 * playout, or a value without its visit: the mean is off by one playout, and a playout in progress
 * looks like a loss, which makes other threads choose other moves (virtual loss).  Sums are
 * integers, so they do not depend on the order of additions. */
struct mi_node {
    _Atomic int64_t value; /* sum over the visits, view of the player who moved into the node */
    union {
        uint64_t key;             /* of a shared position: written before the node is reachable, and
                                     read under the lock */
        _Atomic uint64_t squares; /* of one that is not shared: sum of (value - 1/2)^2 over the
                                     visits, in units of 2^-MI_SQUARE_BITS.  Statistics */
    };
    _Atomic uint32_t visits;  /* playouts through it, added on the way down */
    _Atomic uint32_t edges;   /* first block, or 0.  Stored with release when it is complete */
    _Atomic uint32_t parents; /* number of edges that lead here */
    _Atomic uint16_t state; /* facts about the position, to which threads only add, and the lock */
    _Atomic uint16_t position_value; /* value of the position itself, first player's view, 1 to
                             65535; 0: unknown.  Written before the node gets edges */
};

_Static_assert(sizeof(struct mi_node) == MI_CELL, "a node is a cell");

/* Sums of network outputs over the leaves below a node, first player's view, in units of
 * MI_LEAF_STATS_UNIT.  In the cell after the node, if the tree keeps them.  Statistics, like those
 * of the node. */
struct mi_leaf_sums {
    _Atomic int64_t score_utility; /* the value minus that of winning only */
    _Atomic int64_t draw;          /* the probability of a draw */
    union {
        _Atomic int64_t lead;       /* points, in a game with a score */
        _Atomic int64_t moves_left; /* plies from the node to the end, in others */
    };
    _Atomic uint32_t leaves;
};

_Static_assert(sizeof(struct mi_leaf_sums) <= MI_CELL, "the sums are a cell");

/* A move.  The link is the index of a node, or one of the special values below. */
struct mi_edge {
    uint16_t move;  /* MI_EDGE_MASKED may be added, by one thread while no other is in the tree */
    uint16_t prior; /* 65535: probability 1; its square root with prior wins */
    _Atomic uint32_t link;   /* stored with release */
    _Atomic uint32_t visits; /* playouts that followed it, added on the way down.  Statistics, like
                                the node's: a reader may see either count before the other */
};

enum {
    MI_EDGE_MASKED = 1 << 15, /* in struct mi_edge.move: a root move that this run ignores */
    MI_LINK_NONE = 0,         /* not visited yet */
    MI_LINK_FORBIDDEN = 1     /* superko forbids the move, or it is known to lose */
};

/* In a link: not visited; the other bits are the value that the node begins with, in units of
 * MI_UNIT, in the view of the player who makes the move. */
#define MI_LINK_VALUE ((uint32_t)1 << 31)

/* AMAF: playouts in which the player made the move later on, and the sum of their values in that
 * player's view.  In a tree without AMAF but with a human policy: the move's human policy. */
struct mi_amaf {
    union {
        _Atomic uint32_t visits;
        float human;
    };
    _Atomic uint32_t value;
};

/* A block of edges.  In a tree with AMAF records, `capacity` of them follow the edges. */
struct mi_edges {
    _Atomic uint32_t next; /* the next block of the node, or its end; stored with release */
    uint16_t count, capacity;
    struct mi_edge edge[];
};

/* End marker after the last block.  The other bits are the index of the node that the edges belong
 * to, 0 while it is unknown. */
#define MI_EDGES_END   ((uint32_t)1 << 31)
#define MI_EDGES_WHOLE ((uint32_t)1 << 30) /* also set: every move has an edge */

/* Maximum count of a node or an edge. It leaves a margin for playouts in progress. */
#define MI_MAX_VISITS ((uint32_t)4000000000)

struct mi_lease;

struct mi_tree {
    struct mi_pool pool;
    bool amaf;             /* edges have AMAF or human records; set while the tree is empty */
    bool keeps_leaf_stats; /* nodes have sums of network outputs; set while the tree is empty */
    uint32_t root;         /* 0: the tree is empty */
    /* Transpositions: hash table of shared nodes by the low bits of the key; they may have been
     * freed.  Owned; NULL: nodes are not shared. */
    uint32_t *slot;
    size_t slots; /* a power of two */
    /* The line to the root: ancestor[i] is the node after i plies, for oldest <= i <= plies.  Owned
     * by the tree's owner; oldest grows when memory is needed. */
    uint32_t *ancestor;
    int plies, oldest;

    /* The lock guards all that follows, except the atomics. */
    pthread_mutex_t lock;
    struct mi_lease *leases; /* of the threads that use the tree */
    _Atomic uint64_t epoch;
    struct mi_retired {
        uint32_t edges;
        uint64_t epoch;
    } retired[MI_RETIRED]; /* a ring */
    unsigned retired_first, retired_count;
    uint32_t garbage;   /* first unreachable node; its value is the index of the next */
    uint32_t hand;      /* cell that the clock hand visits next */
    uint32_t broom;     /* page that is swept next, if it is nearly empty */
    atomic_bool narrow; /* memory is short: half of it is in use; relaxed, a hint */
    _Atomic uint32_t
        min_edge_visits; /* minimum visits of a node that may have edges: relaxed, a hint */
};

/* One thread's access to the tree: reserved blocks, and the epoch of its playout. */
struct mi_lease {
    struct mi_tree *tree;
    struct mi_lease *next;
    bool shared;            /* other threads use the tree, too */
    _Atomic uint64_t epoch; /* in which its playout began; 0: not in a playout */
    uint8_t count[MI_CLASSES];
    uint32_t spare[MI_CLASSES][MI_SPARE];
};

/* ---- the whole tree: for one thread while no other uses it ---- */

/* Returns false if out of memory. */
bool mi_tree_init(struct mi_tree *tree);

/* Allocates memory of that size; empties the tree if the size changes.  sharing: equal positions
 * share a node (transpositions).  Returns false if out of memory; the tree is then empty. */
bool mi_tree_reserve(struct mi_tree *tree, size_t bytes, bool sharing);

/* Frees all memory; the counterpart of mi_tree_init(). */
void mi_tree_free(struct mi_tree *tree);

/* Empties the tree, except for a new root without edges after that many plies, with that side to
 * move.  Open leases stay valid, but no thread may be in a playout.  amaf, keeps_leaf_stats: see
 * struct mi_tree. */
void mi_tree_begin(struct mi_tree *tree, int plies, int turn, bool amaf, bool keeps_leaf_stats);

/* The edge of a move, or NULL; its child, or 0. */
const struct mi_edge *mi_tree_edge(const struct mi_tree *tree, const struct mi_node *parent,
                                   miai_move move);
uint32_t mi_tree_child(const struct mi_tree *tree, uint32_t parent, miai_move move);

/* Bytes and nodes in use; bytes mapped by the system. */
size_t mi_tree_bytes(struct mi_tree *tree);
uint32_t mi_tree_nodes(struct mi_tree *tree);
size_t mi_tree_held_bytes(struct mi_tree *tree);

/* Initialize a node without visits, edges or parents, before any thread can reach it. The first
 * function leaves out the leaf sums. */
void mi_node_init(struct mi_node *node, int mover, int turn);
void mi_tree_init_node(struct mi_tree *tree, uint32_t index, int mover, int turn);

/* ---- one thread's access: lease.c ---- */

/* Additional minimum memory of a tree, in bytes, for each thread after the first. */
enum { MI_LEASE_BYTES = 64 << 10 };

void mi_lease_open(struct mi_lease *lease, struct mi_tree *tree, bool shared);
void mi_lease_close(struct mi_lease *lease);

/* Begin and end a playout or any other access to the tree: blocks that the thread reads in between
 * stay valid until it leaves. */
void mi_lease_enter(struct mi_lease *lease);
void mi_lease_leave(struct mi_lease *lease);

/* Allocates a node without visits, edges or parents. Returns 0 if out of memory. */
uint32_t mi_lease_node(struct mi_lease *lease, int mover, int turn);
/* Frees a node that no other thread has seen. */
void mi_lease_drop_node(struct mi_lease *lease, uint32_t node);

/* Registers a new node under its position's key; returns the existing node if there is one.  Adds a
 * parent to the returned node.  Only in a tree with transpositions. */
uint32_t mi_lease_share(struct mi_lease *lease, uint32_t node, uint64_t key);
/* Removes a parent that mi_lease_share() or a pin has added for an edge that was not linked. */
void mi_lease_cut(struct mi_lease *lease, uint32_t node);

/* Allocates a chain of empty blocks for n edges. Returns 0 if out of memory. */
uint32_t mi_lease_edges(struct mi_lease *lease, int n);
/* Frees edges that no other thread has seen. */
void mi_lease_drop_edges(struct mi_lease *lease, uint32_t first);

/* ---- trim.c ---- */

/* Nodes of the line to the root are pinned: counted as if one more edge led to them.  Unpin a node
 * that leaves the line.  For one thread while no other uses the tree. */
static inline void mi_tree_pin(struct mi_tree *tree, uint32_t index);
void mi_tree_unpin(struct mi_tree *tree, uint32_t index);

/* Frees memory for a block of the class, within a limited number of steps.  The caller holds the
 * lock. */
void mi_tree_free_memory(struct mi_tree *tree, int class);

/* ---- access ---- */

static inline struct mi_node *mi_tree_node(const struct mi_tree *tree, uint32_t index)
{
    return (struct mi_node *)mi_pool_at(&tree->pool, index);
}

/* The class of the tree's nodes. */
static inline int mi_tree_node_class(const struct mi_tree *tree)
{
    return tree->keeps_leaf_stats ? MI_CLASS_STATS_NODE : MI_CLASS_NODE;
}

/* The sums of network outputs below a node; NULL: the tree does not keep them. */
static inline struct mi_leaf_sums *mi_node_leaf_sums(const struct mi_tree *tree,
                                                     const struct mi_node *node)
{
    return tree->keeps_leaf_stats ? (struct mi_leaf_sums *)(void *)(uintptr_t)(node + 1) : NULL;
}

static inline void mi_tree_pin(struct mi_tree *tree, uint32_t index)
{
    atomic_fetch_add_explicit(&mi_tree_node(tree, index)->parents, 1, memory_order_relaxed);
}

/* Is it a block, and not an end marker? */
static inline bool mi_is_block(uint32_t index)
{
    return index >= MI_FIRST_BLOCK && index < MI_EDGES_END;
}

static inline struct mi_edges *mi_tree_edges(const struct mi_tree *tree, uint32_t index)
{
    return mi_is_block(index) ? (struct mi_edges *)mi_pool_at(&tree->pool, index) : NULL;
}

/* Marks a block of edges as belonging to no node: it is free, or held in reserve. */
static inline void mi_tree_end_edges(const struct mi_tree *tree, uint32_t block)
{
    atomic_store_explicit(&mi_tree_edges(tree, block)->next, MI_EDGES_END, memory_order_relaxed);
}

/* The end marker of a node's edges.  whole: every move has an edge. */
static inline uint32_t mi_edges_end(const struct mi_tree *tree, const struct mi_node *node,
                                    bool whole)
{
    size_t bytes = (size_t)((const unsigned char *)node - tree->pool.base);
    return MI_EDGES_END | (whole ? MI_EDGES_WHOLE : 0) | (uint32_t)(bytes / MI_CELL);
}

/* Iterates over the blocks of a node's edges; NULL after the last. */
static inline struct mi_edges *mi_first_edges(const struct mi_tree *tree,
                                              const struct mi_node *node)
{
    return mi_tree_edges(tree, atomic_load_explicit(&node->edges, memory_order_acquire));
}

static inline struct mi_edges *mi_next_edges(const struct mi_tree *tree,
                                             const struct mi_edges *edges)
{
    return mi_tree_edges(tree, atomic_load_explicit(&edges->next, memory_order_acquire));
}

static inline struct mi_amaf *mi_amaf_of(struct mi_edges *edges)
{
    return (struct mi_amaf *)(void *)&edges->edge[edges->capacity];
}

static inline uint32_t mi_edge_link(const struct mi_edge *edge)
{
    return atomic_load_explicit(&edge->link, memory_order_acquire);
}

/* Do rules and limits allow this root move? */
static inline bool mi_edge_is_open(const struct mi_edge *edge)
{
    return !(edge->move & MI_EDGE_MASKED) && mi_edge_link(edge) != MI_LINK_FORBIDDEN;
}

static inline uint32_t mi_edge_visits(const struct mi_edge *edge)
{
    return atomic_load_explicit(&edge->visits, memory_order_relaxed);
}

/* Does the link lead to a node? */
static inline bool mi_is_node(uint32_t link)
{
    return link > MI_LINK_FORBIDDEN && !(link & MI_LINK_VALUE);
}

/* Prefetches the first edges of a node. */
static inline void mi_prefetch_edges(const struct mi_tree *tree, const struct mi_node *node)
{
    const char *edges = (const char *)mi_first_edges(tree, node);
    if (edges) {
        __builtin_prefetch(edges);
        __builtin_prefetch(edges + 64);
    }
}

static inline unsigned mi_node_state(const struct mi_node *node)
{
    return atomic_load_explicit(&node->state, memory_order_relaxed);
}

static inline void mi_node_add_state(struct mi_node *node, unsigned bits)
{
    atomic_fetch_or_explicit(&node->state, (uint16_t)bits, memory_order_relaxed);
}

/* Clears bits; returns those that were set. */
static inline unsigned mi_node_take_state(struct mi_node *node, unsigned bits)
{
    return atomic_fetch_and_explicit(&node->state, (uint16_t)~bits, memory_order_relaxed) & bits;
}

static inline uint32_t mi_node_visits(const struct mi_node *node)
{
    return atomic_load_explicit(&node->visits, memory_order_relaxed);
}

static inline int64_t mi_node_value(const struct mi_node *node)
{
    return atomic_load_explicit(&node->value, memory_order_relaxed);
}

/* The share of a child's sums that belongs to an edge with n visits; 1 if the child has no other
 * visits. */
static inline double mi_node_part(const struct mi_node *child, uint32_t n)
{
    uint32_t visits = mi_node_visits(child);
    return visits == n || visits == 0 ? 1 : (double)n / visits;
}

/* The mean value in the view of the player who moved there; otherwise if there are no visits. */
static inline double mi_node_mean(const struct mi_node *node, double otherwise)
{
    double visits = mi_node_visits(node);
    return visits > 0 ? (double)mi_node_value(node) / (visits * MI_UNIT) : otherwise;
}

/* The sum of n visits of an edge, at the child's mean. */
static inline double mi_node_sum(const struct mi_node *child, uint32_t n)
{
    return mi_node_part(child, n) * (double)mi_node_value(child) * (1.0 / MI_UNIT);
}

static inline int mi_node_mover(const struct mi_node *node)
{
    return (mi_node_state(node) & MI_NODE_MOVER) != 0;
}

static inline int mi_node_turn(const struct mi_node *node)
{
    return (mi_node_state(node) & MI_NODE_TURN) != 0;
}

static inline void mi_node_set_position_value(struct mi_node *node, double value)
{
    value = value < 0 ? 0 : value > 1 ? 1 : value;
    atomic_store_explicit(&node->position_value, (uint16_t)(1.5 + value * (UINT16_MAX - 1)),
                          memory_order_relaxed);
}

/* The stored value, or a negative number if there is none. */
static inline double mi_node_position_value(const struct mi_node *node)
{
    return (atomic_load_explicit(&node->position_value, memory_order_relaxed) - 1.0) /
           (UINT16_MAX - 1);
}

static inline double mi_node_squares(const struct mi_node *node)
{
    return (double)atomic_load_explicit(&node->squares, memory_order_relaxed) /
           (double)((uint64_t)1 << MI_SQUARE_BITS);
}

static inline void mi_node_set_squares(struct mi_node *node, double squares)
{
    atomic_store_explicit(&node->squares,
                          (uint64_t)(squares * (double)((uint64_t)1 << MI_SQUARE_BITS)),
                          memory_order_relaxed);
}

/* Proven bounds of a result. */
struct mi_bounds {
    enum mi_proof min, max; /* MI_LOSS ... MI_WIN */
};

/* The bounds of a state in the view of a player. */
static inline struct mi_bounds mi_bounds_of(unsigned state, int player)
{
    enum mi_proof min = state & MI_NODE_WIN ? MI_WIN : state & MI_NODE_NO_LOSS ? MI_DRAW : MI_LOSS;
    enum mi_proof max = state & MI_NODE_LOSS ? MI_LOSS : state & MI_NODE_NO_WIN ? MI_DRAW : MI_WIN;
    if (player == 0)
        return (struct mi_bounds){min, max};
    return (struct mi_bounds){(enum mi_proof)(MI_WIN + MI_LOSS - max),
                              (enum mi_proof)(MI_WIN + MI_LOSS - min)};
}

/* Is a move to a node in that state worth a visit?  Not if its result cannot exceed what the player
 * has already proven. */
static inline bool mi_state_is_worth(unsigned state, int player, enum mi_proof min_proof)
{
    return !(state & MI_NODE_BOUNDS) || mi_bounds_of(state, player).max > min_proof;
}

/* The state bits of bounds in the view of a player. */
static inline unsigned mi_state_of(struct mi_bounds bounds, int player)
{
    if (player == 1)
        bounds = (struct mi_bounds){(enum mi_proof)(MI_WIN + MI_LOSS - bounds.max),
                                    (enum mi_proof)(MI_WIN + MI_LOSS - bounds.min)};
    return (bounds.min >= MI_DRAW ? MI_NODE_NO_LOSS : 0u) |
           (bounds.min == MI_WIN ? MI_NODE_WIN : 0u) |
           (bounds.max <= MI_DRAW ? MI_NODE_NO_WIN : 0u) |
           (bounds.max == MI_LOSS ? MI_NODE_LOSS : 0u);
}

/* The state bits of scores in a range, first player's view. */
static inline unsigned mi_state_of_scores(int min, int max)
{
    return (min >= 0 ? MI_NODE_NO_LOSS : 0u) | (min > 0 ? MI_NODE_WIN : 0u) |
           (max <= 0 ? MI_NODE_NO_WIN : 0u) | (max < 0 ? MI_NODE_LOSS : 0u);
}

static inline enum mi_proof mi_proof_of(struct mi_bounds bounds)
{
    return bounds.min == bounds.max ? bounds.min : MI_UNPROVEN;
}

#endif
