/* Limits, threads and memory of alpha-beta, and its reports. */
#include "base/clock.h"
#include "game/games.h"
#include "tests/support/situation.h"
#include "tests/support/suite.h"

#include <check.h>

static struct mi_result result_a, result_b; /* large: not on the stack */

static struct situation middle_game(void)
{
    struct situation s;
    begin_game(&s, &mi_connect4_game, 7, 6);
    return s;
}

START_TEST(stopped_before_it_began)
{
    atomic_bool stop = true;
    struct situation s = middle_game();
    struct mi_limits limits = {.start = mi_clock(), .stop = &stop};
    search_within(&mi_alphabeta_searcher, NULL, &s, &limits, 1, &result_b);
    ck_assert(s.game->legal(s.pos, result_b.move));
    ck_assert_uint_le(result_b.nodes, 64);
}
END_TEST

/* The first iteration is complete even if it begins too late, or the time is shorter. */
START_TEST(time_over_before_it_began)
{
    struct situation s;
    begin_game(&s, &mi_chess_game, 8, 8);
    search_to(&mi_alphabeta_searcher, &s, 1, &result_a);
    struct mi_limits limits = {.seconds = 1e-6, .start = mi_clock() - 1};
    search_within(&mi_alphabeta_searcher, NULL, &s, &limits, 1, &result_b);
    ck_assert_int_eq(result_b.depth, 1);
    ck_assert_int_eq(result_b.move, result_a.move);
    ck_assert_int_eq(result_b.score, result_a.score);
    ck_assert_uint_le(result_b.nodes, result_a.nodes + 64);
}
END_TEST

START_TEST(time_limit)
{
    for (int threads = 1; threads <= 2; threads++) {
        struct situation s = middle_game();
        struct mi_limits limits = {.seconds = 0.1, .start = mi_clock()};
        search_within(&mi_alphabeta_searcher, NULL, &s, &limits, threads, &result_b);
        ck_assert(result_b.seconds >= 0.1 && result_b.seconds < 0.3);
    }
}
END_TEST

START_TEST(node_limit)
{
    for (uint64_t nodes = 1; nodes < 100000; nodes *= 3) {
        struct situation s = middle_game();
        struct mi_limits limits = {.playouts = nodes, .start = mi_clock()};
        search_within(&mi_alphabeta_searcher, NULL, &s, &limits, 1, &result_b);
        ck_assert_uint_le(result_b.nodes, nodes + 1);
        search_within(&mi_minimax_searcher, NULL, &s, &limits, 1, &result_b);
        ck_assert_uint_le(result_b.nodes, nodes + 1);
    }
}
END_TEST

START_TEST(depth_limit)
{
    struct situation s = middle_game();
    for (int depth = 1; depth < 6; depth++) {
        search_to(&mi_alphabeta_searcher, &s, depth, &result_b);
        ck_assert_int_eq(result_b.depth, depth);
    }
    search_to(&mi_alphabeta_searcher, &s, 1, &result_b);
    ck_assert_uint_eq(result_b.nodes, 7);
    ck_assert_uint_eq(result_b.leaves, 7);
}
END_TEST

START_TEST(one_thread_repeats_itself)
{
    struct situation s = middle_game();
    struct mi_limits limits = {.playouts = 200000, .start = mi_clock()};
    search_within(&mi_alphabeta_searcher, NULL, &s, &limits, 1, &result_a);
    search_within(&mi_alphabeta_searcher, NULL, &s, &limits, 1, &result_b);
    ck_assert_uint_eq(result_a.nodes, result_b.nodes);
    ck_assert_uint_eq(result_a.leaves, result_b.leaves);
    ck_assert_int_eq(result_a.score, result_b.score);
    ck_assert_mem_eq(result_a.pv, result_b.pv, sizeof result_a.pv[0] * (size_t)result_a.pv_length);
}
END_TEST

