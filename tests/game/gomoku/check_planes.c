/* Network planes of Gomoku. */
#include "contract/read_move.h"
#include "game/games.h"
#include "game/gomoku/board/position.h"
#include "tests/support/planes.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

enum {
    PLANES = 20,
    NUMBERS = 4,
    PLANES_SIZE = PLANES * GOMOKU_MAX_POINTS,
    BOARD = 0,
    OWN,
    OTHERS,
    FORBIDDEN,
    OWN_GOOD, /* two, closed three, closed three and two, three, threes, four, win, five */
    OTHERS_GOOD = OWN_GOOD + 8
};

static const miai_encoding *encoding(void)
{
    return mi_gomoku_game.planes->encodings[0];
}

/* A position and its planes. */
static union gomoku_position_copy position;
static float plane[PLANES_SIZE], inputs[NUMBERS];

/* Plays the moves of a text on a square board and computes the planes. */
static void show_planes(int side, int rules, const char *moves)
{
    const miai_past past = {0};
    miai_setup setup = {.width = side, .height = side, .rules = rules};
    char copy[200], *rest = copy;
    mi_gomoku_game.init(&position, &setup);
    snprintf(copy, sizeof copy, "%s", moves);
    for (char *move; (move = strtok_r(rest, " ", &rest)) != NULL;)
        mi_gomoku_game.play(&position,
                            mi_read_move(&mi_gomoku_game, &setup, &position, false, move));
    ck_assert_int_eq(encoding()->planes, PLANES);
    ck_assert_int_eq(encoding()->numbers, NUMBERS);
    encoding()->fill(&position, &past, plane, inputs);
}

START_TEST(stone_planes)
{
    show_planes(5, RULES_FREESTYLE, "b1 d5 c3");
    check_plane(plane, BOARD, 5, 5, "#####/#####/#####/#####/#####");
    check_plane(plane, OWN, 5, 5, "...#./...../...../...../.....");
    check_plane(plane, OTHERS, 5, 5, "...../...../..#../...../.#...");
    check_plane(plane, FORBIDDEN, 5, 5, "...../...../...../...../.....");
    ck_assert_int_eq(encoding()->policy(&position, 1), 21); /* b1 */
    for (int i = 0; i < NUMBERS; i++)
        ck_assert(inputs[i] == 0);
}
END_TEST

/* Black has four at the edge and White an open three: one plane has the winning point, the other
 * those of open fours, whoever is to move. */
START_TEST(four_planes)
{
    show_planes(7, RULES_FREESTYLE, "a1 c4 b1 d4 c1 e4 d1");
    check_plane(plane, OTHERS_GOOD + 7, 7, 7,
                "......./......./......./......./......./......./....#..");
    check_plane(plane, OWN_GOOD + 6, 7, 7,
                "......./......./......./.#...#./......./......./.......");
    show_planes(7, RULES_FREESTYLE, "a1 c4 b1 d4 c1 e4 d1 a7");
    check_plane(plane, OWN_GOOD + 7, 7, 7,
                "......./......./......./......./......./......./....#..");
    check_plane(plane, OTHERS_GOOD + 6, 7, 7,
                "......./......./......./.#...#./......./......./.......");
}
END_TEST

/* A double three of Black; White may make one. */
START_TEST(rule_inputs)
{
    static const struct {
        int rules;
        const char *numbers; /* with White to move */
    } cases[] = {{RULES_FREESTYLE, "0000"},
                 {RULES_STANDARD, "0010"},
                 {RULES_RENJU, "0100"},
                 {RULES_CARO, "0001"},
                 {RULES_CARO_EXACT, "0011"}};
    for (int i = 0; i < COUNT(cases); i++) {
        char told[NUMBERS + 1] = "";
        show_planes(9, cases[i].rules, "d5 a9 f5 i9 e4 a1 e6");
        check_plane(plane, FORBIDDEN, 9, 9,
                    cases[i].rules == RULES_RENJU
                        ? "........./........./........./........./....#..../........./"
                          "........./........./........."
                        : "........./........./........./........./........./........./"
                          "........./........./.........");
        for (int n = 0; n < NUMBERS; n++)
            told[n] = inputs[n] == 1 ? '1' : '0';
        ck_assert_str_eq(told, cases[i].numbers);
    }
}
END_TEST

START_TEST(bound_player)
{
    show_planes(9, RULES_RENJU, "d5 a9");
    ck_assert(inputs[0] == 1 && inputs[1] == 0);
}
END_TEST

START_TEST(choice_policy)
{
    show_planes(15, RULES_SWAP2, "h8 i9 g7");
    const struct mi_gomoku *g = &position.position;
    ck_assert_int_eq(encoding()->policy(g, 225), 225);
    ck_assert_int_eq(encoding()->policy(g, 226), 225);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("gomoku planes");
    TCase *tests = add_case(suite, "planes", 10);
    tcase_add_test(tests, stone_planes);
    tcase_add_test(tests, four_planes);
    tcase_add_test(tests, rule_inputs);
    tcase_add_test(tests, bound_player);
    tcase_add_test(tests, choice_policy);
    return run_suite(suite);
}
