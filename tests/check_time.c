/* The shares of a clock. */
#include "../src/search/time.h"

#include <check.h>
#include <stdlib.h>

START_TEST(no_limit)
{
    struct mi_time time;
    mi_time_set(&time, 0, 1, 0);
    ck_assert(!time.limited);
}
END_TEST

START_TEST(zero_is_no_time)
{
    struct mi_time time;
    mi_time_set(&time, 0, 0, 0);
    ck_assert(time.limited);
    ck_assert_double_eq(mi_time_budget(&time, 0, 30, 0.1), 0);
}
END_TEST

START_TEST(seconds_a_move)
{
    struct mi_time time;
    mi_time_set(&time, 0, 0.2, 1);
    for (int i = 0; i < 5; i++) {
        ck_assert_double_eq_tol(mi_time_budget(&time, 1, 30, 0.02), 0.18, 1e-9);
        mi_time_spend(&time, 1, 0.19);
    }
}
END_TEST

START_TEST(canadian_period)
{
    struct mi_time time;
    mi_time_set(&time, 0, 30, 10);
    ck_assert_double_eq_tol(mi_time_budget(&time, 0, 30, 0), 3, 1e-9);
    mi_time_spend(&time, 0, 21);
    ck_assert_double_eq_tol(mi_time_budget(&time, 0, 30, 0), 1, 1e-9);
    for (int i = 0; i < 9; i++)
        mi_time_spend(&time, 0, 0.5);
    ck_assert_double_eq_tol(mi_time_budget(&time, 0, 30, 0), 3, 1e-9);
}
END_TEST

START_TEST(main_time_runs_into_the_period)
{
    struct mi_time time;
    mi_time_set(&time, 10, 20, 4);
    mi_time_spend(&time, 0, 12);
    ck_assert_int_eq(time.left[0].stones, 3);
    ck_assert_double_eq_tol(time.left[0].seconds, 18, 1e-9);
    ck_assert_double_eq_tol(time.left[1].seconds, 10, 1e-9);
}
END_TEST

/* Whoever uses his whole budget, and the lag besides, never oversteps. */
START_TEST(absolute_time_lasts)
{
    struct mi_time time;
    const double lag = 0.05;
    mi_time_set(&time, 60, 0, 0);
    for (int move = 0; move < 200; move++) {
        double budget = mi_time_budget(&time, 0, 200 - move, lag);
        mi_time_spend(&time, 0, budget + (budget > 0 ? lag : 0));
        ck_assert_double_ge(time.left[0].seconds, -1e-9);
    }
}
END_TEST

START_TEST(negative_time_left)
{
    struct mi_time time;
    mi_time_set(&time, 60, 0, 0);
    time.left[0].seconds = -5;
    ck_assert_double_eq(mi_time_budget(&time, 0, 30, 0.05), 0);
}
END_TEST

/* Whoever takes all that a move may take, and the lag besides, never oversteps. */
START_TEST(share_of_a_clock_lasts)
{
    static const struct {
        double seconds, increment, lag;
        int to_go;
    } clocks[] = {{1, 0.01, 0.02, 0}, {60, 0, 0.05, 0},  {0.1, 0, 0.02, 0}, {5, 2, 0.1, 0},
                  {10, 0, 0.03, 40},  {0.5, 0, 0.02, 1}, {0.02, 0, 0.02, 0}};
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
        double seconds = clocks[i].seconds;
        for (int move = 0; move < (clocks[i].to_go ? clocks[i].to_go : 300); move++) {
            int to_go = clocks[i].to_go ? clocks[i].to_go - move : 0;
            struct mi_share share =
                mi_time_share(seconds, clocks[i].increment, to_go, 22, clocks[i].lag);
            ck_assert_double_ge(share.soft, 0);
            ck_assert_double_ge(share.hard, share.soft);
            if (share.hard > 0) {
                ck_assert_double_le(share.hard + clocks[i].lag, seconds);
                seconds -= share.hard + clocks[i].lag;
            }
            seconds += clocks[i].increment;
        }
    }
}
END_TEST

/* The time is used, not saved up: with an increment a move takes about that in the end. */
START_TEST(share_of_a_clock_is_used)
{
    double seconds = 10, whole = 0;
    for (int move = 0; move < 60; move++) {
        struct mi_share share = mi_time_share(seconds, 0.1, 0, 22, 0.02);
        whole += share.soft;
        seconds += 0.1 - share.soft;
    }
    ck_assert_double_ge(whole, 14);
    ck_assert_double_eq_tol(mi_time_share(0.3, 0.1, 0, 22, 0.02).soft, 0.1, 0.02);
}
END_TEST

START_TEST(share_of_moves_to_go)
{
    struct mi_share last = mi_time_share(1, 0, 1, 22, 0.05), four = mi_time_share(4, 0, 4, 22, 0);
    ck_assert_double_ge(last.soft, 0.7);
    ck_assert_double_le(last.hard, 0.95);
    ck_assert_double_eq_tol(four.soft, 1, 1e-9);
    ck_assert_double_ge(four.hard, 3);
    /* Periods beyond the end of the game are like none. */
    ck_assert_double_eq(mi_time_share(9, 0, 500, 22, 0).soft, mi_time_share(9, 0, 0, 22, 0).soft);
}
END_TEST

START_TEST(share_of_no_time)
{
    static const double seconds[] = {0, -1, -1e9, 0.01, 1e-9};
    for (size_t i = 0; i < sizeof seconds / sizeof *seconds; i++) {
        struct mi_share share = mi_time_share(seconds[i], 1, 0, 22, 0.02);
        ck_assert_double_eq(share.soft, 0);
        ck_assert_double_eq(share.hard, 0);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("time");
    TCase *tests = tcase_create("time");
    suite_add_tcase(suite, tests);
    tcase_add_test(tests, no_limit);
    tcase_add_test(tests, zero_is_no_time);
    tcase_add_test(tests, seconds_a_move);
    tcase_add_test(tests, canadian_period);
    tcase_add_test(tests, main_time_runs_into_the_period);
    tcase_add_test(tests, absolute_time_lasts);
    tcase_add_test(tests, negative_time_left);
    tcase_add_test(tests, share_of_a_clock_lasts);
    tcase_add_test(tests, share_of_a_clock_is_used);
    tcase_add_test(tests, share_of_moves_to_go);
    tcase_add_test(tests, share_of_no_time);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
