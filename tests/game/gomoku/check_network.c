/* The built-in convolutional network of Gomoku. */
#include "engine/engine.h"
#include "tests/support/fixture.h"
#include "tests/support/suite.h"

static void begin(void)
{
    begin_engine("gomoku");
    set("rules", "freestyle");
    set("playouts", "20");
    set("seed", "1");
}

/* An open three wins for the side to move, and double threes for the opponent; values are from the
 * first player's view. */
START_TEST(it_sees_what_is_plain)
{
    ck_assert_double_gt(ask_behind("h8 b2 h9 n3 h10 c13").win, 0.9);
    ck_assert_double_gt(ask_behind("h8 b2 h9 n3 i9 c13 j9 n14 j8").win, 0.9);
    ck_assert_double_gt(ask_behind("b2 h8 n3 h9 c13 h10 n14").loss, 0.9);
    miai_network_output output = ask_behind("h8");
    ck_assert_double_gt(output.win, 0.3);
    ck_assert_double_lt(output.win, 0.95);
}
END_TEST

START_TEST(a_game_to_its_end)
{
    set("resign", "0");
    ck_assert_int_ge(play_to_the_end(), 9);
}
END_TEST

/* It was trained on some boards only, levels were measured without it, and naming an evaluation
 * selects that one. */
START_TEST(where_it_plays)
{
    check_network_on(20, 20, true);
    check_network_on(21, 21, false);
    check_network_on(14, 14, false);
    check_network_on(15, 15, true);
    set("level", "12");
    ck_assert(!network_plays());
    set("level", "");
    ck_assert(network_plays());
    set("eval-file", "none");
    ck_assert(!network_plays());
    set("eval-file", "auto");
    ck_assert(network_plays());
    set("network", "none");
    ck_assert(!network_plays());
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("gomoku network");
    TCase *tests = add_case(suite, "network", 30);
    tcase_add_checked_fixture(tests, begin, end_engine);
    tcase_add_test(tests, it_sees_what_is_plain);
    tcase_add_test(tests, a_game_to_its_end);
    tcase_add_test(tests, where_it_plays);
    return run_suite(suite);
}
