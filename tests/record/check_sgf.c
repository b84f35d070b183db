/* SGF: written records are read back, and malformed ones are refused. */
#include "game/games.h"
#include "tests/support/fixture.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

static int load_sgf(const char *sgf, int before)
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
    strcpy(before, board_text());
    ck_assert_int_lt(miai_save_sgf(engine, sgf, sizeof sgf), (int)sizeof sgf);
    miai_set_size(engine, 5, 5);
    ck_assert_int_eq(load_sgf(sgf, 0), MIAI_OK);
    ck_assert_str_eq(before, board_text());
    ck_assert_int_eq(miai_plies(engine), 3);
    ck_assert_int_eq(load_sgf(sgf, 2), MIAI_OK);
    ck_assert_int_eq(miai_plies(engine), 1);
    ck_assert_int_eq(load_sgf(sgf, 1), MIAI_OK);
    ck_assert_int_eq(miai_plies(engine), 0);
    ck_assert_int_eq(miai_turn(engine), 1);
}
END_TEST

START_TEST(sgf_main_line_and_properties)
{
    ck_assert_int_eq(load_sgf("junk (;FF[4]SZ[7:5]KM[0.5]C[a \\] b];B[aa](;W[bb];B[])(;W[cc]))", 0),
                     MIAI_OK);
    ck_assert_int_eq(miai_width(engine), 7);
    ck_assert_int_eq(miai_height(engine), 5);
    ck_assert_double_eq(miai_komi(engine), 0.5);
    ck_assert_int_eq(miai_plies(engine), 3);
    ck_assert_int_eq(load_sgf("(;SZ[9]AB[aa:cc][ee]AW[ff]PL[B];W[gg];AE[gg];B[gg])", 0), MIAI_OK);
    int8_t piece[MIAI_MAX_POINTS];
    ck_assert_int_eq(miai_board(engine, piece), MIAI_OK);
    ck_assert_int_eq(piece[8 * 9 + 0], 0);
    ck_assert_int_eq(piece[6 * 9 + 2], 0);
    ck_assert_int_eq(piece[2 * 9 + 6], 0);
    ck_assert_int_eq(piece[3 * 9 + 5], 1);
}
END_TEST

/* Black captures a corner stone, then stones are set up: the record begins anew there. */
START_TEST(komi_keeps_prisoners_taken_before_a_set_up)
{
    char board[4096], after[4096];
    ck_assert_int_eq(load_sgf("(;SZ[5];B[ba];W[aa];B[ab];W[ee]AW[ed];B[cc])", 0), MIAI_OK);
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
    play_line("D4 E5");
    strcpy(before, board_text());
    for (int i = 0; i < COUNT(bad); i++) {
        ck_assert_msg(load_sgf(bad[i], 0) == MIAI_NO_LOAD, "%s", bad[i]);
        ck_assert_str_eq(before, board_text());
    }
    ck_assert_int_eq(miai_plies(engine), 2);
}
END_TEST

/* ---- games whose moves are not points ---- */

/* A move of Connect Four is its column: "1" to "7". */
static int write_column(const void *pos, miai_move move, char *text, size_t size)
{
    (void)pos;
    return move % 7 == 6 ? 0 : snprintf(text, size, "%d", move % 7 + 1);
}

static miai_move read_column(const void *pos, const char *text)
{
    const char name[] = {text[0] >= '1' && text[0] <= '7' ? (char)(text[0] - '1' + 'A') : '?', 0};
    return text[0] && !text[1] ? mi_connect4_game.notation->read_move(pos, name) : MIAI_NO_MOVE;
}

static const miai_records columns = {
    .bytes = sizeof columns,
    .sgf = 1000,
    .write_move = write_column,
    .read_move = read_column,
};

static void begin_columns(void)
{
    miai_game game = mi_connect4_game;
    begin_engine("go");
    game.name = "columns";
    game.records = &columns;
    ck_assert_int_eq(miai_add_game(engine, &game), MIAI_OK);
    set_engine_option("game", "columns");
}

