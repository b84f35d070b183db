/* The rules of Go: each rule on positions made for it, setup, and text. */
#include "contract/history.h"
#include "diagram.h"
#include "game/games.h"
#include "tests/support/suite.h"

#include <check.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- moves ---- */

START_TEST(small_boards_need_less_memory)
{
    miai_setup nine = board_setup(9, 9, MI_GO_CHINESE),
               nineteen = board_setup(19, 19, MI_GO_CHINESE);
    ck_assert_uint_lt(mi_go_game.size(&nine), 3 * 1024);
    ck_assert_uint_lt(mi_go_game.size(&nineteen), 10 * 1024);
}
END_TEST

START_TEST(two_passes_end_the_game)
{
    miai_setup setup = board_setup(5, 5, MI_GO_CHINESE);
    void *pos = board_start(&setup);
    int result;
    board_play(&setup, pos, "pass C3 pass");
    ck_assert(!mi_go_game.outcome(pos, &result));
    board_play(&setup, pos, "pass");
    ck_assert(mi_go_game.outcome(pos, &result));
    ck_assert_int_eq(result, -2500);
    ck_assert(!board_legal(&setup, pos, "A1") && !board_legal(&setup, pos, "pass"));
    mi_go_game.editing->set_turn(pos, 1);
    ck_assert(!mi_go_game.outcome(pos, &result));
    ck_assert_int_eq(mi_go_game.turn(pos), 1);
    ck_assert(board_legal(&setup, pos, "A1"));
    free(pos);
}
END_TEST

START_TEST(numbers_that_are_no_moves)
{
    static const int none[] = {MIAI_NO_MOVE, INT_MIN, INT_MAX, 26, 1000, -1000};
    miai_setup setup = board_setup(5, 5, MI_GO_CHINESE);
    void *pos = board_start(&setup);
    for (int i = 0; i < COUNT(none); i++)
        ck_assert(!mi_go_game.legal(pos, none[i]));
    free(pos);
}
END_TEST

START_TEST(ko_forbids_one_retake)
{
    miai_setup setup = board_setup(5, 4, _i);
    void *pos = board_draw(&setup, "...../.XO../X.XO./.XO..");
    mi_go_game.editing->set_turn(pos, 1);
    board_play(&setup, pos, "B2");
    ck_assert(!board_legal(&setup, pos, "C2"));
    board_play(&setup, pos, "E4 E1");
    ck_assert(board_legal(&setup, pos, "C2"));
    free(pos);
}
END_TEST

START_TEST(ko_ends_with_a_pass_and_set_turn)
{
    miai_setup setup = board_setup(5, 4, MI_GO_SIMPLE_KO);
    void *pos = board_draw(&setup, "...../.XO../X.XO./.XO..");
    mi_go_game.editing->set_turn(pos, 1);
    board_play(&setup, pos, "B2");
    uint64_t with_ko = mi_go_game.hash(pos);
    mi_go_game.editing->set_turn(pos, 0);
    ck_assert(mi_go_game.hash(pos) != with_ko);
    board_play(&setup, pos, "C2 pass");
    ck_assert(board_legal(&setup, pos, "B4"));
    free(pos);
}
END_TEST

/* The capturing stone has a neighbour, so recapturing takes two stones and is no ko. */
START_TEST(retake_of_two_is_no_ko)
{
    miai_setup setup = board_setup(4, 3, _i);
    void *pos = board_draw(&setup, "..../OXX./X.OX");
    mi_go_game.editing->set_turn(pos, 1);
    board_play(&setup, pos, "B1 A1");
    int8_t piece[MIAI_MAX_POINTS];
    mi_go_game.editing->board(pos, piece);
    ck_assert_int_eq(piece[board_point(&setup, "C1")], -1);
    free(pos);
}
END_TEST

START_TEST(suicide_by_rule)
{
    miai_setup setup = board_setup(5, 5, _i);
    void *pos = board_draw(&setup, "..O../.O.O./..O../...../.....");
    ck_assert(!board_legal(&setup, pos, "C4")); /* suicide of one stone would change nothing */
    free(pos);
    pos = board_draw(&setup, "...../...../OO.../X.O../.XO..");
    mi_go_game.editing->set_turn(pos, 1);
    board_play(&setup, pos, "B2");
    ck_assert(board_legal(&setup, pos, "A1") == (_i == MI_GO_TROMP_TAYLOR));
    free(pos);
}
END_TEST

START_TEST(suicide_takes_ones_own)
{
    miai_setup setup = board_setup(3, 3, MI_GO_TROMP_TAYLOR);
    void *pos = board_draw(&setup, "O../XO./.O.");
    board_play(&setup, pos, "A1");
    int8_t piece[MIAI_MAX_POINTS];
    mi_go_game.editing->board(pos, piece);
    ck_assert_int_eq(piece[board_point(&setup, "A1")], -1);
    ck_assert_int_eq(piece[board_point(&setup, "A2")], -1);
    ck_assert_int_eq(mi_go_game.scoring->settle(pos, NULL), -900);
    ck_assert_int_eq(mi_go_game.repetition->window(pos), 1);
    free(pos);
}
END_TEST

