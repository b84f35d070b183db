/* tree.h - the nodes and edges of a Monte-Carlo tree in memory of bounded size.
 *
 * A node is a position that was visited; an edge is a move from it, and most edges are never
 * followed.  The edges of a node lie in one block or a few, the likely ones in the first.
 *
 *     node --> edges: move prior link visits | move prior link visits | ...  --next--> more edges
 *                                |
 *                                v
 *                              node --> edges ...
 *
 * An edge counts the playouts that chose it, a node all that came through it: it may have been the
 * root since, or other edges may lead to it.  How much a move was tried, and so what it weighs in
 * the value of its position, is the edge's affair; what it is worth, the node's.  So a node has as
 * many visits as its edges, and those that ended in it.
 *
 * Memory is taken and given back block by block, while any number of threads is in the tree:
 *
 *   - What is cut off (the moves that were not played) is taken apart when room is needed, a node
 *     at a time.
 *   - When there is nothing of that kind, a hand goes round the nodes and takes the edges of those
 *     with few visits; the number that is few grows from round to round.
 *     Pages of edges that have run nearly empty are swept empty before, for others to use.
 *   - A block that a thread may still be reading waits until each thread has begun another playout
 *     (epochs: Fraser 2004, "Practical lock freedom", chapter 5.2.3). */
#ifndef MI_SEARCH_MCTS_TREE_TREE_H
#define MI_SEARCH_MCTS_TREE_TREE_H

#include "pool.h"
#include "search/common/search.h"

#include <pthread.h>

enum {
    MI_UNIT = 1 << 20,            /* the value 1 in struct mi_node.value */
    MI_SQUARE_BITS = 32,          /* 2^32: the value 1 in struct mi_node.squares */
    MI_AMAF_UNIT = 1 << 8,        /* the value 1 in struct mi_amaf.value */
    MI_LEAF_STATS_UNIT = 1 << 12, /* 1 in struct mi_leaf_sums */
    MI_SPARE = 8,                 /* blocks of a class that a thread holds ready */
    MI_RETIRED = 256              /* blocks that wait for the threads */
};

/* struct mi_node.state.  The bounds of the value are in the first player's view. */
enum {
    MI_NODE_MOVER = 1 << 0,    /* the second player moved into it */
    MI_NODE_TURN = 1 << 1,     /* the second player is to move */
    MI_NODE_TERMINAL = 1 << 2, /* the game is over */
    MI_NODE_LOCKED = 1 << 3,   /* a thread is giving it edges, or has */
    MI_NODE_PARTIAL = 1 << 4,  /* it has edges of the likely moves alone; a hint */
    MI_NODE_PENDING = 1 << 5,  /* its first value is being found */
    MI_NODE_NO_LOSS = 1 << 6,  /* at least a draw for the first player */
    MI_NODE_WIN = 1 << 7,      /* a win for the first player */
    MI_NODE_NO_WIN = 1 << 8,   /* at most a draw for the first player */
    MI_NODE_LOSS = 1 << 9,     /* a loss for the first player */
    MI_NODE_BOUNDS = MI_NODE_NO_LOSS | MI_NODE_WIN | MI_NODE_NO_WIN | MI_NODE_LOSS,
    MI_NODE_FREE = 1 << 15 /* no node at all */
};

/* A position.
 *
 * Statistics are relaxed atomics.  A thread may read visits that count another's unfinished
 * playout, or a value without the visit that belongs to it: the estimate is off by one playout, and
 * a playout under way looks like a loss, which sends the threads apart ("virtual loss").  They are
 * integers, so that the order of the additions does not matter to the sum. */
struct mi_node {
    _Atomic int64_t value; /* sum over the visits, view of who moved into the node */
    union {
        uint64_t key;             /* of a shared position: written before the node can be reached,
                                     and read, under the lock */
        _Atomic uint64_t squares; /* of one that is not shared: the sum of (value - 1/2)^2 over the
                                     visits, in units of 2^-MI_SQUARE_BITS.  Statistics */
    };
    _Atomic uint32_t visits;  /* playouts through it, added on the way down */
    _Atomic uint32_t edges;   /* the first block, or 0.  Stored with release when it is complete */
    _Atomic uint32_t parents; /* edges that lead here */
    _Atomic uint16_t state;   /* facts about the position, of which threads only ever add more, and
                                 the lock */
    _Atomic uint16_t own;     /* its own value alone, first player's view, 1 to 65535; 0: unknown.
                                 Written before the node gets edges */
};

_Static_assert(sizeof(struct mi_node) == MI_CELL, "a node is a cell");

