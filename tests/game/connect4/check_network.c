/* The built-in network of Connect Four. */
#include "engine/engine.h"
#include "tests/support/fixture.h"
#include "tests/support/suite.h"

enum { WIDTH = 7, HEIGHT = 6 };

static void set_up_engine(void)
{
    begin_engine("connect4");
    set_engine_option("search", "mcts");
    set_engine_option("playouts", "20");
    set_engine_option("seed", "1");
}

/* Obvious wins must be evaluated as such. */
START_TEST(obvious_wins)
{
    miai_network_output output = network_output_after("d1 a1 d2 a2 d3 b1"); /* d4 wins */
    ck_assert_double_gt(output.win, 0.8);
    output = network_output_after("a1 d1 a2 d2 b1 d3 g1"); /* the second player's d4 wins */
    ck_assert_double_gt(output.loss, 0.8);
    output = network_output_after("d1 d2");
    for (int p = 0; p < output.points; p++)
        ck_assert((output.policy[p] >= 0) == (p < WIDTH ? p != 3 : p == 2 * WIDTH + 3));
}
END_TEST

/* Mirrored positions should have similar values, although nothing but training ensures it. */
START_TEST(mirror_images)
{
    miai_network_output one = network_output_after("d1 e1 c1 b1 d2"),
                        other = network_output_after("d1 c1 e1 f1 d2");
    ck_assert_double_eq_tol(one.win, other.win, 0.2);
    for (int p = 0; p < one.points; p++) {
        int to = p - p % WIDTH + WIDTH - 1 - p % WIDTH;
        ck_assert_double_eq_tol((double)one.policy[p], (double)other.policy[to], 0.25);
    }
}
END_TEST

START_TEST(whole_game)
{
    int plies = play_to_the_end();
    ck_assert_int_ge(plies, WIDTH);
    ck_assert_int_le(plies, WIDTH * HEIGHT);
    ck_assert_int_eq(miai_plies(engine), plies);
}
END_TEST

/* The solver is the default on the standard board; on other boards the network has not learned. */
START_TEST(boards_without_the_network)
{
    ck_assert(network_is_used());
    check_network_on(8, 7, false);
    ck_assert_int_eq(miai_set_size(engine, WIDTH, HEIGHT), MIAI_OK);
    set_engine_option("search", "auto");
    ck_assert(!network_is_used());
    set_engine_option("search", "mcts");
    set_engine_option("network", "none");
    ck_assert(!network_is_used());
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("connect4 network");
    TCase *tests = add_case(suite, "network", 30);
    tcase_add_checked_fixture(tests, set_up_engine, end_engine);
    tcase_add_test(tests, obvious_wins);
    tcase_add_test(tests, mirror_images);
    tcase_add_test(tests, whole_game);
    tcase_add_test(tests, boards_without_the_network);
    return run_suite(suite);
}
