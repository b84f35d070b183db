/* What is solved is reported as a win, a draw or a loss: 1, 1/2 or 0, in every game and search. */
#include "game/games.h"
#include "tests/support/fixture.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

static miai_info search_value(void)
{
    char move[MIAI_MOVE_TEXT];
    miai_info info;
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, NULL, move, sizeof move), MIAI_OK);
    miai_last_search(engine, &info);
    return info;
}

static void check_value(double value, int proof)
{
    static const double values[] = {-1, 0, 0.5, 1};
    if (proof != 0)
        ck_assert_double_eq(value, values[proof]);
}

static void check_reported(const miai_info *info)
{
    miai_choice choice;
    check_value(info->value, info->proof);
    check_value(info->root_value, info->proof);
    for (int i = 0; miai_choice_at(engine, i, &choice); i++)
        check_value(choice.value, choice.proof);
}

/* ---- Othello: won by any number of discs ---- */

enum { EMPTIES = 6 };

static int fill_all_but(void)
{
    int n = 0;
    for (const char *c = strchr(board_text(), '1'); c && *c; c++)
        n += *c == '.';
    return n;
}

START_TEST(othello_near_its_end)
{
    static const char *const searches[] = {"alphabeta", "minimax"};
    char move[MIAI_MOVE_TEXT];
    int solved = 0;
    begin_engine("othello");
    set_engine_option("book-file", "none");
    set_engine_option("search", "alphabeta");
    set_number("depth", 1 + _i);
    while (fill_all_but() > EMPTIES)
        ck_assert_int_eq(miai_genmove(engine, MIAI_TURN, move, sizeof move), MIAI_OK);
    set_engine_option("search", searches[_i % 2]);
    set_number("depth", 2 * EMPTIES);
    for (int score; !miai_over(engine, &score);) {
        miai_info info = search_value();
        check_reported(&info);
        ck_assert_int_ne(info.proof, 0);
        ck_assert_int_eq(info.proof, info.score > 0 ? 3 : info.score < 0 ? 1 : 2);
        solved += info.score != 0;
        ck_assert_int_eq(miai_genmove(engine, MIAI_TURN, move, sizeof move), MIAI_OK);
    }
    ck_assert_int_gt(solved, 0);
    end_engine();
}
END_TEST

/* ---- wins that the game finds by itself ---- */

static const struct {
    const char *game, *moves;
} wins[] = {
    {"gomoku", "h8 a1 j8 a3 i9 c1 i7 e1"},
    {"gomoku", "h8 a1 i8 a5 j8 d1"},
    {"hex", "a6 b1 b6 b2 c6 b3 d6 b4 e6 k1 f6 k3 g6 k5 h6 k7"},
    {"connect4", "d d e e"},
};

START_TEST(wins_of_the_game)
{
    begin_engine(wins[_i].game);
    play_line(wins[_i].moves);
    set_number("playouts", 200);
    miai_info info = search_value();
    ck_assert_int_eq(info.proof, 3);
    check_reported(&info);
    end_engine();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("solved");
    TCase *tests = add_case(suite, "solved", 60);
    tcase_add_loop_test(tests, othello_near_its_end, 0, 4);
    tcase_add_loop_test(tests, wins_of_the_game, 0, COUNT(wins));
    return run_suite(suite);
}
