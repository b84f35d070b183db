/* Networks of lc0's: the order of their moves. */
#include "net/model/lc0/moves.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdbool.h>
#include <string.h>

static struct mi_lc0_move move[MI_LC0_MOVES];

static void begin(void)
{
    mi_lc0_moves(move);
}

/* Asserts that the move at that place goes from there to there, as in "a1b1" or "h7h8b". */
static void assert_move(int place, const char *text)
{
    static const char letters[] = "qrb";
    const char *promotion = text[4] ? strchr(letters, text[4]) : NULL;
    ck_assert_int_eq(move[place].from, text[0] - 'a' + 8 * (text[1] - '1'));
    ck_assert_int_eq(move[place].to, text[2] - 'a' + 8 * (text[3] - '1'));
    ck_assert_int_eq(move[place].promotion, promotion ? (int)(promotion - letters) : MI_LC0_NONE);
}

/* As lc0's list has them. */
START_TEST(moves_in_order)
{
    static const struct {
        int place;
        const char *text;
    } known[] = {
        {0, "a1b1"},     {7, "a1a2"},     {11, "a1b3"},    {22, "a1h8"},
        {23, "b1a1"},    {1791, "h8g8"},  {1792, "a7a8q"}, {1793, "a7a8r"},
        {1794, "a7a8b"}, {1795, "a7b8q"}, {1798, "b7a8q"}, {1857, "h7h8b"},
    };
    for (int i = 0; i < COUNT(known); i++)
        assert_move(known[i].place, known[i].text);
}
END_TEST

/* No plane has two moves from a square, and each has as many as fit on the board. */
START_TEST(planes_have_each_move_once)
{
    static const struct {
        int plane, count;
    } known[] = {{0, 56}, {6, 8}, {7, 49}, {27, 1}, {28, 56}, {56, 42}, {64, 7}, {67, 8}, {72, 7}};
    static bool seen[MI_LC0_POLICY_PLANES][MI_LC0_SQUARES];
    int count[MI_LC0_POLICY_PLANES] = {0};
    for (int i = 0; i < MI_LC0_MOVES; i++) {
        int plane = mi_lc0_plane(move[i]);
        ck_assert(plane >= 0 && plane < MI_LC0_POLICY_PLANES);
        ck_assert(!seen[plane][move[i].from]);
        seen[plane][move[i].from] = true;
        count[plane]++;
    }
    for (int i = 0; i < COUNT(known); i++)
        ck_assert_int_eq(count[known[i].plane], known[i].count);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("lc0");
    TCase *tests = add_case(suite, "lc0", 60);
    tcase_add_checked_fixture(tests, begin, NULL);
    tcase_add_test(tests, moves_in_order);
    tcase_add_test(tests, planes_have_each_move_once);
    return run_suite(suite);
}
