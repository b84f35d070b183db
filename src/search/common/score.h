/* score.h - scores of alpha-beta and minimax, which are integers in the view of the side to move,
 * and their conversion to values.
 *
 * In a game of points, a score is a number of points.  In other games only the sign of an outcome
 * counts, and a win n plies from the root is MI_SCORE_WIN - n, so that the shorter of two wins is
 * better.
 *
 * A value is from 0 (lost) to 1 (won): the average of playouts, or a score converted for reports.
 */
#ifndef MI_SEARCH_COMMON_SCORE_H
#define MI_SEARCH_COMMON_SCORE_H

#include "search.h"

/* No score reaches these; MI_SCORE_NONE means no score. */
enum { MI_SCORE_INFINITE = MI_SCORE_WIN + 1, MI_SCORE_NONE = MI_SCORE_INFINITE + 1 };

/* Assumed distance of a certain win whose distance is unknown: worse than any win that has been
 * searched to its end. */
enum { MI_UNKNOWN_PLIES = 5000 };

/* The score of a finished game, ply plies below the root, in the view of player. */
int mi_score_outcome(const miai_game *game, int outcome, int player, int ply);

/* Is it the score of a win or loss? */
static inline bool mi_score_decided(int score)
{
    return score >= MI_SCORE_PROVEN || score <= -MI_SCORE_PROVEN;
}

/* The result that an exact score proves. */
enum mi_proof mi_score_proof(int score);

/* ---- values: in the same view as the score ---- */

/* Default evaluation at which a win is e times as likely as a loss. */
enum { MI_SCALE_ODDS = 2 * MIAI_POINT_SCORE };

/* The map from scores to values for one game and board.  In a game of points a value is the share
 * of the points. */
struct mi_scale {
    int points;
    double win, even; /* value of a win without its margin, and of a margin of 0 */
    double by_score;  /* value of the margin for each unit of the score */
    double odds;      /* of an evaluation, see MI_SCALE_ODDS */
};

/* margin: the part of an outcome's value that depends on its score, 0 to 1, as in struct
 * mi_settings.  odds: 0 for the default. */
struct mi_scale mi_scale_make(const miai_game *game, const miai_setup *setup, double margin,
                              double odds);

/* The difference of two nearly even evaluations that corresponds to a difference of their log odds.
 */
int mi_scale_margin(const struct mi_scale *scale, double log_odds);

/* The value of a finished game. */
double mi_scale_outcome(const struct mi_scale *scale, int score);

/* The value of an evaluation: the winning probability, by the logistic curve. */
double mi_scale_estimate(const struct mi_scale *scale, int score);

/* The value of a proven result. */
double mi_scale_proof(enum mi_proof proof);

/* The value of a score: that of the proven result if the score proves one, otherwise that of an
 * evaluation. */
double mi_scale_score(const struct mi_scale *scale, int score, enum mi_proof proof);

#endif
