/* Limits, memory and threads of Monte-Carlo tree search. */
#include "base/clock.h"
#include "game/games.h"
#include "mcts_fixture.h"
#include "tests/support/suite.h"

#include <check.h>

/* ---- limits ---- */

START_TEST(time_limit)
{
    settings.solver = false;
    toy_begin(&toy, &toy_nim, 20, 0);
    double start = mi_clock();
    search_limited((struct mi_limits){.seconds = 0.1});
    ck_assert_double_ge(mi_clock() - start, 0.1);
    ck_assert_double_lt(mi_clock() - start, 5);
}
END_TEST

START_TEST(no_time_at_all_gives_a_move)
{
    toy_begin(&toy, &toy_nim, 20, 0);
    search_limited((struct mi_limits){.seconds = 1e-9});
    ck_assert_uint_le(result.playouts, 10);
}
END_TEST

START_TEST(stop_in_advance_gives_a_move)
{
    atomic_bool stop = true;
    toy_begin(&toy, &toy_nim, 20, 0);
    search_limited((struct mi_limits){.stop = &stop});
    ck_assert_uint_eq(result.playouts, 0);
}
END_TEST

START_TEST(a_forced_move_takes_no_time)
{
    const miai_move only[] = {1};
    toy_begin(&toy, &toy_nim, 20, 0);
    toy.root.only = only;
    toy.root.only_count = 1;
    double start = mi_clock();
    search_limited((struct mi_limits){.seconds = 60});
    ck_assert_double_lt(mi_clock() - start, 5);
    ck_assert_int_eq(result.move, 1);
}
END_TEST

struct reports {
    int count;
    atomic_bool stop;
};

static void count_report(void *context, const struct mi_result *snapshot)
{
    struct reports *reports = context;
    ck_assert(toy.root.game->legal(toy.pos, snapshot->move));
    ck_assert_uint_gt(snapshot->playouts, 0);
    if (++reports->count == 3)
        atomic_store(&reports->stop, true);
}

START_TEST(reports_may_stop_the_search)
{
    struct reports reports = {0, false};
    struct mi_progress progress = {count_report, &reports};
    struct mi_limits limits = {.start = mi_clock(), .stop = &reports.stop};
    settings.solver = false;
    for (settings.threads = 1; settings.threads <= 2; settings.threads++) {
        toy_begin(&toy, &toy_nim, 20, 0);
        reports.count = 0;
        atomic_store(&reports.stop, false);
        limits.start = mi_clock();
        ck_assert(mi_mcts_searcher.run(mcts, &toy.root, &settings, &limits, &progress, &result));
        check_result();
        ck_assert_int_eq(reports.count, 3);
    }
}
END_TEST

START_TEST(restricted_root_moves)
{
    const miai_move only[] = {2, 0};
    settings.reuse = true;
    toy_begin(&toy, &toy_nim, 14, 0); /* 1 wins */
    search_tree(100);
    toy.root.only = only;
    toy.root.only_count = 2;
    search_tree(100000);
    ck_assert_int_eq(result.choice_count, 2);
    ck_assert_int_ne(result.move, 1);
    ck_assert_int_eq(result.proof, MI_LOSS);
    toy.root.only_count = 0; /* the tree knows the same as before */
    search_tree(100000);
    ck_assert_int_eq(result.choice_count, 3);
    ck_assert_int_eq(result.move, 1);
    ck_assert_int_eq(result.proof, MI_WIN);
}
END_TEST

static int one_candidate(const void *pos, miai_move *list)
{
    int n = toy_nim.moves(pos, list);
    list[0] = list[n - 1];
    return 1;
}

START_TEST(chosen_moves_need_not_be_candidates)
{
    const miai_move only[] = {0, 1};
    miai_game game = toy_nim;
    game.hints = &(miai_hints){.candidates = one_candidate};
    toy_begin(&toy, &game, 20, 0);
    search_tree(100);
    ck_assert_int_eq(result.choice_count, 1);
    ck_assert_int_eq(result.move, 2);
    toy.root.only = only;
    toy.root.only_count = 2;
    search_tree(100);
    ck_assert_int_eq(result.choice_count, 2);
}
END_TEST

