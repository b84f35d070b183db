/* audit.h - whether all blocks in use belong to the tree, where MI_POOL_DEBUG is defined. */
#ifndef MI_SEARCH_MCTS_TREE_AUDIT_H
#define MI_SEARCH_MCTS_TREE_AUDIT_H

#include "tree.h"

#ifdef MI_POOL_DEBUG

/* Tells, and ends the process, if nothing leads to a block in use, or two nodes to the same edges,
 * or a node counts wrongly what leads to it, or waits for a thread.  Does nothing while threads are
 * in the tree, which hold blocks of their own. */
void mi_tree_audit(const struct mi_tree *tree);

#else

#define mi_tree_audit(tree) ((void)(tree))

#endif

#endif
