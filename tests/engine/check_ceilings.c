/* The ceilings of time and depth hold for all searching, counting and tracing on a client's
 * request. */
#include "tests/support/fixture.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static void apply_ceilings(const char *name, double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.9f", value);
    if (strcmp(name, "max-time") == 0)
        set_engine_option(name, text);
    else
        set_number(name, (int)value);
    miai_seal(engine);
}

/* ---- counting in Go ---- */

enum { SIDE = 9 };

/* Stones of alternating colours on every second point: their life is uncertain. */
static void set_up_stones(void)
{
    char text[SIDE * SIDE * 8], *at = text;
    unsigned random = 1;
    for (int p = 1; p < SIDE * SIDE; p += 2) {
        random = random * 1103515245 + 12345;
        at += sprintf(at, "%c %c%d ", (random >> 20) % 2 ? 'b' : 'w', "ABCDEFGHJ"[p % SIDE],
                      p / SIDE + 1);
    }
    ck_assert_int_eq(miai_set_stones(engine, text), MIAI_OK);
}

static void begin_stones(void)
{
    begin_go_9x9();
    set_engine_option("network", "none");
    set_number("playouts", 10);
    set_up_stones();
}

/* Seconds of processor time, which other processes do not influence. */
static double processor_seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

/* Counts, and returns the seconds that it took. */
static double count_score(char *score, size_t size)
{
    double start = processor_seconds();
    ck_assert_int_eq(miai_final_score(engine, score, size), MIAI_OK);
    return processor_seconds() - start;
}

static double unlimited_seconds; /* seconds that a count takes without a ceiling */

static void measure_unlimited(void)
{
    char score[64];
    begin_stones();
    unlimited_seconds = count_score(score, sizeof score);
    end_engine();
}

/* Compared with the same work on the same machine. */
START_TEST(counting_ends_at_the_ceiling)
{
    char score[64], again[64], chains[4096];
    apply_ceilings("max-time", unlimited_seconds / 20);
    ck_assert_double_lt(count_score(score, sizeof score), unlimited_seconds / 2);
    ck_assert_int_eq(miai_final_status(engine, "dead", chains, sizeof chains), MIAI_OK);
    ck_assert_double_lt(count_score(again, sizeof again), unlimited_seconds / 2);
    ck_assert_str_eq(score, again);
    ck_assert_int_eq(miai_clear(engine), MIAI_OK);
    set_up_stones();
    double start = processor_seconds();
    ck_assert_int_eq(miai_final_status(engine, "dead", chains, sizeof chains), MIAI_OK);
    ck_assert_double_lt(processor_seconds() - start, unlimited_seconds / 2);
}
END_TEST

/* A move bounded by playouts only, or by a long clock, judges the stones first. */
START_TEST(judging_ends_at_the_ceiling)
{
    char move[MIAI_MOVE_TEXT];
    if (_i > 0)
        ck_assert_int_eq(miai_time_settings(engine, 36000, 0, 0), MIAI_OK);
    ck_assert_int_eq(miai_play(engine, 0, "pass"), MIAI_OK);
    apply_ceilings("max-time", unlimited_seconds / 20);
    double start = processor_seconds();
    ck_assert_int_eq(miai_genmove(engine, MIAI_TURN, move, sizeof move), MIAI_OK);
    ck_assert_double_lt(processor_seconds() - start, unlimited_seconds / 2);
}
END_TEST

/* Without a limit of its own, a region is read for ten seconds.  The whole of this one takes longer
 * than the ceiling: only a part is proved, if any. */
START_TEST(region_ends_at_the_ceiling)
{
    char text[4096];
    begin_engine("go");
    ck_assert_int_eq(miai_set_size(engine, 7, 7), MIAI_OK);
    play_line("e3 c3 e4 c4 e5 c2 d5 b5 d6 c5 e2 d2");
    apply_ceilings("max-time", 0.2);
    double start = processor_seconds();
    ck_assert_int_eq(miai_solve_region(engine, MIAI_TURN, "c3", 0, 0, text, sizeof text), MIAI_OK);
    ck_assert(strstr(text, "nearest to the group") || strstr(text, "status unknown"));
    ck_assert_double_lt(processor_seconds() - start, 5);
}
END_TEST

/* ---- counting and tracing in chess ---- */

static bool continue_tracing(void *context, const miai_cut *cut)
{
    (void)cut;
    ++*(int *)context;
    return true;
}

START_TEST(depth_beyond_the_ceiling_is_refused)
{
    uint64_t positions;
    int cuts = 0;
    begin_engine("chess");
    apply_ceilings("max-depth", 2);
    ck_assert_int_eq(miai_perft(engine, 2, &positions), MIAI_OK);
    ck_assert_uint_eq(positions, 400);
    ck_assert_int_eq(miai_perft(engine, 3, &positions), MIAI_REFUSED);
    ck_assert_str_eq(miai_error_reason(engine, MIAI_REFUSED),
                     "not allowed: depth at most 2 (--max-depth)");
    ck_assert_int_eq(miai_trace_alphabeta(engine, 2, true, continue_tracing, &cuts), MIAI_OK);
    ck_assert_int_gt(cuts, 20);
    ck_assert_int_eq(miai_trace_alphabeta(engine, 3, true, continue_tracing, &cuts), MIAI_REFUSED);
}
END_TEST

START_TEST(tracing_ends_at_the_ceiling)
{
    uint64_t positions;
    int cuts = 0;
    begin_engine("chess");
    apply_ceilings("max-time", 0.000001);
    ck_assert_int_eq(miai_perft(engine, 6, &positions), MIAI_STOPPED);
    ck_assert_int_eq(miai_trace_alphabeta(engine, 3, true, continue_tracing, &cuts), MIAI_STOPPED);
    ck_assert_int_eq(cuts, 0);
}
END_TEST

/* Pondering without any ponderhit. */
START_TEST(pondering_ends_at_the_ceiling)
{
    char move[MIAI_MOVE_TEXT];
    const miai_limits limits = {.seconds = 3600, .ponder = true};
    begin_engine("chess");
    set_engine_option("search", _i == 0 ? "mcts" : "alphabeta");
    apply_ceilings("max-time", 0.05);
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, &limits, move, sizeof move), MIAI_OK);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ceilings");
    TCase *counting = add_case(suite, "counting", 60), *tests = add_case(suite, "ceilings", 60);
    tcase_add_unchecked_fixture(counting, measure_unlimited, NULL);
    tcase_add_checked_fixture(counting, begin_stones, end_engine);
    tcase_add_test(counting, counting_ends_at_the_ceiling);
    tcase_add_loop_test(counting, judging_ends_at_the_ceiling, 0, 2);
    tcase_add_checked_fixture(tests, NULL, end_engine);
    tcase_add_test(tests, depth_beyond_the_ceiling_is_refused);
    tcase_add_test(tests, tracing_ends_at_the_ceiling);
    tcase_add_loop_test(tests, pondering_ends_at_the_ceiling, 0, 2);
    tcase_add_test(tests, region_ends_at_the_ceiling);
    return run_suite(suite);
}