/* What an evaluator tells of leaves besides their value, in a tree that keeps it: the sums over the
 * told leaves below a node, first player's view, in units of MI_LEAF_STATS_UNIT.  They lie in the
 * cell after the node.  Statistics, as those of the node. */
struct mi_leaf_sums {
    _Atomic int64_t score_utility; /* the value less that of winning only */
    _Atomic int64_t draw;   /* the probability of a draw */
    union {
        _Atomic int64_t lead;       /* points, in a game with a score */
        _Atomic int64_t moves_left; /* plies from the node to the end, in others */
    };
    _Atomic uint32_t leaves;
};

_Static_assert(sizeof(struct mi_leaf_sums) <= MI_CELL, "the sums are a cell");

/* A move.  The link is that of a node, or one of these. */
struct mi_edge {
    uint16_t move;  /* MI_EDGE_MASKED may be added, by one thread while no other is in the tree */
    uint16_t prior; /* 65535: probability 1; its square root with prior wins */
    _Atomic uint32_t link;   /* stored with release */
    _Atomic uint32_t visits; /* playouts that followed it, added on the way down.  Statistics, as
                                those of a node: a reader may see either count before the other */
};

enum {
    MI_EDGE_MASKED = 1 << 15, /* in struct mi_edge.move: a root move that this run leaves out */
    MI_LINK_NONE = 0,         /* not visited yet */
    MI_LINK_FORBIDDEN = 1     /* superko forbids the move, or it is known to lose */
};

/* In a link: not visited, and the rest is the value that it shall begin with, in units of MI_UNIT,
 * in the view of who makes the move. */
#define MI_LINK_VALUE ((uint32_t)1 << 31)

/* Playouts in which the player made the move later on, and the sum over them in his view.  In a
 * tree that goes without, and asks what people would do: how likely they are to make it. */
struct mi_amaf {
    union {
        _Atomic uint32_t visits;
        float human;
    };
    _Atomic uint32_t value;
};

/* A block of edges; where the tree has AMAF, room of those records lie behind the edges. */
struct mi_edges {
    _Atomic uint32_t next; /* the next block of the node, or its end; stored with release */
    uint16_t count, room;
    struct mi_edge edge[];
};

/* Behind the last block.  The rest is the node to which the edges belong, 0 as long as that is not
 * told. */
#define MI_EDGES_END   ((uint32_t)1 << 31)
#define MI_EDGES_WHOLE ((uint32_t)1 << 30) /* with it: no move is without an edge */

/* As many as a node or an edge counts, with room for the playouts of all threads that are under
 * way. */
#define MI_VISITS_MOST ((uint32_t)4000000000)

struct mi_lease;

struct mi_tree {
    struct mi_pool pool;
    bool amaf;     /* edges have such records, of either kind; written while the tree is empty */
    bool keeps_leaf_stats; /* nodes have sums of what an evaluator tells; likewise */
    uint32_t root; /* 0: the tree is empty */
    /* Where equal positions share a node: by the lower bits of the key, nodes that may be gone.
     * Owned; NULL: each line has nodes of its own. */
    uint32_t *seat;
    size_t seats; /* a power of two */
    /* The line that leads to the root: ancestor[i] is the node after i plies, oldest <= i <= plies.
     * Owned by who owns the tree; oldest grows when room is needed. */
    uint32_t *ancestor;
    int plies, oldest;

    /* All behind this line is guarded by the lock, but for the atomics. */
    pthread_mutex_t lock;
    struct mi_lease *leases; /* of the threads that are in the tree */
    _Atomic uint64_t epoch;
    struct mi_retired {
        uint32_t edges;
        uint64_t epoch;
    } retired[MI_RETIRED]; /* a ring */
    unsigned retired_first, retired_count;
    uint32_t garbage;       /* the first node that nothing leads to; its value names the next */
    uint32_t hand;          /* the page and the cell that the hand comes to next */
    uint32_t broom;         /* the page that is looked at next, if it is nearly empty */
    atomic_bool narrow;     /* room is short: half of it is in use; relaxed, a hint */
    _Atomic uint32_t
        min_edge_visits; /* visits from which on a node may have edges: relaxed, a hint */
};

/* One thread's part of the tree: blocks that it has ready, and when it last looked. */
struct mi_lease {
    struct mi_tree *tree;
    struct mi_lease *next;
    bool shared;            /* there are others */
    _Atomic uint64_t epoch; /* in which its playout began; 0: it is in none */
    uint8_t count[MI_CLASSES];
    uint32_t spare[MI_CLASSES][MI_SPARE];
};

/* ---- the tree, for one thread while no other is in it ---- */