START_TEST(moves_as_text)
{
    char sgf[4096], before[4096];
    play_line("D1 D2 A1 G1 D3");
    strcpy(before, board_text());
    ck_assert_int_lt(miai_save_sgf(engine, sgf, sizeof sgf), (int)sizeof sgf);
    ck_assert_ptr_nonnull(strstr(sgf, "\n;B[4]\n;W[4]\n;B[1]\n;W[gf]\n;B[4])")); /* G1: a point */
    ck_assert_ptr_null(strstr(sgf, "AB["));
    miai_clear(engine);
    ck_assert_int_eq(load_sgf(sgf, 0), MIAI_OK);
    ck_assert_str_eq(before, board_text());
    ck_assert_int_eq(load_sgf("(;GM[1000]SZ[7:6];B[4];W[dd];B[ad])", 0), MIAI_NO_LOAD);
    ck_assert_int_eq(load_sgf("(;GM[1000]SZ[7:6];B[4];W[8])", 0), MIAI_NO_LOAD);
    ck_assert_int_eq(load_sgf("(;GM[1000]SZ[7:6]AB[df];W[4])", 0), MIAI_NO_LOAD); /* no put() */
    ck_assert_int_eq(load_sgf("(;GM[1]SZ[7:6];B[4])", 0), MIAI_NO_LOAD);
    ck_assert_str_eq(before, board_text());
}
END_TEST

/* If the rules place stones and the game began without them, records must say so. */
START_TEST(emptied_points_are_kept)
{
    char sgf[4096], before[4096];
    set_engine_option("game", "othello");
    ck_assert_int_eq(load_sgf("(;GM[2]SZ[8]AE[dd][ee]AB[cc]PL[W])", 0), MIAI_OK);
    strcpy(before, board_text());
    ck_assert_int_lt(miai_save_sgf(engine, sgf, sizeof sgf), (int)sizeof sgf);
    ck_assert_ptr_nonnull(strstr(sgf, "AE["));
    miai_clear(engine);
    ck_assert_str_ne(before, board_text());
    ck_assert_int_eq(load_sgf(sgf, 0), MIAI_OK);
    ck_assert_str_eq(before, board_text());
    miai_file file = {.bytes = sgf, .length = strlen(sgf), .line = 1};
    miai_game_record *record = miai_game_record_read("sgf", &file);
    miai_game_record *text = miai_game_record_convert(engine, record, "text", NULL);
    miai_game_record *again = text ? miai_game_record_convert(engine, text, "sgf", NULL) : NULL;
    const miai_game_record *both[] = {text, again};
    for (int i = 0; i < 2; i++) {
        ck_assert_ptr_nonnull(both[i]);
        miai_clear(engine);
        ck_assert_int_eq(miai_game_record_load(engine, both[i], 0, NULL), MIAI_OK);
        ck_assert_str_eq(before, board_text());
    }
    miai_game_record_free(again);
    miai_game_record_free(text);
    miai_game_record_free(record);
}
END_TEST

/* A start that a record cannot express is not written. */
START_TEST(no_record_of_another_start)
{
    char text[256], sgf[4096];
    play_line("D1 D2");
    ck_assert_int_gt(miai_write_position(engine, text, sizeof text), 0);
    ck_assert_int_eq(miai_read_position(engine, text), MIAI_OK);
    ck_assert_int_eq(miai_save_sgf(engine, sgf, sizeof sgf), -1);
}
END_TEST

/* Points of handicap and status commands use the game's letters. */
START_TEST(letters_of_the_game)
{
    const miai_notation notation = {.bytes = sizeof notation, .letters = MIAI_LETTERS_ALL};
    miai_game game = mi_go_game;
    char text[256];
    game.name = "letters";
    game.notation = &notation;
    ck_assert_int_eq(miai_add_game(engine, &game), MIAI_OK);
    set_engine_option("game", "letters");
    set_engine_option("size", "9");
    ck_assert_int_eq(miai_set_handicap(engine, "A1 J9"), MIAI_BAD_LIST);
    ck_assert_int_eq(miai_set_handicap(engine, "I9 I8"), MIAI_OK);
    play_line("pass pass");
    ck_assert_int_eq(miai_final_status(engine, "alive", text, sizeof text), MIAI_OK);
    ck_assert_str_eq(text, "I8 I9");
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
    tcase_add_test(tests, letters_of_the_game);
    tcase_add_test(tests, emptied_points_are_kept);
    tests = add_case(suite, "moves as text", 60);
    tcase_add_checked_fixture(tests, begin_columns, end_engine);
    tcase_add_test(tests, moves_as_text);
    tcase_add_test(tests, no_record_of_another_start);
    return run_suite(suite);
}
