/* alphabeta.h - alpha-beta as the textbook has it, with all that it does recorded: no table, no
 * order but the game's, no estimate but that at the last ply.  It is for people to look at, on
 * small trees. */
#ifndef MI_SEARCH_TEXTBOOK_ALPHABETA_H
#define MI_SEARCH_TEXTBOOK_ALPHABETA_H

#include "search/common/search.h"

/* A position of the tree, in the order in which the search has come to them, so that those behind
 * it follow.  All scores are in the first player's view: the first player raises alpha, which he
 * has for certain already, the second lowers beta. */
struct mi_cut {
    int depth;        /* plies from the root; 0: the root, which has no move */
    miai_move move;   /* that leads to it */
    int player;       /* who has made it */
    int alpha, beta;  /* when the search came; +-MI_SCORE_INFINITE: none */
    int score;        /* exact between them, else a bound */
    int moves, tried; /* that it has, and of which were searched before alpha met beta */
};

/* Searches the root to that depth; without pruning it is minimax.  *list becomes the tree, which
 * the caller frees.  Returns how many positions it has; 0 if they are more than `most`, or there is
 * no memory; -1 if the limits' time is over. */
int mi_cuts(const struct mi_root *root, int depth, bool prune, int most,
            const struct mi_limits *limits, struct mi_cut **list);

#endif
