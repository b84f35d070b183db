/* Features of moves in diagrams; * is Black's move. */
#include "diagram.h"
#include "game/go/policy/feature.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>

enum { SIDE = 9 };

struct drawing {
    int takes, own, pressure; /* numbers within the groups as in game/go/policy/feature.c */
    const char *rows;         /* for board_draw(); top left of the board */
};

static const struct drawing drawings[] = {
    /* a single stone with four or three liberties */
    {0, 3, 0, "........./....*"},
    {0, 2, 0, "....*"},
    /* a single stone in a corner, where ladders are not read */
    {0, 20, 0, "*"},
    /* joins a chain with three liberties and has three afterwards */
    {0, 11, 0, "*X"},
    /* self-atari that leaves the opponent's chain two liberties */
    {0, 16, 1, "*O"},
    /* captures a stone that could not escape, or could connect */
    {9, 15, 0, "..X....../.XOX...../.X*"},
    {1, 15, 0, "..X....../.XOX...../.X*....../........./........./....O"},
    /* starts a ladder; with a ladder breaker it only gives atari */
    {0, 2, 13, "........./..X....../.XO*...../.X"},
    {0, 2, 7, "........./..X....../.XO*...../.X......./........./........./......O"},
};

START_TEST(features_of_a_stone)
{
    const struct drawing *drawing = &drawings[_i];
    miai_setup setup = board_setup(SIDE, SIDE, MI_GO_CHINESE);
    struct mi_go *b = board_draw(&setup, drawing->rows);
    struct go_feature_context context;
    uint16_t feature[GO_GROUPS];
    mi_go_feature_context_init(&context, b);
    mi_go_features(&context, board_mark(b, drawing->rows, "*"), feature);
    ck_assert_int_eq(feature[GO_GROUP_CAPTURE], drawing->takes);
    ck_assert_int_eq(feature[GO_GROUP_OWN] - GO_FIRST_OWN, drawing->own);
    ck_assert_int_eq(feature[GO_GROUP_PRESSURE] - GO_FIRST_PRESSURE, drawing->pressure);
    free(b);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("go_feature");
    TCase *tests = add_case(suite, "go_feature", 4);
    tcase_add_loop_test(tests, features_of_a_stone, 0, COUNT(drawings));
    return run_suite(suite);
}
