/* The built-in network of Hex. */
#include "engine/engine.h"
#include "tests/support/fixture.h"
#include "tests/support/suite.h"

enum { SIDE = 11 };

static void begin(void)
{
    begin_engine("hex");
    set("playouts", "20");
    set("seed", "1");
}

/* A chain one bridge away from both edges has won, whoever is to move. */
START_TEST(it_sees_what_is_plain)
{
    set("rules", "no-swap");
    miai_network_output output =
        ask_behind("f2 a1 f3 a2 f4 a3 f5 a4 f6 a5 f7 a6 f8 a7 f9 a8 f10 a9");
    ck_assert_double_gt(output.win, 0.9);
    output = ask_behind("f2 a1 f3 a2 f4 a3 f5 a4 f6 a5 f7 a6 f8 a7 f9 a8 f10");
    ck_assert_double_gt(output.win, 0.9);
    output = ask_behind("b1 b6 c1 c6 d1 d6 e1 e6 f1 f6 g1 g6 h1 h6 i1 i6 j1 j6 k1");
    ck_assert_double_gt(output.loss, 0.9);
}
END_TEST

/* The right to swap is never a disadvantage, wherever the stone is. */
START_TEST(swapping)
{
    ck_assert_double_gt(ask_behind("a1").loss, 0.5);
    ck_assert_double_gt(ask_behind("f6").loss, 0.5);
    ck_assert_double_gt(ask_behind("b4").loss, 0.45);
}
END_TEST

START_TEST(a_game_to_its_end)
{
    set("resign", "0");
    int plies = play_to_the_end();
    ck_assert_int_ge(plies, 2 * SIDE - 1);
    ck_assert_int_le(plies, SIDE * SIDE + 1);
}
END_TEST

/* It was trained on some boards only, and levels were measured without it. */
START_TEST(where_it_plays)
{
    ck_assert(network_plays());
    check_network_on(13, 13, true);
    check_network_on(14, 14, false);
    check_network_on(11, 9, false);
    check_network_on(5, 5, false);
    check_network_on(SIDE, SIDE, true);
    set("level", "12");
    ck_assert(!network_plays());
    set("level", "");
    ck_assert(network_plays());
    set("network", "none");
    ck_assert(!network_plays());
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("hex network");
    TCase *tests = add_case(suite, "network", 30);
    tcase_add_checked_fixture(tests, begin, end_engine);
    tcase_add_test(tests, it_sees_what_is_plain);
    tcase_add_test(tests, swapping);
    tcase_add_test(tests, a_game_to_its_end);
    tcase_add_test(tests, where_it_plays);
    return run_suite(suite);
}