START_TEST(table_helps_the_next_search)
{
    struct situation s = middle_game();
    void *self = mi_alphabeta_searcher.make();
    struct mi_limits limits = {.depth = 10, .start = mi_clock()};
    search_within(&mi_alphabeta_searcher, self, &s, &limits, 1, &result_a);
    search_within(&mi_alphabeta_searcher, self, &s, &limits, 1, &result_b);
    ck_assert_uint_lt(result_b.nodes, result_a.nodes / 4);
    mi_alphabeta_searcher.clear(self);
    search_within(&mi_alphabeta_searcher, self, &s, &limits, 1, &result_b);
    ck_assert_uint_eq(result_b.nodes, result_a.nodes);
    mi_alphabeta_searcher.free(self);
}
END_TEST

START_TEST(threads_agree)
{
    miai_rng rng;
    miai_rng_seed(&rng, 5);
    for (int i = 0; i < 10; i++) {
        struct situation s;
        struct mi_limits limits = {.start = mi_clock()};
        begin_game(&s, &mi_connect4_game, 7, 6);
        if (!play_random_moves(&s, &rng, 20))
            continue;
        search_within(&mi_alphabeta_searcher, NULL, &s, &limits, 1, &result_a);
        search_within(&mi_alphabeta_searcher, NULL, &s, &limits, 3, &result_b);
        ck_assert_int_eq(result_a.proof, result_b.proof);
    }
}
END_TEST

START_TEST(restricted_root_moves)
{
    struct situation s = middle_game();
    struct mi_root root = root_of(&s);
    miai_move only[2] = {0, 6};
    struct mi_settings settings = {.memory = 1 << 20, .threads = 1};
    struct mi_limits limits = {.depth = 6, .start = mi_clock()};
    void *self = mi_alphabeta_searcher.make();
    root.only = only;
    root.only_count = 2;
    ck_assert(mi_alphabeta_searcher.run(self, &root, &settings, &limits, NULL, &result_b));
    ck_assert(result_b.move == 0 || result_b.move == 6);
    ck_assert_int_eq(result_b.choice_count, 2);
    mi_alphabeta_searcher.free(self);
}
END_TEST

START_TEST(too_little_memory)
{
    struct situation s = middle_game();
    struct mi_root root = root_of(&s);
    struct mi_settings settings = {.memory = 1000, .threads = 1};
    struct mi_limits limits = {.depth = 6, .start = mi_clock()};
    void *self = mi_alphabeta_searcher.make();
    ck_assert(!mi_alphabeta_searcher.run(self, &root, &settings, &limits, NULL, &result_b));
    ck_assert(!mi_minimax_searcher.run(self, &root, &settings, &limits, NULL, &result_b));
    mi_alphabeta_searcher.free(self);
}
END_TEST

static void count_report(void *context, const struct mi_result *result)
{
    int *reports = context;
    (*reports)++;
    ck_assert_int_gt(result->pv_length, 0);
}

START_TEST(reports_each_iteration)
{
    struct situation s = middle_game();
    struct mi_root root = root_of(&s);
    struct mi_settings settings = {.memory = 1 << 20, .threads = 1};
    struct mi_limits limits = {.depth = 6, .start = mi_clock()};
    int reports = 0;
    struct mi_progress progress = {count_report, &reports};
    void *self = mi_alphabeta_searcher.make();
    ck_assert(mi_alphabeta_searcher.run(self, &root, &settings, &limits, &progress, &result_b));
    ck_assert_int_ge(reports, 6);
    mi_alphabeta_searcher.free(self);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("alphabeta limits");
    TCase *limits = add_case(suite, "limits", 120);
    tcase_add_test(limits, stopped_before_it_began);
    tcase_add_test(limits, time_over_before_it_began);
    tcase_add_test(limits, time_limit);
    tcase_add_test(limits, node_limit);
    tcase_add_test(limits, depth_limit);
    tcase_add_test(limits, one_thread_repeats_itself);
    tcase_add_test(limits, table_helps_the_next_search);
    tcase_add_test(limits, threads_agree);
    tcase_add_test(limits, restricted_root_moves);
    tcase_add_test(limits, too_little_memory);
    tcase_add_test(limits, reports_each_iteration);
    return run_suite(suite);
}
