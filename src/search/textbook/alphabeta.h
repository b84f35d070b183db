/* alphabeta.h - textbook alpha-beta that records everything it does: no table, moves in the game's
 * order, evaluation only at the last ply.  For display, on small trees. */
#ifndef MI_SEARCH_TEXTBOOK_ALPHABETA_H
#define MI_SEARCH_TEXTBOOK_ALPHABETA_H

#include "search/common/search.h"

/* A position of the tree, in the order of the search, so that its descendants follow it.  All
 * scores are in the first player's view: the first player raises alpha, the second lowers beta. */
struct mi_cut {
    int depth;        /* plies from the root; 0: the root, which has no move */
    miai_move move;   /* the move that leads to it */
    int player;       /* who made that move */
    int alpha, beta;  /* window when the search entered it; +-MI_SCORE_INFINITE: open */
    int score;        /* exact if between them, otherwise a bound */
    int moves, tried; /* number of moves, and of those searched before alpha met beta */
};

/* Searches the root to that depth; without pruning, by minimax.  *list: the tree, which the caller
 * frees.  Returns its size; 0 if it exceeds max_count or memory runs out; -1 if the time limit was
 * reached. */
int mi_cuts(const struct mi_root *root, int depth, bool prune, int max_count,
            const struct mi_limits *limits, struct mi_cut **list);

#endif
