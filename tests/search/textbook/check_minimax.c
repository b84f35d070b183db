/* Plain minimax, the reference: it visits every node and values it correctly. */
#include "base/clock.h"
#include "game/games.h"
#include "tests/support/plates_game.h"
#include "tests/support/situation.h"
#include "tests/support/suite.h"

#include <check.h>

static struct mi_result result; /* large: not on the stack */

static struct situation begin_minimax(const miai_game *game)
{
    struct situation s;
    begin_game(&s, game, game->setup.width, game->setup.height);
    return s;
}

static void search_from_start(const miai_game *game, int depth)
{
    struct situation s = begin_minimax(game);
    search_to(&mi_minimax_searcher, &s, depth, &result);
}

START_TEST(minimax_of_plates)
{
    search_from_start(plates_game, 0);
    ck_assert_int_eq(result.score, 20);
    ck_assert_int_eq(result.move, 0);
    ck_assert_uint_eq(result.leaves, 18);
    ck_assert_uint_eq(result.nodes, 3 + 9 + 18);
    ck_assert_int_eq(result.proof, MI_WIN);
    ck_assert_int_eq(result.pv_length, 3);
}
END_TEST

/* 255168 games, 549945 positions after a move. */
START_TEST(tictactoe_whole)
{
    search_from_start(&mi_tictactoe_game, 0);
    ck_assert_int_eq(result.proof, MI_DRAW);
    ck_assert_uint_eq(result.leaves, 255168);
    ck_assert_uint_eq(result.nodes, 549945);
    ck_assert_int_eq(result.pv_length, 9);
    ck_assert_int_eq(result.choice_count, 9);
    for (int i = 0; i < 9; i++)
        ck_assert_int_eq(result.choice[i].proof, MI_DRAW);
}
END_TEST

START_TEST(tictactoe_to_a_depth)
{
    search_from_start(&mi_tictactoe_game, 2);
    ck_assert_int_eq(result.proof, MI_UNPROVEN);
    ck_assert_uint_eq(result.nodes, 9 + 72);
    ck_assert_uint_eq(result.leaves, 0); /* no end reached, and no evaluation */
}
END_TEST

START_TEST(connect4_leaves_are_evaluated)
{
    search_from_start(&mi_connect4_game, 4);
    ck_assert_uint_eq(result.leaves, 7 * 7 * 7 * 7);
    ck_assert_int_eq(result.move, 3);
}
END_TEST

/* X on 0 and 1 wins at 2 at once; O on 3 and 4 would win at 5. */
START_TEST(shortest_win_first)
{
    struct situation s = begin_minimax(&mi_tictactoe_game);
    const miai_move moves[] = {0, 3, 1, 4};
    for (int i = 0; i < 4; i++)
        ck_assert(try_move(&s, moves[i]));
    search_to(&mi_minimax_searcher, &s, 0, &result);
    ck_assert_int_eq(result.move, 2);
    ck_assert_int_eq(result.proof, MI_WIN);
    ck_assert_int_eq(result.score, MI_SCORE_WIN - 1);
    ck_assert(result.value == 1.0);
    ck_assert_int_eq(result.choice[0].move, 2);
    for (int i = 1; i < result.choice_count; i++)
        ck_assert(result.choice[i - 1].value >= result.choice[i].value);
}
END_TEST

START_TEST(stopped_before_it_began)
{
    struct situation s = begin_minimax(&mi_connect4_game);
    atomic_bool stop = true;
    struct mi_limits limits = {.start = mi_clock(), .stop = &stop};
    search_within(&mi_minimax_searcher, NULL, &s, &limits, 1, &result);
    ck_assert(mi_connect4_game.legal(s.pos, result.move));
    ck_assert_int_eq(result.proof, MI_UNPROVEN);
}
END_TEST

START_TEST(time_limit)
{
    struct situation s = begin_minimax(&mi_connect4_game);
    struct mi_limits limits = {.seconds = 0.05, .start = mi_clock()};
    search_within(&mi_minimax_searcher, NULL, &s, &limits, 1, &result);
    ck_assert(result.seconds >= 0.05 && result.seconds < 0.2);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("minimax");
    TCase *tests = add_case(suite, "minimax", 60);
    tcase_add_test(tests, minimax_of_plates);
    tcase_add_test(tests, tictactoe_whole);
    tcase_add_test(tests, tictactoe_to_a_depth);
    tcase_add_test(tests, connect4_leaves_are_evaluated);
    tcase_add_test(tests, shortest_win_first);
    tcase_add_test(tests, stopped_before_it_began);
    tcase_add_test(tests, time_limit);
    return run_suite(suite);
}
