/* Ladders in diagrams: is the chain with the lower-case letter captured? */
#include "diagram.h"
#include "game/go/board/go.h"
#include "game/go/tactics/ladder.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 9 };

struct drawing {
    bool hunted; /* is the defender to move? */
    bool lost;
    const char *rows; /* for board_draw() */
};

static const struct drawing drawings[] = {
    /* down to the right on an empty board */
    {false, true,
     "........./"
     "..X....../"
     ".Xo....../"
     ".X......./"
     "........./"
     "........./"
     "........./"
     "........./"
     "........."},
    /* one direction meets a ladder breaker, the other is closed */
    {false, false,
     "........./"
     "..X....../"
     ".Xo....../"
     ".X......./"
     "........./"
     "........./"
     "......O../"
     "........./"
     "........."},
    /* an attacking stone there does not break it */
    {false, true,
     "........./"
     "..X....../"
     ".Xo....../"
     ".X......./"
     "........./"
     "........./"
     "......X../"
     "........./"
     "........."},
    /* in atari, defender to move: it runs and is captured at the edge */
    {true, true,
     "........./"
     "..X....../"
     ".XoX...../"
     ".X......./"
     "........./"
     "........./"
     "........./"
     "........./"
     "........."},
    /* or it reaches a friendly stone */
    {true, false,
     "........./"
     "..X....../"
     ".XoX...../"
     ".X......./"
     "........./"
     "....O..../"
     "........./"
     "........./"
     "........."},
    /* in atari, attacker to move */
    {false, true,
     "........./"
     "..X....../"
     ".XoX...../"
     "........."},
    /* three liberties */
    {false, false,
     "........./"
     "........./"
     "..o....../"
     "..X......"},
    /* no liberties to gain */
    {true, true,
     ".XoX...../"
     ".X.X...../"
     "........./"
     "........."},
    /* no liberties to gain, but it captures an attacker */
    {true, false,
     "..XoOX.../"
     "..OX.X.../"
     "....X..../"
     "........."},
    {true, false,
     "OXX....../"
     "OXoX...../"
     ".O.X...../"
     "..O......"},
};

/* The letter for the same stone of the other colour. */
static char other_colour(char c)
{
    static const char from[] = "XOxo", to[] = "OXox";
    const char *at = c ? strchr(from, c) : NULL;
    return at ? to[at - from] : c;
}

static struct mi_go *draw_ladder(const struct drawing *drawing, bool exchanged, int *prey)
{
    miai_setup setup = board_setup(SIDE, SIDE, MI_GO_CHINESE);
    char rows[SIDE * (SIDE + 1)];
    size_t i = 0;
    do
        rows[i] = exchanged ? other_colour(drawing->rows[i]) : drawing->rows[i];
    while (drawing->rows[i++]);
    struct mi_go *b = board_draw(&setup, rows);
    *prey = board_mark(b, rows, "xo");
    return b;
}

START_TEST(drawn_ladders)
{
    const struct drawing *drawing = &drawings[_i / 2];
    bool exchanged = _i % 2;
    int prey;
    struct mi_go *b = draw_ladder(drawing, exchanged, &prey),
                 *before = draw_ladder(drawing, exchanged, &prey);
    int owner = b->point[prey].colour;
    /* the pass comes from the other side */
    b->turn = before->turn = (uint8_t)(drawing->hunted ? !owner : owner);
    ck_assert_msg(mi_go_is_caught_in_ladder(b, MI_GO_NONE, prey) == drawing->lost, "drawing %d",
                  _i / 2);
    before->point[MI_GO_NONE].sums = b->point[MI_GO_NONE].sums; /* never read */
    ck_assert_int_eq(memcmp(b, before, sizeof *b + b->span * sizeof *b->point), 0);
    free(b);
    free(before);
}
END_TEST

/* A stone played into a ladder is lost; a stone that starts a ladder captures. */
START_TEST(after_a_move)
{
    int prey;
    struct mi_go *b = draw_ladder(&drawings[3], false, &prey);
    int below = prey - b->stride;
    b->turn = 1;
    ck_assert(mi_go_is_caught_in_ladder(b, below, below));
    free(b);
    b = draw_ladder(&drawings[0], false, &prey);
    b->turn = 0;
    ck_assert(mi_go_is_caught_in_ladder(b, prey + 1, prey));
    free(b);
    b = draw_ladder(&drawings[1], false, &prey);
    b->turn = 0;
    ck_assert(!mi_go_is_caught_in_ladder(b, prey + 1, prey));
    free(b);
}
END_TEST

/* Twelve ataris across the board; several times the attacker could play on either side. */
START_TEST(long_way)
{
    static const char rows[] = ".................../"
                               "...............X.../"
                               ".............X...../"
                               "...X.....X.....O.../"
                               ".................../"
                               "................O../"
                               ".................../"
                               "...OX............../"
                               "...XO............../"
                               "...XO............../"
                               "..X................/"
                               ".OOXX.........oX.../"
                               "..XO.........XOOX../"
                               "..XO.O........XOXO./"
                               ".OXO........OOXOXO./"
                               "OOOXX........X.XO../"
                               ".OXX.........X.XO../"
                               ".O............XOO../"
                               "...................";
    miai_setup setup = board_setup(19, 19, MI_GO_CHINESE);
    struct mi_go *b = board_draw(&setup, rows);
    int prey = board_mark(b, rows, "o");
    int left = prey - 1, above = prey + b->stride;
    b->turn = 0;
    ck_assert(!mi_go_is_caught_in_ladder(b, left, prey));
    ck_assert(mi_go_is_caught_in_ladder(b, above, prey));
    b->turn = 1;
    ck_assert(mi_go_is_caught_in_ladder(b, MI_GO_NONE, prey));
    free(b);
}
END_TEST

/* A stone that has just retaken a ko is not captured at once. */
START_TEST(retaken_ko_is_no_ladder)
{
    static const struct drawing drawing = {false, false,
                                           ".XO....../"
                                           "X.xO...../"
                                           ".XO......"};
    int prey;
    struct mi_go *b = draw_ladder(&drawing, false, &prey);
    b->turn = 1;
    ck_assert(!mi_go_is_caught_in_ladder(b, prey - 1, prey - 1));
    free(b);
}
END_TEST

/* A suicide next to a chain leaves it its liberties. */
START_TEST(suicide)
{
    static const char rows[] = "........./"
                               "........./"
                               "........./"
                               "........./"
                               "........./"
                               "........./"
                               "OO......./"
                               "XXo....../"
                               ".XO......";
    miai_setup setup = board_setup(SIDE, SIDE, MI_GO_NZ);
    struct mi_go *b = board_draw(&setup, rows);
    int prey = board_mark(b, rows, "o"), p = b->stride + 1;
    b->turn = 0;
    ck_assert(mi_go_legal_point(b, p));
    ck_assert(!mi_go_is_caught_in_ladder(b, p, prey));
    ck_assert_int_eq(b->point[p].colour, MI_GO_EMPTY);
    ck_assert_int_eq(b->point[p + 1].colour, MI_GO_BLACK);
    ck_assert_int_eq(b->turn, 0);
    free(b);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("go_ladder");
    TCase *tests = add_case(suite, "go_ladder", 4);
    tcase_add_loop_test(tests, drawn_ladders, 0, 2 * COUNT(drawings));
    tcase_add_test(tests, after_a_move);
    tcase_add_test(tests, long_way);
    tcase_add_test(tests, retaken_ko_is_no_ladder);
    tcase_add_test(tests, suicide);
    return run_suite(suite);
}
