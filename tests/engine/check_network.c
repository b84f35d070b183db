/* A network in the engine: its outputs, and the option that names its file. */
#include "network_fixture.h"
#include "tests/support/suite.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char other_file[] = "check_network_other.bin.gz";

static void set_up_network(void)
{
    begin_network("check_network.bin.gz");
}

static void tear_down_network(void)
{
    end_network();
    remove(other_file);
}

/* ---- outputs ---- */

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

START_TEST(outputs_of_a_position)
{
    play_line("c3 b2 d4");
    miai_network_output output = ask_network(MIAI_TURN, 0);
    check_output(&output);
    ck_assert(output.policy[2 * 5 + 2] < 0); /* stones */
    ck_assert(output.policy[1 * 5 + 1] < 0);
    ck_assert(output.policy[3 * 5 + 3] < 0);
    ck_assert(output.policy[25] > 0);
    miai_network_output black = ask_network(0, 0); /* White to move */
    check_output(&black);
    ck_assert_double_ne(black.win, output.win);
    play_line("e5"); /* from the first player's view again: nothing has changed */
    ck_assert_int_eq(miai_plies(engine), 4);
}
END_TEST

/* The outputs for a transformed board, transformed back, equal those for the board itself. */
START_TEST(outputs_under_symmetries)
{
    static const struct {
        int symmetry;
        const char *moves;
    } boards[] = {
        {0, "b1 e2 c4"},
        {MIAI_MIRROR, "d1 a2 c4"},
        {MIAI_FLIP, "b5 e4 c2"},
        {MIAI_MIRROR | MIAI_FLIP, "d5 a4 c2"},
        /* columns and rows are exchanged at the upper left corner */
        {MIAI_TRANSPOSE, "e4 d1 b3"},
        {MIAI_MIRROR | MIAI_TRANSPOSE, "e2 d5 b3"},
    };
    miai_clear(engine);
    play_line(boards[0].moves);
    miai_network_output turned = ask_network(MIAI_TURN, boards[_i].symmetry);
    miai_clear(engine);
    play_line(boards[_i].moves);
    miai_network_output standing = ask_network(MIAI_TURN, 0);
    ck_assert_double_eq_tol(turned.win, standing.win, 1e-6);
    ck_assert_double_eq_tol(turned.lead, standing.lead, 1e-4);
    for (int p = 0; p < 25; p++) {
        int x = p % 5, y = 4 - p / 5; /* rows counted from the top, as in the symmetries */
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
    play_line("e1 a3");
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
    file.name = other_file;
    file.seed = seed;
    file.planes = planes;
    net_file_write(&file);
}

START_TEST(invalid_files_change_nothing)
{
    double win = ask_network(MIAI_TURN, 0).win;
    FILE *file = fopen(other_file, "w");
    fputs("no network", file);
    fclose(file);
    ck_assert_int_eq(miai_set_option(engine, "network", other_file), MIAI_NO_LOAD);
    ck_assert_int_gt((int)strlen(miai_error_reason(engine, MIAI_NO_LOAD)),
                     (int)strlen(miai_error_text(MIAI_NO_LOAD)));
    ck_assert_int_eq(miai_set_option(engine, "network", "nowhere/none.bin.gz"), MIAI_NO_LOAD);
    write_other(5, 3);
    ck_assert_int_eq(miai_set_option(engine, "network", other_file), MIAI_NO_LOAD);
    ck_assert_str_eq(value_of("network"), network_file);
    ck_assert_double_eq(ask_network(MIAI_TURN, 0).win, win);
}
END_TEST

START_TEST(change_and_remove_the_network)
{
    miai_info info;
    char move[MIAI_MOVE_TEXT];
    double win = ask_network(MIAI_TURN, 0).win;
    write_other(6, small_network.planes);
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, NULL, move, sizeof move), MIAI_OK);
    set_engine_option("network", other_file);
    ck_assert_double_ne(ask_network(MIAI_TURN, 0).win, win);
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, NULL, move, sizeof move), MIAI_OK);
    miai_last_search(engine, &info);
    ck_assert_uint_eq(info.reused_visits, 0); /* other values */
    ck_assert(info.leads);
    set_engine_option("network", "none");
    ck_assert(!plays_by_network());
    ck_assert_str_eq(value_of("network"), "none");
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, NULL, move, sizeof move), MIAI_OK);
    miai_last_search(engine, &info);
    ck_assert(!info.leads && info.reused_visits == 0);
}
END_TEST

START_TEST(network_stays)
{
    char move[MIAI_MOVE_TEXT];
    ck_assert_int_eq(miai_set_size(engine, 7, 7), MIAI_OK);
    ck_assert(plays_by_network());
    ck_assert_int_eq(miai_genmove(engine, MIAI_TURN, move, sizeof move), MIAI_OK);
    ck_assert_int_eq(miai_undo(engine, 1), MIAI_OK);
    miai_clear(engine);
    miai_new_game(engine);
    set_engine_option("rules", "japanese");
    set_engine_option("komi", "0.5");
    ck_assert(plays_by_network());
    set_engine_option("search", "alphabeta");
    ck_assert(!plays_by_network());
    set_engine_option("search", "auto");
    set_engine_option("game", "tictactoe"); /* which has other planes, or none */
    ck_assert(!plays_by_network());
    ck_assert_int_eq(miai_genmove(engine, MIAI_TURN, move, sizeof move), MIAI_OK);
    set_engine_option("game", "go");
    ck_assert(plays_by_network());
    ck_assert_str_eq(value_of("network"), network_file);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("network");
    TCase *single = add_single(suite, "network", 60);
    tcase_add_checked_fixture(single, set_up_network, tear_down_network);
    tcase_add_test(single, outputs_of_a_position);
    tcase_add_loop_test(single, outputs_under_symmetries, 0, 6);
    tcase_add_test(single, boards_that_are_not_square);
    tcase_add_test(single, invalid_files_change_nothing);
    tcase_add_test(single, change_and_remove_the_network);
    tcase_add_test(single, network_stays);
    return run_suite(suite);
}
