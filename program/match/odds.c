#include "odds.h"

#include <math.h>
#include <string.h>

static const double NORMAL_95 =
    1.959964; /* standard deviations around the mean that hold 95% of a normal distribution */

double mi_elo_to_score(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

double mi_score_to_elo(double score)
{
    if (score <= 0 || score >= 1)
        return score <= 0 ? -INFINITY : INFINITY;
    return 400 * log10(score / (1 - score));
}

/* ---- pairs ---- */

/* The mean score per game of the i-th outcome. */
static double score_of_outcome(int i)
{
    return i / (MI_PAIR_SCORES - 1.0);
}

static double count_pairs(const struct mi_pairs *pairs)
{
    double n = 0;
    for (int i = 0; i < MI_PAIR_SCORES; i++)
        n += pairs->count[i];
    return n;
}

/* The mean and variance of a pair's score per game. */
static double pair_mean(const struct mi_pairs *pairs, double *variance)
{
    double n = count_pairs(pairs), mean = 0;
    for (int i = 0; i < MI_PAIR_SCORES; i++)
        mean += pairs->count[i] / n * score_of_outcome(i);
    *variance = 0;
    for (int i = 0; i < MI_PAIR_SCORES; i++)
        *variance +=
            pairs->count[i] / n * (score_of_outcome(i) - mean) * (score_of_outcome(i) - mean);
    return mean;
}

struct mi_strength mi_strength_of(const struct mi_pairs *pairs)
{
    const double pseudo_count = 0.1; /* added to each outcome */
    double n = count_pairs(pairs), variance;
    if (n <= 0)
        return (struct mi_strength){.score = 0.5, .low = -INFINITY, .high = INFINITY};
    struct mi_pairs more = *pairs; /* a few equal results do not imply a variance of 0 */
    for (int i = 0; i < MI_PAIR_SCORES; i++)
        more.count[i] += pseudo_count;
    pair_mean(&more, &variance);
    double error = NORMAL_95 * sqrt(variance / n), mean = pair_mean(pairs, &variance);
    double sigma = sqrt(2 * variance); /* the variance of one game is twice that of a mean of two */
    return (struct mi_strength){
        .score = mean,
        .elo = mi_score_to_elo(mean),
        .low = mi_score_to_elo(mean - error),
        .high = mi_score_to_elo(mean + error),
        .normalised = sigma > 0     ? 800 / log(10) * (mean - 0.5) / sigma
                      : mean == 0.5 ? 0
                                    : copysign(INFINITY, mean - 0.5),
    };
}

/* ---- the sequential test ---- */

/* Among the distributions with mean t, p is most likely under p / (1 + theta (a - t)), where
 * theta is the zero of sum p (a - t) / (1 + theta (a - t)), a decreasing function. */
static double best_theta(const double *p, double t)
{
    double low = -1 / (1 - t), high = 1 / t;
    for (int step = 0; step < 50; step++) {
        double theta = (low + high) / 2, sum = 0;
        for (int i = 0; i < MI_PAIR_SCORES; i++)
            sum += p[i] * (score_of_outcome(i) - t) / (1 + theta * (score_of_outcome(i) - t));
        if (sum > 0)
            low = theta;
        else
            high = theta;
    }
    return (low + high) / 2;
}

double mi_sprt_ratio(const struct mi_sprt *sprt, const struct mi_pairs *pairs)
{
    const double min_count = 1e-3; /* replaces 0, so that no outcome is impossible */
    double t0 = mi_elo_to_score(sprt->elo0), t1 = mi_elo_to_score(sprt->elo1);
    double p[MI_PAIR_SCORES], n = 0, ratio = 0;
    if (count_pairs(pairs) <= 0)
        return 0;
    for (int i = 0; i < MI_PAIR_SCORES; i++)
        n += p[i] = pairs->count[i] > 0 ? pairs->count[i] : min_count;
    for (int i = 0; i < MI_PAIR_SCORES; i++)
        p[i] /= n;
    double theta0 = best_theta(p, t0), theta1 = best_theta(p, t1);
    for (int i = 0; i < MI_PAIR_SCORES; i++)
        ratio += p[i] * log((1 + theta0 * (score_of_outcome(i) - t0)) /
                            (1 + theta1 * (score_of_outcome(i) - t1)));
    return n * ratio;
}

void mi_sprt_bounds(const struct mi_sprt *sprt, double *low, double *high)
{
    *low = log(sprt->beta / (1 - sprt->alpha));
    *high = log((1 - sprt->beta) / sprt->alpha);
}

enum mi_sprt_decision mi_sprt_state(const struct mi_sprt *sprt, const struct mi_pairs *pairs)
{
    double low, high, ratio = mi_sprt_ratio(sprt, pairs);
    mi_sprt_bounds(sprt, &low, &high);
    return ratio <= low ? MI_SPRT_ELO0 : ratio >= high ? MI_SPRT_ELO1 : MI_SPRT_OPEN;
}

/* ---- ratings ---- */

struct matrix {
    double cell[MI_RATED_MAX][MI_RATED_MAX];
};

static double expected_score(double difference)
{
    return 1 / (1 + exp(-difference));
}

/* The gradient of the log likelihood at the ratings (in natural units), and its negated Hessian. */
static void gradient_and_hessian(int n, const double *points, const double *rating,
                                 double *gradient, struct matrix *hessian)
{
    memset(hessian, 0, sizeof *hessian);
    for (int i = 0; i < n; i++) {
        double e = expected_score(rating[i]); /* the prior game */
        gradient[i] = 0.5 - e;
        hessian->cell[i][i] = e * (1 - e);
    }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            double games = points[i * n + k] + points[k * n + i];
            double e = expected_score(rating[i] - rating[k]);
            if (i == k)
                continue;
            gradient[i] += points[i * n + k] - games * e;
            hessian->cell[i][i] += games * e * (1 - e);
            hessian->cell[i][k] -= games * e * (1 - e);
        }
}

