/* Time budgets, and early stop. */
#include "search/common/time.h"
#include "search/mcts/mcts.h"
#include "tests/support/suite.h"

#include <check.h>

static void canadian_clock(struct mi_time *time, double main_time, double period, int moves)
{
    struct mi_time_control control = {.main_time = main_time, .period = period, .moves = moves};
    mi_time_set(time, &control);
}

static double soft_limit(const struct mi_time *time, int player, int moves, double lag)
{
    struct mi_time_budget share = mi_time_budget_for_move(time, player, moves, lag);
    ck_assert_double_ge(share.soft, 0);
    ck_assert_double_ge(share.hard, share.soft);
    return share.soft;
}

START_TEST(no_limit)
{
    struct mi_time time;
    mi_time_set(&time, NULL);
    ck_assert(!mi_time_limited(&time, 0));
    mi_time_set_left(&time, 0, 10, 0);
    ck_assert(mi_time_limited(&time, 0));
    ck_assert(!mi_time_limited(&time, 1));
}
END_TEST

START_TEST(zero_budget)
{
    struct mi_time time;
    canadian_clock(&time, 0, 0, 0);
    ck_assert(mi_time_limited(&time, 0));
    ck_assert_double_eq(soft_limit(&time, 0, 30, 0.1), 0);
}
END_TEST

START_TEST(seconds_a_move)
{
    struct mi_time time;
    canadian_clock(&time, 0, 0.2, 1);
    for (int i = 0; i < 5; i++) {
        ck_assert_double_eq_tol(soft_limit(&time, 1, 30, 0.02), 0.18, 1e-9);
        mi_time_spend(&time, 1, 0.19);
    }
}
END_TEST

START_TEST(canadian_period)
{
    struct mi_time time;
    canadian_clock(&time, 0, 30, 10);
    ck_assert_double_eq_tol(soft_limit(&time, 0, 30, 0), 30 / 11.0, 1e-9); /* counted by itself */
    mi_time_set_left(&time, 0, 30, 10);
    ck_assert_double_eq_tol(soft_limit(&time, 0, 30, 0), 3, 1e-9);
    mi_time_spend(&time, 0, 21);
    ck_assert_double_eq_tol(soft_limit(&time, 0, 30, 0), 1, 1e-9);
    for (int i = 0; i < 9; i++)
        mi_time_spend(&time, 0, 0.5);
    ck_assert_double_eq_tol(soft_limit(&time, 0, 30, 0), 3, 1e-9);
}
END_TEST

START_TEST(main_time_runs_into_the_period)
{
    struct mi_time time;
    canadian_clock(&time, 10, 20, 4);
    mi_time_spend(&time, 0, 12);
    ck_assert_int_eq(time.left[0].moves, 3);
    ck_assert_double_eq_tol(time.left[0].seconds, 18, 1e-9);
    ck_assert_double_eq_tol(time.left[1].seconds, 10, 1e-9);
}
END_TEST

/* Using the whole soft budget plus the lag never loses on time. */
START_TEST(absolute_time_lasts)
{
    struct mi_time time;
    const double lag = 0.05;
    canadian_clock(&time, 60, 0, 0);
    for (int move = 0; move < 200; move++) {
        double budget = mi_time_budget_for_move(&time, 0, 200 - move, lag).hard;
        mi_time_spend(&time, 0, budget + (budget > 0 ? lag : 0));
        ck_assert_double_ge(time.left[0].seconds, -1e-9);
    }
}
END_TEST

START_TEST(negative_time_left)
{
    struct mi_time time;
    canadian_clock(&time, 60, 0, 0);
    time.left[0].seconds = -5;
    ck_assert_double_eq(soft_limit(&time, 0, 30, 0.05), 0);
}
END_TEST

