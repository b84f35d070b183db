/* The engine through its public functions: record, options, handicap, the end of a game. */
#include "tests/support/fixture.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

/* ---- the record ---- */

START_TEST(illegal_play_changes_nothing)
{
    char before[4096];
    play_line("D4 E5");
    strcpy(before, board_text());
    ck_assert_int_eq(miai_play(engine, 0, "D4"), MIAI_ILLEGAL);
    ck_assert_int_eq(miai_play(engine, 0, "Z99"), MIAI_SYNTAX);
    ck_assert_int_eq(miai_play(engine, 0, ""), MIAI_SYNTAX);
    ck_assert_int_eq(miai_play(engine, 7, "C3"), MIAI_BAD_VALUE);
    ck_assert_str_eq(before, board_text());
    ck_assert_int_eq(miai_plies(engine), 2);
}
END_TEST

START_TEST(undo_reaches_the_start)
{
    char empty[4096];
    strcpy(empty, board_text());
    play_line("D4 E5 pass C3");
    ck_assert_int_eq(miai_undo(engine, 5), MIAI_NO_UNDO);
    ck_assert_int_eq(miai_undo(engine, 4), MIAI_OK);
    ck_assert_str_eq(empty, board_text());
    ck_assert_int_eq(miai_undo(engine, 1), MIAI_NO_UNDO);
}
END_TEST

START_TEST(same_player_twice_and_after_the_end)
{
    ck_assert_int_eq(miai_play(engine, 0, "D4"), MIAI_OK);
    ck_assert_int_eq(miai_play(engine, 0, "E4"), MIAI_OK);
    ck_assert_int_eq(miai_play(engine, 1, "pass"), MIAI_OK);
    ck_assert_int_eq(miai_play(engine, 0, "PASS"), MIAI_OK);
    ck_assert(miai_over(engine, NULL));
    ck_assert_int_eq(miai_play(engine, 0, "f4"), MIAI_OK);
    ck_assert(!miai_over(engine, NULL));
}
END_TEST

START_TEST(recorded_moves_are_listed)
{
    char text[MIAI_MOVE_TEXT];
    int player = -1;
    ck_assert_int_eq(miai_play(engine, 0, "D4"), MIAI_OK);
    ck_assert_int_eq(miai_play(engine, 1, "E5"), MIAI_OK);
    ck_assert_int_eq(miai_move_text(engine, 1, &player, text, sizeof text), 2);
    ck_assert_int_eq(player, 1);
    ck_assert_str_eq(text, "E5");
    ck_assert_int_eq(miai_move_text(engine, 0, NULL, text, sizeof text), 2);
    ck_assert_str_eq(text, "D4");
    ck_assert_int_eq(miai_move_text(engine, 2, NULL, text, sizeof text), -1);
    ck_assert_int_eq(miai_move_text(NULL, 0, &player, text, sizeof text), -1);
}
END_TEST

/* Every legal move comes out of the list of legal moves, in order, and then the end. */
START_TEST(move_lists_are_read)
{
    char list[4096], rebuilt[4096] = "", move[MIAI_MOVE_TEXT];
    int n_moves = 0;
    ck_assert_int_gt(miai_legal_moves(engine, 0, list, sizeof list), 0);
    for (const char *rest = list; miai_next_move(&rest, move); n_moves++) {
        ck_assert_int_eq(miai_play(engine, 0, move), MIAI_OK);
        ck_assert_int_eq(miai_undo(engine, 1), MIAI_OK);
        snprintf(rebuilt + strlen(rebuilt), sizeof rebuilt - strlen(rebuilt), "%s%s",
                 n_moves ? " " : "", move);
    }
    ck_assert_int_eq(n_moves, 82);
    ck_assert_str_eq(rebuilt, list);
}
END_TEST

START_TEST(spaces_and_long_words_in_move_lists)
{
    char long_list[MIAI_MOVE_TEXT + 8], move[MIAI_MOVE_TEXT];
    const char *rest = "  D4   pass ";
    ck_assert(miai_next_move(&rest, move));
    ck_assert_str_eq(move, "D4");
    ck_assert(miai_next_move(&rest, move));
    ck_assert_str_eq(move, "pass");
    ck_assert(!miai_next_move(&rest, move));
    ck_assert(!miai_next_move(&rest, move));
    memset(long_list, 'a', sizeof long_list);
    long_list[sizeof long_list - 1] = '\0';
    rest = long_list;
    ck_assert(miai_next_move(&rest, move));
    ck_assert_uint_eq(strlen(move), MIAI_MOVE_TEXT - 1);
    ck_assert(!miai_next_move(&rest, move));
}
END_TEST

