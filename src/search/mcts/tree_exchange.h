/* tree_exchange.h - what a run exchanges with its peers: differences of the upper tree.
 *
 * Root parallelisation with a shared upper tree (Gelly and others 2008, "The Parallelization of
 * Monte-Carlo Planning"; Bourki and others 2010, "Scalability and Parallelization of Monte-Carlo
 * Tree Search"; Pachi's cluster): each process grows its own tree, and tells now and then by how
 * much the edges that have more than a share of the root's visits, and the nodes behind them, have
 * grown.  Sums are additive, so what comes from others is added to them: selection, backing up and
 * the choice of the move see no difference.
 *
 * What is known to all - what was told, what was heard, and what was there when the run began - is
 * kept beside, edge by edge and node by node: nothing is told twice, and nothing is told on.  A
 * message: how many bytes the growths take, in 4; the growths; and what the evaluator tells.  A
 * growth is
 *
 *     depth 1 | move 2 | edge's visits 4 | node's visits 4 | value 8 | bounds 2 | squares 8
 *
 * for each node in preorder, the root first; depth 0, the root, has no move and no edge, and a tree
 * without squares has none.
 *
 * Where others went and this tree has no node, what they told waits for one, and if they went there
 * often, a playout is guided there.  An evaluator that tells its answers, a network, makes that
 * cost next to nothing: then nodes of few visits are told of, and a way goes to each that is not
 * there.  Such
 * a way is no playout: it makes the node, of which the peer's growth says the rest.  Processes with
 * the same tree would value the same leaves; so in puct.c each leaves some of them to the others.
 */
#ifndef MI_SEARCH_MCTS_TREE_EXCHANGE_H
#define MI_SEARCH_MCTS_TREE_EXCHANGE_H

#include "base/bytes.h"
#include "mcts.h"
#include "search/common/peers.h"

enum {
    MI_EXCHANGE_DEPTH = 24,      /* plies below the root */
    MI_GROWTHS_BYTES = 32 << 10, /* in a message, at most, with how many they are: */
    MI_GROWTHS_HEAD = 4,
    MI_EXCHANGE_WAITING = 512,
    MI_EXCHANGE_TRIES = 4, /* playouts that are guided to where something waits */
    MI_EXCHANGE_WAITS = 64 /* exchanges that it waits at most */
};

/* A way from the root for a playout to follow as far as it can. */
struct mi_guide {
    int length;
    miai_move move[MI_EXCHANGE_DEPTH];
};

/* By how much an edge and the node behind it have grown, in the view of who moved there. */
struct mi_growth {
    uint32_t edge, visits;
    int64_t value;
    uint64_t squares;
    unsigned bounds; /* MI_NODE_BOUNDS of the node */
};

/* What all know of a node, or of an edge (the visits alone). */
struct mi_shared_sums {
    uint64_t key; /* 0: nothing */
    uint32_t visits;
    int64_t value;
    uint64_t squares;
};

/* Of one run; its first thread alone uses it. */
struct mi_tree_exchange {
    int known_count, known_room, waiting_count;
    int next_guide; /* of those that wait, the next to which a way is guided */
    uint64_t heard; /* visits of the root that came from others */
    bool settled;   /* since it was heard last, all ways have been gone */
    bool dear;      /* and one of them asked the evaluator */
    bool cut;       /* something that has grown had no room in the last message */
    struct mi_waiting {
        struct mi_guide way;
        struct mi_growth growth;
        int tries, waits;
    } waiting[MI_EXCHANGE_WAITING];
    unsigned char bytes[MI_EXCHANGE_BYTES];
    struct mi_shared_sums known[]; /* [known_room]: by key, with linear probing */
};

static inline unsigned mi_tree_exchange_move(const struct mi_edge *edge)
{
    return edge->move & (MI_EDGE_MASKED - 1u);
}

/* tree_exchange.c: what all know of the node, or of its edge by that move; a new record says
 * nothing. NULL: there is no room for another. */
struct mi_shared_sums *mi_tree_exchange_node(struct mi_tree_exchange *share,
                                             const struct mi_tree *tree,
                                             const struct mi_node *node);
struct mi_shared_sums *mi_tree_exchange_edge(struct mi_tree_exchange *share,
                                             const struct mi_tree *tree, const struct mi_node *node,
                                             unsigned move);

/* tree_exchange_send.c: the growth of the upper tree and what the evaluator tells, in at most
 * MI_EXCHANGE_BYTES; returns how many.  It is known then. */
size_t mi_tree_exchange_send(struct mi_run *run);
/* Makes known all that is there. */
void mi_tree_exchange_begin(struct mi_run *run);

/* tree_exchange_receive.c: adds what another has told; what is wrong changes nothing. */
void mi_tree_exchange_receive(struct mi_run *run, size_t length);
/* Adds what has waited for a node that is there now; what has waited in vain is forgotten. */
void mi_tree_exchange_settle(struct mi_run *run);

#endif
