/* The solver of life and death on known shapes (tests/game/go/status.txt), and on kos. */
#include "game/go/board/go.h"
#include "tests/game/go/diagram.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 9, POSITIONS = 4000000, FEW = 200000, MEMORY = 16 << 20 };

static char line[200][STATUS_LINE];
static int lines;

static bool positions_are_over(void *context, uint64_t nodes, double part)
{
    (void)part;
    return nodes >= *(const uint64_t *)context;
}

/* Solves the problem of the stone, or of an enclosed group if that is NULL. */
static miai_life_answer *solve_within(uint64_t positions, const char *rows, int turn,
                                      const char *stone)
{
    miai_setup setup = board_setup(SIDE, SIDE, MI_GO_CHINESE);
    struct mi_go *b = board_draw(&setup, rows);
    miai_watch watch = {.bytes = sizeof watch, .over = positions_are_over, .context = &positions};
    miai_life_answer *answer = malloc(sizeof *answer);
    b->turn = (uint8_t)turn;
    miai_move move = stone ? miai_point_read(stone, SIDE, SIDE) : MIAI_NO_MOVE;
    const char *fault = mi_go_solve_life(b, move, MEMORY, &watch, answer);
    ck_assert_msg(!fault, "%s: %s", rows, fault);
    free(b);
    return answer;
}

static miai_life_answer *solve(const char *rows, int turn, const char *stone)
{
    return solve_within(POSITIONS, rows, turn, stone);
}

static int status_of(const char *rows, int turn, const char *stone)
{
    miai_life_answer *answer = solve(rows, turn, stone);
    int status = answer->status;
    free(answer);
    return status;
}

/* ---- known shapes ---- */

/* Do the moves that work equal those of the list? */
static void check_moves(const char *name, const char *rows, int turn, const char *stone,
                        const char *list)
{
    miai_life_answer *answer = solve(rows, turn, stone);
    int wanted = 0, n;
    char point[8];
    for (const char *c = list; sscanf(c, "%7s%n", point, &n) == 1; c += n, wanted++) {
        bool found = false;
        for (int i = 0; i < answer->moves; i++)
            found |=
                answer->move[i].works && answer->move[i].move == miai_point_read(point, SIDE, SIDE);
        ck_assert_msg(found, "%s: %s should work, player %d", name, point, turn);
    }
    for (int i = 0; i < answer->moves; i++)
        wanted -= answer->move[i].works;
    ck_assert_msg(wanted == 0, "%s: %d other moves work, player %d", name, -wanted, turn);
    free(answer);
}

