/* Scores of Go positions, and the evaluation. */
#include "diagram.h"
#include "game/games.h"
#include "search/common/territory.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>

/* ---- scores ---- */

START_TEST(komi_of_any_kind)
{
    static const struct {
        double komi;
        int score;
    } komis[] = {{7.5, -750}, {0, 0}, {-3.25, 325}, {0.004, 0}, {9999, -999900}, {-9999, 999900}};
    for (int i = 0; i < COUNT(komis); i++) {
        miai_setup setup = board_setup(9, 9, MI_GO_CHINESE);
        setup.komi = komis[i].komi;
        void *pos = board_start(&setup);
        ck_assert_int_eq(mi_go_game.scoring->settle(pos, NULL), komis[i].score);
        free(pos);
    }
    miai_setup setup = board_setup(25, 25, MI_GO_CHINESE);
    setup.komi = -9999;
    void *pos = board_start(&setup);
    board_play(&setup, pos, "A1");
    ck_assert_int_lt(mi_go_game.scoring->settle(pos, NULL), MIAI_SCORE_MAX);
    free(pos);
}
END_TEST

/* A dead white stone in Black's territory, and a dame at C1. */
START_TEST(dead_stones_by_each_way_of_counting)
{
    int without = _i == MI_GO_JAPANESE ? -300 : -400;
    int with = _i == MI_GO_JAPANESE ? 300 : _i == MI_GO_TROMP_TAYLOR ? without : 200;
    miai_setup setup = board_setup(5, 3, _i);
    void *pos = board_draw(&setup, "..XO./O.XO./.X.O.");
    int8_t dead[MIAI_MAX_POINTS] = {0}, owner[MIAI_MAX_POINTS];
    dead[board_point(&setup, "A2")] = 1;
    dead[board_point(&setup, "A3")] = 1; /* an empty point marked dead is ignored */
    mi_go_game.scoring->ownership(pos, owner);
    ck_assert_int_eq(owner[board_point(&setup, "B2")], 0);
    ck_assert_int_eq(owner[board_point(&setup, "C1")], 0);
    ck_assert_int_eq(owner[board_point(&setup, "E2")], -1);
    ck_assert_int_eq(owner[board_point(&setup, "C3")], 1);
    ck_assert_int_eq(mi_go_game.scoring->settle(pos, dead), with);
    ck_assert_int_eq(mi_go_game.scoring->settle(pos, NULL), without);
    free(pos);
}
END_TEST

/* The score of a position where all stones live. */
static int score_all_alive(int width, int height, int rules, const char *rows)
{
    static const int8_t all_alive[MIAI_MAX_POINTS] = {0};
    miai_setup setup = board_setup(width, height, rules);
    void *pos = board_draw(&setup, rows);
    int score = mi_go_game.scoring->settle(pos, all_alive);
    free(pos);
    return score;
}

/* After a stone at F7, White must connect at G6. */
START_TEST(a_point_to_be_filled_is_no_territory)
{
    static const char *const rows = "....X.O/....XO./.XXXXXO/.XOOOOO/XXXOO../XXOO.O./XOOO.O.";
    /* territory 10 against 6; area 24 each, G6 with it */
    int score = _i == MI_GO_JAPANESE ? 4 * MIAI_POINT_SCORE : 0;
    ck_assert_int_eq(score_all_alive(7, 7, _i, rows), score);
}
END_TEST

/* White has captured a ko at F3 and must connect at F4 at the end. */
START_TEST(a_ko_that_was_taken_is_filled)
{
    static const char *const rows = ".O.O.OO/OOOOO.O/XXXXXOX/X.XXXXX/.X.X.X.";
    /* territory 5 against 3; area 20 against 15 */
    int score = (_i == MI_GO_JAPANESE ? 2 : 5) * MIAI_POINT_SCORE;
    ck_assert_int_eq(score_all_alive(7, 5, _i, rows), score);
}
END_TEST

START_TEST(eyes_of_the_living_are_territory)
{
    int score = score_all_alive(5, 2, MI_GO_JAPANESE, "XXXXX/.X.X.");
    ck_assert_int_eq(score, 3 * MIAI_POINT_SCORE);
}
END_TEST

