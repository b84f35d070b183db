/* Flat Monte Carlo: equal numbers of playouts, limits, reproducibility. */
#include "base/clock.h"
#include "tests/support/suite.h"
#include "tests/support/toy_games.h"

#include <check.h>
#include <string.h>

static struct toy toy;
static struct mi_result result;

static void search_from(double start, double seconds, uint64_t playouts, uint64_t seed)
{
    struct mi_settings settings = toy_settings();
    struct mi_limits limits = {.seconds = seconds, .start = start, .playouts = playouts};
    settings.seed = seed;
    void *flat = mi_flat_searcher.make();
    ck_assert_ptr_nonnull(flat);
    ck_assert(mi_flat_searcher.run(flat, &toy.root, &settings, &limits, NULL, &result));
    mi_flat_searcher.free(flat);
}

static void search_flat_toy(uint64_t playouts, uint64_t seed)
{
    search_from(mi_clock(), 0, playouts, seed);
}

START_TEST(playouts_are_equal_per_move)
{
    toy_begin(&toy, &toy_nim, 20, 0);
    search_flat_toy(100, 1);
    ck_assert_uint_eq(result.playouts, 100);
    ck_assert_int_eq(result.choice_count, 3);
    for (int i = 0; i < 3; i++)
        ck_assert(result.choice[i].visits == 33 || result.choice[i].visits == 34);
}
END_TEST

START_TEST(values_are_means)
{
    toy_begin(&toy, &toy_fan, 0, 0);
    search_flat_toy(30, 1);
    static const int order[] = {2, 0, 1};
    static const double value[] = {0.8, 0.6, 0.25};
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(result.choice[i].move, order[i]);
        ck_assert_double_eq_tol(result.choice[i].value, value[i], 1e-12);
        ck_assert_double_eq_tol(result.choice[i].share, 1.0 / 3, 1e-12);
    }
    ck_assert_int_eq(result.move, 2);
    ck_assert_int_eq(result.pv[0], 2);
}
END_TEST

START_TEST(a_win_at_once_is_found_for_either_player)
{
    for (int matches = 1; matches <= 3; matches++)
        for (int second = 0; second < 2; second++) {
            toy_begin(&toy, &toy_nim, matches + second, 0);
            if (second)
                toy_play(&toy, 0);
            search_flat_toy(300, 1);
            ck_assert_int_eq(result.move, matches - 1);
            ck_assert_double_eq(result.value, 1);
        }
}
END_TEST

START_TEST(equal_seeds_are_equal)
{
    toy_begin(&toy, &toy_nim, 20, 0);
    search_flat_toy(1000, 5);
    struct mi_result first = result;
    search_flat_toy(1000, 5);
    ck_assert(memcmp(first.choice, result.choice, 3 * sizeof *first.choice) == 0);
    search_flat_toy(1000, 6);
    ck_assert(memcmp(first.choice, result.choice, 3 * sizeof *first.choice) != 0);
}
END_TEST

START_TEST(time_limit)
{
    toy_begin(&toy, &toy_nim, 20, 0);
    double start = mi_clock();
    search_from(start, 0.05, 0, 1);
    ck_assert_double_ge(mi_clock() - start, 0.05);
    ck_assert_double_lt(mi_clock() - start, 5);
    search_from(mi_clock() - 1, 0.05, 0, 1);
    ck_assert(toy.root.game->legal(toy.pos, result.move));
}
END_TEST

START_TEST(stop_in_advance_gives_a_move)
{
    atomic_bool stop = true;
    struct mi_settings settings = toy_settings();
    struct mi_limits limits = {.start = mi_clock(), .stop = &stop};
    toy_begin(&toy, &toy_nim, 20, 0);
    void *flat = mi_flat_searcher.make();
    ck_assert(mi_flat_searcher.run(flat, &toy.root, &settings, &limits, NULL, &result));
    mi_flat_searcher.free(flat);
    ck_assert_uint_eq(result.playouts, 0);
    ck_assert(toy.root.game->legal(toy.pos, result.move));
}
END_TEST

START_TEST(superko_and_restricted_moves)
{
    toy_begin(&toy, &toy_ring, 0, 0);
    toy_play(&toy, TOY_RIGHT);
    search_flat_toy(30, 1);
    ck_assert_int_eq(result.choice_count, 2);
    for (int i = 0; i < 2; i++)
        ck_assert_int_ne(result.choice[i].move, TOY_LEFT);
    const miai_move only[] = {TOY_STOP};
    toy.root.only = only;
    toy.root.only_count = 1;
    search_flat_toy(30, 1);
    ck_assert_int_eq(result.choice_count, 1);
    ck_assert_int_eq(result.move, TOY_STOP);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("flat");
    TCase *tests = add_case(suite, "flat", 4);
    tcase_add_test(tests, playouts_are_equal_per_move);
    tcase_add_test(tests, values_are_means);
    tcase_add_test(tests, a_win_at_once_is_found_for_either_player);
    tcase_add_test(tests, equal_seeds_are_equal);
    tcase_add_test(tests, time_limit);
    tcase_add_test(tests, stop_in_advance_gives_a_move);
    tcase_add_test(tests, superko_and_restricted_moves);
    return run_suite(suite);
}
