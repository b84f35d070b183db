/* Life at the end of a game, proved: the shapes of tests/game/go/status.txt, judged wrongly before.
 */
#include "game/go/board/go.h"
#include "tests/game/go/diagram.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 9, POINTS = SIDE * SIDE, MANY = 4000000 };

static char line[200][STATUS_LINE];
static int lines;

/* Judges the stones of a position that a forecast has judged like this. */
static void prove_life(const char *rows, int rules, int positions, int forecast, int8_t *life)
{
    miai_setup setup = board_setup(SIDE, SIDE, rules);
    struct mi_go *b = board_draw(&setup, rows);
    memset(life, forecast, POINTS);
    mi_go_prove_life(b, positions, life);
    free(b);
}

static int life_at(const int8_t *life, const char *point)
{
    return life[miai_point_read(point, SIDE, SIDE)];
}

/* Only by a ko is this corner dead. */
static bool is_proved_elsewhere(const char *name)
{
    return strcmp(name, "corner five, three stones in it") == 0;
}

START_TEST(known_shapes)
{
    static const char *const kinds[] = {
        [MIAI_ALIVE] = "alive", [MIAI_DEAD] = "dead", [MIAI_SEKI] = "seki"};
    char *kind = strtok(line[_i], ";\n"), *name = strtok(NULL, ";\n");
    char *rows = strtok(NULL, ";\n"), *points = strtok(NULL, ";\n"), point[8];
    int8_t life[POINTS];
    int wanted = 0, n;
    while (wanted < COUNT(kinds) && strcmp(kinds[wanted], kind) != 0)
        wanted++;
    if (wanted == COUNT(kinds) || is_proved_elsewhere(name))
        return;
    prove_life(rows, MI_GO_JAPANESE, MANY, wanted == MIAI_DEAD ? MIAI_ALIVE : MIAI_DEAD, life);
    for (const char *c = points; sscanf(c, "%7s%n", point, &n) == 1; c += n)
        ck_assert_msg(life_at(life, point) == wanted, "%s: %s is %s, not %s", name, point,
                      kinds[life_at(life, point)], kind);
}
END_TEST

/* ---- what is not certain stays as it was ---- */

#define FULL "OOOOOOOO./OOOOOOOOO/OOOOOOOO./OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/"

static const char unsettled[] = FULL "XXXXOOOOO/...XOOOOO/..XXOOOOO";
static const char square_eyes[] =
    ".X.XO.O.O/XXXXOOOOO/XXXXOOOOO/XXXXOOOOO/XXXXOOOOO/XXXXXOOOO/OOOOOXXXX/O..O.X..X/O..O.X..X";

static void check_unchanged(const char *rows, int rules, int positions)
{
    for (int forecast = MIAI_ALIVE; forecast <= MIAI_SEKI; forecast++) {
        int8_t life[POINTS];
        prove_life(rows, rules, positions, forecast, life);
        ck_assert_int_eq(life_at(life, "C3"), forecast);
    }
}

START_TEST(uncertain_life_stays)
{
    check_unchanged(unsettled, MI_GO_JAPANESE, MANY);
}
END_TEST

/* The proof needs more than a million positions. */
START_TEST(limit_of_positions_holds)
{
    int8_t life[POINTS];
    prove_life(square_eyes, MI_GO_JAPANESE, 100000, MIAI_ALIVE, life);
    ck_assert_int_eq(life_at(life, "A3"), MIAI_ALIVE);
}
END_TEST

/* Q17 can be captured, but a frame holds the large chains around it only without its liberty. */
static const char large_chains[] =
    "O.OOO.OOX..XXOO..../.OXXXOOXXXX..XO.OO./O.OXXXOOOXXXXXOXOOO/.OOO.XO.OOXXXOOOXOX/"
    "OXOOXX.XO.OXOOOXXXX/OXOX..XXXOOOO.OX.X./.XOXX..X.XXXXOOOX../.OXX.XX..X.XO.OXX../"
    ".OOOX.X.X.XO.OX..../OOOOOX.X.XO.OOXXXX./.XXOOXXOXXO.O.X.XXX/X.XXXOOO..O.OOOXXOX/"
    "X.XXXXO.OOOOXXXOOOO/XXOOXO.XXXXXXXO.XO./XOOOOOOOXX.XXOOO.OO/.XXOXO.OOX..XXXOOOX/"
    "X..XXXOOX...XXOOOXX/.XXXXO.OXX.X.XOOXX./.XOOOO.OOXX.XXXX...";

START_TEST(liberty_outside_of_the_frame)
{
    enum { LARGE = 19 };
    miai_setup setup = board_setup(LARGE, LARGE, MI_GO_JAPANESE);
    struct mi_go *b = board_draw(&setup, large_chains);
    int8_t life[LARGE * LARGE];
    memset(life, MIAI_DEAD, sizeof life);
    mi_go_prove_life(b, MANY, life);
    ck_assert_int_eq(life[miai_point_read("Q17", LARGE, LARGE)], MIAI_DEAD);
    ck_assert_int_eq(life[miai_point_read("O17", LARGE, LARGE)], MIAI_ALIVE);
    free(b);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("go_tsumego_settled");
    TCase *tests = add_single(suite, "settled", 60);
    lines = status_lines(line, COUNT(line), "#*");
    tcase_add_loop_test(tests, known_shapes, 0, lines);
    tcase_add_test(tests, uncertain_life_stays);
    tcase_add_test(tests, limit_of_positions_holds);
    tcase_add_test(tests, liberty_outside_of_the_frame);
    return run_suite(suite);
}
