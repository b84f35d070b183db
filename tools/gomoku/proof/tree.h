/* tree.h - positions that are to be proven, with their proof numbers (Allis, van der Meulen & van
 * den Herik, "Proof-Number Search", 1994): as many as are alike are one. */
#ifndef MI_TOOLS_GOMOKU_PROOF_TREE_H
#define MI_TOOLS_GOMOKU_PROOF_TREE_H

#include "game/gomoku/threat/threats.h"
#include "stones.h"

struct edge {
    uint32_t child;
    uint8_t move;  /* in the parent's orientation */
    uint8_t doubt; /* of a move of Black's: its proof number counts 2^(doubt / DOUBT_ONE) times */
};

enum { DOUBT_ONE = 8 };

struct node {
    uint64_t key;             /* of its normal form, in which its moves are */
    uint64_t first;           /* of its edges */
    uint32_t proof, disproof; /* 0: Black wins; or not by the moves that are looked at */
    uint32_t visits;          /* of the search */
    uint8_t edges, met;       /* how many; of White's moves, how many are met */
    uint8_t move;             /* of Black, if he is to move and wins */
    bool expanded;            /* its edges are there; where Black wins by threats there are none */
    bool threat;              /* White is to move, and if he passed Black would win by threats */
};

struct tree {
    struct node *node; /* [0] is none */
    struct edge *edge;
    uint32_t *slot;        /* of mask + 1, by key: a node or 0 */
    uint64_t nodes, edges; /* in use */
    uint64_t node_room, edge_room, mask;
};

bool tree_open(struct tree *tree);
void tree_close(struct tree *tree);

/* The node of a key, new if is_new says so.  Others may move in memory.  0: no memory. */
uint32_t tree_node(struct tree *tree, uint64_t key, bool *is_new);

/* Moves a node's edges behind all others, so that it can get more. */
bool tree_reopen(struct tree *tree, uint32_t node);

/* Adds an edge to the node that got the last ones; if one leads to the child already, it gets the
 * doubt.  False: no memory. */
bool tree_add_edge(struct tree *tree, uint32_t node, const struct edge *edge);

static inline struct edge *tree_edge(const struct tree *tree, const struct node *node, int i)
{
    return &tree->edge[node->first + (uint64_t)i];
}

static inline struct node *tree_child(const struct tree *tree, const struct node *node, int i)
{
    return &tree->node[tree_edge(tree, node, i)->child];
}

/* The node is won for Black, or not. */
void tree_settle(struct node *node, bool won);

/* Its numbers by those of its children. */
void tree_update(struct tree *tree, struct node *node, bool black_moves);

/* Which of its edges is to be searched: the most proving one, but where Black threatens
 * nothing, and White may do anything, the one that was begun, and then the one that is nearest to
 * its proof: all have to be proven, and what wins against one move mostly wins against the next.
 * -1: none. */
int tree_most_proving(const struct tree *tree, const struct node *node, bool black_moves);

#endif
