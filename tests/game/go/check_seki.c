/* Seki: chains that seem to live by it and do not, chains that seem dead and are not, and the
 * limits of reading. */
#include "game/go/life/seki.h"

#include "diagram.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- seki while there are threats ---- */

/* The lower-case chains are in seki as far as a search can see. */
static void check_bent_four(const char *rows, int rules, char point, int want)
{
    enum { SIDE = 9 };
    miai_setup setup = board_setup(SIDE, SIDE, rules);
    char drawn[SIDE * (SIDE + 1)];
    int8_t life[SIDE * SIDE] = {MIAI_ALIVE};
    snprintf(drawn, sizeof drawn, "%s", rows);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            char *c = &drawn[(SIDE - 1 - y) * (SIDE + 1) + x];
            bool seki = *c == 'x' || *c == 'o';
            life[y * SIDE + x] = seki ? MIAI_SEKI : MIAI_ALIVE;
            *c = (char)(seki ? *c - 'x' + 'X' : *c);
        }
    void *pos = board_draw(&setup, drawn);
    mi_go_resolve_bent_fours(pos, life);
    for (int i = 0; i < SIDE * SIDE; i++)
        if (rows[(SIDE - 1 - i / SIDE) * (SIDE + 1) + i % SIDE] == point)
            ck_assert_int_eq(life[i], want);
    free(pos);
}

/* The bent four in the corner is dead, also with an outside liberty; seki is seki. */
START_TEST(no_life_by_threats)
{
    static const char bent_four[] = "XXXXXXXXX/X.XXXX.XX/XXXXXXXXX/XXXXXXXXX/XXXXXXXXX/XXXXXXooo/"
                                    "XXXXXXXo./....Xooox/.....o.x.";
    static const char three_inside[] = "OOOOOOOO./OOOOOOOOO/OOOOOOOO./OxxxxxxxO/Ox.ooo.xO/"
                                       "OxxxxxxxO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO";
    static const char one_eye_each[] =
        "O.OXXXXXX/OOOX.OOOO/OXOOO..OO/XXOOOXOOX/X.XOXXXXX/XXXOX.OXX/"
        ".XoXXX.X./xoooX..../.o.oX....";
    check_bent_four(one_eye_each, MI_GO_JAPANESE, 'o', MIAI_SEKI);
    check_bent_four(bent_four, MI_GO_JAPANESE, 'o', MIAI_DEAD);
    check_bent_four(bent_four, MI_GO_JAPANESE, 'x', MIAI_ALIVE);
    check_bent_four(bent_four, MI_GO_CHINESE, 'o', MIAI_SEKI);
    check_bent_four(three_inside, MI_GO_JAPANESE, 'o', MIAI_SEKI);
    check_bent_four(three_inside, MI_GO_JAPANESE, 'x', MIAI_SEKI);
    /* The chain may consist of several single chains. */
    static const char single[] = "........./........./........./........./........./"
                                 "........./.O......./OOXX...../x.oX.....";
    check_bent_four(single, MI_GO_JAPANESE, 'x', MIAI_DEAD);
    check_bent_four(single, MI_GO_JAPANESE, 'o', MIAI_ALIVE);
}
END_TEST

/* ---- seki that seems dead ---- */

/* Compares the status of the points; lower-case stones were marked dead. */
static void check_seki_found(int width, int height, const char *rows, const char *want)
{
    miai_setup setup = board_setup(width, height, MI_GO_JAPANESE);
    void *pos = board_draw(&setup, rows);
    int8_t life[MIAI_MAX_POINTS];
    char got[MIAI_MAX_POINTS + 1];
    for (int y = height - 1; y >= 0; y--)
        for (int x = 0; x < width; x++)
            life[y * width + x] =
                strchr("xo", rows[(height - 1 - y) * (width + 1) + x]) ? MIAI_DEAD : MIAI_ALIVE;
    mi_go_find_seki(pos, 100000, life);
    for (int y = height - 1, i = 0; y >= 0; y--, got[i++] = '/')
        for (int x = 0; x < width; x++)
            got[i++] = life[y * width + x] == MIAI_SEKI   ? 's'
                       : life[y * width + x] == MIAI_DEAD ? 'd'
                                                          : '.';
    got[(width + 1) * height - 1] = '\0';
    ck_assert_str_eq(got, want);
    free(pos);
}

