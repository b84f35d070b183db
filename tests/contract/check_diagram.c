/* Reading the boards that games show as text. */
#include "contract/diagram.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

enum { WIDTH = 4, HEIGHT = 3 };

/* From row 1 upwards. */
static const char board_letters[] = "X..O"
                                    ".X.."
                                    "..X.";

static void check_read(const char *text, const char *columns, bool from_top)
{
    miai_diagram diagram;
    ck_assert_msg(mi_read_diagram(text, WIDTH, HEIGHT, &diagram), "%s", text);
    ck_assert_msg(memcmp(diagram.letter, board_letters, WIDTH * HEIGHT) == 0, "%s", text);
    ck_assert_str_eq(diagram.columns, columns);
    ck_assert_int_eq(diagram.from_top, from_top);
}

START_TEST(rows_with_numbers)
{
    check_read("  A B C D\n3 . . X . 3\n2 . X . . 2\n1 X . . O 1\n  A B C D\nblack to move\n",
               "ABCD", false);
    check_read("3 ..X.\n2 .X..\n1 X..O\n  abcd", "abcd", false);
    check_read("1 X . . O\n2 . X . .\n3 . . X .\n", "", true);
}
END_TEST

/* Without numbers, the top row comes first. */
START_TEST(rows_without_numbers)
{
    check_read("..X.\n.X..\nX..O\n", "", false);
    check_read("a board:\n . . X .\n . X . .\n X . . O\n a b c d", "abcd", false);
}
END_TEST

START_TEST(text_without_board)
{
    static const char *const texts[] = {"",
                                        "X to move",
                                        "..X.\n.X..\n",
                                        "3 ..X.\n2 .X..\n",
                                        "3 ..X.\n2 .X.\n1 X..O\n",
                                        "3 . . X . 4\n2 . X . . 2\n1 X . . O 1\n",
                                        "4 ..X.\n2 .X..\n1 X..O\n"};
    miai_diagram diagram;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        ck_assert_msg(!mi_read_diagram(texts[i], WIDTH, HEIGHT, &diagram), "%s", texts[i]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("diagram");
    TCase *tests = add_case(suite, "diagram", 10);
    tcase_add_test(tests, rows_with_numbers);
    tcase_add_test(tests, rows_without_numbers);
    tcase_add_test(tests, text_without_board);
    return run_suite(suite);
}