/* A ko is captured; capturing back at once is illegal. */
START_TEST(ko_is_illegal)
{
    play_line("D5 E5 C4 F4 D3 E3 E4 D4");
    ck_assert_int_eq(miai_play(engine, 0, "E4"), MIAI_ILLEGAL);
    play_line("A1 A9");
    ck_assert_int_eq(miai_play(engine, 0, "E4"), MIAI_OK);
}
END_TEST

START_TEST(komi_keeps_the_moves_and_the_stones)
{
    char text[64], before[4096];
    ck_assert_int_eq(miai_fixed_handicap(engine, 2, text, sizeof text), MIAI_OK);
    ck_assert_int_eq(miai_play(engine, 1, "E5"), MIAI_OK);
    strcpy(before, board_text());
    ck_assert_int_eq(miai_set_komi(engine, 0.5), MIAI_OK);
    ck_assert_str_eq(before, board_text());
    ck_assert_int_eq(miai_plies(engine), 1);
    ck_assert_double_eq(miai_komi(engine), 0.5);
    ck_assert_int_eq(miai_set_komi(engine, 1e9), MIAI_BAD_VALUE);
    ck_assert_double_eq(miai_komi(engine), 0.5);
}
END_TEST

START_TEST(size_is_checked_and_keeps_komi)
{
    ck_assert_int_eq(miai_set_komi(engine, -3), MIAI_OK);
    ck_assert_int_eq(miai_set_size(engine, 26, 26), MIAI_SIZE);
    ck_assert_int_eq(miai_set_size(engine, -1, 9), MIAI_SIZE);
    ck_assert_int_eq(miai_width(engine), 9);
    ck_assert_int_eq(miai_set_size(engine, 7, 5), MIAI_OK);
    ck_assert_int_eq(miai_height(engine), 5);
    ck_assert_double_eq(miai_komi(engine), -3);
}
END_TEST

/* ---- options ---- */

START_TEST(options_are_read_back_and_refused)
{
    char text[64];
    for (int i = 0; miai_option_at(engine, i); i++) {
        const miai_option *option = miai_option_at(engine, i);
        ck_assert_ptr_eq(miai_option_find(engine, option->name), option);
        ck_assert_int_ge(miai_get_option(engine, option->name, text, sizeof text), 0);
        ck_assert_msg(miai_set_option(engine, option->name, text) == MIAI_OK, "%s", option->name);
        if (option->type >= MIAI_OPTION_TEXT)
            continue;
        ck_assert_str_eq(text, option->initial);
        ck_assert_int_eq(miai_set_option(engine, option->name, "nonsense"), MIAI_BAD_VALUE);
    }
    ck_assert_int_eq(miai_set_option(engine, "nonsense", "1"), MIAI_NO_OPTION);
    ck_assert_int_eq(miai_set_option(engine, "threads", "0"), MIAI_BAD_VALUE);
    ck_assert_int_eq(miai_set_option(engine, "threads", "99999999999999999999"), MIAI_BAD_VALUE);
    ck_assert_int_eq(miai_set_option(engine, "size", "9x"), MIAI_BAD_VALUE);
    ck_assert_int_eq(miai_set_option(engine, "rules", "nonsense"), MIAI_BAD_VALUE);
    ck_assert_int_eq(miai_set_option(engine, "SIZE", "13x7"), MIAI_OK);
    ck_assert_int_eq(miai_width(engine), 13);
    ck_assert_int_eq(miai_height(engine), 7);
}
END_TEST

START_TEST(games_change)
{
    ck_assert_int_eq(miai_set_game(engine, "checkers"), MIAI_NO_GAME);
    ck_assert_str_eq(miai_current_game(engine), "go");
    for (int i = 0; i < miai_game_count(engine); i++) {
        ck_assert_int_eq(miai_set_game(engine, miai_game_name(engine, i)), MIAI_OK);
        ck_assert_str_eq(miai_current_game(engine), miai_game_name(engine, i));
    }
    ck_assert_ptr_null(miai_game_name(engine, miai_game_count(engine)));
}
END_TEST

/* ---- handicap ---- */

