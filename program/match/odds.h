/* odds.h - estimates of playing strength from game results.
 *
 * Games come in pairs: the same opening twice, with colours exchanged.  The two games of a pair
 * are correlated, so a pair is one observation with five outcomes (pentanomial). */
#ifndef MI_PROGRAM_MATCH_ODDS_H
#define MI_PROGRAM_MATCH_ODDS_H

#include <stdbool.h>

enum { MI_PAIR_SCORES = 5, MI_RATED_MAX = 64 };

/* Numbers of pairs in which the first player scored 0, 1/2, 1, 3/2 and 2 points. */
struct mi_pairs {
    double count[MI_PAIR_SCORES];
};

/* Converts an Elo difference to the expected score (0 to 1), 1 / (1 + 10^(-elo / 400)), and back
 * (infinite for 0 and 1). */
double mi_elo_to_score(double elo);
double mi_score_to_elo(double score);

/* The strength of the first player relative to the second. */
struct mi_strength {
    double score;      /* the mean, 0 to 1; 0.5 without pairs */
    double elo;        /* the Elo difference of the mean score */
    double low, high;  /* the 95% confidence interval */
    double normalised; /* normalised Elo: (800 / ln 10) (score - 1/2) / sigma, where sigma is the
                          standard deviation of a game's result (Van den Bergh 2020) */
};

struct mi_strength mi_strength_of(const struct mi_pairs *pairs);

/* A sequential test (SPRT) of the hypothesis that the difference is elo1 against elo0. */
struct mi_sprt {
    double elo0, elo1;
    double alpha, beta; /* error rates: accepting elo1 if elo0 is true, and the reverse */
};

enum mi_sprt_decision { MI_SPRT_OPEN, MI_SPRT_ELO0, MI_SPRT_ELO1 };

/* The log likelihood ratio of elo1 to elo0 (generalised SPRT): under each hypothesis, the
 * distribution of pair scores with that mean that makes the results most likely.  0 without
 * pairs. */
double mi_sprt_ratio(const struct mi_sprt *sprt, const struct mi_pairs *pairs);

/* Wald's bounds of the ratio: ln(beta / (1 - alpha)), ln((1 - beta) / alpha). */
void mi_sprt_bounds(const struct mi_sprt *sprt, double *low, double *high);
enum mi_sprt_decision mi_sprt_state(const struct mi_sprt *sprt, const struct mi_pairs *pairs);

/* A rating in Elo, relative to the mean of all players, and half the width of its 95% interval. */
struct mi_rating {
    double elo, error;
};

/* The most likely ratings of count <= MI_RATED_MAX players (Bradley and Terry 1952); a draw
 * counts as half a win.  points[i * count + k]: points of player i against player k.  As a
 * prior, each player has drawn one game against a player of rating 0, so that a player who won
 * all games has a finite rating. */
void mi_fit_ratings(int count, const double *points, struct mi_rating *rating);

#endif
