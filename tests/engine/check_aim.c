/* A game with points, played for points or for the result: every search, through the engine. */
#include "game/games.h"
#include "tests/support/fixture.h"
#include "tests/support/plates_game.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

static const char *const searches[] = {"mcts", "alphabeta", "minimax", "flat"};

static void set_up_engine(void)
{
    begin_engine("go");
    ck_assert_int_eq(miai_add_game(engine, plates_game), MIAI_OK);
    set_engine_option("game", "plates");
}

static miai_info search_value(const char *by, const char *aim)
{
    char move[MIAI_MOVE_TEXT];
    miai_info info;
    set_engine_option("search", by);
    set_engine_option("play-for", aim);
    ck_assert_int_eq(
        miai_search(engine, MIAI_TURN, &(miai_limits){.playouts = 2000}, move, sizeof move),
        MIAI_OK);
    miai_last_search(engine, &info);
    return info;
}

/* A search that has solved the game reports a win, and the points as its score; another one reports
 * the fraction of the points. */
static void check_points(const miai_info *info)
{
    if (info->proof != 0) {
        ck_assert_double_eq(info->value, 1);
        ck_assert_int_eq(info->score, 20);
    } else {
        ck_assert_double_lt(info->value, 0.9);
        ck_assert_double_gt(info->value, 0.5);
    }
    ck_assert_int_eq(info->mate, 0);
}

/* Every note is a win: the first player can be sure of at most 20 of 100 points. */
START_TEST(value_by_points_or_result)
{
    miai_info points = search_value(searches[_i], "points"), result;
    check_points(&points);
    result = search_value(searches[_i], "result");
    ck_assert_double_eq(result.value, 1);
    ck_assert_uint_eq(result.reused_visits, 0);
    points = search_value(searches[_i], "points");
    check_points(&points);
}
END_TEST

START_TEST(wins_are_counted_in_plies)
{
    ck_assert_int_eq(search_value("alphabeta", "points").score, 20);
    ck_assert_int_eq(search_value("alphabeta", "result").mate, 3);
    ck_assert_int_eq(search_value("minimax", "result").mate, 3);
}
END_TEST

/* The score is in points, whatever the game is played for. */
START_TEST(score_stays)
{
    char score[32];
    set_engine_option("play-for", "result");
    play_line("A 20+50 20");
    ck_assert_int_eq(miai_final_score(engine, score, sizeof score), MIAI_OK);
    ck_assert_str_eq(score, "B+0.2");
}
END_TEST

/* Attempts to prove the result take a bounded part of the search: its depth stays about the
 * same. */
START_TEST(proofs_leave_the_search_its_depth)
{
    char move[MIAI_MOVE_TEXT];
    int depth[2];
    set_engine_option("game", "othello");
    set_engine_option("search", "alphabeta");
    set_engine_option("play-for", "result");
    for (int i = 0; i < 2; i++) {
        miai_info info;
        set_engine_option("disable", i == 0 ? "" : "proofs");
        ck_assert_int_eq(miai_new_game(engine), MIAI_OK);
        ck_assert_int_eq(
            miai_search(engine, MIAI_TURN, &(miai_limits){.playouts = 100000}, move, sizeof move),
            MIAI_OK);
        miai_last_search(engine, &info);
        depth[i] = info.depth;
    }
    ck_assert_int_gt(depth[1], 8);
    ck_assert_int_ge(depth[0], depth[1] - 2);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("aim");
    TCase *tests = add_case(suite, "aim", 60);
    tcase_add_checked_fixture(tests, set_up_engine, end_engine);
    tcase_add_loop_test(tests, value_by_points_or_result, 0, COUNT(searches));
    tcase_add_test(tests, wins_are_counted_in_plies);
    tcase_add_test(tests, score_stays);
    tcase_add_test(tests, proofs_leave_the_search_its_depth);
    return run_suite(suite);
}
