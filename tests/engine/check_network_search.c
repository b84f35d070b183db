/* Searches with a network at the leaves: batches, threads, cache, memory, mixed playouts. */
#include "network_fixture.h"
#include "tests/support/suite.h"

#include <math.h>
#include <stdio.h>

static void set_up_engine(void)
{
    begin_network("check_network_search.bin.gz");
}

static uint64_t search_visits(char *pv, size_t size)
{
    miai_info info;
    miai_choice choice;
    char move[MIAI_MOVE_TEXT];
    uint64_t visits = 0;
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, NULL, move, sizeof move), MIAI_OK);
    miai_last_search(engine, &info);
    ck_assert_uint_le(info.tree_bytes, info.limit_bytes);
    ck_assert_uint_eq(info.limit_bytes, info.wanted_bytes);
    ck_assert(info.value >= 0 && info.value <= 1);
    snprintf(pv, size, "%s", info.pv);
    for (int i = 0; miai_choice_at(engine, i, &choice); i++)
        visits += choice.visits;
    return visits;
}

START_TEST(batches_and_threads)
{
    char pv[2000];
    double owner[MIAI_MAX_POINTS];
    set_number("threads", 1 + _i % 3);
    set_number("batch", 1 + 3 * _i);
    set_engine_option("playouts", "300");
    ck_assert_uint_eq(search_visits(pv, sizeof pv), 300);
    ck_assert_uint_eq(search_visits(pv, sizeof pv), 600);
    ck_assert(miai_ownership(engine, -1, owner, NULL));
    for (int p = 0; p < 25; p++)
        ck_assert(fabs(owner[p]) <= 1);
}
END_TEST

/* An evaluation from the cache is the same as a new one. */
START_TEST(the_cache_changes_nothing)
{
    char first[2000], second[2000], move[MIAI_MOVE_TEXT];
    set_engine_option("playouts", "200");
    play_line("c3 c2");
    ck_assert_int_eq(miai_search_fresh(engine, MIAI_TURN, move, sizeof move), MIAI_OK);
    search_visits(first, sizeof first);
    miai_forget(engine);
    search_visits(second, sizeof second);
    ck_assert_str_eq(first, second);
    begin_network_again();
    set_engine_option("playouts", "200");
    play_line("c3 c2");
    search_visits(second, sizeof second);
    ck_assert_str_eq(first, second);
}
END_TEST

/* The same after a search whose root moves were restricted. */
START_TEST(the_cache_knows_all_moves)
{
    static const miai_avoid corner = {.moves = "a1", .depth = 5, .allow = true};
    static const miai_analysis_request request = {.avoid = &corner, .avoid_count = 1};
    char first[2000], second[2000];
    set_engine_option("playouts", "100");
    search_visits(first, sizeof first);
    miai_forget(engine);
    begin_network_again();
    set_engine_option("playouts", "100");
    ck_assert_int_eq(miai_request_analysis(engine, &request), MIAI_OK);
    search_visits(second, sizeof second);
    ck_assert_str_ne(first, second);
    ck_assert_int_eq(miai_request_analysis(engine, NULL), MIAI_OK);
    miai_forget(engine);
    search_visits(second, sizeof second);
    ck_assert_str_eq(first, second);
}
END_TEST

START_TEST(memory_is_bounded)
{
    char pv[2000];
    set_engine_option("memory", "2");
    set_engine_option("playouts", "3000");
    ck_assert(plays_by_network());
    ck_assert_uint_eq(search_visits(pv, sizeof pv), 3000);
}
END_TEST

START_TEST(playouts_mixed_in)
{
    char pv[2000];
    set_engine_option("network-weight", "0.5");
    ck_assert_uint_eq(search_visits(pv, sizeof pv), 40);
    ck_assert_uint_eq(search_visits(pv, sizeof pv), 80);
    set_engine_option("network-weight", "0"); /* whose values do not match the earlier ones */
    ck_assert_uint_eq(search_visits(pv, sizeof pv), 40);
}
END_TEST

/* A whole game under various rules, with all random options, ends by legal moves. */
START_TEST(a_whole_game)
{
    static const char *const rules[] = {"chinese", "japanese", "tromp-taylor", "simple-ko"};
    char move[MIAI_MOVE_TEXT] = "";
    set_engine_option("rules", rules[_i]);
    set_engine_option("resign", "0");
    set_engine_option("temperature", "1");
    set_engine_option("temperature-moves", "10");
    set_engine_option("root-noise", "0.25");
    set_engine_option("root-temperature", "1.1");
    for (int i = 0; i < 120 && !miai_over(engine, NULL); i++)
        ck_assert_int_eq(miai_genmove(engine, MIAI_TURN, move, sizeof move), MIAI_OK);
    char score[32];
    ck_assert_int_eq(miai_final_score(engine, score, sizeof score), MIAI_OK);
}
END_TEST

/* ---- KataGo's parameters of the root ---- */

/* How many moves a search of 100 playouts visits, with this value of an option. */
static int count_visited(const char *option, const char *value)
{
    char move[MIAI_MOVE_TEXT] = "";
    miai_limits limits = {.playouts = 100};
    miai_choice choice;
    int visited = 0;
    set_engine_option(option, value);
    miai_forget(engine);
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, &limits, move, sizeof move), MIAI_OK);
    for (int i = 0; miai_choice_at(engine, i, &choice); i++)
        visited += choice.visits > 0;
    return visited;
}

