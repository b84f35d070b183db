/* utility.h - the value of a position if the score counts in addition to winning.
 *
 * Of two moves that win with the same probability, the one with the greater lead is preferred, and
 * a lost game is not thrown away (Wu 2019, "Accelerating Self-Play Learning in Go", section 3.4:
 * score maximization).  With w the probability of a win, the utility is
 *
 *     (2 w - 1) + a E[s(x / (2 b))] + l E[s((x - c) / (0.75 b))],  s(y) = 2/pi arctan y,
 *
 * where x is the score, normal with a mean and a standard deviation, b the square root of the
 * board's points, a and l the weights in struct mi_utility_weights, and c a score near that
 * expected at the root.  A value is the utility, scaled to 0..1. */
#ifndef MI_SEARCH_MCTS_UTILITY_H
#define MI_SEARCH_MCTS_UTILITY_H

#include "search/common/search.h"

struct mi_utility {
    struct mi_utility_weights
        weights;   /* 0 if the game has no points, or is played for points only */
    double side;   /* b */
    double center; /* c, in points, first player's view */
    double unit;   /* change of the value between a certain loss and win */
    int points;    /* maximum score of a game that is played for points; or 0 */
};

struct mi_utility mi_utility_make(const miai_game *game, const miai_setup *setup,
                                  const struct mi_utility_weights *weights);

/* Sets c from the score expected at the root. */
void mi_utility_center(struct mi_utility *utility, double score);

/* The value, 0 to 1, for a winning probability and a score in points, all in the first player's
 * view. */
double mi_utility_value(const struct mi_utility *utility, double win, double score,
                        double deviation);

/* The value for a winning probability, without the score terms. */
double mi_utility_plain(const struct mi_utility *utility, double win);

#endif
