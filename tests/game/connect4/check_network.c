/* The network that Connect Four brings along. */
#include "engine/engine.h"
#include "tests/support/fixture.h"
#include "tests/support/suite.h"

enum { WIDTH = 7, HEIGHT = 6 };

static void begin(void)
{
    begin_engine("connect4");
    set("search", "mcts");
    set("playouts", "20");
    set("seed", "1");
}

static miai_network_output ask(const char *moves)
{
    miai_network_output output;
    miai_clear(engine);
    play(moves);
    ck_assert_int_eq(miai_ask_network(engine, MIAI_TURN, 0, &output), MIAI_OK);
    return output;
}

/* It may err, but not so much. */
START_TEST(it_sees_what_is_plain)
{
    miai_network_output output = ask("d1 a1 d2 a2 d3 b1"); /* d4 wins */
    ck_assert_double_gt(output.win, 0.8);
    output = ask("a1 d1 a2 d2 b1 d3 g1"); /* the second player's d4 wins */
    ck_assert_double_gt(output.loss, 0.8);
    output = ask("d1 d2");
    for (int p = 0; p < output.points; p++)
        ck_assert((output.policy[p] >= 0) == (p < WIDTH ? p != 3 : p == 2 * WIDTH + 3));
}
END_TEST

/* On the board and its mirror image it says about the same, though nothing but what it learned
 * makes it do so. */
START_TEST(mirror_images)
{
    miai_network_output one = ask("d1 e1 c1 b1 d2"), other = ask("d1 c1 e1 f1 d2");
    ck_assert_double_eq_tol(one.win, other.win, 0.2);
    for (int p = 0; p < one.points; p++) {
        int to = p - p % WIDTH + WIDTH - 1 - p % WIDTH;
        ck_assert_double_eq_tol((double)one.policy[p], (double)other.policy[to], 0.25);
    }
}
END_TEST

START_TEST(a_game_to_its_end)
{
    char move[MIAI_MOVE_TEXT];
    int plies = 0;
    while (miai_genmove(engine, MIAI_TURN, move, sizeof move) == MIAI_OK)
        plies++;
    ck_assert_int_ge(plies, WIDTH);
    ck_assert_int_le(plies, WIDTH * HEIGHT);
    ck_assert_int_eq(miai_plies(engine), plies);
}
END_TEST

/* By itself the game is solved; on other boards it learned nothing. */
START_TEST(where_it_does_not_play)
{
    miai_network_output output;
    ck_assert_int_eq(miai_ask_network(engine, MIAI_TURN, 0, &output), MIAI_OK);
    ck_assert_int_eq(miai_set_size(engine, 8, 7), MIAI_OK);
    ck_assert_int_eq(miai_ask_network(engine, MIAI_TURN, 0, &output), MIAI_NO_NETWORK);
    ck_assert_int_eq(miai_set_size(engine, WIDTH, HEIGHT), MIAI_OK);
    set("search", "auto");
    ck_assert_int_eq(miai_ask_network(engine, MIAI_TURN, 0, &output), MIAI_NO_NETWORK);
    set("search", "mcts");
    set("network", "none");
    ck_assert_int_eq(miai_ask_network(engine, MIAI_TURN, 0, &output), MIAI_NO_NETWORK);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("connect4 network");
    TCase *tests = add_case(suite, "network", 30);
    tcase_add_checked_fixture(tests, begin, end_engine);
    tcase_add_test(tests, it_sees_what_is_plain);
    tcase_add_test(tests, mirror_images);
    tcase_add_test(tests, a_game_to_its_end);
    tcase_add_test(tests, where_it_does_not_play);
    return run_suite(suite);
}