START_TEST(repetition_rules)
{
    miai_setup setup = board_setup(5, 4, _i);
    void *pos = board_draw(&setup, "...../.XO../X.XO./.XO..");
    bool superko = _i == MI_GO_TROMP_TAYLOR || _i == MI_GO_CHINESE_OGS;
    ck_assert_int_eq(mi_go_game.repetition->rule(pos),
                     superko ? MIAI_REPEAT_ILLEGAL : MIAI_REPEAT_DRAW);
    ck_assert_int_eq(mi_go_game.repetition->window(pos), 0);
    mi_go_game.editing->set_turn(pos, 1);
    uint64_t before = mi_go_game.repetition->key(pos);
    board_play(&setup, pos, "B2");
    ck_assert(mi_go_game.repetition->key(pos) != before);
    ck_assert_int_eq(mi_go_game.repetition->window(pos), 1);
    board_play(&setup, pos, "pass");
    ck_assert_int_eq(mi_go_game.repetition->window(pos), 0);
    mi_go_game.editing->set_turn(pos, 0);
    board_play(&setup, pos, "C2");
    ck_assert(mi_go_game.repetition->key(pos) == before);
    ck_assert_int_eq(mi_go_game.repetition->window(pos), superko ? 3 : 1); /* plies */
    free(pos);
}
END_TEST

/* White moves out of turn: the position before that counts as one with White to move.  So White's
 * suicide, which leads back to it with Black to move, is no repetition. */
START_TEST(superko_after_a_move_out_of_turn)
{
    miai_setup setup = board_setup(4, 2, MI_GO_NZ);
    void *pos = board_draw(&setup, "..X./XXX.");
    struct mi_history *history = mi_history_new(&mi_go_game, &setup);
    ck_assert_ptr_nonnull(history);
    mi_history_restart(history, pos);
    for (int round = 0; round < 2; round++) {
        ck_assert_int_eq(mi_history_play(history, 1, board_point(&setup, "A2")), MI_PLAYED);
        ck_assert_int_eq(mi_history_play(history, 0, board_point(&setup, "pass")), MI_PLAYED);
        ck_assert(mi_history_legal(history, 1, board_point(&setup, "B2")));
        ck_assert(mi_history_undo(history, round == 0 ? 2 : 1)); /* replays the moves */
    }
    mi_history_free(history);
    free(pos);
}
END_TEST

/* ---- set-up ---- */

START_TEST(put_refuses_illegal_stones)
{
    miai_setup setup = board_setup(3, 3, MI_GO_CHINESE);
    void *pos = board_draw(&setup, ".X./XO./.X."), *before = malloc(mi_go_game.size(&setup));
    ck_assert_ptr_nonnull(before);
    memcpy(before, pos, mi_go_game.size(&setup));
    ck_assert(!mi_go_game.editing->put(pos, board_point(&setup, "C2"),
                                       0)); /* takes the last liberty of B2 */
    ck_assert(!mi_go_game.editing->put(pos, board_point(&setup, "A1"), 1)); /* has none */
    ck_assert(memcmp(before, pos, mi_go_game.size(&setup)) == 0);
    ck_assert(mi_go_game.editing->put(pos, board_point(&setup, "B2"), -1));
    ck_assert(mi_go_game.editing->put(pos, board_point(&setup, "C2"), 0));
    ck_assert(mi_go_game.editing->put(pos, board_point(&setup, "B2"), 0));
    void *drawn = board_draw(&setup, ".X./XXX/.X.");
    ck_assert(mi_go_game.hash(pos) == mi_go_game.hash(drawn));
    ck_assert_int_eq(mi_go_game.scoring->settle(pos, NULL),
                     900 - 500); /* five stones count as handicap */
    free(drawn);
    free(before);
    free(pos);
}
END_TEST

START_TEST(put_keeps_turn_and_clears_passes)
{
    miai_setup setup = board_setup(5, 5, MI_GO_CHINESE);
    void *pos = board_start(&setup);
    int result;
    board_play(&setup, pos, "C3 pass pass");
    ck_assert(mi_go_game.outcome(pos, &result));
    ck_assert(mi_go_game.editing->put(pos, board_point(&setup, "D4"), 1));
    ck_assert(!mi_go_game.outcome(pos, &result));
    ck_assert_int_eq(mi_go_game.turn(pos), 1);
    free(pos);
}
END_TEST

