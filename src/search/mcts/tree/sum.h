/* sum.h - counts and sums that are read while they grow: each stands for itself, so that relaxed
 * is enough, and a reader may see one addition too few. */
#ifndef MI_SEARCH_MCTS_TREE_SUM_H
#define MI_SEARCH_MCTS_TREE_SUM_H

#include <stdatomic.h>

/* To what one thread alone adds to.  No locked addition: that costs more. */
#define MI_SUM_ADD(sum, n)                                                                         \
    atomic_store_explicit(sum, atomic_load_explicit(sum, memory_order_relaxed) + (n),              \
                          memory_order_relaxed)

/* To what several threads add to, if shared. */
#define MI_SUM_ADD_SHARED(sum, n, shared)                                                          \
    ((shared) ? (void)atomic_fetch_add_explicit(sum, n, memory_order_relaxed) : MI_SUM_ADD(sum, n))

#endif