START_TEST(fixed_handicap)
{
    char text[256];
    ck_assert_int_eq(miai_fixed_handicap(engine, 10, text, sizeof text), MIAI_BAD_COUNT);
    ck_assert_int_eq(miai_fixed_handicap(engine, -1, text, sizeof text), MIAI_BAD_COUNT);
    ck_assert_int_eq(miai_fixed_handicap(engine, 5, text, sizeof text), MIAI_OK);
    ck_assert_ptr_nonnull(strstr(text, "E5"));
    ck_assert_int_eq(miai_turn(engine), 1);
    ck_assert_int_eq(miai_undo(engine, 1), MIAI_NO_UNDO);
    ck_assert_int_eq(miai_fixed_handicap(engine, 5, text, sizeof text), MIAI_NOT_EMPTY);
    miai_clear(engine);
    ck_assert_int_eq(miai_free_handicap(engine, 4, text, sizeof text), MIAI_OK);
    miai_clear(engine);
    ck_assert_int_eq(miai_free_handicap(engine, 81, text, sizeof text), MIAI_BAD_COUNT);
    ck_assert_int_eq(miai_set_handicap(engine, "A1"), MIAI_BAD_LIST);
    ck_assert_int_eq(miai_set_handicap(engine, "A1 A1"), MIAI_BAD_LIST);
    ck_assert_int_eq(miai_set_handicap(engine, "A1 pass"), MIAI_BAD_LIST);
    ck_assert_int_eq(miai_set_handicap(engine, "A1 C3 veryverylongnonsense"), MIAI_BAD_LIST);
    ck_assert_int_eq(miai_set_handicap(engine, "A1 c3"), MIAI_OK);
}
END_TEST

START_TEST(free_handicap_on_any_board)
{
    char text[4096];
    for (int size = 2; size <= 7; size++) {
        ck_assert_int_eq(miai_set_size(engine, size, size), MIAI_OK);
        for (int n = 2; n < size * size; n++) {
            miai_clear(engine);
            ck_assert_int_eq(miai_free_handicap(engine, n, text, sizeof text), MIAI_OK);
        }
    }
}
END_TEST

/* ---- the end ---- */

START_TEST(finished_game_has_no_move)
{
    char move[MIAI_MOVE_TEXT], score[32];
    int result;
    miai_set_game(engine, "tictactoe");
    ck_assert_int_eq(miai_final_score(engine, score, sizeof score), MIAI_NO_SCORE);
    play_line("A1 A2 B1 B2 C1");
    ck_assert(miai_over(engine, &result));
    ck_assert_int_gt(result, 0);
    ck_assert_int_eq(miai_genmove(engine, MIAI_TURN, move, sizeof move), MIAI_OVER);
    ck_assert_int_eq(miai_final_score(engine, score, sizeof score), MIAI_OK);
    ck_assert_int_eq(strncmp(score, "B+", 2), 0);
}
END_TEST

/* Two walls share the board; one black stone is dead in White's part. */
START_TEST(dead_stones_and_score)
{
    char text[1024];
    miai_set_komi(engine, 0.5);
    for (int y = 1; y <= 9; y++) {
        char name[16];
        snprintf(name, sizeof name, "D%d", y);
        ck_assert_int_eq(miai_play(engine, 0, name), MIAI_OK);
        snprintf(name, sizeof name, "E%d", y);
        ck_assert_int_eq(miai_play(engine, 1, name), MIAI_OK);
    }
    ck_assert_int_eq(miai_play(engine, 0, "H5"), MIAI_OK);
    ck_assert_int_eq(miai_play(engine, 1, "H4"), MIAI_OK);
    ck_assert_int_eq(miai_play(engine, 1, "H6"), MIAI_OK);
    ck_assert_int_eq(miai_play(engine, 1, "G5"), MIAI_OK);
    ck_assert_int_eq(miai_final_status(engine, "dead", text, sizeof text), MIAI_OK);
    ck_assert_str_eq(text, "H5");
    ck_assert_int_eq(miai_final_score(engine, text, sizeof text), MIAI_OK);
    ck_assert_str_eq(text, "W+9.5");
    ck_assert_int_eq(miai_final_status(engine, "seki", text, sizeof text), MIAI_OK);
    ck_assert_str_eq(text, "");
    ck_assert_int_eq(miai_final_status(engine, "drunk", text, sizeof text), MIAI_SYNTAX);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("engine");
    TCase *tests = add_case(suite, "engine", 300);
    tcase_add_checked_fixture(tests, begin_go_9x9, end_engine);
    tcase_add_test(tests, illegal_play_changes_nothing);
    tcase_add_test(tests, undo_reaches_the_start);
    tcase_add_test(tests, same_player_twice_and_after_the_end);
    tcase_add_test(tests, recorded_moves_are_listed);
    tcase_add_test(tests, move_lists_are_read);
    tcase_add_test(tests, spaces_and_long_words_in_move_lists);
    tcase_add_test(tests, ko_is_illegal);
    tcase_add_test(tests, komi_keeps_the_moves_and_the_stones);
    tcase_add_test(tests, size_is_checked_and_keeps_komi);
    tcase_add_test(tests, options_are_read_back_and_refused);
    tcase_add_test(tests, games_change);
    tcase_add_test(tests, fixed_handicap);
    tcase_add_test(tests, free_handicap_on_any_board);
    tcase_add_test(tests, finished_game_has_no_move);
    tcase_add_test(tests, dead_stones_and_score);
    return run_suite(suite);
}
