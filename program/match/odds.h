/* odds.h - what the results of games tell of strength.  Numbers in, numbers out.
 *
 * Games come in pairs: the same opening twice, colours exchanged.  The two games of a pair hang
 * together, so that a pair is one observation with five outcomes ("pentanomial"). */
#ifndef MI_PROGRAM_MATCH_ODDS_H
#define MI_PROGRAM_MATCH_ODDS_H

#include <stdbool.h>

enum { MI_PAIR_SCORES = 5, MI_RATED_MAX = 64 };

/* Pairs in which the first player had 0, 1/2, 1, 3/2, 2 points. */
struct mi_pairs {
    double count[MI_PAIR_SCORES];
};

/* The score, 0 to 1, that a difference of ratings leads one to expect, and back: infinite for 0 and
 * 1.  Logistic: 1 / (1 + 10^(-elo / 400)). */
double mi_score_of_elo(double elo);
double mi_elo_of_score(double score);

/* What pairs tell of the first player against the second. */
struct mi_strength {
    double score;      /* the mean, 0 to 1; 0.5 without pairs */
    double elo;        /* of it */
    double low, high;  /* Elo of the ends of its interval of 95% */
    double normalised; /* Elo by the spread of the games: (800 / ln 10) (score - 1/2) / sigma, sigma
                          the standard deviation of a game's result (Van den Bergh 2020) */
};

struct mi_strength mi_strength_of(const struct mi_pairs *pairs);

/* A sequential test of the hypothesis that the difference is elo1 against that it is elo0. */
struct mi_sprt {
    double elo0, elo1;
    double alpha, beta; /* chances to accept elo1 where elo0 is true, and the other way round */
};

enum mi_sprt_decision { MI_SPRT_OPEN, MI_SPRT_ELO0, MI_SPRT_ELO1 };

/* The log likelihood ratio of elo1 to elo0: each hypothesis in its best case, the distribution of
 * pair scores with that mean under which what was seen is most likely (generalised SPRT).  0
 * without pairs. */
double mi_sprt_ratio(const struct mi_sprt *sprt, const struct mi_pairs *pairs);

/* Wald's bounds of it: ln(beta / (1 - alpha)), ln((1 - beta) / alpha). */
void mi_sprt_bounds(const struct mi_sprt *sprt, double *low, double *high);
enum mi_sprt_decision mi_sprt_state(const struct mi_sprt *sprt, const struct mi_pairs *pairs);

/* A rating in Elo, the mean of all being 0, and half of its interval of 95%. */
struct mi_rating {
    double elo, error;
};

/* The ratings of count <= MI_RATED_MAX players under which their results are most likely (Bradley
 * and Terry 1952), a draw being half a win and half a loss.  points[i * count + k]: of player i
 * against player k.  Each has drawn one game beforehand with a player of rating 0, so that who won
 * all has a rating. */
void mi_rate(int count, const double *points, struct mi_rating *rating);

#endif
