/* What bounds a search from outside: stop, ponderhit, clocks; and the lines that it tells. */
#include "base/clock.h"
#include "base/thread.h"
#include "game/games.h"
#include "search/common/limits.h"
#include "tests/support/fixture.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

/* With the network open: under sanitizers that takes as long as some searches here. */
static void set_up(void)
{
    char text[4096];
    begin_engine("chess");
    set("memory", "16");
    ck_assert_int_gt(miai_explain(engine, text, sizeof text), 0);
}

static double search(const miai_limits *limits)
{
    char move[MIAI_MOVE_TEXT];
    double start = mi_clock();
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, limits, move, sizeof move), MIAI_OK);
    ck_assert_int_eq(miai_play(engine, MIAI_TURN, move), MIAI_OK);
    ck_assert_int_eq(miai_undo(engine, 1), MIAI_OK);
    return mi_clock() - start;
}

/* ---- of the searches: both by samples and by iterations ---- */

static void choose_search(int i)
{
    static const char *const names[] = {"mcts", "alphabeta"};
    set("search", names[i]);
}

START_TEST(announced_stop_counts)
{
    choose_search(_i);
    miai_arm_search(engine);
    miai_stop(engine);
    ck_assert_double_le(search(&(miai_limits){.lines = 1}), 5); /* without a bound of its own */
}
END_TEST

START_TEST(other_stop_is_forgotten)
{
    choose_search(_i);
    miai_stop(engine);
    ck_assert_double_ge(search(&(miai_limits){.seconds = 0.3}), 0.2);
}
END_TEST

START_TEST(clock_bounds)
{
    choose_search(_i);
    miai_clock clock = {.left = 10};
    double used = search(&(miai_limits){.clock = &clock});
    ck_assert_double_ge(used, 0.005);
    ck_assert_double_le(used, 9.8);
    clock = (miai_clock){.left = -1};
    ck_assert_double_le(search(&(miai_limits){.clock = &clock}), 5);
}
END_TEST

/* A request that came long ago has spent its time. */
START_TEST(late_counts)
{
    choose_search(_i);
    ck_assert_double_le(search(&(miai_limits){.seconds = 60, .late = 60}), 5);
}
END_TEST

/* What prepares a search changes nothing in it, and begins no search. */
START_TEST(prepared_search_is_the_same)
{
    miai_info plain, prepared;
    choose_search(_i);
    search(&(miai_limits){.playouts = 3000});
    miai_last_search(engine, &plain);
    miai_forget(engine);
    miai_prepare(engine);
    miai_prepare(engine);
    search(&(miai_limits){.playouts = 3000});
    miai_last_search(engine, &prepared);
    ck_assert_double_eq(plain.value, prepared.value);
    ck_assert_uint_eq(plain.leaves, prepared.leaves);
    ck_assert_uint_eq(plain.tree_bytes, prepared.tree_bytes);
}
END_TEST

/* Another number of lines leaves the table as it is. */
START_TEST(lines_keep_the_table)
{
    miai_info first, second;
    choose_search(1);
    search(&(miai_limits){.playouts = 3000});
    miai_last_search(engine, &first);
    miai_prepare(engine);
    search(&(miai_limits){.playouts = 100, .lines = 100});
    miai_last_search(engine, &second);
    ck_assert_uint_ge(second.tree_nodes, first.tree_nodes);
}
END_TEST

static void *hit(void *context)
{
    (void)context;
    struct timespec pause = {.tv_nsec = 400000000};
    nanosleep(&pause, NULL);
    miai_ponderhit(engine);
    return NULL;
}

/* 0.1 seconds after 0.4 that do not count. */
START_TEST(ponder_is_free)
{
    struct mi_thread thread;
    choose_search(_i);
    miai_arm_search(engine);
    ck_assert(mi_thread_start(&thread, hit, NULL));
    double used = search(&(miai_limits){.seconds = 0.1, .ponder = true});
    mi_thread_join(&thread);
    ck_assert_double_ge(used, 0.45);
    ck_assert_double_le(used, 5);
}
END_TEST

static int reports, highest;
static char first_move[MIAI_MOVE_TEXT];

static void count_lines(void *context, const miai_info *info)
{
    (void)context;
    if (info->number > 0)
        return;
    reports++;
    ck_assert(info->line == 1 || info->line == highest + 1);
    highest = info->line;
    if (info->line == 1)
        strncpy(first_move, info->pv, 4);
    else
        ck_assert_int_ne(strncmp(first_move, info->pv, 4), 0);
}

START_TEST(lines_come_in_order)
{
    choose_search(_i);
    reports = highest = 0;
    miai_on_info(engine, count_lines, NULL);
    search(&(miai_limits){.seconds = 0.5, .lines = 3});
    ck_assert_int_gt(reports, 2);
    ck_assert_int_eq(highest, 3);
    miai_info info;
    for (int i = 0; i < 3; i++)
        ck_assert(miai_line_at(engine, i, &info) && *info.pv);
    ck_assert(!miai_line_at(engine, -1, &info));
    ck_assert(!miai_line_at(engine, 20, &info));
}
END_TEST

