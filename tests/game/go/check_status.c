/* Life-and-death and seki positions (go_status.txt): the status, and the decisive move. */
#include "tests/support/fixture.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 9, TEXT = 4096, LINE = 512, MOST = 200 };

/* Tests one of PART positions, or all if MIAI_TEST_ALL is in the environment. */
enum { PART = 6 };

/* One line of the file. */
struct position {
    char line[LINE];
    const char *kind, *name, *rows, *points, *kills, *lives;
};

static struct position position[MOST];
static int positions;

static void split_line(struct position *p)
{
    const char **field[] = {&p->kind, &p->name, &p->rows, &p->points, &p->kills, &p->lives};
    char *rest = p->line;
    for (size_t i = 0; i < sizeof field / sizeof *field; i++) {
        char *end = rest + strcspn(rest, ";\n");
        bool more = *end == ';';
        *field[i] = rest;
        *end = '\0';
        rest = more ? end + 1 : end;
    }
}

static void read_positions(void)
{
    char path[1024];
    const char *folder = getenv("srcdir");
    snprintf(path, sizeof path, "%s/tests/game/go/status.txt", folder ? folder : ".");
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    while (positions < MOST && fgets(position[positions].line, LINE, file))
        if (*position[positions].line != '#' && *position[positions].line != '\n')
            split_line(&position[positions++]);
    fclose(file);
    ck_assert_int_gt(positions, 0);
}

/* Sets up the position; returns the number of Black's points if all black stones live. */
static int draw_stones(const struct position *p, const char *rules)
{
    char name[8];
    int black = 0;
    set_engine_option("rules", rules);
    set_engine_option("network", "none");
    ck_assert_int_eq(miai_clear(engine), MIAI_OK);
    ck_assert_int_eq(miai_set_komi(engine, 0), MIAI_OK);
    for (int i = 0; i < SIDE * SIDE; i++) {
        char c = p->rows[i + i / SIDE];
        miai_point_text(i % SIDE, SIDE - 1 - i / SIDE, name, sizeof name);
        if (c != '.')
            ck_assert_int_eq(miai_play(engine, c == 'O', name), MIAI_OK);
        black += c != 'O';
    }
    return black;
}

/* Is the point in a list separated by white space? */
static bool is_listed(const char *list, const char *point)
{
    size_t length = strlen(point);
    for (const char *c = strstr(list, point); c; c = strstr(c + 1, point))
        if ((c == list || strchr(" \n", c[-1])) && strchr(" \n", c[length]))
            return true;
    return false;
}

static void check_status(const struct position *p)
{
    char list[TEXT], point[8];
    int n;
    draw_stones(p, "japanese");
    ck_assert_int_eq(miai_final_status(engine, p->kind, list, sizeof list), MIAI_OK);
    for (const char *c = p->points; sscanf(c, "%7s%n", point, &n) == 1; c += n)
        ck_assert_msg(is_listed(list, point), "%s: %s should be %s: the only ones are %s", p->name,
                      point, p->kind, list);
}

/* The group decides the game.  White to move kills it, Black to move lives. */
static void check_move(const struct position *p, int player, const char *wanted)
{
    char move[MIAI_MOVE_TEXT];
    int black = draw_stones(p, "chinese");
    set_number("playouts", 2000);
    ck_assert_int_eq(miai_set_komi(engine, black - SIDE * SIDE), MIAI_OK);
    ck_assert_int_eq(miai_genmove(engine, player, move, sizeof move), MIAI_OK);
    ck_assert_msg(is_listed(wanted, move), "%s: %s, not %s", p->name, move, wanted);
}

START_TEST(stones_and_moves)
{
    const struct position *p = &position[_i];
    if (p->kind[0] == '*' || strcmp(p->kind, "ko") == 0 ||
        (_i % PART != 0 && !getenv("MIAI_TEST_ALL")))
        return;
    if (strcmp(p->kind, "open") != 0) {
        check_status(p);
    } else {
        check_move(p, 1, p->kills);
        check_move(p, 0, p->lives);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("go status");
    TCase *tests = add_case(suite, "go status", 60);
    read_positions();
    tcase_add_checked_fixture(tests, begin_go_9x9, end_engine);
    tcase_add_loop_test(tests, stones_and_moves, 0, positions);
    return run_suite(suite);
}