/* False: no memory. */
bool mi_tree_init(struct mi_tree *tree);

/* Room of so many bytes; the tree is emptied if that is another number than before.  sharing: equal
 * positions share a node (transpositions).  False: no memory, and the tree is empty. */
bool mi_tree_reserve(struct mi_tree *tree, size_t bytes, bool sharing);

/* Gives all memory back; mi_tree_init() is for the beginning, this for the end. */
void mi_tree_free(struct mi_tree *tree);

/* Empties the tree but for a new root at the end of the line of so many plies, without edges, for
 * that player to move.  Threads that have joined the tree, and are not in it now, stay joined.
 * amaf, told: as in struct mi_tree. */
void mi_tree_begin(struct mi_tree *tree, int plies, int turn, bool amaf, bool told);

/* The edge of a move, or NULL; and the child behind it, or 0. */
const struct mi_edge *mi_tree_edge(const struct mi_tree *tree, const struct mi_node *parent,
                                   miai_move move);
uint32_t mi_tree_child(const struct mi_tree *tree, uint32_t parent, miai_move move);

/* Bytes and nodes in use; bytes that the system has lent. */
size_t mi_tree_bytes(struct mi_tree *tree);
uint32_t mi_tree_nodes(struct mi_tree *tree);
size_t mi_tree_held_bytes(struct mi_tree *tree);

/* Writes a node without visits and edges, to which nothing leads, before anybody can reach it: the
 * node without its sums; and all of it. */
void mi_node_init(struct mi_node *node, int mover, int turn);
void mi_tree_init_node(struct mi_tree *tree, uint32_t index, int mover, int turn);

/* ---- a thread in the tree: lease.c ---- */

/* The least that a tree needs for each thread beside the first. */
enum { MI_LEASE_BYTES = 64 << 10 };

void mi_lease_open(struct mi_lease *lease, struct mi_tree *tree, bool shared);
void mi_lease_close(struct mi_lease *lease);

/* Around each playout, and all other looking at the tree: what the thread has seen in between stays
 * in memory until it leaves. */
void mi_lease_enter(struct mi_lease *lease);
void mi_lease_leave(struct mi_lease *lease);

/* A node without visits and edges, to which nothing leads; 0: no room. */
uint32_t mi_lease_node(struct mi_lease *lease, int mover, int turn);
/* Gives back a node that nobody else has seen. */
void mi_lease_drop_node(struct mi_lease *lease, uint32_t node);

/* Names a new node by the key of its position; or, if a node with that key is there, returns that.
 * Either has an edge more then that leads to it.  Only where the tree shares nodes. */
uint32_t mi_lease_share(struct mi_lease *lease, uint32_t node, uint64_t key);
/* Gives up a node that an edge was to lead to, and does not. */
void mi_lease_cut(struct mi_lease *lease, uint32_t node);

/* Room for n edges in one block or several, each with count 0; 0: no room. */
uint32_t mi_lease_edges(struct mi_lease *lease, int n);
/* Gives back edges that nobody else has seen. */
void mi_lease_drop_edges(struct mi_lease *lease, uint32_t first);

/* ---- trim.c ---- */

/* The nodes of the line are pinned, each as if an edge more led to it; one that leaves the line is
 * not.  For one thread while no other is in the tree. */
static inline void mi_tree_pin(struct mi_tree *tree, uint32_t index);
void mi_tree_unpin(struct mi_tree *tree, uint32_t index);

/* Makes room for a block of the class, as far as that is done in little time.  The caller has the
 * lock. */
void mi_tree_make_room(struct mi_tree *tree, int class);

/* ---- looking ---- */

static inline struct mi_node *mi_tree_node(const struct mi_tree *tree, uint32_t index)
{
    return (struct mi_node *)mi_pool_at(&tree->pool, index);
}

/* The class of the tree's nodes. */
static inline int mi_tree_node_class(const struct mi_tree *tree)
{
    return tree->keeps_leaf_stats ? MI_CLASS_STATS_NODE : MI_CLASS_NODE;
}

/* The sums of what an evaluator told below a node; NULL: the tree does not keep them. */
static inline struct mi_leaf_sums *mi_node_leaf_sums(const struct mi_tree *tree,
                                                     const struct mi_node *node)
{
    return tree->keeps_leaf_stats ? (struct mi_leaf_sums *)(void *)(uintptr_t)(node + 1) : NULL;
}

static inline void mi_tree_pin(struct mi_tree *tree, uint32_t index)
{
    atomic_fetch_add_explicit(&mi_tree_node(tree, index)->parents, 1, memory_order_relaxed);
}