/* Wherever the search is cut off, the last lines told are those of its end. */
START_TEST(last_lines_are_told)
{
    miai_info info;
    choose_search(1);
    miai_on_info(engine, count_lines, NULL);
    for (uint64_t nodes = 500; nodes < 20000; nodes += 777) {
        highest = 0;
        search(&(miai_limits){.playouts = nodes, .lines = 3});
        ck_assert_int_eq(highest, 3);
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

/* Each move of the root, once that the search has been at it for long. */
START_TEST(root_moves_are_told)
{
    int told = 0;
    choose_search(1);
    miai_on_info(engine, note_root_move, &told);
    search(&(miai_limits){.depth = 3});
    ck_assert_int_eq(told, 0);
    miai_forget(engine);
    search(&(miai_limits){.depth = 3, .late = 10});
    ck_assert_int_ge(told, 20);
}
END_TEST

/* ---- positions that are drawn, and yet go on ---- */

START_TEST(drawn_positions_are_searched)
{
    static const char *const fens[] = {"7k/8/8/8/8/8/R7/K7 w - - 100 120",
                                       "8/8/8/3k4/8/8/8/K7 w - - 0 1"};
    choose_search(_i);
    for (int i = 0; i < COUNT(fens); i++) {
        ck_assert_int_eq(miai_read_position(engine, fens[i]), MIAI_OK);
        ck_assert(miai_over(engine, NULL));
        search(&(miai_limits){.playouts = 100});
    }
    ck_assert_int_eq(miai_clear(engine), MIAI_OK);
    for (int i = 0; i < 8; i++) {
        static const char *const moves[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
        ck_assert_int_eq(miai_play(engine, MIAI_TURN, moves[i % 4]), MIAI_OK);
    }
    ck_assert(miai_over(engine, NULL));
    search(&(miai_limits){.playouts = 100});
}
END_TEST

START_TEST(nobody_moves_after_mate)
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

/* ---- a long win, whose end is not seen by the time ---- */

/* A chain of bridges across Hex with one stone left out.  The time is over here while the end of
 * the winning line is looked for in one of some thirty searches. */
START_TEST(far_win_ends_in_time)
{
    static const char *const bridges[] = {"n2", "m4", "l6", "k8", "j10", "i12", "g16", "f18"};
    set("game", "hex");
    set("search", "alphabeta");
    ck_assert_int_eq(miai_set_size(engine, 19, 19), MIAI_OK);
    for (int i = 0; i < COUNT(bridges); i++)
        ck_assert_int_eq(miai_play(engine, 0, bridges[i]), MIAI_OK);
    ck_assert_int_eq(miai_play(engine, 1, "a19"), MIAI_OK);
    for (int i = 0; i < 30; i++) {
        miai_forget(engine);
        ck_assert_double_le(search(&(miai_limits){.seconds = 0.06 + 0.003 * i}), 5);
    }
}
END_TEST

/* ---- how many moves the clock is for ---- */

static int two_thousand(const void *pos)
{
    (void)pos;
    return 2000;
}

START_TEST(game_says_how_long_it_lasts)
{
    const miai_hints hints = {.bytes = sizeof hints, .moves_left = two_thousand};
    miai_clock clock = {.left = 400};
    miai_game game = mi_connect4_game;
    char move[MIAI_MOVE_TEXT];
    game.name = "long";
    game.hints = &hints;
    ck_assert_int_eq(miai_add_game(engine, &game), MIAI_OK);
    set("game", "long");
    choose_search(_i);
    ck_assert_double_lt(search(&(miai_limits){.clock = &clock}), 5);
    miai_time_settings(engine, 400, 0, 0);
    double start = mi_clock();
    ck_assert_int_eq(miai_genmove(engine, MIAI_TURN, move, sizeof move), MIAI_OK);
    ck_assert_double_lt(mi_clock() - start, 5);
}
END_TEST

/* ---- the bound of time itself ---- */

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
    tcase_add_loop_test(tests, announced_stop_counts, 0, 2);
    tcase_add_loop_test(tests, other_stop_is_forgotten, 0, 2);
    tcase_add_loop_test(tests, clock_bounds, 0, 2);
    tcase_add_loop_test(tests, late_counts, 0, 2);
    tcase_add_loop_test(tests, prepared_search_is_the_same, 0, 2);
    tcase_add_test(tests, lines_keep_the_table);
    tcase_add_loop_test(tests, ponder_is_free, 0, 2);
    tcase_add_loop_test(tests, lines_come_in_order, 0, 2);
    tcase_add_test(tests, last_lines_are_told);
    tcase_add_test(tests, root_moves_are_told);
    tcase_add_loop_test(tests, drawn_positions_are_searched, 0, 2);
    tcase_add_loop_test(tests, nobody_moves_after_mate, 0, 2);
    tcase_add_test(tests, far_win_ends_in_time);
    tcase_add_loop_test(tests, game_says_how_long_it_lasts, 0, 2);
    tcase_add_test(tests, bounds_of_time);
    return run_suite(suite);
}