/* Using the whole hard budget plus the lag never loses on time. */
START_TEST(share_of_a_clock_lasts)
{
    static const struct {
        double seconds, increment, lag;
        int to_go;
    } clocks[] = {{1, 0.01, 0.02, 0}, {60, 0, 0.05, 0},  {0.1, 0, 0.02, 0}, {5, 2, 0.1, 0},
                  {10, 0, 0.03, 40},  {0.5, 0, 0.02, 1}, {0.02, 0, 0.02, 0}};
    for (int i = 0; i < COUNT(clocks); i++) {
        double seconds = clocks[i].seconds;
        for (int move = 0; move < (clocks[i].to_go ? clocks[i].to_go : 300); move++) {
            int to_go = clocks[i].to_go ? clocks[i].to_go - move : 0;
            struct mi_time_budget share =
                mi_time_budget_for_clock(seconds, clocks[i].increment, to_go, 22, clocks[i].lag);
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

/* Time is used, not saved: with an increment, late moves take about the increment. */
START_TEST(share_of_a_clock_is_used)
{
    double seconds = 10, whole = 0;
    for (int move = 0; move < 60; move++) {
        struct mi_time_budget share = mi_time_budget_for_clock(seconds, 0.1, 0, 22, 0.02);
        whole += share.soft;
        seconds += 0.1 - share.soft;
    }
    ck_assert_double_ge(whole, 14);
    ck_assert_double_eq_tol(mi_time_budget_for_clock(0.3, 0.1, 0, 22, 0.02).soft, 0.1, 0.02);
}
END_TEST

/* A short stall late in a long game does not lose on time: some time stays in reserve, even if the
 * increment is no more than the lag and the board is full. */
START_TEST(share_keeps_a_reserve)
{
    static const struct {
        double seconds, increment;
        int moves;
    } clocks[] = {{10, 0.1, 22}, {2, 0.02, 31}, {1, 0.01, 31}, {1, 0.01, 16}};
    for (int i = 0; i < COUNT(clocks); i++) {
        double seconds = clocks[i].seconds;
        for (int move = 0; move < 300; move++) {
            struct mi_time_budget share =
                mi_time_budget_for_clock(seconds, clocks[i].increment, 0, clocks[i].moves, 0.01);
            seconds -= share.soft + 0.01;
            ck_assert_double_ge(seconds, 0.05);
            seconds += clocks[i].increment;
        }
    }
}
END_TEST

START_TEST(share_of_moves_to_go)
{
    struct mi_time_budget last = mi_time_budget_for_clock(1, 0, 1, 22, 0.05),
                          four = mi_time_budget_for_clock(4, 0, 4, 22, 0);
    ck_assert_double_ge(last.soft, 0.7);
    ck_assert_double_le(last.hard, 0.95);
    ck_assert_double_eq_tol(four.soft, 1, 1e-9);
    ck_assert_double_ge(four.hard, 3);
    /* Periods after the end of the game make no difference. */
    ck_assert_double_eq(mi_time_budget_for_clock(9, 0, 500, 22, 0).soft,
                        mi_time_budget_for_clock(9, 0, 0, 22, 0).soft);
}
END_TEST

START_TEST(share_of_no_time)
{
    static const double seconds[] = {0, -1, -1e9, 0.01, 1e-9};
    for (int i = 0; i < COUNT(seconds); i++) {
        struct mi_time_budget share = mi_time_budget_for_clock(seconds[i], 1, 0, 22, 0.02);
        ck_assert_double_eq(share.soft, 0);
        ck_assert_double_eq(share.hard, 0);
    }
}
END_TEST

/* ---- byo-yomi and Fischer ---- */

/* Each move gets a whole period; a longer move uses up others. */
START_TEST(byoyomi_periods)
{
    struct mi_time_control control = {.main_time = 5, .period = 10, .moves = 1, .periods = 3};
    struct mi_time time;
    mi_time_set(&time, &control);
    mi_time_spend(&time, 0, 8);
    ck_assert_int_eq(time.left[0].moves, 1);
    ck_assert_int_eq(time.left[0].periods, 3);
    ck_assert_double_eq_tol(soft_limit(&time, 0, 30, 0.5), 9.5, 1e-9);
    mi_time_spend(&time, 0, 9);
    ck_assert_int_eq(time.left[0].periods, 3);
    mi_time_spend(&time, 0, 25);
    ck_assert_int_eq(time.left[0].periods, 1);
    ck_assert_double_eq_tol(time.left[0].seconds, 10, 1e-9);
    mi_time_set_left(&time, 1, 4, 2);
    ck_assert_int_eq(time.left[1].periods, 2);
    ck_assert_double_eq_tol(soft_limit(&time, 1, 30, 0.5), 3.5, 1e-9);
}
END_TEST

/* Using the hard budget never uses up the last period. */
START_TEST(byoyomi_lasts)
{
    struct mi_time_control control = {.main_time = 20, .period = 1, .moves = 1, .periods = 5};
    struct mi_time time;
    mi_time_set(&time, &control);
    for (int move = 0; move < 300; move++) {
        mi_time_spend(&time, 0, mi_time_budget_for_move(&time, 0, 30, 0.05).hard + 0.05);
        ck_assert_int_ge(time.left[0].periods, 4);
        ck_assert_double_ge(time.left[0].seconds, 0);
    }
}
END_TEST

START_TEST(fischer_increments)
{
    struct mi_time_control control = {
        .main_time = 10, .increment = 2, .max_left = 11, .max_used = 1.5};
    struct mi_time time;
    mi_time_set(&time, &control);
    mi_time_spend(&time, 0, 3);
    ck_assert_double_eq_tol(time.left[0].seconds, 9, 1e-9);
    mi_time_spend(&time, 0, 0);
    mi_time_spend(&time, 0, 0);
    ck_assert_double_eq_tol(time.left[0].seconds, 11, 1e-9);
    ck_assert_double_le(mi_time_budget_for_move(&time, 0, 5, 0.1).hard, 1.4 + 1e-9);
    for (int move = 0; move < 300; move++) {
        mi_time_spend(&time, 0, mi_time_budget_for_move(&time, 0, 30, 0.05).hard + 0.05);
        ck_assert_double_ge(time.left[0].seconds, 2);
    }
}
END_TEST

/* Ten milliseconds per move with a lag of twenty: some of it is used, not all. */
START_TEST(large_lag_leaves_some_time)
{
    struct mi_time time;
    canadian_clock(&time, 0, 0.01, 1);
    struct mi_time_budget share = mi_time_budget_for_move(&time, 0, 30, 0.02);
    ck_assert_double_gt(share.soft, 0.001);
    ck_assert_double_le(share.hard, 0.005);
}
END_TEST

/* The middle game gets more of the same remaining time than opening and endgame. */
START_TEST(middle_game_has_more)
{
    int opening = mi_time_moves(361, 0), middle = mi_time_moves(261, 100);
    ck_assert_int_gt(opening, middle + middle / 4);
    double seconds = 600, most = 0;
    int when = 0;
    for (int plies = 0; plies < 280; plies += 2) {
        double use = seconds / mi_time_moves(361 - plies, plies);
        when = use > most ? plies : when;
        most = use > most ? use : most;
        seconds -= use;
    }
    ck_assert_int_ge(when, 30);
    ck_assert_int_le(when, 180);
    ck_assert_double_ge(seconds, 0);
}
END_TEST

/* ---- early stop ---- */

static bool is_settled(double used, uint64_t best, uint64_t second, bool torn)
{
    struct mi_limits limits = {.start = 100, .seconds = 40, .soft_seconds = 10};
    struct mi_early_stop_stats standing = {best, second, torn, 1000, used};
    return mi_early_stop(&limits, &standing, 100 + used);
}

START_TEST(early_when_decided)
{
    ck_assert(!is_settled(5, 600, 400, false)); /* 1000 more to come */
    ck_assert(is_settled(5, 990, 10, false));
    ck_assert(!is_settled(5, 990, 10, true));
    ck_assert(!is_settled(0.1, 990, 10, false)); /* too early to stop */
    ck_assert(is_settled(9.9, 600, 400, false));
    ck_assert(is_settled(1, 100000, 10, false)); /* a tree that was kept from before */
}
END_TEST

START_TEST(longer_when_unsure)
{
    ck_assert(is_settled(10, 900, 100, false));
    ck_assert(!is_settled(10, 900, 100, true));
    ck_assert(is_settled(21, 510, 490, true));
}
END_TEST

/* The game's own search used half of the time: the first playout says nothing about the rate. */
START_TEST(no_early_stop_after_a_solver)
{
    struct mi_limits limits = {.start = 100, .seconds = 40, .soft_seconds = 10};
    struct mi_early_stop_stats first = {1, 0, false, 1, 0.001}, late = {900, 100, false, 1000, 4.5};
    ck_assert(!mi_early_stop(&limits, &first, 105));
    first.best = 5000; /* reused: the rate of new visits is still unknown */
    ck_assert(!mi_early_stop(&limits, &first, 105));
    ck_assert(mi_early_stop(&limits, &late, 109.5));
}
END_TEST

/* Never without a soft limit, where stopping saves nothing, nor while pondering. */
START_TEST(no_early_stop_without_soft_limit)
{
    struct mi_limits limits = {.start = 100, .seconds = 10};
    struct mi_early_stop_stats standing = {1000, 0, false, 1000, 4};
    _Atomic double ponder_end = -1;
    ck_assert(!mi_early_stop(&limits, &standing, 105));
    limits.soft_seconds = 5;
    ck_assert(mi_early_stop(&limits, &standing, 104));
    limits.ponder_end = &ponder_end;
    ck_assert(!mi_early_stop(&limits, &standing, 104));
    ck_assert(!mi_early_stop(&limits, &standing, 1000));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("time");
    TCase *tests = add_case(suite, "time", 4);
    tcase_add_test(tests, no_limit);
    tcase_add_test(tests, zero_budget);
    tcase_add_test(tests, seconds_a_move);
    tcase_add_test(tests, canadian_period);
    tcase_add_test(tests, main_time_runs_into_the_period);
    tcase_add_test(tests, absolute_time_lasts);
    tcase_add_test(tests, negative_time_left);
    tcase_add_test(tests, share_of_a_clock_lasts);
    tcase_add_test(tests, share_of_a_clock_is_used);
    tcase_add_test(tests, share_keeps_a_reserve);
    tcase_add_test(tests, share_of_moves_to_go);
    tcase_add_test(tests, share_of_no_time);
    tcase_add_test(tests, byoyomi_periods);
    tcase_add_test(tests, byoyomi_lasts);
    tcase_add_test(tests, fischer_increments);
    tcase_add_test(tests, large_lag_leaves_some_time);
    tcase_add_test(tests, middle_game_has_more);
    tcase_add_test(tests, early_when_decided);
    tcase_add_test(tests, longer_when_unsure);
    tcase_add_test(tests, no_early_stop_after_a_solver);
    tcase_add_test(tests, no_early_stop_without_soft_limit);
    return run_suite(suite);
}