/* Is it a block, not the end of a chain of them? */
static inline bool mi_is_block(uint32_t index)
{
    return index >= MI_FIRST_BLOCK && index < MI_EDGES_END;
}

static inline struct mi_edges *mi_tree_edges(const struct mi_tree *tree, uint32_t index)
{
    return mi_is_block(index) ? (struct mi_edges *)mi_pool_at(&tree->pool, index) : NULL;
}

/* The block is free, or a thread holds it ready: no node's edges end there. */
static inline void mi_tree_end_edges(const struct mi_tree *tree, uint32_t block)
{
    atomic_store_explicit(&mi_tree_edges(tree, block)->next, MI_EDGES_END, memory_order_relaxed);
}

/* The end of a node's edges. */
static inline uint32_t mi_edges_end(const struct mi_tree *tree, const struct mi_node *node,
                                    bool whole)
{
    size_t bytes = (size_t)((const unsigned char *)node - tree->pool.base);
    return MI_EDGES_END | (whole ? MI_EDGES_WHOLE : 0) | (uint32_t)(bytes / MI_CELL);
}

/* The blocks of a node's edges one after the other; NULL behind the last. */
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
    return (struct mi_amaf *)(void *)&edges->edge[edges->room];
}

static inline uint32_t mi_edge_link(const struct mi_edge *edge)
{
    return atomic_load_explicit(&edge->link, memory_order_acquire);
}

/* May its move be chosen at the root, as far as rules and limits go? */
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

/* Starts to load the first edges of a node, which are soon to be read. */
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

/* Which of the bits it had. */
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

/* The part of a child's sums that is n visits' of an edge: all of it, where the child has no
 * others. */
static inline double mi_node_part(const struct mi_node *child, uint32_t n)
{
    uint32_t visits = mi_node_visits(child);
    return visits == n || visits == 0 ? 1 : (double)n / visits;
}

/* The mean of a node's visits, in the view of who moved there; the other number without visits. */
static inline double mi_node_mean(const struct mi_node *node, double otherwise)
{
    double visits = mi_node_visits(node);
    return visits > 0 ? (double)mi_node_value(node) / (visits * MI_UNIT) : otherwise;
}

/* The sum that n visits of an edge have brought, by the mean of the child behind it. */
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

static inline void mi_node_set_own(struct mi_node *node, double value)
{
    value = value < 0 ? 0 : value > 1 ? 1 : value;
    atomic_store_explicit(&node->own, (uint16_t)(1.5 + value * (UINT16_MAX - 1)),
                          memory_order_relaxed);
}

/* The same back, or a number below 0. */
static inline double mi_node_own(const struct mi_node *node)
{
    return (atomic_load_explicit(&node->own, memory_order_relaxed) - 1.0) / (UINT16_MAX - 1);
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

/* What is proven of a value, from a loss to a win. */
struct mi_bounds {
    enum mi_proof min, max; /* MI_LOSS ... MI_WIN */
};

/* The bounds of a state in the view of a player. */
static inline struct mi_bounds mi_bounds_of(unsigned state, int player)
{
    enum mi_proof least = state & MI_NODE_WIN       ? MI_WIN
                          : state & MI_NODE_NO_LOSS ? MI_DRAW
                                                    : MI_LOSS;
    enum mi_proof most = state & MI_NODE_LOSS ? MI_LOSS : state & MI_NODE_NO_WIN ? MI_DRAW : MI_WIN;
    if (player == 0)
        return (struct mi_bounds){least, most};
    return (struct mi_bounds){(enum mi_proof)(MI_WIN + MI_LOSS - most),
                              (enum mi_proof)(MI_WIN + MI_LOSS - least)};
}

/* Is a move to a node in that state worth a visit?  Not if it cannot be better than what the player
 * has for certain. */
static inline bool mi_state_is_worth(unsigned state, int player, enum mi_proof min_proof)
{
    return !(state & MI_NODE_BOUNDS) || mi_bounds_of(state, player).max > min_proof;
}

/* The bits of state that say so. */
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

/* The bits that scores from least to most are, first player's view. */
static inline unsigned mi_state_of_scores(int least, int most)
{
    return (least >= 0 ? MI_NODE_NO_LOSS : 0u) | (least > 0 ? MI_NODE_WIN : 0u) |
           (most <= 0 ? MI_NODE_NO_WIN : 0u) | (most < 0 ? MI_NODE_LOSS : 0u);
}

static inline enum mi_proof mi_proof_of(struct mi_bounds bounds)
{
    return bounds.min == bounds.max ? bounds.min : MI_UNPROVEN;
}

#endif
