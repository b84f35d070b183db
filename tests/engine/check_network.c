/* A network in the engine: what it says when it is asked, and the option that names its file. */
#include "network_fixture.h"
#include "tests/support/suite.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char other[] = "check_network_other.bin.gz";

static void begin(void)
{
    begin_network("check_network.bin.gz");
}

static void end(void)
{
    end_network();
    remove(other);
}

/* ---- what it says ---- */

static void check_output(const miai_network_output *output)
{
    double sum = 0;
    ck_assert_int_eq(output->points, miai_width(engine) * miai_height(engine));
    for (int p = 0; p <= output->points; p++)
        sum += output->policy[p] > 0 ? (double)output->policy[p] : 0;
    ck_assert_double_eq_tol(sum, 1, 1e-5);
    ck_assert_double_eq_tol(output->win + output->loss + output->no_result, 1, 1e-5);
    for (int p = 0; p < output->points; p++)
        ck_assert(fabsf(output->ownership[p]) <= 1);
}

START_TEST(an_output)
{
    play("c3 b2 d4");
    miai_network_output output = ask_network(MIAI_TURN, 0);
    check_output(&output);
    ck_assert(output.policy[2 * 5 + 2] < 0); /* stones */
    ck_assert(output.policy[1 * 5 + 1] < 0);
    ck_assert(output.policy[3 * 5 + 3] < 0);
    ck_assert(output.policy[25] > 0);
    miai_network_output black = ask_network(0, 0); /* it is white's turn */
    check_output(&black);
    ck_assert_double_ne(black.win, output.win);
    play("e5"); /* by the first player, again: nothing was changed */
    ck_assert_int_eq(miai_plies(engine), 4);
}
END_TEST

/* What the network says of a board turned over, turned over itself, is what it says of the board
 * that stands so. */
START_TEST(symmetries)
{
    static const struct {
        int symmetry;
        const char *moves;
    } boards[] = {
        {0, "b1 e2 c4"},
        {MIAI_MIRROR, "d1 a2 c4"},
        {MIAI_FLIP, "b5 e4 c2"},
        {MIAI_MIRROR | MIAI_FLIP, "d5 a4 c2"},
        /* column and row from the upper left corner change places */
        {MIAI_TRANSPOSE, "e4 d1 b3"},
        {MIAI_MIRROR | MIAI_TRANSPOSE, "e2 d5 b3"},
    };
    miai_clear(engine);
    play(boards[0].moves);
    miai_network_output turned = ask_network(MIAI_TURN, boards[_i].symmetry);
    miai_clear(engine);
    play(boards[_i].moves);
    miai_network_output standing = ask_network(MIAI_TURN, 0);
    ck_assert_double_eq_tol(turned.win, standing.win, 1e-6);
    ck_assert_double_eq_tol(turned.lead, standing.lead, 1e-4);
    for (int p = 0; p < 25; p++) {
        int x = p % 5, y = 4 - p / 5; /* from the top, as the symmetries have it */
        x = boards[_i].symmetry & MIAI_MIRROR ? 4 - x : x;
        y = boards[_i].symmetry & MIAI_FLIP ? 4 - y : y;
        int to = boards[_i].symmetry & MIAI_TRANSPOSE ? (4 - x) * 5 + y : (4 - y) * 5 + x;
        ck_assert_double_eq_tol((double)turned.policy[p], (double)standing.policy[to], 1e-6);
        ck_assert_double_eq_tol((double)turned.ownership[p], (double)standing.ownership[to], 1e-5);
    }
}
END_TEST

START_TEST(boards_that_are_not_square)
{
    miai_network_output output;
    ck_assert_int_eq(miai_set_size(engine, 5, 3), MIAI_OK);
    play("e1 a3");
    ck_assert_int_eq(miai_ask_network(engine, MIAI_TURN, MIAI_TRANSPOSE, &output), MIAI_BAD_VALUE);
    output = ask_network(MIAI_TURN, MIAI_FLIP);
    check_output(&output);
    char move[MIAI_MOVE_TEXT];
    ck_assert_int_eq(miai_genmove(engine, MIAI_TURN, move, sizeof move), MIAI_OK);
}
END_TEST

