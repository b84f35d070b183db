/* The built-in network of Hex. */
#include "engine/engine.h"
#include "tests/support/fixture.h"
#include "tests/support/suite.h"

enum { SIDE = 11 };

static void set_up_engine(void)
{
    begin_engine("hex");
    set_engine_option("playouts", "20");
    set_engine_option("seed", "1");
}

/* A chain one bridge away from both edges has won, whoever is to move. */
START_TEST(obvious_wins)
{
    set_engine_option("rules", "no-swap");
    miai_network_output output =
        network_output_after("f2 a1 f3 a2 f4 a3 f5 a4 f6 a5 f7 a6 f8 a7 f9 a8 f10 a9");
    ck_assert_double_gt(output.win, 0.9);
    output = network_output_after("f2 a1 f3 a2 f4 a3 f5 a4 f6 a5 f7 a6 f8 a7 f9 a8 f10");
    ck_assert_double_gt(output.win, 0.9);
    output = network_output_after("b1 b6 c1 c6 d1 d6 e1 e6 f1 f6 g1 g6 h1 h6 i1 i6 j1 j6 k1");
    ck_assert_double_gt(output.loss, 0.9);
}
END_TEST

/* The right to swap is never a disadvantage, wherever the stone is. */
START_TEST(swap_right_helps)
{
    ck_assert_double_gt(network_output_after("a1").loss, 0.5);
    ck_assert_double_gt(network_output_after("f6").loss, 0.5);
    ck_assert_double_gt(network_output_after("b4").loss, 0.45);
}
END_TEST

START_TEST(whole_game)
{
    set_engine_option("resign", "0");
    int plies = play_to_the_end();
    ck_assert_int_ge(plies, 2 * SIDE - 1);
    ck_assert_int_le(plies, SIDE * SIDE + 1);
}
END_TEST

/* It was trained on some boards only, and levels were measured without it. */
START_TEST(boards_with_the_network)
{
    ck_assert(network_is_used());
    check_network_on(13, 13, true);
    check_network_on(14, 14, false);
    check_network_on(11, 9, false);
    check_network_on(5, 5, false);
    check_network_on(SIDE, SIDE, true);
    set_engine_option("level", "12");
    ck_assert(!network_is_used());
    set_engine_option("level", "");
    ck_assert(network_is_used());
    set_engine_option("network", "none");
    ck_assert(!network_is_used());
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("hex network");
    TCase *tests = add_case(suite, "network", 30);
    tcase_add_checked_fixture(tests, set_up_engine, end_engine);
    tcase_add_test(tests, obvious_wins);
    tcase_add_test(tests, swap_right_helps);
    tcase_add_test(tests, whole_game);
    tcase_add_test(tests, boards_with_the_network);
    return run_suite(suite);
}
