/* Game records: what is written is read, what is wrong is refused. */
#include "fixture.h"
#include "suite.h"

#include <check.h>
#include <string.h>

static int load(const char *sgf, int before)
{
    return miai_load_sgf(engine, sgf, strlen(sgf), before);
}

START_TEST(sgf_is_written_and_read)
{
    char sgf[4096], before[4096];
    ck_assert_int_eq(miai_set_handicap(engine, "C3 G7 E5"), MIAI_OK);
    ck_assert_int_eq(miai_play(engine, 1, "D4"), MIAI_OK);
    ck_assert_int_eq(miai_play(engine, 0, "pass"), MIAI_OK);
    ck_assert_int_eq(miai_play(engine, 1, "J9"), MIAI_OK);
    strcpy(before, board());
    ck_assert_int_lt(miai_save_sgf(engine, sgf, sizeof sgf), (int)sizeof sgf);
    miai_set_size(engine, 5, 5);
    ck_assert_int_eq(load(sgf, 0), MIAI_OK);
    ck_assert_str_eq(before, board());
    ck_assert_int_eq(miai_plies(engine), 3);
    ck_assert_int_eq(load(sgf, 2), MIAI_OK);
    ck_assert_int_eq(miai_plies(engine), 1);
    ck_assert_int_eq(load(sgf, 1), MIAI_OK);
    ck_assert_int_eq(miai_plies(engine), 0);
    ck_assert_int_eq(miai_turn(engine), 1);
}
END_TEST

START_TEST(sgf_main_line_and_properties)
{
    ck_assert_int_eq(load("junk (;FF[4]SZ[7:5]KM[0.5]C[a \\] b];B[aa](;W[bb];B[])(;W[cc]))", 0),
                     MIAI_OK);
    ck_assert_int_eq(miai_width(engine), 7);
    ck_assert_int_eq(miai_height(engine), 5);
    ck_assert_double_eq(miai_komi(engine), 0.5);
    ck_assert_int_eq(miai_plies(engine), 3);
    ck_assert_int_eq(load("(;SZ[9]AB[aa:cc][ee]AW[ff]PL[B];W[gg];AE[gg];B[gg])", 0), MIAI_OK);
    int8_t piece[MIAI_MAX_POINTS];
    ck_assert_int_eq(miai_board(engine, piece), MIAI_OK);
    ck_assert_int_eq(piece[8 * 9 + 0], 0);
    ck_assert_int_eq(piece[6 * 9 + 2], 0);
    ck_assert_int_eq(piece[2 * 9 + 6], 0);
    ck_assert_int_eq(piece[3 * 9 + 5], 1);
}
END_TEST

/* Black takes a corner stone, then stones are set up: there the record begins anew. */
START_TEST(komi_keeps_prisoners_taken_before_a_set_up)
{
    char board[4096], after[4096];
    ck_assert_int_eq(load("(;SZ[5];B[ba];W[aa];B[ab];W[ee]AW[ed];B[cc])", 0), MIAI_OK);
    ck_assert_int_lt(miai_board_text(engine, board, sizeof board), (int)sizeof board);
    ck_assert_ptr_nonnull(strstr(board, "black (X) has captured 1 stone"));
    ck_assert_int_eq(miai_set_komi(engine, 0.5), MIAI_OK);
    miai_board_text(engine, after, sizeof after);
    ck_assert_str_eq(after, board);
    ck_assert_int_eq(miai_set_option(engine, "rules", "japanese"), MIAI_OK);
    miai_board_text(engine, after, sizeof after);
    ck_assert_str_eq(after, board);
}
END_TEST

START_TEST(bad_sgf_changes_nothing)
{
    static const char *const bad[] = {
        "",
        "nonsense",
        "(",
        "(;",
        "(;B[aa]",
        "(;B[aa",
        "(;SZ[9]B[zz])",
        "(;SZ[99])",
        "(;GM[3];B[aa])",
        "(;SZ[9];B[aa];W[aa])",
        "(;SZ[9];AB[aaa])",
        ")",
        "(;B)",
        "(;SZ[-9])",
        "(;SZ[9:])",
        "(;SZ[9]AB[aa:zz])",
        "(;SZ[9]AB[ab][ba]AW[aa])",
    };
    char before[4096];
    play("D4 E5");
    strcpy(before, board());
    for (int i = 0; i < COUNT(bad); i++) {
        ck_assert_msg(load(bad[i], 0) == MIAI_NO_LOAD, "%s", bad[i]);
        ck_assert_str_eq(before, board());
    }
    ck_assert_int_eq(miai_plies(engine), 2);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sgf");
    TCase *tests = add_case(suite, "sgf", 300);
    tcase_add_checked_fixture(tests, begin_go_9x9, end_engine);
    tcase_add_test(tests, sgf_is_written_and_read);
    tcase_add_test(tests, sgf_main_line_and_properties);
    tcase_add_test(tests, komi_keeps_prisoners_taken_before_a_set_up);
    tcase_add_test(tests, bad_sgf_changes_nothing);
    return run_suite(suite);
}
