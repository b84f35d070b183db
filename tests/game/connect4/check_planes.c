/* Network planes of Connect Four. */
#include "game/games.h"
#include "tests/support/planes.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { PLANES = 7, OLDER = 4, PLANES_SIZE = PLANES * 64 };

/* Plays stones into columns, numbered from 1, and fills the planes. */
static void *play_columns(const miai_setup *setup, const char *columns, bool mirrored_planes,
                          float *plane)
{
    const miai_encoding *encoding = mi_connect4_game.planes->encodings[0];
    const miai_past past = {0};
    void *pos = calloc(1, mi_connect4_game.size(setup));
    ck_assert_ptr_nonnull(pos);
    mi_connect4_game.init(pos, setup);
    for (; *columns; columns++) {
        int x = *columns - '1';
        char name[] = {(char)('a' + (mirrored_planes ? setup->width - 1 - x : x)), '\0'};
        mi_connect4_game.play(pos, mi_connect4_game.notation->read_move(pos, name));
    }
    ck_assert_int_eq(encoding->planes, PLANES);
    ck_assert_int_eq(encoding->numbers, 0);
    encoding->fill(pos, &past, plane, NULL);
    return pos;
}

START_TEST(stone_planes)
{
    miai_setup setup = {.width = 5, .height = 4};
    float plane[PLANES_SIZE];
    free(play_columns(&setup, "113211", false, plane)); /* the first column is full */
    check_plane(plane, 0, 5, 4, "...../#..../...../#.#..");
    check_plane(plane, 1, 5, 4, "#..../...../#..../.#...");
    check_plane(plane, 2, 5, 4, "...../...../.##../...##");
    check_plane(plane, 3, 5, 4, "#####/#####/#####/#####");
    free(play_columns(&setup, "11", true, plane)); /* the fifth column */
    check_plane(plane, 0, 5, 4, "...../...../...../....#");
    free(play_columns(&setup, "1", false, plane)); /* for the side to move */
    check_plane(plane, 0, 5, 4, "...../...../...../.....");
    check_plane(plane, 1, 5, 4, "...../...../...../#....");
}
END_TEST

START_TEST(threat_planes)
{
    miai_setup setup = mi_connect4_game.setup;
    float plane[PLANES_SIZE];
    free(play_columns(&setup, "112233", false,
                      plane)); /* three in a row for each side, the opponent's above */
    check_plane(plane, 4, 7, 6, "......./......./......./......./......./...#...");
    check_plane(plane, 5, 7, 6, "......./......./......./......./...#.../.......");
    check_plane(plane, 6, 7, 6, "......./#######/......./#######/......./#######");
}
END_TEST

/* Networks for the older encoding still work. */
START_TEST(older_encoding)
{
    const miai_encoding *const *encoding = mi_connect4_game.planes->encodings;
    miai_setup setup = mi_connect4_game.setup;
    float plane[PLANES_SIZE], shown[PLANES_SIZE];
    const miai_past past = {0};
    void *pos = play_columns(&setup, "4435261", false, plane);
    ck_assert_str_eq(encoding[0]->name, "connect4-2");
    ck_assert_str_eq(encoding[1]->name, "connect4-1");
    ck_assert_int_eq(encoding[1]->planes, OLDER);
    encoding[1]->fill(pos, &past, shown, NULL);
    ck_assert_mem_eq(plane, shown, OLDER * 42 * sizeof *plane);
    free(pos);
}
END_TEST

START_TEST(mirrored_planes)
{
    miai_setup setup = {.width = 7, .height = 6};
    float plane[PLANES_SIZE], other[PLANES_SIZE];
    free(play_columns(&setup, "4435261177", false, plane));
    free(play_columns(&setup, "4435261177", true, other));
    for (int i = 0; i < PLANES * 42; i++)
        ck_assert(plane[i] == other[i / 7 * 7 + 6 - i % 7]);
}
END_TEST

START_TEST(policy_by_column)
{
    const miai_encoding *encoding = mi_connect4_game.planes->encodings[0];
    miai_setup setup = mi_connect4_game.setup;
    float plane[PLANES_SIZE];
    miai_move list[MIAI_MAX_LEGAL];
    void *pos = play_columns(&setup, "44", false, plane);
    int n = mi_connect4_game.moves(pos, list);
    ck_assert_int_eq(n, 7);
    for (int i = 0; i < n; i++)
        ck_assert(plane[2 * 42 + encoding->policy(pos, list[i])] == 1.0f);
    ck_assert_int_eq(encoding->policy(pos, 0), 35);
    ck_assert_int_eq(encoding->policy(pos, 41), 6);
    free(pos);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("connect4 planes");
    TCase *tests = add_case(suite, "planes", 10);
    tcase_add_test(tests, stone_planes);
    tcase_add_test(tests, mirrored_planes);
    tcase_add_test(tests, threat_planes);
    tcase_add_test(tests, older_encoding);
    tcase_add_test(tests, policy_by_column);
    return run_suite(suite);
}