static const struct {
    int width, height, n;
    const char *points; /* NULL: not available on this board */
} handicaps[] = {
    {19, 19, 2, "D4 Q16"},
    {19, 19, 3, "D4 Q16 D16"},
    {19, 19, 4, "D4 Q16 D16 Q4"},
    {19, 19, 5, "D4 Q16 D16 Q4 K10"},
    {19, 19, 6, "D4 Q16 D16 Q4 D10 Q10"},
    {19, 19, 7, "D4 Q16 D16 Q4 D10 Q10 K10"},
    {19, 19, 8, "D4 Q16 D16 Q4 D10 Q10 K4 K16"},
    {19, 19, 9, "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10"},
    {19, 19, 1, NULL},
    {19, 19, 10, NULL},
    {19, 19, 0, NULL},
    {19, 19, -3, NULL},
    {13, 13, 9, "D4 K10 D10 K4 D7 K7 G4 G10 G7"},
    {12, 12, 4, "C3 K10 C10 K3"},
    {12, 12, 5, NULL},
    {14, 14, 4, "D4 L11 D11 L4"},
    {9, 9, 5, "C3 G7 C7 G3 E5"},
    {9, 9, 9, "C3 G7 C7 G3 C5 G5 E3 E7 E5"},
    {8, 8, 4, "C3 F6 C6 F3"},
    {8, 8, 5, NULL},
    {7, 7, 4, "C3 E5 C5 E3"},
    {7, 7, 5, NULL},
    {6, 6, 2, NULL},
    {19, 6, 2, NULL},
    {25, 25, 2, "D4 W22"},
    {19, 9, 3, "D3 Q7 D7"},
};

START_TEST(handicap_points)
{
    miai_setup setup = board_setup(handicaps[_i].width, handicaps[_i].height, MI_GO_CHINESE);
    const char *expected = handicaps[_i].points;
    miai_move list[9];
    int n = mi_go_game.editing->handicap(&setup, handicaps[_i].n, list);
    ck_assert_int_eq(n, expected ? handicaps[_i].n : 0);
    char text[MIAI_MOVE_TEXT];
    for (int i = 0, length; i < n; i++, expected += length) {
        ck_assert_int_eq(sscanf(expected, "%15s%n", text, &length), 1);
        ck_assert_int_eq(list[i], board_point(&setup, text));
    }
}
END_TEST

/* ---- text ---- */

START_TEST(text_of_moves)
{
    miai_setup setup = board_setup(25, 3, MI_GO_CHINESE);
    void *pos = board_start(&setup);
    char text[MIAI_MOVE_TEXT];
    ck_assert_int_eq(mi_go_game.move_text(pos, 0, text, sizeof text), 2);
    ck_assert_str_eq(text, "A1");
    mi_go_game.move_text(pos, 33, text, sizeof text);
    ck_assert_str_eq(text, "J2");
    mi_go_game.move_text(pos, 74, text, sizeof text);
    ck_assert_str_eq(text, "Z3");
    mi_go_game.move_text(pos, 75, text, sizeof text);
    ck_assert_str_eq(text, "pass");
    ck_assert_int_eq(mi_go_game.editing->pass(pos), 75);
    free(pos);
}
END_TEST

START_TEST(text_of_a_position)
{
    miai_setup setup = board_setup(7, 7, MI_GO_CHINESE);
    void *pos = board_draw(&setup, "XO...../......./......./......./......./......./......O");
    mi_go_game.editing->set_turn(pos, 1);
    board_play(&setup, pos, "A6");
    char text[1024];
    int length = mi_go_game.text(pos, text, sizeof text);
    ck_assert_str_eq(text, "   A B C D E F G\n"
                           " 7 . O . . . . . 7\n"
                           " 6 O . . . . . . 6\n"
                           " 5 . . + . + . . 5\n"
                           " 4 . . . . . . . 4\n"
                           " 3 . . + . + . . 3\n"
                           " 2 . . . . . . . 2\n"
                           " 1 . . . . . . O 1\n"
                           "   A B C D E F G\n"
                           "black (X) to move\n"
                           "black (X) has captured 0 stones\n"
                           "white (O) has captured 1 stone");
    ck_assert_int_eq(length, (int)strlen(text));
    ck_assert_int_eq(mi_go_game.text(pos, NULL, 0), length);
    board_play(&setup, pos, "pass pass");
    mi_go_game.text(pos, text, sizeof text);
    ck_assert_ptr_nonnull(
        strstr(text, "\ntwo passes: white (O) has won by 49, if all stones live\n"));
    free(pos);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("go");
    TCase *tests = add_case(suite, "go", 60);
    tcase_add_test(tests, small_boards_need_less_memory);
    tcase_add_test(tests, two_passes_end_the_game);
    tcase_add_test(tests, numbers_that_are_no_moves);
    tcase_add_loop_test(tests, ko_forbids_one_retake, 0, 4);
    tcase_add_test(tests, ko_ends_with_a_pass_and_set_turn);
    tcase_add_loop_test(tests, retake_of_two_is_no_ko, 0, 4);
    tcase_add_loop_test(tests, suicide_by_rule, 0, 4);
    tcase_add_test(tests, suicide_takes_ones_own);
    tcase_add_loop_test(tests, repetition_rules, 0, 4);
    tcase_add_test(tests, superko_after_a_move_out_of_turn);
    tcase_add_loop_test(tests, repetition_rules, MI_GO_CHINESE_OGS, MI_GO_CHINESE_OGS + 1);
    tcase_add_test(tests, put_refuses_illegal_stones);
    tcase_add_test(tests, put_keeps_turn_and_clears_passes);
    tcase_add_loop_test(tests, handicap_points, 0, COUNT(handicaps));
    tcase_add_test(tests, text_of_moves);
    tcase_add_test(tests, text_of_a_position);
    return run_suite(suite);
}
