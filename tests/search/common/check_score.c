/* Values of scores: outcomes, evaluations, proofs. */
#include "game/games.h"
#include "search/common/score.h"
#include "tests/support/suite.h"

#include <check.h>
#include <math.h>

enum { ODDS = 150 };

static struct mi_scale scale_of(int points, double margin)
{
    miai_game game = mi_go_game;
    miai_setup setup = {.width = 9, .height = 9};
    game.points = points;
    return mi_scale_make(&game, &setup, margin, ODDS);
}

START_TEST(scores_without_points)
{
    struct mi_scale scale = scale_of(0, 0);
    ck_assert(mi_scale_outcome(&scale, 1) == 1);
    ck_assert(mi_scale_outcome(&scale, 0) == 0.5);
    ck_assert(mi_scale_outcome(&scale, -8100) == 0);
}
END_TEST

/* Wins are above draws, greater wins above smaller ones, and no value exceeds 1. */
START_TEST(scores_with_margins)
{
    const double margin = 0.1;
    struct mi_scale scale = scale_of(0, margin);
    ck_assert_double_eq_tol(mi_scale_outcome(&scale, 8100), 1, 1e-12);
    ck_assert_double_eq_tol(mi_scale_outcome(&scale, 20000), 1, 1e-12);
    ck_assert_double_eq_tol(mi_scale_outcome(&scale, -20000), 0, 1e-12);
    ck_assert_double_eq_tol(mi_scale_outcome(&scale, 1), 1 - margin / 2, 1e-4);
    for (int score = -9000; score < 9000; score += 50) {
        double value = mi_scale_outcome(&scale, score), more = mi_scale_outcome(&scale, score + 50);
        ck_assert(more >= value);
        ck_assert_double_eq_tol(value + mi_scale_outcome(&scale, -score), 1, 1e-12);
    }
}
END_TEST

START_TEST(points_scale_values)
{
    struct mi_scale scale = scale_of(8100, 0.1);
    const int scores[] = {-8100, 0, 4050, 8100, 9000};
    const double values[] = {0, 0.5, 0.75, 1, 1};
    for (int i = 0; i < COUNT(scores); i++) {
        ck_assert(mi_scale_outcome(&scale, scores[i]) == values[i]);
        ck_assert(mi_scale_estimate(&scale, scores[i]) == values[i]);
        ck_assert(mi_scale_score(&scale, scores[i], MI_WIN) == values[i]);
    }
}
END_TEST

START_TEST(estimates_become_probabilities)
{
    struct mi_scale scale = scale_of(0, 0);
    double last = -1;
    for (int score = -MIAI_SCORE_MAX; score <= MIAI_SCORE_MAX; score += 500) {
        double value = mi_scale_estimate(&scale, score);
        ck_assert(value >= last && value >= 0 && value <= 1);
        last = value;
    }
    for (int i = -3; i <= 3; i++) {
        double value = mi_scale_estimate(&scale, i * ODDS);
        ck_assert_double_eq_tol(log(value / (1 - value)), i, 1e-9);
    }
    ck_assert(mi_scale_score(&scale, ODDS, MI_UNPROVEN) == mi_scale_estimate(&scale, ODDS));
    ck_assert(mi_scale_score(&scale, -ODDS, MI_LOSS) == 0);
    ck_assert(mi_scale_score(&scale, 0, MI_DRAW) == 0.5);
    ck_assert(mi_scale_score(&scale, MI_SCORE_WIN - 3, MI_WIN) == 1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("score");
    TCase *tests = add_case(suite, "values", 4);
    tcase_add_test(tests, scores_without_points);
    tcase_add_test(tests, scores_with_margins);
    tcase_add_test(tests, points_scale_values);
    tcase_add_test(tests, estimates_become_probabilities);
    return run_suite(suite);
}
