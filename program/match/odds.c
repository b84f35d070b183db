#include "odds.h"

#include <math.h>
#include <string.h>

static const double normal95 = 1.959964; /* standard deviations that 95% lie within */

double mi_score_of_elo(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

double mi_elo_of_score(double score)
{
    if (score <= 0 || score >= 1)
        return score <= 0 ? -INFINITY : INFINITY;
    return 400 * log10(score / (1 - score));
}

/* ---- pairs ---- */

/* The mean score of a game, by the place in the counts. */
static double score_at(int i)
{
    return i / (MI_PAIR_SCORES - 1.0);
}

static double total(const struct mi_pairs *pairs)
{
    double n = 0;
    for (int i = 0; i < MI_PAIR_SCORES; i++)
        n += pairs->count[i];
    return n;
}

/* Mean and variance of a pair's score a game. */
static double mean_of(const struct mi_pairs *pairs, double *variance)
{
    double n = total(pairs), mean = 0;
    for (int i = 0; i < MI_PAIR_SCORES; i++)
        mean += pairs->count[i] / n * score_at(i);
    *variance = 0;
    for (int i = 0; i < MI_PAIR_SCORES; i++)
        *variance += pairs->count[i] / n * (score_at(i) - mean) * (score_at(i) - mean);
    return mean;
}

struct mi_strength mi_strength_of(const struct mi_pairs *pairs)
{
    const double beside = 0.1; /* of each outcome */
    double n = total(pairs), variance;
    if (n <= 0)
        return (struct mi_strength){.score = 0.5, .low = -INFINITY, .high = INFINITY};
    struct mi_pairs more = *pairs; /* few that are all alike do not say that others will be */
    for (int i = 0; i < MI_PAIR_SCORES; i++)
        more.count[i] += beside;
    mean_of(&more, &variance);
    double error = normal95 * sqrt(variance / n), mean = mean_of(pairs, &variance);
    double sigma = sqrt(2 * variance); /* the mean of two games scatters less than one */
    return (struct mi_strength){
        .score = mean,
        .elo = mi_elo_of_score(mean),
        .low = mi_elo_of_score(mean - error),
        .high = mi_elo_of_score(mean + error),
        .normalised = sigma > 0     ? 800 / log(10) * (mean - 0.5) / sigma
                      : mean == 0.5 ? 0
                                    : copysign(INFINITY, mean - 0.5),
    };
}

/* ---- the sequential test ---- */

/* Of all distributions with mean t the one under which p is most likely is p / (1 + theta (a - t));
 * theta is where sum p (a - t) / (1 + theta (a - t)), which falls, is 0. */
static double best_theta(const double *p, double t)
{
    double low = -1 / (1 - t), high = 1 / t;
    for (int step = 0; step < 50; step++) {
        double theta = (low + high) / 2, sum = 0;
        for (int i = 0; i < MI_PAIR_SCORES; i++)
            sum += p[i] * (score_at(i) - t) / (1 + theta * (score_at(i) - t));
        if (sum > 0)
            low = theta;
        else
            high = theta;
    }
    return (low + high) / 2;
}

double mi_sprt_ratio(const struct mi_sprt *sprt, const struct mi_pairs *pairs)
{
    const double few = 1e-3; /* in the place of none, so that nothing is impossible */
    double t0 = mi_score_of_elo(sprt->elo0), t1 = mi_score_of_elo(sprt->elo1);
    double p[MI_PAIR_SCORES], n = 0, ratio = 0;
    if (total(pairs) <= 0)
        return 0;
    for (int i = 0; i < MI_PAIR_SCORES; i++)
        n += p[i] = pairs->count[i] > 0 ? pairs->count[i] : few;
    for (int i = 0; i < MI_PAIR_SCORES; i++)
        p[i] /= n;
    double theta0 = best_theta(p, t0), theta1 = best_theta(p, t1);
    for (int i = 0; i < MI_PAIR_SCORES; i++)
        ratio += p[i] * log((1 + theta0 * (score_at(i) - t0)) / (1 + theta1 * (score_at(i) - t1)));
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

struct square {
    double at[MI_RATED_MAX][MI_RATED_MAX];
};

static double expect(double difference)
{
    return 1 / (1 + exp(-difference));
}

/* The slope of the log likelihood at the ratings (natural units), and its curvature, negated. */
static void look_around(int n, const double *points, const double *rating, double *slope,
                        struct square *curve)
{
    memset(curve, 0, sizeof *curve);
    for (int i = 0; i < n; i++) {
        double e = expect(rating[i]); /* the game beforehand */
        slope[i] = 0.5 - e;
        curve->at[i][i] = e * (1 - e);
    }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            double games = points[i * n + k] + points[k * n + i];
            double e = expect(rating[i] - rating[k]);
            if (i == k)
                continue;
            slope[i] += points[i * n + k] - games * e;
            curve->at[i][i] += games * e * (1 - e);
            curve->at[i][k] -= games * e * (1 - e);
        }
}

/* The inverse, in place, of a matrix that is symmetric and positive: elimination without pivots. */
static void invert(int n, struct square *m)
{
    for (int p = 0; p < n; p++) {
        double pivot = m->at[p][p];
        m->at[p][p] = 1;
        for (int k = 0; k < n; k++)
            m->at[p][k] /= pivot;
        for (int i = 0; i < n; i++) {
            double part = m->at[i][p];
            if (i == p)
                continue;
            m->at[i][p] = 0;
            for (int k = 0; k < n; k++)
                m->at[i][k] -= part * m->at[p][k];
        }
    }
}

/* Of the difference to the mean of all. */
static double variance_of(int n, const struct square *inverse, int i)
{
    double row = 0, all = 0;
    for (int k = 0; k < n; k++)
        row += inverse->at[i][k];
    for (int j = 0; j < n; j++)
        for (int k = 0; k < n; k++)
            all += inverse->at[j][k];
    return inverse->at[i][i] - 2 * row / n + all / n / n;
}

void mi_rate(int count, const double *points, struct mi_rating *rating)
{
    const double elo = 400 / log(10), most = 1; /* a longer step may lead astray */
    double r[MI_RATED_MAX] = {0}, slope[MI_RATED_MAX], mean = 0;
    struct square m;
    for (int step = 0; step < 100; step++) {
        look_around(count, points, r, slope, &m);
        invert(count, &m);
        for (int i = 0; i < count; i++) {
            double by = 0;
            for (int k = 0; k < count; k++)
                by += m.at[i][k] * slope[k];
            r[i] += by > most ? most : by < -most ? -most : by;
        }
    }
    for (int i = 0; i < count; i++)
        mean += r[i] / count;
    for (int i = 0; i < count; i++)
        rating[i] = (struct mi_rating){elo * (r[i] - mean),
                                       elo * normal95 * sqrt(variance_of(count, &m, i))};
}
