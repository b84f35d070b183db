/* Network planes of Hex. */
#include "game/games.h"
#include "games.h"
#include "tests/support/planes.h"
#include "tests/support/suite.h"

#include <check.h>

enum { PLANES = 11, NUMBERS = 2, PLANES_SIZE = PLANES * MIAI_MAX_POINTS };

static const miai_encoding *encoding(void)
{
    return mi_hex_game.planes->encodings[0];
}

static void show_planes(const struct mi_hex *b, float *plane, float *number)
{
    const miai_past past = {0};
    ck_assert_int_eq(encoding()->planes, PLANES);
    ck_assert_int_eq(encoding()->numbers, NUMBERS);
    encoding()->fill(b, &past, plane, number);
}

START_TEST(first_player)
{
    struct mi_hex b = hex_begin(4, 4, HEX_NO_SWAP);
    float plane[PLANES_SIZE], number[NUMBERS];
    hex_play(&b, "b1 d3");
    show_planes(&b, plane, number);
    check_plane(plane, 0, 4, 4, "####/####/####/####");
    check_plane(plane, 1, 4, 4, ".#../..../..../....");
    check_plane(plane, 2, 4, 4, "..../..../...#/....");
    check_plane(plane, 3, 4, 4, "#.../..../..../...#"); /* dead point */
    check_plane(plane, 5, 4, 4, "##../..../..../....");
    check_plane(plane, 6, 4, 4, "..../..../..../...#");
    check_plane(plane, 7, 4, 4, "..../..../..../....");
    check_plane(plane, 8, 4, 4, "..../..../...#/....");
    check_plane(plane, 9, 4, 4, "####/..../..../####");
    check_plane(plane, 10, 4, 4, "#..#/#..#/#..#/#..#");
    ck_assert(number[0] == 0 && number[1] == 0);
}
END_TEST

/* The second player's edges are top and bottom in the planes, too. */
START_TEST(second_player)
{
    struct mi_hex b = hex_begin(4, 4, HEX_NO_SWAP);
    float plane[PLANES_SIZE], number[NUMBERS];
    hex_play(&b, "b1 d3 b4");
    show_planes(&b, plane, number);
    check_plane(plane, 1, 4, 4, "..../..../..../..#.");
    check_plane(plane, 2, 4, 4, "..../#..#/..../....");
    check_plane(plane, 4, 4, 4, "#.../..../...#/...#");
    check_plane(plane, 6, 4, 4, "..../..../..../..#.");
    check_plane(plane, 7, 4, 4, "#.../#.../..../....");
    check_plane(plane, 8, 4, 4, "..../...#/...#/...#");
    check_plane(plane, 9, 4, 4, "####/..../..../####");
    ck_assert_int_eq(encoding()->policy(&b, 1), 4); /* b1 */
}
END_TEST

/* The planes for the side to move are the same for either player. */
START_TEST(either_player)
{
    struct mi_hex one = hex_begin(9, 9, HEX_NO_SWAP), two = one;
    float plane[PLANES_SIZE], other[PLANES_SIZE], number[NUMBERS];
    miai_move list[MIAI_MAX_LEGAL];
    hex_play(&one, "e5 c4 f7 g3");
    mi_hex_game.editing->set_turn(&two, HEX_SECOND);
    hex_play(&two, "e5 d3 g6 c7"); /* the other side of the diagonal */
    show_planes(&one, plane, number);
    show_planes(&two, other, number);
    for (int i = 0; i < PLANES * 81; i++)
        ck_assert_msg(plane[i] == other[i], "plane %d, point %d", i / 81, i % 81);
    int n = mi_hex_game.moves(&one, list);
    for (int i = 0; i < n; i++)
        ck_assert_int_eq(encoding()->policy(&one, list[i]),
                         encoding()->policy(&two, list[i] % 9 * 9 + list[i] / 9));
}
END_TEST

START_TEST(filled_point_planes)
{
    struct mi_hex b = hex_begin(5, 5, HEX_NO_SWAP);
    float plane[PLANES_SIZE], number[NUMBERS];
    int8_t piece[MIAI_MAX_POINTS];
    int points = 0, of_filled = 0;
    hex_play(&b, "c3 a5 c2 a4 d2 b5");
    show_planes(&b, plane, number);
    mi_hex_game.editing->board(&b, piece);
    for (int p = 0; p < 25; p++) {
        int colour = hex_colour(&b, hex_place(&b, p));
        float own = plane[25 + p], others = plane[50 + p];
        float own_filled = plane[75 + p], others_filled = plane[100 + p];
        points += own + others + own_filled + others_filled == 1;
        of_filled += own_filled + others_filled == 1;
        ck_assert_int_eq(own + own_filled == 1, colour == HEX_FIRST);
        ck_assert_int_eq(others + others_filled == 1, colour == HEX_SECOND);
        ck_assert_int_eq(own + others == 1, piece[p] >= 0);
    }
    ck_assert_int_eq(points, 6 + of_filled);
    ck_assert_int_gt(of_filled, 0);
}
END_TEST

START_TEST(swap_inputs)
{
    struct mi_hex b = hex_begin(5, 5, HEX_SWAP);
    float plane[PLANES_SIZE], number[NUMBERS];
    show_planes(&b, plane, number);
    ck_assert(number[0] == 0 && number[1] == 1);
    hex_play(&b, "b2");
    show_planes(&b, plane, number);
    ck_assert(number[0] == 1 && number[1] == 0);
    ck_assert_int_eq(encoding()->policy(&b, hex_swap_move(&b)), 25);
    hex_play(&b, "c3");
    show_planes(&b, plane, number);
    ck_assert(number[0] == 0 && number[1] == 0);
}
END_TEST

/* A board that is not square is not mirrored; the edge planes show who connects what. */
START_TEST(oblong_board_planes)
{
    struct mi_hex b = hex_begin(5, 3, HEX_NO_SWAP);
    float plane[PLANES_SIZE], number[NUMBERS];
    hex_play(&b, "e1");
    show_planes(&b, plane, number);
    check_plane(plane, 2, 5, 3, "....#/...../.....");
    check_plane(plane, 9, 5, 3, "#...#/#...#/#...#");
    check_plane(plane, 10, 5, 3, "#####/...../#####");
    ck_assert_int_eq(encoding()->policy(&b, 7), 7);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("hex planes");
    TCase *tests = add_case(suite, "planes", 10);
    tcase_add_test(tests, first_player);
    tcase_add_test(tests, second_player);
    tcase_add_test(tests, either_player);
    tcase_add_test(tests, filled_point_planes);
    tcase_add_test(tests, swap_inputs);
    tcase_add_test(tests, oblong_board_planes);
    return run_suite(suite);
}