/* A new tree begins while threads still hold blocks of the old one: the visits of the moves still
 * add up to the playouts. */
START_TEST(threads_visit_the_chosen_moves)
{
    const miai_move only[] = {20, 21, 22, 23};
    settings.threads = 2;
    toy_begin(&toy, &mi_gomoku_game, 0, 0);
    toy.root.only = only;
    toy.root.only_count = COUNT(only);
    search_tree(1000);
    uint64_t visits = 0;
    for (int i = 0; i < result.choice_count; i++)
        visits += result.choice[i].visits;
    ck_assert_int_eq(result.choice_count, COUNT(only));
    ck_assert_uint_eq(visits, 1000);
}
END_TEST

/* ---- memory ---- */

START_TEST(tiny_memory_runs_on)
{
    settings.memory = 1 << 20;
    settings.solver = false;
    settings.reuse = true;
    toy_begin(&toy, &mi_connect4_game, 0, 0);
    for (int i = 0; i < 6; i++) {
        search_tree(100000);
        ck_assert_uint_eq(result.playouts, 100000);
        ck_assert_uint_gt(result.tree_bytes, settings.memory / 4);
        toy_play(&toy, result.move);
    }
}
END_TEST

START_TEST(too_little_memory_to_begin)
{
    struct mi_limits limits = {.playouts = 10, .start = mi_clock()};
    settings.memory = 10000;
    toy_begin(&toy, &toy_nim, 20, 0);
    result.playouts = 77;
    ck_assert(!mi_mcts_searcher.run(mcts, &toy.root, &settings, &limits, NULL, &result));
    ck_assert_uint_eq(result.playouts, 77);
    settings.memory = 1 << 20;
    search_tree(10);
    ck_assert_uint_eq(result.playouts, 10);
}
END_TEST

/* ---- threads ---- */

START_TEST(two_threads_share_a_tree)
{
    settings.threads = 2;
    settings.reuse = true;
    settings.memory = 1 << 20;
    for (int rave = 0; rave < 2; rave++) {
        int score;
        settings.rave_equivalence = rave ? 100 : 0;
        settings.solver = rave;
        for (toy_begin(&toy, &mi_connect4_game, 0, 0); !toy_over(&toy, &score);) {
            search_tree(10000);
            ck_assert(result.playouts == 10000 || result.proof != MI_UNPROVEN);
            toy_play(&toy, result.move);
        }
    }
}
END_TEST

START_TEST(two_threads_prove)
{
    settings.threads = 2;
    for (int matches = 1; matches <= 16; matches++) {
        toy_begin(&toy, &toy_nim, matches, 0);
        search_tree(1000000);
        ck_assert_int_eq(result.proof, matches % 4 ? MI_WIN : MI_LOSS);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("mcts limits");
    TCase *tests = add_case(suite, "mcts limits", 120);
    tcase_add_checked_fixture(tests, begin_mcts, end_mcts);
    tcase_add_test(tests, reports_may_stop_the_search);
    tcase_add_test(tests, threads_visit_the_chosen_moves);
    tcase_add_test(tests, two_threads_share_a_tree);
    tcase_add_test(tests, two_threads_prove);
    TCase *single = add_single(suite, "mcts limits, one thread", 120);
    tcase_add_checked_fixture(single, begin_mcts, end_mcts);
    tcase_add_test(single, time_limit);
    tcase_add_test(single, no_time_at_all_gives_a_move);
    tcase_add_test(single, stop_in_advance_gives_a_move);
    tcase_add_test(single, a_forced_move_takes_no_time);
    tcase_add_test(single, restricted_root_moves);
    tcase_add_test(single, chosen_moves_need_not_be_candidates);
    tcase_add_test(single, tiny_memory_runs_on);
    tcase_add_test(single, too_little_memory_to_begin);
    return run_suite(suite);
}
