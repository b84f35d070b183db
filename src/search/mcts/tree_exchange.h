/* tree_exchange.h - exchange of the upper tree with the other processes of a cluster.
 *
 * Root parallelization with a shared upper tree (Gelly et al. 2008, "The Parallelization of
 * Monte-Carlo Planning"; Bourki et al. 2010, "Scalability and Parallelization of Monte-Carlo Tree
 * Search"; Pachi's cluster): each process grows its own tree.  At intervals it sends the growth of
 * the edges with more than a share of the root's visits, and of their nodes.  Sums are additive, so
 * received growth is added to them, and the search needs no other change.
 *
 * For each edge and node, the sums that all processes know (sent, received, or present at the start
 * of the run) are recorded, so that nothing is sent twice or passed on.  A message: the size of the
 * growth records in 4 bytes; the records; the evaluator's data.  A record (sizes in bytes):
 *
 *     depth 1 | move 2 | edge's visits 4 | node's visits 4 | value 8 | bounds 2 | squares 8
 *
 * for each node in preorder, beginning with the root.  The root (depth 0) has no move and no edge;
 * a tree without squares sends none.
 *
 * Growth at a position without a node in this tree is pending until there is one; if it is large, a
 * playout is guided there.  If the evaluator exports its results (a network), guided playouts cost
 * almost nothing: then nodes with few visits are sent as well, and each pending one gets a guide.
 * Such a guided descent does not count as a playout: it only creates the node, to which the pending
 * growth is added.  Processes with the same tree would evaluate the same nodes, so each skips
 * some of them for the others (puct.c). */
#ifndef MI_SEARCH_MCTS_TREE_EXCHANGE_H
#define MI_SEARCH_MCTS_TREE_EXCHANGE_H

#include "base/bytes.h"
#include "mcts.h"
#include "search/common/peers.h"

enum {
    MI_EXCHANGE_DEPTH = 24,      /* plies below the root */
    MI_GROWTHS_BYTES = 32 << 10, /* maximum size of a message's records, with their head: */
    MI_GROWTHS_HEAD = 4,         /* bytes of the field that holds their size */
    MI_EXCHANGE_PENDING = 512,   /* pending growths */
    MI_EXCHANGE_TRIES = 4,       /* playouts guided to a pending growth */
    MI_EXCHANGE_WAITS = 64       /* exchanges for which a growth stays pending */
};

/* A path from the root for a playout to follow as far as it can. */
struct mi_guide {
    int length;
    miai_move move[MI_EXCHANGE_DEPTH];
};

/* The growth of an edge and its node, in the view of the player who made the move. */
struct mi_growth {
    uint32_t edge, visits;
    int64_t value;
    uint64_t squares;
    unsigned bounds; /* MI_NODE_BOUNDS of the node */
};

/* The part of a node's sums, or of an edge's visits, that all processes know. */
struct mi_shared_sums {
    uint64_t key; /* 0: empty slot */
    uint32_t visits;
    int64_t value;
    uint64_t squares;
};

/* The exchange of one run.  Main thread only. */
struct mi_tree_exchange {
    int known_count, known_capacity, pending_count;
    int next_guide;           /* index of the next pending growth to guide a playout to */
    uint64_t received_visits; /* visits of the root received from peers */
    bool guides_done;         /* since the last message all guides have been followed */
    bool guides_evaluated;    /* one of these guides needed the evaluator */
    bool truncated;           /* the last message could not hold all growth */
    struct mi_pending_growth {
        struct mi_guide guide;
        struct mi_growth growth;
        int tries, exchanges_waited;
    } pending[MI_EXCHANGE_PENDING];
    unsigned char bytes[MI_EXCHANGE_BYTES];
    struct mi_shared_sums known[]; /* [known_capacity]: hash table with linear probing */
};

static inline unsigned mi_tree_exchange_move(const struct mi_edge *edge)
{
    return edge->move & (MI_EDGE_MASKED - 1u);
}

/* tree_exchange.c: the record of a node, or of its edge by that move; a new record is all zeros.
 * NULL: the table is full. */
struct mi_shared_sums *mi_tree_exchange_node(struct mi_tree_exchange *exchange,
                                             const struct mi_tree *tree,
                                             const struct mi_node *node);
struct mi_shared_sums *mi_tree_exchange_edge(struct mi_tree_exchange *exchange,
                                             const struct mi_tree *tree, const struct mi_node *node,
                                             unsigned move);

/* tree_exchange_send.c: writes the growth of the upper tree and the evaluator's data; returns the
 * number of bytes, at most MI_EXCHANGE_BYTES.  Marks the written growth as known. */
size_t mi_tree_exchange_send(struct mi_run *run);
/* Marks everything in the tree as known. */
void mi_tree_exchange_begin(struct mi_run *run);

/* tree_exchange_receive.c: adds a peer's message to the tree; a malformed one changes nothing. */
void mi_tree_exchange_receive(struct mi_run *run, size_t length);
/* Adds pending growths whose nodes now exist; drops those that have waited too long. */
void mi_tree_exchange_settle(struct mi_run *run);

#endif
