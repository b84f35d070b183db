/* quiescence.h - quiescence: behind the last ply the noisy moves, until none is better than to
 * stand pat. */
#ifndef MI_SEARCH_ALPHABETA_QUIESCENCE_H
#define MI_SEARCH_ALPHABETA_QUIESCENCE_H

#include "stack.h"

/* Searches the node at ply, which is begun.  depth: 0 at the first ply behind a search, where
 * threats are tried too, and less behind it. */
int mi_ab_quiesce(struct mi_ab_stack *stack, int ply, int depth, int alpha, int beta);

/* The same of the position that mi_ab_play() has made.  Window and score are of the player at ply.
 */
int mi_ab_quiesce_child(struct mi_ab_stack *stack, int ply, int depth, int alpha, int beta);

#endif