/* In these some moves, or the group itself, depend on a ko, which the file does not tell apart. */
static bool is_ko_shape(const char *name)
{
    static const char *const names[] = {"rectangular six in the corner",
                                        "rectangular six with a leg",
                                        "corner five, three stones in it"};
    for (int i = 0; i < COUNT(names); i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static void check_ko(char *const *field)
{
    int turn = strcmp(field[4], "black") == 0 ? MI_GO_BLACK : MI_GO_WHITE;
    miai_life_answer *answer = solve(field[2], turn, field[3]);
    ck_assert_msg(answer->status == MIAI_GROUP_KO, "%s: %d is no ko", field[1], answer->status);
    ck_assert_msg(
        answer->attacker_threats == atoi(field[5]) && answer->defender_threats == atoi(field[6]),
        "%s: %d and %d threats", field[1], answer->attacker_threats, answer->defender_threats);
    free(answer);
}

static void check_line(char *text)
{
    char *field[7] = {0}, *rest = text + (*text == '*');
    for (int i = 0; i < COUNT(field) && rest; i++) {
        field[i] = rest;
        rest = strchr(rest, ';');
        if (rest)
            *rest++ = '\0';
    }
    char stone[8];
    ck_assert_int_eq(sscanf(field[3], "%7s", stone), 1);
    if (is_ko_shape(field[1]))
        return;
    if (strcmp(field[0], "ko") == 0) {
        check_ko(field);
        return;
    }
    if (strcmp(field[0], "open") == 0) {
        check_moves(field[1], field[2], MI_GO_WHITE, stone, field[4]);
        check_moves(field[1], field[2], MI_GO_BLACK, stone, field[5]);
        return;
    }
    bool dead = strcmp(field[0], "dead") == 0, seki = strcmp(field[0], "seki") == 0;
    int status = status_of(field[2], dead ? MI_GO_BLACK : MI_GO_WHITE, stone);
    bool good = status == (dead   ? MIAI_GROUP_DEAD
                           : seki ? MIAI_GROUP_SEKI
                                  : MIAI_GROUP_ALIVE) ||
                (!dead && !seki && status == MIAI_GROUP_SEKI); /* if White moves first */
    ck_assert_msg(good, "%s: %d, not %s", field[1], status, field[0]);
}

START_TEST(known_shapes)
{
    check_line(line[_i]);
}
END_TEST

/* ---- kos ---- */

#define FULL "OOOOOOOO./OOOOOOOOO/OOOOOOOO./OOOOOOOOO/"

START_TEST(bent_four_is_a_ko)
{
    static const char rows[] = FULL "OOOOOOOOO/XXOOOOOOO/.XOOOOOOO/OXXXOOOOO/OO.XOOOOO";
    miai_life_answer *answer = solve(rows, MI_GO_BLACK, "A4");
    ck_assert_int_eq(answer->status, MIAI_GROUP_KO);
    ck_assert_int_eq(answer->defender, MI_GO_BLACK);
    ck_assert_int_eq(answer->attacker_threats, 0);
    ck_assert_int_eq(answer->defender_threats, 1);
    free(answer);
}
END_TEST

/* The shapes that known_shapes leaves out: status and moves, as exhaustive search finds them. */
START_TEST(ko_shapes)
{
    static const char six[] = FULL "OOOOOOOOO/OOOOOOOOO/XXXXOOOOO/...XOOOOO/...XOOOOO";
    static const char leg[] = FULL "OOOOOOOOO/OOOOOOOOO/.XXXOOOOO/...XOOOOO/...XOOOOO";
    static const char five[] = FULL "OOOOOOOOO/XXOOOOOOO/.XOOOOOOO/OXXXOOOOO/OO.XOOOOO";
    ck_assert_int_eq(status_of(six, MI_GO_WHITE, "A3"), MIAI_GROUP_DEAD);
    check_moves("six", six, MI_GO_WHITE, "A3", "B2");
    ck_assert_int_eq(status_of(six, MI_GO_BLACK, "A3"), MIAI_GROUP_ALIVE);
    check_moves("six", six, MI_GO_BLACK, "A3", "B2 B1");
    ck_assert_int_eq(status_of(leg, MI_GO_WHITE, "B3"), MIAI_GROUP_DEAD);
    ck_assert_int_eq(status_of(leg, MI_GO_BLACK, "B3"), MIAI_GROUP_KO);
    check_moves("leg", leg, MI_GO_BLACK, "B3", "B2");
    ck_assert_int_eq(status_of(five, MI_GO_BLACK, "A4"), MIAI_GROUP_KO);
    ck_assert_int_eq(status_of(five, MI_GO_WHITE, "A4"), MIAI_GROUP_KO);
}
END_TEST

/* A square of nine points in the corner: White cannot capture it, even with any number of ko
 * threats. */
START_TEST(square_of_nine_is_a_seki)
{
    static const char rows[] = FULL "OOOOOOOOO/XXXXOOOOO/...XOOOOO/...XOOOOO/...XOOOOO";
    ck_assert_int_eq(status_of(rows, MI_GO_WHITE, "A4"), MIAI_GROUP_SEKI);
    ck_assert_int_eq(status_of(rows, MI_GO_BLACK, "A4"), MIAI_GROUP_ALIVE);
}
END_TEST

/* Two eyes are no seki, even if every move of the defender would fill one. */
START_TEST(eyes_need_not_be_filled)
{
    static const char rows[] =
        "........./........./........./........./........./........./XXXXX..../OOOOX..../.O.OX....";
    ck_assert_int_eq(status_of(rows, MI_GO_BLACK, "A2"), MIAI_GROUP_ALIVE);
    ck_assert_int_eq(status_of(rows, MI_GO_WHITE, "A2"), MIAI_GROUP_ALIVE);
}
END_TEST

/* A ko that the attacker wins against one more threat of the defender is better: the other moves to
 * a ko do not work. */
START_TEST(best_ko_is_preferred)
{
    static const char rows[] = ".X.O.X.../O.O.OX.../OOOO.X.../XXXXX....";
    ck_assert_int_eq(status_of(rows, MI_GO_BLACK, "A7"), MIAI_GROUP_KO);
    check_moves("ko", rows, MI_GO_BLACK, "A7", "E7");
}
END_TEST

/* ---- open boundaries ---- */

/* The region has more empty points than a search can prove, but the points next to the group can be
 * searched. */
START_TEST(open_group_is_searched_nearby)
{
    static const char rows[] =
        "........./........./........./........./........./.OO....../..X....../.XX....../.........";
    miai_life_answer *answer = solve_within(FEW, rows, MI_GO_WHITE, "C3");
    ck_assert_int_eq(answer->status, MIAI_GROUP_DEAD);
    ck_assert(answer->is_part);
    ck_assert_int_ge(answer->points, 10);
    ck_assert_int_le(answer->points, 18);
    free(answer);
}
END_TEST

/* A stone in open space can leave it, whoever moves. */
START_TEST(open_stone_escapes)
{
    static const char rows[] = "...../...../...../...../..../..../..../....X";
    ck_assert_int_eq(status_of(rows, MI_GO_BLACK, "E2"), MIAI_GROUP_ESCAPES);
    ck_assert_int_eq(status_of(rows, MI_GO_WHITE, "E2"), MIAI_GROUP_ESCAPES);
}
END_TEST

/* A group that lives near its stones lives: no larger part is searched. */
START_TEST(open_group_lives_nearby)
{
    static const char rows[] =
        "........./........./........./........./........./.OOOO..../.XXXXO.../.X.XX..../.........";
    miai_life_answer *answer = solve(rows, MI_GO_BLACK, "C3");
    ck_assert_int_eq(answer->status, MIAI_GROUP_ALIVE);
    ck_assert_int_le(answer->points, 10);
    free(answer);
}
END_TEST

/* ---- groups that are found ---- */

/* The fault for the group that the solver finds on 19x19; *answer stays unset after a fault. */
static const char *find_and_solve(const char *rows, miai_life_answer *answer)
{
    uint64_t positions = FEW;
    miai_setup setup = board_setup(19, 19, MI_GO_CHINESE);
    struct mi_go *b = board_draw(&setup, rows);
    miai_watch watch = {.bytes = sizeof watch, .over = positions_are_over, .context = &positions};
    const char *fault = mi_go_solve_life(b, MIAI_NO_MOVE, MEMORY, &watch, answer);
    free(b);
    return fault;
}

#define TEN "//////////"

/* Stones with open space around them, with opponents in the other corners or near one side. */
START_TEST(open_groups_are_not_found)
{
    static const char *const boards[] = {
        TEN "//////./...X..........O....//", /* alone in a corner */
        "//..O...........OX.//...X...........X..//////////.//...X...........O..//",
        "///...X...........O..///////////...O...........X..///",
        TEN ".X.O/.XO/..X/",
    };
    miai_life_answer *answer = malloc(sizeof *answer);
    for (int i = 0; i < COUNT(boards); i++)
        ck_assert_msg(find_and_solve(boards[i], answer) != NULL, "board %d", i);
    free(answer);
}
END_TEST

#define CORNER_OF_FIVE TEN "//////XXXXX/OOOO/...O"

/* White's three points in a row die if Black's wall has no gap.  With a gap, they die only if White
 * cannot leave. */
START_TEST(gaps_are_assumed_to_be_closed)
{
    miai_life_answer *answer = malloc(sizeof *answer);
    ck_assert(!find_and_solve(CORNER_OF_FIVE, answer));
    ck_assert_int_eq(answer->status, MIAI_GROUP_DEAD);
    ck_assert(answer->assumes_enclosed && !answer->is_sealed && !answer->is_part);
    ck_assert(!find_and_solve(TEN "//////XXXXX/OOOOX/...OX", answer));
    ck_assert_int_eq(answer->status, MIAI_GROUP_DEAD);
    ck_assert(!answer->assumes_enclosed);
    free(answer);
}
END_TEST

/* Life needs no assumption, nor does a ko inside of closed walls. */
START_TEST(life_assumes_nothing)
{
    static const char ko[] = FULL "OOOOOOOOO/XXOOOOOOO/.XOOOOOOO/OXXXOOOOO/OO.XOOOOO";
    miai_life_answer *answer = malloc(sizeof *answer);
    ck_assert(!find_and_solve(TEN "//////XXXXX/OOOO/.O.O", answer));
    ck_assert_int_eq(answer->status, MIAI_GROUP_ALIVE);
    ck_assert(!answer->assumes_enclosed);
    free(answer);
    answer = solve(ko, MI_GO_BLACK, "A4");
    ck_assert_int_eq(answer->status, MIAI_GROUP_KO);
    ck_assert(!answer->assumes_enclosed);
    free(answer);
}
END_TEST

/* A named group whose ways out were not searched within the limit. */
START_TEST(limits_leave_assumptions)
{
    miai_life_answer *answer = solve_within(1000, "//////XXXXX/OOOO/...O", MI_GO_BLACK, "D1");
    ck_assert_int_eq(answer->status, MIAI_GROUP_DEAD);
    ck_assert(answer->assumes_enclosed);
    free(answer);
}
END_TEST

/* ---- questions that have no answer, and limits ---- */

START_TEST(impossible_questions)
{
    miai_setup setup = board_setup(SIDE, SIDE, MI_GO_CHINESE);
    struct mi_go *b = board_start(&setup);
    miai_life_answer *answer = malloc(sizeof *answer);
    ck_assert_ptr_nonnull(mi_go_solve_life(b, MIAI_NO_MOVE, MEMORY, NULL, answer));
    ck_assert_ptr_nonnull(mi_go_solve_life(b, 0, MEMORY, NULL, answer));
    free(answer);
    free(b);
}
END_TEST

static bool always_over(void *context, uint64_t nodes, double part)
{
    (void)context;
    (void)nodes;
    (void)part;
    return true;
}

/* A limit is no proof. */
START_TEST(limits_are_not_proofs)
{
    static const char rows[] = FULL "OOOOOOOOO/XXXXOOOOO/...XOOOOO/...XOOOOO/...XOOOOO";
    miai_setup setup = board_setup(SIDE, SIDE, MI_GO_CHINESE);
    struct mi_go *b = board_draw(&setup, rows);
    miai_watch watch = {.bytes = sizeof watch, .over = always_over};
    miai_life_answer *answer = malloc(sizeof *answer);
    b->turn = MI_GO_WHITE;
    ck_assert(!mi_go_solve_life(b, MIAI_NO_MOVE, MEMORY, &watch, answer));
    ck_assert_int_eq(answer->status, MIAI_GROUP_UNKNOWN);
    for (int i = 0; i < answer->moves; i++)
        ck_assert(!answer->move[i].proved && !answer->move[i].works);
    free(answer);
    free(b);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("go_tsumego_known");
    TCase *tests = add_single(suite, "known", 60);
    lines = status_lines(line, COUNT(line), "#");
    tcase_add_loop_test(tests, known_shapes, 0, lines);
    tcase_add_test(tests, bent_four_is_a_ko);
    tcase_add_test(tests, ko_shapes);
    tcase_add_test(tests, square_of_nine_is_a_seki);
    tcase_add_test(tests, eyes_need_not_be_filled);
    tcase_add_test(tests, best_ko_is_preferred);
    tcase_add_test(tests, open_group_is_searched_nearby);
    tcase_add_test(tests, open_stone_escapes);
    tcase_add_test(tests, open_group_lives_nearby);
    tcase_add_test(tests, open_groups_are_not_found);
    tcase_add_test(tests, gaps_are_assumed_to_be_closed);
    tcase_add_test(tests, life_assumes_nothing);
    tcase_add_test(tests, limits_leave_assumptions);
    tcase_add_test(tests, impossible_questions);
    tcase_add_test(tests, limits_are_not_proofs);
    return run_suite(suite);
}
