/* The built-in convolutional network of Gomoku. */
#include "engine/engine.h"
#include "tests/support/fixture.h"
#include "tests/support/suite.h"

static void set_up_engine(void)
{
    begin_engine("gomoku");
    set_engine_option("rules", "freestyle");
    set_engine_option("playouts", "20");
    set_engine_option("seed", "1");
}

/* An open three wins for the side to move, and double threes for the opponent; values are from the
 * first player's view. */
START_TEST(obvious_wins)
{
    ck_assert_double_gt(network_output_after("h8 b2 h9 n3 h10 c13").win, 0.9);
    ck_assert_double_gt(network_output_after("h8 b2 h9 n3 i9 c13 j9 n14 j8").win, 0.9);
    ck_assert_double_gt(network_output_after("b2 h8 n3 h9 c13 h10 n14").loss, 0.9);
    miai_network_output output = network_output_after("h8");
    ck_assert_double_gt(output.win, 0.3);
    ck_assert_double_lt(output.win, 0.95);
}
END_TEST

START_TEST(whole_game)
{
    set_engine_option("resign", "0");
    ck_assert_int_ge(play_to_the_end(), 9);
}
END_TEST

/* It was trained on some boards only, levels were measured without it, and naming an evaluation
 * selects that one. */
START_TEST(boards_with_the_network)
{
    check_network_on(20, 20, true);
    check_network_on(21, 21, false);
    check_network_on(14, 14, false);
    check_network_on(15, 15, true);
    set_engine_option("level", "12");
    ck_assert(!network_is_used());
    set_engine_option("level", "");
    ck_assert(network_is_used());
    set_engine_option("eval-file", "none");
    ck_assert(!network_is_used());
    set_engine_option("eval-file", "auto");
    ck_assert(network_is_used());
    set_engine_option("network", "none");
    ck_assert(!network_is_used());
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("gomoku network");
    TCase *tests = add_case(suite, "network", 30);
    tcase_add_checked_fixture(tests, set_up_engine, end_engine);
    tcase_add_test(tests, obvious_wins);
    tcase_add_test(tests, whole_game);
    tcase_add_test(tests, boards_with_the_network);
    return run_suite(suite);
}