START_TEST(the_root_is_searched_more_widely)
{
    int narrow = count_visited("rootPolicyTemperature", "0.05");
    ck_assert_int_gt(count_visited("rootPolicyTemperature", "1"), narrow);
    narrow = count_visited("rootFpuReductionMax", "2");
    ck_assert_int_gt(count_visited("rootFpuReductionMax", "0"), narrow);
    set_engine_option("rootFpuReductionMax", "2");
    set_engine_option("rootPolicyTemperature", "0.05");
    narrow = count_visited("wideRootNoise", "0");
    ck_assert_int_gt(count_visited("wideRootNoise", "1"), narrow);
}
END_TEST

/* A win and a loss are 2 apart in KataGo's values, 1 in miai's. */
START_TEST(utilities_have_katagos_unit)
{
    char text[32];
    set_engine_option("rootFpuReductionMax", "0.3");
    ck_assert_int_gt(miai_get_option(engine, "root-fpu-reduction", text, sizeof text), 0);
    ck_assert_str_eq(text, "0.15");
    ck_assert_int_gt(miai_get_option(engine, "rootFpuReductionMax", text, sizeof text), 0);
    ck_assert_str_eq(text, "0.3");
    set_engine_option("root-fpu-reduction", "0.3");
    ck_assert_int_gt(miai_get_option(engine, "rootFpuReductionMax", text, sizeof text), 0);
    ck_assert_str_eq(text, "0.6");
    ck_assert_int_eq(miai_set_option(engine, "rootFpuReductionMax", "2.1"), MIAI_BAD_VALUE);
    ck_assert_ptr_nonnull(strstr(miai_error_reason(engine, MIAI_BAD_VALUE), "0 to 2"));
    set_engine_option("rootFpuReductionMax", "auto");
    ck_assert_int_gt(miai_get_option(engine, "rootFpuReductionMax", text, sizeof text), 0);
    ck_assert_str_eq(text, "auto");
}
END_TEST

static double value_with_advantage(const char *doublings)
{
    char move[MIAI_MOVE_TEXT] = "";
    miai_limits limits = {.playouts = 20};
    miai_info info;
    set_engine_option("playoutDoublingAdvantage", doublings);
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, &limits, move, sizeof move), MIAI_OK);
    miai_last_search(engine, &info);
    return info.value;
}

/* The network's inputs change, and the tree of other inputs is not used again. */
START_TEST(the_network_knows_the_advantage)
{
    double even = value_with_advantage("0"), more = value_with_advantage("3");
    double less = value_with_advantage("-3");
    ck_assert_double_ne(even, more);
    ck_assert_double_ne(even, less);
    ck_assert_double_ne(more, less);
    ck_assert_double_eq(value_with_advantage("0"), even);
}
END_TEST

/* Visited moves get their minimum number of visits; visits for no other reason are removed from the
 * shares. */
START_TEST(forced_playouts_are_subtracted)
{
    enum { PLAYOUTS = 200, K = 8 };
    char move[MIAI_MOVE_TEXT] = "";
    miai_limits limits = {.playouts = PLAYOUTS};
    miai_choice choice;
    double share = 0;
    int few = 0, less = 0;
    set_engine_option("forced-playouts", "8");
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, &limits, move, sizeof move), MIAI_OK);
    for (int i = 0; miai_choice_at(engine, i, &choice); i++) {
        double part = (double)choice.visits / PLAYOUTS;
        few += choice.visits > 0 && (double)choice.visits + 1 < sqrt(K * choice.prior * PLAYOUTS);
        less += choice.share < part * 0.999;
        share += choice.share;
        if (i == 0)
            ck_assert_double_ge(choice.share, part * 0.999);
    }
    ck_assert_int_le(few, 1); /* a child that was just expanded */
    ck_assert_int_gt(less, 0);
    ck_assert_double_eq_tol(share, 1, 1e-6);
    set_engine_option("forced-playouts", "0");
    set_engine_option("reuse", "false");
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, &limits, move, sizeof move), MIAI_OK);
    for (int i = 0; miai_choice_at(engine, i, &choice); i++)
        ck_assert_double_eq_tol(choice.share, (double)choice.visits / PLAYOUTS, 0.006);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("network_search");
    TCase *tests = add_case(suite, "network_search", 60);
    tcase_add_checked_fixture(tests, set_up_engine, end_network);
    tcase_add_loop_test(tests, batches_and_threads, 0, 6);
    TCase *single = add_single(suite, "network_search, one thread", 60);
    tcase_add_checked_fixture(single, set_up_engine, end_network);
    tcase_add_test(single, the_cache_changes_nothing);
    tcase_add_test(single, the_cache_knows_all_moves);
    tcase_add_test(single, memory_is_bounded);
    tcase_add_test(single, playouts_mixed_in);
    tcase_add_loop_test(single, a_whole_game, 0, 4);
    tcase_add_test(single, the_root_is_searched_more_widely);
    tcase_add_test(single, utilities_have_katagos_unit);
    tcase_add_test(single, the_network_knows_the_advantage);
    tcase_add_test(single, forced_playouts_are_subtracted);
    return run_suite(suite);
}
