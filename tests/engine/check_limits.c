/* External limits of a search: stop, ponderhit, clocks; and the lines that it reports. */
#include "base/clock.h"
#include "base/thread.h"
#include "game/games.h"
#include "search/common/limits.h"
#include "tests/support/fixture.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>
#include <time.h>

/* The network is loaded: under sanitizers that takes as long as some searches here. */
static void set_up(void)
{
    char text[4096];
    begin_engine("chess");
    set_engine_option("memory", "16");
    ck_assert_int_gt(miai_explain(engine, text, sizeof text), 0);
}

static double search_seconds(const miai_limits *limits)
{
    char move[MIAI_MOVE_TEXT];
    double start = mi_clock();
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, limits, move, sizeof move), MIAI_OK);
    ck_assert_int_eq(miai_play(engine, MIAI_TURN, move), MIAI_OK);
    ck_assert_int_eq(miai_undo(engine, 1), MIAI_OK);
    return mi_clock() - start;
}

/* One search by samples and one by iterations. */

static void choose_search(int i)
{
    static const char *const names[] = {"mcts", "alphabeta"};
    set_engine_option("search", names[i]);
}

START_TEST(stop_after_arming_counts)
{
    choose_search(_i);
    miai_arm_search(engine);
    miai_stop(engine);
    ck_assert_double_le(search_seconds(&(miai_limits){.lines = 1}),
                        5); /* without a limit of its own */
}
END_TEST

START_TEST(earlier_stop_is_ignored)
{
    choose_search(_i);
    miai_stop(engine);
    ck_assert_double_ge(search_seconds(&(miai_limits){.seconds = 0.3}), 0.2);
}
END_TEST

START_TEST(clock_limits_the_search)
{
    choose_search(_i);
    miai_clock clock = {.left = 10};
    double used = search_seconds(&(miai_limits){.clock = &clock});
    ck_assert_double_ge(used, 0.005);
    ck_assert_double_le(used, 9.8);
    clock = (miai_clock){.left = -1};
    ck_assert_double_le(search_seconds(&(miai_limits){.clock = &clock}), 5);
}
END_TEST

/* Time is counted from the request, so a late start has no time left. */
START_TEST(time_counts_from_the_request)
{
    choose_search(_i);
    ck_assert_double_le(search_seconds(&(miai_limits){.seconds = 60, .late = 60}), 5);
}
END_TEST

/* Preparing a search does not start it, and does not change its result. */
START_TEST(prepared_search_is_the_same)
{
    miai_info plain, prepared;
    choose_search(_i);
    search_seconds(&(miai_limits){.playouts = 3000});
    miai_last_search(engine, &plain);
    miai_forget(engine);
    miai_prepare(engine);
    miai_prepare(engine);
    search_seconds(&(miai_limits){.playouts = 3000});
    miai_last_search(engine, &prepared);
    ck_assert_double_eq(plain.value, prepared.value);
    ck_assert_uint_eq(plain.leaves, prepared.leaves);
    ck_assert_uint_eq(plain.tree_bytes, prepared.tree_bytes);
}
END_TEST

/* Another number of lines does not clear the transposition table. */
START_TEST(lines_keep_the_table)
{
    miai_info first, second;
    choose_search(1);
    search_seconds(&(miai_limits){.playouts = 3000});
    miai_last_search(engine, &first);
    miai_prepare(engine);
    search_seconds(&(miai_limits){.playouts = 100, .lines = 100});
    miai_last_search(engine, &second);
    ck_assert_uint_ge(second.tree_nodes, first.tree_nodes);
}
END_TEST

static void *send_ponderhit(void *context)
{
    (void)context;
    struct timespec pause = {.tv_nsec = 400000000};
    nanosleep(&pause, NULL);
    miai_ponderhit(engine);
    return NULL;
}

/* 0.4 seconds of pondering are free, then 0.1 seconds count. */
START_TEST(ponder_is_free)
{
    struct mi_thread thread;
    choose_search(_i);
    miai_arm_search(engine);
    ck_assert(mi_thread_start(&thread, send_ponderhit, NULL));
    double used = search_seconds(&(miai_limits){.seconds = 0.1, .ponder = true});
    mi_thread_join(&thread);
    ck_assert_double_ge(used, 0.45);
    ck_assert_double_le(used, 5);
}
END_TEST

static int reports, max_lines;
static char first_move[MIAI_MOVE_TEXT];

static void count_lines(void *context, const miai_info *info)
{
    (void)context;
    if (info->number > 0)
        return;
    reports++;
    ck_assert(info->line == 1 || info->line == max_lines + 1);
    max_lines = info->line;
    if (info->line == 1)
        strncpy(first_move, info->pv, 4);
    else
        ck_assert_int_ne(strncmp(first_move, info->pv, 4), 0);
}