START_TEST(uncapturable_is_not_dead)
{
    /* Neither can play between them; then White has another liberty. */
    check_seki_found(7, 2, ".Ox.OX./.Ox.OX.", "..s.s../..s.s..");
    check_seki_found(7, 2, ".Ox.O../.Ox.OX.", "..d..../..d....");
    /* One eye each and two shared liberties, marked alive; then two eyes each and one shared
     * liberty. */
    check_seki_found(6, 3, "OOOXXX/OO.XXX/.O.X.X", "ssssss/ss.sss/.s.s.s");
    check_seki_found(7, 3, "O.OXXXX/OO.XX.X/.O.X.XX", "......./......./.......");
    /* The three stones are captured at the remaining point. */
    check_seki_found(6, 3, "XXXXXX/Xooo.X/XXXXXX", "....../.ddd../......");
    /* White captures the stone on H1 in a ko that cannot be retaken at once. */
    check_seki_found(9, 9,
                     ".O.xOX.X./OOOOOXX.X/XXXOOX.X./.XOOOOX.X/.XXXOXXXO/.X..XOXOO/..XXXOOO./"
                     "...XXO.Ox/...XOOOx.",
                     "...d...../........./........./........./........./........./........./"
                     "........d/.......d.");
    /* A stone in the open. */
    check_seki_found(5, 5, "...../..X../.XoX./...../.....", "...../...../..d../...../.....");
}
END_TEST

/* ---- what is read ---- */

/* A position for reading in which all stones are marked as in seki. */
static struct mi_seki read_position(const miai_setup *setup, const char *rows, int8_t *life,
                                    int told)
{
    memset(life, told, (size_t)setup->width * (size_t)setup->height);
    return (struct mi_seki){.b = board_draw(setup, rows), .life = life, .outside_liberties = 1};
}

static int point_of(const miai_setup *setup, const struct mi_seki *s, const char *text)
{
    return mi_go_point_of(s->b, board_point(setup, text));
}

/* Areas that are too large are not read partially. */
START_TEST(large_areas_are_not_read)
{
    static const char *const rows[] = {"X.XXXX/XXXXXX/XXXX.X/XXXXXX/XXXXXX/XXXXXX",
                                       "X.XXXXX/XXXXXXX/XXXX.XX/XXXXXXX/XXXXXXX/XXXXXXX/XXXXXXX"};
    int8_t life[MIAI_MAX_POINTS];
    for (int i = 0; i < 2; i++) {
        miai_setup setup = board_setup(6 + i, 6 + i, MI_GO_JAPANESE);
        struct mi_seki s = read_position(&setup, rows[i], life, MIAI_SEKI);
        ck_assert_int_eq(mi_seki_collect(&s, point_of(&setup, &s, "A1"), NULL), i == 0);
        ck_assert_int_eq(s.points, i == 0 ? 36 : MI_SEKI_AREA);
        free(s.b);
    }
}
END_TEST

/* White captures six or seven stones with a stone that could be recaptured at once.  The space of
 * seven has two eyes, so they are lost. */
START_TEST(too_large_for_a_nakade)
{
    static const char *const rows[] = {"........./XXOOOOOOO/XOOOOOOOO/.XXXXXXO.",
                                       "........./XXOOOOOOO/XOOOOOOOO/.XXXXXXXO"};
    int8_t life[MIAI_MAX_POINTS];
    for (int i = 0; i < 2; i++) {
        miai_setup setup = board_setup(9, 4, MI_GO_JAPANESE);
        struct mi_seki s = read_position(&setup, rows[i], life, MIAI_ALIVE);
        s.area[s.points++] = (uint16_t)point_of(&setup, &s, "A1");
        for (int x = 0; x < 6 + i; x++)
            s.area[s.points++] = (uint16_t)(point_of(&setup, &s, "B1") + x);
        ck_assert_int_eq(mi_seki_read(&s, point_of(&setup, &s, "B1"), 1000),
                         i == 0 ? MI_SEKI_HELD : MI_SEKI_LOST);
        free(s.b);
    }
}
END_TEST

/* Black is captured in twenty-one plies, the maximum depth. */
START_TEST(deep_lines_are_read)
{
    int8_t life[MIAI_MAX_POINTS];
    miai_setup setup = board_setup(3, 3, MI_GO_JAPANESE);
    struct mi_seki s = read_position(&setup, "XXO/XX./.OX", life, MIAI_SEKI);
    ck_assert(mi_seki_collect(&s, point_of(&setup, &s, "A1"), NULL));
    ck_assert_int_eq(mi_seki_read(&s, point_of(&setup, &s, "B2"), 100000), MI_SEKI_LOST);
    free(s.b);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("go_seki");
    TCase *tests = add_case(suite, "go_seki", 120);
    tcase_add_test(tests, no_life_by_threats);
    tcase_add_test(tests, uncapturable_is_not_dead);
    tcase_add_test(tests, large_areas_are_not_read);
    tcase_add_test(tests, too_large_for_a_nakade);
    tcase_add_test(tests, deep_lines_are_read);
    return run_suite(suite);
}
