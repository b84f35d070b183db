/* tree.h - positions to be proven, with their proof numbers (Allis, van der Meulen & van den Herik,
 * "Proof-Number Search", 1994).  Symmetric positions share a node. */
#ifndef MI_TOOLS_GOMOKU_PROOF_TREE_H
#define MI_TOOLS_GOMOKU_PROOF_TREE_H

#include "game/gomoku/threat/threats.h"
#include "stones.h"

struct edge {
    uint32_t child;
    uint8_t move;  /* in the parent's orientation */
    uint8_t doubt; /* of a Black move: multiplies its proof number by 2^(doubt / DOUBT_ONE) */
};

enum { DOUBT_ONE = 8 };

struct node {
    uint64_t key;   /* key of the normal form, which is also the orientation of its moves */
    uint64_t first; /* index of its first edge */
    uint32_t proof, disproof; /* proof 0: Black wins; disproof 0: not with the considered moves */
    uint32_t visits;          /* number of visits */
    uint8_t edges, met;       /* number of edges; number of White's moves refuted */
    uint8_t move;             /* Black's winning move, if Black is to move and wins */
    bool expanded;            /* edges exist; none if Black wins by threats */
    bool threat;              /* White to move, and Black would win by threats after a pass */
};

struct tree {
    struct node *node; /* [0] is unused */
    struct edge *edge;
    uint32_t *slot;        /* [mask + 1] by key: a node or 0 */
    uint64_t nodes, edges; /* in use */
    uint64_t node_capacity, edge_capacity, mask;
};

bool tree_open(struct tree *tree);
void tree_close(struct tree *tree);

/* The node of a key; *is_new if it was created.  May move other nodes in memory.  0: no memory. */
uint32_t tree_node(struct tree *tree, uint64_t key, bool *is_new);

/* Moves a node's edges to the end of the array, so that more can be added. */
bool tree_reopen(struct tree *tree, uint32_t node);

/* Adds an edge to the node whose edges are last.  If an edge to the same child exists, only updates
 * its doubt.  False: no memory. */
bool tree_add_edge(struct tree *tree, uint32_t node, const struct edge *edge);

static inline struct edge *tree_edge(const struct tree *tree, const struct node *node, int i)
{
    return &tree->edge[node->first + (uint64_t)i];
}

static inline struct node *tree_child(const struct tree *tree, const struct node *node, int i)
{
    return &tree->node[tree_edge(tree, node, i)->child];
}

/* Marks a node as won for Black, or not won. */
void tree_settle(struct node *node, bool won);

/* Updates a node's numbers from its children. */
void tree_update(struct tree *tree, struct node *node, bool black_moves);

/* The edge to search next, or -1.  Usually the most-proving one.  If Black threatens nothing, all
 * of White's moves must be refuted, and most lose to the same move; then it is the edge already
 * begun, or else the one nearest to its proof. */
int tree_most_proving(const struct tree *tree, const struct node *node, bool black_moves);

#endif