START_TEST(lines_come_in_order)
{
    choose_search(_i);
    reports = max_lines = 0;
    miai_on_info(engine, count_lines, NULL);
    search_seconds(&(miai_limits){.seconds = 0.5, .lines = 3});
    ck_assert_int_gt(reports, 2);
    ck_assert_int_eq(max_lines, 3);
    miai_info info;
    for (int i = 0; i < 3; i++)
        ck_assert(miai_line_at(engine, i, &info) && *info.pv);
    ck_assert(!miai_line_at(engine, -1, &info));
    ck_assert(!miai_line_at(engine, 20, &info));
}
END_TEST

/* If the search is cut off, the last lines reported are the final ones. */
START_TEST(final_lines_are_reported)
{
    miai_info info;
    choose_search(1);
    miai_on_info(engine, count_lines, NULL);
    for (uint64_t nodes = 500; nodes < 20000; nodes += 777) {
        max_lines = 0;
        search_seconds(&(miai_limits){.playouts = nodes, .lines = 3});
        ck_assert_int_eq(max_lines, 3);
        ck_assert(miai_line_at(engine, 0, &info));
        ck_assert_int_eq(strncmp(first_move, info.pv, 4), 0);
        miai_forget(engine);
    }
}
END_TEST

static void note_root_move(void *context, const miai_info *info)
{
    int *told = context;
    if (info->number == 0)
        return;
    ck_assert_int_ge(info->number, 1);
    ck_assert_int_le(info->number, 20);
    ck_assert_int_eq((int)strlen(info->current), 4);
    if (info->depth == 3)
        (*told)++;
}

/* Each root move is reported once the search has run for some time. */
START_TEST(root_moves_are_reported)
{
    int told = 0;
    choose_search(1);
    miai_on_info(engine, note_root_move, &told);
    search_seconds(&(miai_limits){.depth = 3});
    ck_assert_int_eq(told, 0);
    miai_forget(engine);
    search_seconds(&(miai_limits){.depth = 3, .late = 10});
    ck_assert_int_ge(told, 20);
}
END_TEST

/* ---- drawn positions that the players may continue ---- */

