/* score.h - scores of the searches by score (alpha-beta, minimax): integers in the mover's view.
 *
 * A game of points has its points.  Where only the sign of an outcome counts, a win that is n plies
 * away from the root is MI_SCORE_WIN - n, so that the shorter of two wins is the better. */
#ifndef MI_SCORE_H
#define MI_SCORE_H

#include "search.h"

/* No score reaches these; MI_SCORE_NONE stands for none at all. */
enum { MI_SCORE_INFINITE = MI_SCORE_WIN + 1, MI_SCORE_NONE = MI_SCORE_INFINITE + 1 };

/* The score of a finished game, ply plies below the root, in the view of player. */
int mi_score_outcome(const miai_game *game, int outcome, int player, int ply);

/* Is it a win or a loss as such, by its size? */
static inline bool mi_score_decided(int score)
{
    return score >= MI_SCORE_PROVEN || score <= -MI_SCORE_PROVEN;
}

/* What a true score says of the result. */
enum mi_proof mi_score_proof(int score);

/* The value of a score, 0 to 1: 0, 1/2 or 1 if it is proven; otherwise the share of the points, or
 * an S-shaped curve through 1/2. */
double mi_score_value(const miai_game *game, int score, enum mi_proof proof);

#endif