START_TEST(prisoners_count_under_territory_rules)
{
    miai_setup setup = board_setup(3, 3, _i);
    void *pos = board_draw(&setup, ".../OX./...");
    board_play(&setup, pos, "A1 pass A3 pass pass");
    int8_t owner[MIAI_MAX_POINTS];
    mi_go_game.scoring->ownership(pos, owner);
    ck_assert_int_eq(owner[board_point(&setup, "A2")], 1);
    ck_assert_int_eq(mi_go_game.scoring->settle(pos, NULL), _i == MI_GO_JAPANESE ? 700 : 900);
    free(pos);
}
END_TEST

/* One point for each stone, each but one, or none; a single stone is no handicap. */
/* The score after moves from a position, White to move, at the end of the encore. */
static int score_of_encore(const char *rules, const char *rows, const char *moves)
{
    miai_setup setup = board_setup(5, 3, mi_go_read_rules(rules));
    void *pos = board_draw(&setup, rows);
    int score = 0;
    mi_go_game.editing->set_turn(pos, 1);
    board_play(&setup, pos, "pass pass pass pass");
    ck_assert(!mi_go_game.outcome(pos, &score));
    board_play(&setup, pos, moves);
    ck_assert(mi_go_game.outcome(pos, &score));
    free(pos);
    return score;
}

/* Black captures the dead stone for free: 7 points against 3, as without an encore.  If it stays,
 * Black's stones live only in seki. */
START_TEST(dead_stones_are_captured_in_the_encore)
{
    static const char *const rows = "..XO./O.XO./..XO.", *const capture =
                                                             "pass A1 pass B2 pass A3 pass pass";
    ck_assert_int_eq(score_of_encore("japanese encore1", rows, capture), 400);
    ck_assert_int_eq(score_of_encore("japanese taxNONE encore1", rows, capture), 400);
    ck_assert_int_eq(score_of_encore("japanese taxALL encore1", rows, capture), 400);
    ck_assert_int_eq(score_of_encore("japanese encore1", rows, "pass pass"), -300);
    ck_assert_int_eq(score_of_encore("japanese taxALL encore1", rows, "pass pass"), -100);
}
END_TEST

/* Stones of phase 2 do not count next to a dame. */
START_TEST(stones_of_phase_2_do_not_count_in_seki)
{
    static const char *const rows = ".XO../.XO../...O.";
    ck_assert_int_eq(score_of_encore("japanese encore1", rows, "pass pass"), 0);
    ck_assert_int_eq(score_of_encore("japanese encore1", rows, "E3 A3 pass pass"), 0);
    /* Filled dame makes all of it territory: 6 against 9, less 2 stones against 3. */
    ck_assert_int_eq(score_of_encore("japanese encore1", rows, "C1 B1 pass pass"), -200);
}
END_TEST

START_TEST(handicap_is_paid_for_by_some_rules)
{
    static const int paid[] = {
        [MI_GO_CHINESE] = 300, [MI_GO_AGA] = 200, [MI_GO_NZ] = 0, [MI_GO_CHINESE_OGS] = 300};
    miai_setup setup = board_setup(5, 5, _i);
    void *pos = board_draw(&setup, ".X.X./...../..X..");
    mi_go_game.editing->give(pos, 1);
    ck_assert_int_eq(mi_go_game.scoring->settle(pos, NULL), 2500);
    mi_go_game.editing->give(pos, 3);
    ck_assert_int_eq(mi_go_game.scoring->settle(pos, NULL), 2500 - paid[_i]);
    free(pos);
}
END_TEST

START_TEST(chains_by_their_lowest_point)
{
    static const int16_t expected[] = {-1, 1, 1, -1, 1, 5, 6, 7, -1};
    miai_setup setup = board_setup(3, 3, MI_GO_CHINESE);
    void *pos = board_draw(&setup, "XO./.XO/.XX");
    int16_t chain[MIAI_MAX_POINTS];
    int8_t piece[MIAI_MAX_POINTS];
    mi_go_game.editing->board(pos, piece);
    mi_find_chains(piece, 3, COUNT(expected), chain);
    for (int p = 0; p < COUNT(expected); p++)
        ck_assert_int_eq(chain[p], expected[p]);
    free(pos);
}
END_TEST

