/* score.h - scores of the searches by score (alpha-beta, minimax): integers in the mover's view;
 * and the values that scores stand for.
 *
 * A game of points has its points.  Where only the sign of an outcome counts, a win that is n plies
 * away from the root is MI_SCORE_WIN - n, so that the shorter of two wins is the better.
 *
 * A value is from 0, lost, to 1, won: what a playout averages, and what a score is told as. */
#ifndef MI_SEARCH_COMMON_SCORE_H
#define MI_SEARCH_COMMON_SCORE_H

#include "search.h"

/* No score reaches these; MI_SCORE_NONE stands for none at all. */
enum { MI_SCORE_INFINITE = MI_SCORE_WIN + 1, MI_SCORE_NONE = MI_SCORE_INFINITE + 1 };

/* A win that is certain, but not when, is as if so many plies away: worse than each that is seen to
 * its end. */
enum { MI_UNKNOWN_PLIES = 5000 };

/* The score of a finished game, ply plies below the root, in the view of player. */
int mi_score_outcome(const miai_game *game, int outcome, int player, int ply);

/* Is it a win or a loss as such, by its size? */
static inline bool mi_score_decided(int score)
{
    return score >= MI_SCORE_PROVEN || score <= -MI_SCORE_PROVEN;
}

/* What a true score says of the result. */
enum mi_proof mi_score_proof(int score);

/* ---- values: in the view of whose score it is ---- */

/* The evaluation at which a win is e times as likely as a loss, of a game that does not say. */
enum { MI_SCALE_ODDS = 2 * MIAI_POINT_SCORE };

/* The map from scores to values, of one game on one board.  In a game of points a value is the
 * share of the points. */
struct mi_scale {
    int points;
    double win, even; /* an outcome's value: of a win beside its margin's, and of a margin of 0 */
    double by_score;  /* of the margin, for each unit of the score */
    double odds;      /* of an evaluation, see MI_SCALE_ODDS */
};

/* margin: the part of an outcome's value that goes by its score, 0 to 1, as struct mi_settings has
 * it.  odds: 0 for the usual ones. */
struct mi_scale mi_scale_make(const miai_game *game, const miai_setup *setup, double margin,
                              double odds);

/* The difference of two evaluations, about even, whose odds differ by so much in their
 * logarithm. */
int mi_scale_margin(const struct mi_scale *scale, double log_odds);

/* Of a finished game, as a playout comes to it. */
double mi_scale_outcome(const struct mi_scale *scale, int score);

/* Of an evaluation: the chances that it stands for, by the logistic curve. */
double mi_scale_estimate(const struct mi_scale *scale, int score);

/* Of what is proven. */
double mi_scale_proof(enum mi_proof proof);

/* Of a score of alpha-beta or minimax: of the proof if it has one, otherwise of an estimate. */
double mi_scale_score(const struct mi_scale *scale, int score, enum mi_proof proof);

#endif
