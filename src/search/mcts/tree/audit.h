/* audit.h - checks that all blocks in use belong to the tree, if MI_POOL_DEBUG is defined. */
#ifndef MI_SEARCH_MCTS_TREE_AUDIT_H
#define MI_SEARCH_MCTS_TREE_AUDIT_H

#include "tree.h"

#ifdef MI_POOL_DEBUG

/* Prints an error and aborts if a block in use is unreachable, a block of edges belongs to two
 * nodes, a node has a wrong parent count, or a node waits for a thread.  Does nothing while threads
 * are in the tree, since these hold blocks of their own. */
void mi_tree_audit(const struct mi_tree *tree);

#else

#define mi_tree_audit(tree) ((void)(tree))

#endif

#endif