/* ---- evaluation ---- */

/* Exchanging colours and the side to move negates the evaluation. */
START_TEST(evaluation_is_symmetric)
{
    miai_setup setup = board_setup(6, 5, _i);
    void *pos = board_draw(&setup, "XO..../....../..XX../.OOOX./..XX..");
    void *other = board_draw(&setup, "OX..../....../..OO../.XXXO./..OO..");
    mi_go_game.editing->set_turn(other, 1);
    ck_assert_int_eq(mi_go_game.evaluation->evaluate(NULL, NULL, pos),
                     -mi_go_game.evaluation->evaluate(NULL, NULL, other));
    free(other);
    free(pos);
}
END_TEST

static int evaluate_by_rules(int rules, const char *rows)
{
    miai_setup setup = board_setup(9, 3, rules);
    void *pos = board_draw(&setup, rows);
    int score = mi_go_game.evaluation->evaluate(NULL, NULL, pos);
    free(pos);
    return score;
}

/* Black has two groups, White one. */
START_TEST(evaluation_sees_group_tax)
{
    static const char *const rows = "XX.OOO.XX/XX.OOO.XX/XX.OOO.XX";
    ck_assert_int_eq(evaluate_by_rules(MI_GO_STONE_SCORING, rows),
                     evaluate_by_rules(MI_GO_SIMPLE_KO, rows) - 200);
}
END_TEST

START_TEST(evaluation_sees_territory_and_atari)
{
    miai_setup setup = board_setup(9, 9, MI_GO_CHINESE);
    setup.komi = 7.5;
    void *pos = board_start(&setup);
    ck_assert_int_eq(mi_go_game.evaluation->evaluate(NULL, NULL, pos), -750);
    board_play(&setup, pos, "E5");
    int one = mi_go_game.evaluation->evaluate(NULL, NULL, pos);
    ck_assert_int_gt(one, -750);
    board_play(&setup, pos,
               "D5 D4 A9 D6 A8"); /* White's stone is in atari and Black may capture it */
    ck_assert_int_gt(mi_go_game.evaluation->evaluate(NULL, NULL, pos), one);
    int taken = mi_go_game.evaluation->evaluate(NULL, NULL, pos);
    mi_go_game.editing->set_turn(pos, 1);
    ck_assert_int_lt(mi_go_game.evaluation->evaluate(NULL, NULL, pos), taken);
    free(pos);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("go score");
    TCase *tests = add_case(suite, "go score", 60);
    tcase_add_test(tests, komi_of_any_kind);
    tcase_add_loop_test(tests, dead_stones_by_each_way_of_counting, 0, 4);
    tcase_add_loop_test(tests, a_point_to_be_filled_is_no_territory, 0, 4);
    tcase_add_loop_test(tests, a_ko_that_was_taken_is_filled, 0, 4);
    tcase_add_test(tests, eyes_of_the_living_are_territory);
    tcase_add_loop_test(tests, prisoners_count_under_territory_rules, 0, 4);
    tcase_add_loop_test(tests, handicap_is_paid_for_by_some_rules, MI_GO_CHINESE,
                        MI_GO_CHINESE + 1);
    tcase_add_loop_test(tests, handicap_is_paid_for_by_some_rules, MI_GO_AGA,
                        MI_GO_CHINESE_OGS + 1);
    tcase_add_test(tests, chains_by_their_lowest_point);
    tcase_add_loop_test(tests, evaluation_is_symmetric, 0, 4);
    tcase_add_test(tests, evaluation_sees_group_tax);
    tcase_add_test(tests, evaluation_sees_territory_and_atari);
    tcase_add_test(tests, dead_stones_are_captured_in_the_encore);
    tcase_add_test(tests, stones_of_phase_2_do_not_count_in_seki);
    return run_suite(suite);
}
