/* What match results say about strength: Elo and its interval, the sequential test, ratings. */
#include "base/fmath.h"
#include "miai_game.h"
#include "program/match/odds.h"
#include "tests/support/suite.h"

#include <math.h>

static void assert_near(double value, double expected, double tolerance)
{
    ck_assert_msg(fabs(value - expected) <= tolerance, "%g, not %g", value, expected);
}

START_TEST(scores_and_elo)
{
    assert_near(mi_elo_to_score(0), 0.5, 1e-12);
    assert_near(mi_elo_to_score(400), 10 / 11.0, 1e-12);
    assert_near(mi_score_to_elo(0.75), 190.8485, 1e-4);
    ck_assert(isinf(mi_score_to_elo(1)) && mi_score_to_elo(1) > 0);
    ck_assert(isinf(mi_score_to_elo(0)) && mi_score_to_elo(0) < 0);
    for (double elo = -500; elo <= 500; elo += 100)
        assert_near(mi_score_to_elo(mi_elo_to_score(elo)), elo, 1e-6);
}
END_TEST

/* Computed by hand: the mean of scores 0, 1/4 ... 1, their variance, and the standard error. */
START_TEST(strength_of_pairs)
{
    const struct mi_pairs pairs = {{100, 400, 800, 500, 200}};
    struct mi_strength strength = mi_strength_of(&pairs);
    double mean = (400 * 0.25 + 800 * 0.5 + 500 * 0.75 + 200) / 2000;
    double variance = (400 * 0.0625 + 800 * 0.25 + 500 * 0.5625 + 200) / 2000 - mean * mean;
    double error = 1.959964 * sqrt(variance / 2000);
    assert_near(strength.score, mean, 1e-12);
    assert_near(strength.low, mi_score_to_elo(mean - error), 0.05);
    assert_near(strength.high, mi_score_to_elo(mean + error), 0.05);
    assert_near(strength.normalised, 800 / log(10) * (mean - 0.5) / sqrt(2 * variance), 1e-6);
}
END_TEST

START_TEST(strength_of_few_pairs)
{
    const struct mi_pairs none = {{0}}, all = {{0, 0, 0, 0, 3}};
    ck_assert(isinf(mi_strength_of(&none).low) && isinf(mi_strength_of(&none).high));
    struct mi_strength strength = mi_strength_of(&all);
    ck_assert(isinf(strength.elo));
    ck_assert_msg(strength.low > 50 && strength.low < 500, "low %g", strength.low);
}
END_TEST

/* For many games near even: N (s1 - s0) (2 s - s0 - s1) / (2 variance). */
START_TEST(ratio_of_many_pairs)
{
    const struct mi_pairs pairs = {{500, 2000, 4000, 2100, 520}};
    const struct mi_sprt sprt = {0, 5, 0.05, 0.05};
    double n = 0, s = 0, square = 0;
    for (int i = 0; i < MI_PAIR_SCORES; i++) {
        n += pairs.count[i];
        s += pairs.count[i] * i / 4;
        square += pairs.count[i] * i * i / 16;
    }
    s /= n;
    double s0 = 0.5, s1 = mi_elo_to_score(5), variance = square / n - s * s;
    assert_near(mi_sprt_ratio(&sprt, &pairs), n * (s1 - s0) * (2 * s - s0 - s1) / (2 * variance),
                0.01);
    double low, high;
    mi_sprt_bounds(&sprt, &low, &high);
    assert_near(low, -2.9444, 1e-4);
    assert_near(high, 2.9444, 1e-4);
}
END_TEST

/* A pair of games that a player wins with that probability; one third of the other games are
 * drawn. */
static int draw_pair(miai_rng *rng, double elo)
{
    const double drawn = 0.3;
    double won = mi_elo_to_score(elo) - drawn / 2;
    int points = 0;
    for (int game = 0; game < 2; game++) {
        double x = mi_uniform(miai_rng_next(rng));
        points += x < won ? 2 : x < won + drawn ? 1 : 0;
    }
    return points;
}

static enum mi_sprt_decision simulate_match(const struct mi_sprt *sprt, miai_rng *rng, double elo)
{
    struct mi_pairs pairs = {{0}};
    enum mi_sprt_decision state = MI_SPRT_OPEN;
    while (state == MI_SPRT_OPEN) {
        pairs.count[draw_pair(rng, elo)]++;
        state = mi_sprt_state(sprt, &pairs);
    }
    return state;
}

/* A thousand tests at each bound; three standard deviations of the number of errors are 21. */
START_TEST(errors_of_a_thousand_tests)
{
    const struct mi_sprt sprt = {-10, 50, 0.05, 0.05};
    const int tests = REPEATED(1000), most = SANITIZED ? 12 : 1000 * 5 / 100 + 21;
    int errors[2] = {0, 0};
    miai_rng rng;
    miai_rng_seed(&rng, 1);
    for (int i = 0; i < tests; i++) {
        errors[0] += simulate_match(&sprt, &rng, sprt.elo0) == MI_SPRT_ELO1;
        errors[1] += simulate_match(&sprt, &rng, sprt.elo1) == MI_SPRT_ELO0;
    }
    ck_assert_msg(errors[0] <= most && errors[1] <= most, "%d and %d", errors[0], errors[1]);
}
END_TEST

START_TEST(ratings_of_two)
{
    const double points[] = {0, 750, 250, 0};
    struct mi_rating rating[2];
    mi_fit_ratings(2, points, rating);
    assert_near(rating[0].elo - rating[1].elo, mi_score_to_elo(0.75), 0.5);
    assert_near(rating[0].elo + rating[1].elo, 0, 1e-9);
    /* of half of the difference: 400 / ln 10 / sqrt(n p q) / 2 */
    assert_near(rating[0].error, 1.96 * 400 / log(10) / sqrt(1000 * 0.75 * 0.25) / 2, 0.1);
}
END_TEST

/* a beats b, and b beats c by as much: the rating of c follows, although a and c never met. */
START_TEST(ratings_of_three)
{
    const double points[] = {0, 640, 0, 360, 0, 640, 0, 360, 0};
    struct mi_rating rating[3];
    mi_fit_ratings(3, points, rating);
    assert_near(rating[1].elo, 0, 1e-6);
    assert_near(rating[0].elo - rating[2].elo, 2 * mi_score_to_elo(0.64), 1);
    ck_assert(rating[1].error < rating[0].error);
}
END_TEST

START_TEST(ratings_of_extremes)
{
    const double points[] = {0, 10, 0, 0};
    struct mi_rating rating[2];
    mi_fit_ratings(2, points, rating);
    ck_assert(isfinite(rating[0].elo) && isfinite(rating[0].error));
    ck_assert(rating[0].elo > 100 && rating[0].elo < 2000);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("odds");
    TCase *c = add_case(suite, "odds", 10);
    tcase_add_test(c, scores_and_elo);
    tcase_add_test(c, strength_of_pairs);
    tcase_add_test(c, strength_of_few_pairs);
    tcase_add_test(c, ratio_of_many_pairs);
    tcase_add_test(c, errors_of_a_thousand_tests);
    tcase_add_test(c, ratings_of_two);
    tcase_add_test(c, ratings_of_three);
    tcase_add_test(c, ratings_of_extremes);
    return run_suite(suite);
}