/* ---- the option ---- */

static const char *value_of(const char *option)
{
    static char text[200];
    ck_assert_int_ge(miai_get_option(engine, option, text, sizeof text), 0);
    return text;
}

static void write_other(uint64_t seed, int planes)
{
    struct net_file file = small_network;
    file.name = other;
    file.seed = seed;
    file.planes = planes;
    net_file_write(&file);
}

START_TEST(what_is_no_network_changes_nothing)
{
    double win = ask_network(MIAI_TURN, 0).win;
    FILE *file = fopen(other, "w");
    fputs("no network", file);
    fclose(file);
    ck_assert_int_eq(miai_set_option(engine, "network", other), MIAI_NO_LOAD);
    ck_assert_int_gt((int)strlen(miai_error_reason(engine, MIAI_NO_LOAD)),
                     (int)strlen(miai_error_text(MIAI_NO_LOAD)));
    ck_assert_int_eq(miai_set_option(engine, "network", "nowhere/none.bin.gz"), MIAI_NO_LOAD);
    write_other(5, 3);
    ck_assert_int_eq(miai_set_option(engine, "network", other), MIAI_NO_LOAD);
    ck_assert_str_eq(value_of("network"), network_file);
    ck_assert_double_eq(ask_network(MIAI_TURN, 0).win, win);
}
END_TEST

START_TEST(another_network_and_none)
{
    miai_info info;
    char move[MIAI_MOVE_TEXT];
    double win = ask_network(MIAI_TURN, 0).win;
    write_other(6, small_network.planes);
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, NULL, move, sizeof move), MIAI_OK);
    set("network", other);
    ck_assert_double_ne(ask_network(MIAI_TURN, 0).win, win);
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, NULL, move, sizeof move), MIAI_OK);
    miai_last_search(engine, &info);
    ck_assert_uint_eq(info.reused_visits, 0); /* its values are others */
    ck_assert(info.leads);
    set("network", "none");
    ck_assert(!plays_by_network());
    ck_assert_str_eq(value_of("network"), "none");
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, NULL, move, sizeof move), MIAI_OK);
    miai_last_search(engine, &info);
    ck_assert(!info.leads && info.reused_visits == 0);
}
END_TEST

START_TEST(it_stays)
{
    char move[MIAI_MOVE_TEXT];
    ck_assert_int_eq(miai_set_size(engine, 7, 7), MIAI_OK);
    ck_assert(plays_by_network());
    ck_assert_int_eq(miai_genmove(engine, MIAI_TURN, move, sizeof move), MIAI_OK);
    ck_assert_int_eq(miai_undo(engine, 1), MIAI_OK);
    miai_clear(engine);
    miai_new_game(engine);
    set("rules", "japanese");
    set("komi", "0.5");
    ck_assert(plays_by_network());
    set("search", "alphabeta");
    ck_assert(!plays_by_network());
    set("search", "auto");
    set("game", "tictactoe"); /* which has planes of another kind, or none */
    ck_assert(!plays_by_network());
    ck_assert_int_eq(miai_genmove(engine, MIAI_TURN, move, sizeof move), MIAI_OK);
    set("game", "go");
    ck_assert(plays_by_network());
    ck_assert_str_eq(value_of("network"), network_file);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("network");
    TCase *single = add_single(suite, "network", 60);
    tcase_add_checked_fixture(single, begin, end);
    tcase_add_test(single, an_output);
    tcase_add_loop_test(single, symmetries, 0, 6);
    tcase_add_test(single, boards_that_are_not_square);
    tcase_add_test(single, what_is_no_network_changes_nothing);
    tcase_add_test(single, another_network_and_none);
    tcase_add_test(single, it_stays);
    return run_suite(suite);
}