/* Inverts a symmetric positive definite matrix in place, by elimination without pivoting. */
static void invert_matrix(int n, struct matrix *m)
{
    for (int p = 0; p < n; p++) {
        double pivot = m->cell[p][p];
        m->cell[p][p] = 1;
        for (int k = 0; k < n; k++)
            m->cell[p][k] /= pivot;
        for (int i = 0; i < n; i++) {
            double factor = m->cell[i][p];
            if (i == p)
                continue;
            m->cell[i][p] = 0;
            for (int k = 0; k < n; k++)
                m->cell[i][k] -= factor * m->cell[p][k];
        }
    }
}

/* The variance of a rating minus the mean rating. */
static double rating_variance(int n, const struct matrix *inverse, int i)
{
    double row = 0, all = 0;
    for (int k = 0; k < n; k++)
        row += inverse->cell[i][k];
    for (int j = 0; j < n; j++)
        for (int k = 0; k < n; k++)
            all += inverse->cell[j][k];
    return inverse->cell[i][i] - 2 * row / n + all / n / n;
}

void mi_fit_ratings(int count, const double *points, struct mi_rating *rating)
{
    const double elo = 400 / log(10), max_step = 1; /* a longer step may diverge */
    double r[MI_RATED_MAX] = {0}, gradient[MI_RATED_MAX], mean = 0;
    struct matrix m;
    for (int step = 0; step < 100; step++) {
        gradient_and_hessian(count, points, r, gradient, &m);
        invert_matrix(count, &m);
        for (int i = 0; i < count; i++) {
            double newton_step = 0;
            for (int k = 0; k < count; k++)
                newton_step += m.cell[i][k] * gradient[k];
            r[i] += newton_step > max_step    ? max_step
                    : newton_step < -max_step ? -max_step
                                              : newton_step;
        }
    }
    for (int i = 0; i < count; i++)
        mean += r[i] / count;
    for (int i = 0; i < count; i++)
        rating[i] = (struct mi_rating){elo * (r[i] - mean),
                                       elo * NORMAL_95 * sqrt(rating_variance(count, &m, i))};
}
