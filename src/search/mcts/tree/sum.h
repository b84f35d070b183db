/* sum.h - counters that are read while they grow.  Each is independent of the others, so relaxed
 * order suffices; a reader may miss one addition. */
#ifndef MI_SEARCH_MCTS_TREE_SUM_H
#define MI_SEARCH_MCTS_TREE_SUM_H

#include <stdatomic.h>

/* For a counter that only one thread adds to: avoids an atomic addition, which costs more. */
#define MI_SUM_ADD(sum, n)                                                                         \
    atomic_store_explicit(sum, atomic_load_explicit(sum, memory_order_relaxed) + (n),              \
                          memory_order_relaxed)

/* For a counter that several threads add to, if shared. */
#define MI_SUM_ADD_SHARED(sum, n, shared)                                                          \
    ((shared) ? (void)atomic_fetch_add_explicit(sum, n, memory_order_relaxed) : MI_SUM_ADD(sum, n))

#endif