START_TEST(drawn_positions_are_searched)
{
    static const char *const fens[] = {"7k/8/8/8/8/8/R7/K7 w - - 100 120",
                                       "8/8/8/3k4/8/8/8/K7 w - - 0 1"};
    choose_search(_i);
    for (int i = 0; i < COUNT(fens); i++) {
        ck_assert_int_eq(miai_read_position(engine, fens[i]), MIAI_OK);
        ck_assert(miai_over(engine, NULL));
        search_seconds(&(miai_limits){.playouts = 100});
    }
    ck_assert_int_eq(miai_clear(engine), MIAI_OK);
    for (int i = 0; i < 8; i++) {
        static const char *const moves[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
        ck_assert_int_eq(miai_play(engine, MIAI_TURN, moves[i % 4]), MIAI_OK);
    }
    ck_assert(miai_over(engine, NULL));
    search_seconds(&(miai_limits){.playouts = 100});
}
END_TEST

START_TEST(no_move_after_mate)
{
    char move[MIAI_MOVE_TEXT];
    int score;
    choose_search(_i);
    ck_assert_int_eq(miai_read_position(engine, "7k/5QQ1/8/8/8/8/8/K7 b - - 0 1"), MIAI_OK);
    ck_assert_int_eq(
        miai_search(engine, MIAI_TURN, &(miai_limits){.playouts = 9}, move, sizeof move),
        MIAI_OVER);
    ck_assert(miai_over(engine, &score) && score > 0);
}
END_TEST

/* ---- a long win whose end is beyond the time limit ---- */

/* A chain of bridges across Hex that lacks one stone. In one of about thirty searches, time runs
 * out during the search for the end of the winning line. */
START_TEST(far_win_ends_in_time)
{
    static const char *const bridges[] = {"n2", "m4", "l6", "k8", "j10", "i12", "g16", "f18"};
    set_engine_option("game", "hex");
    set_engine_option("search", "alphabeta");
    ck_assert_int_eq(miai_set_size(engine, 19, 19), MIAI_OK);
    for (int i = 0; i < COUNT(bridges); i++)
        ck_assert_int_eq(miai_play(engine, 0, bridges[i]), MIAI_OK);
    ck_assert_int_eq(miai_play(engine, 1, "a19"), MIAI_OK);
    for (int i = 0; i < 30; i++) {
        miai_forget(engine);
        ck_assert_double_le(search_seconds(&(miai_limits){.seconds = 0.06 + 0.003 * i}), 5);
    }
}
END_TEST

/* ---- the number of moves that the clock must last for ---- */

static int two_thousand(const void *pos)
{
    (void)pos;
    return 2000;
}

START_TEST(time_depends_on_moves_left)
{
    const miai_hints hints = {.bytes = sizeof hints, .moves_left = two_thousand};
    miai_clock clock = {.left = 400};
    miai_game game = mi_connect4_game;
    char move[MIAI_MOVE_TEXT];
    game.name = "long";
    game.hints = &hints;
    ck_assert_int_eq(miai_add_game(engine, &game), MIAI_OK);
    set_engine_option("game", "long");
    choose_search(_i);
    ck_assert_double_lt(search_seconds(&(miai_limits){.clock = &clock}), 5);
    miai_time_settings(engine, 400, 0, 0);
    double start = mi_clock();
    ck_assert_int_eq(miai_genmove(engine, MIAI_TURN, move, sizeof move), MIAI_OK);
    ck_assert_double_lt(mi_clock() - start, 5);
}
END_TEST

static void *open_slowly(const miai_setup *setup, const char *file, char *error, size_t size)
{
    nanosleep(&(struct timespec){.tv_nsec = 500000000}, NULL);
    return mi_chess_game.evaluation->open(setup, file, error, size);
}

/* Loading the weights is not thinking: the search has its share of the time that is left on the
 * clock, or the time of each move. */
START_TEST(slow_weights_leave_time)
{
    char move[MIAI_MOVE_TEXT];
    miai_info info;
    miai_game game = mi_chess_game;
    miai_evaluation evaluation = *mi_chess_game.evaluation;
    evaluation.open = open_slowly;
    game.name = "slow";
    game.evaluation = &evaluation;
    ck_assert_int_eq(miai_add_game(engine, &game), MIAI_OK);
    set_engine_option("game", "slow");
    if (_i == 0)
        ck_assert_int_eq(miai_time_settings(engine, 40, 0, 0), MIAI_OK);
    else
        set_engine_option("time", "0.4");
    ck_assert_int_eq(miai_genmove(engine, MIAI_TURN, move, sizeof move), MIAI_OK);
    miai_last_search(engine, &info);
    ck_assert_int_gt(info.depth, 1);
}
END_TEST

/* ---- the time limit ---- */

START_TEST(bounds_of_time)
{
    _Atomic double ponder_end = -1;
    struct mi_limits limits = {.start = 100, .seconds = 8, .soft_seconds = 2};
    ck_assert(!mi_limits_enough(&limits, 101.9));
    ck_assert(mi_limits_enough(&limits, 102));
    ck_assert(!mi_limits_over(&limits, 107.9));
    ck_assert(mi_limits_over(&limits, 108));
    limits.ponder_end = &ponder_end;
    ck_assert(!mi_limits_enough(&limits, 1000));
    ck_assert(mi_limits_used(&limits, 1000) < 0);
    ponder_end = 1000;
    ck_assert_double_eq(mi_limits_used(&limits, 1001), 1);
    ck_assert(!mi_limits_over(&limits, 1007.9));
    ck_assert(mi_limits_over(&limits, 1008));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("limits");
    TCase *tests = add_case(suite, "limits", 30);
    tcase_add_checked_fixture(tests, set_up, end_engine);
    tcase_add_loop_test(tests, stop_after_arming_counts, 0, 2);
    tcase_add_loop_test(tests, earlier_stop_is_ignored, 0, 2);
    tcase_add_loop_test(tests, clock_limits_the_search, 0, 2);
    tcase_add_loop_test(tests, time_counts_from_the_request, 0, 2);
    tcase_add_loop_test(tests, prepared_search_is_the_same, 0, 2);
    tcase_add_test(tests, lines_keep_the_table);
    tcase_add_loop_test(tests, ponder_is_free, 0, 2);
    tcase_add_loop_test(tests, lines_come_in_order, 0, 2);
    tcase_add_test(tests, final_lines_are_reported);
    tcase_add_test(tests, root_moves_are_reported);
    tcase_add_loop_test(tests, drawn_positions_are_searched, 0, 2);
    tcase_add_loop_test(tests, no_move_after_mate, 0, 2);
    tcase_add_test(tests, far_win_ends_in_time);
    tcase_add_loop_test(tests, time_depends_on_moves_left, 0, 2);
    tcase_add_loop_test(tests, slow_weights_leave_time, 0, 2);
    tcase_add_test(tests, bounds_of_time);
    return run_suite(suite);
}
