/* Proofs of Monte-Carlo tree search. */
#include "game/games.h"
#include "mcts_fixture.h"
#include "tests/support/suite.h"

#include <check.h>

START_TEST(nim_is_solved)
{
    for (int matches = 1; matches <= 20; matches++) {
        toy_begin(&toy, &toy_nim, matches, 0);
        search_tree(2000000);
        ck_assert_int_eq(result.proof, matches % 4 ? MI_WIN : MI_LOSS);
        ck_assert_double_eq(result.value, matches % 4 ? 1 : 0);
        if (matches % 4)
            ck_assert_int_eq(result.move, matches % 4 - 1);
        ck_assert_uint_lt(result.playouts, 2000000);
    }
}
END_TEST

START_TEST(a_solved_position_needs_no_limit)
{
    toy_begin(&toy, &toy_nim, 9, 0);
    search_limited((struct mi_limits){.playouts = 0});
    ck_assert_int_eq(result.proof, MI_WIN);
}
END_TEST

/* For any constant: with a certain draw, moves that may be better are visited, not the draw. */
START_TEST(tictactoe_is_a_draw)
{
    static const double constants[] = {0, 0.1, 0.7, 3, 20};
    settings.uct_constant = constants[_i];
    toy_begin(&toy, &mi_tictactoe_game, 0, 0);
    search_tree(100000);
    ck_assert_int_eq(result.proof, MI_DRAW);
    ck_assert_double_eq(result.value, 0.5);
    ck_assert_uint_lt(result.playouts, 100000);
    toy_play(&toy, 4); /* the middle, a corner, the opposite corner */
    toy_play(&toy, 0);
    toy_play(&toy, 8);
    search_tree(200000);
    ck_assert_int_eq(result.proof, MI_DRAW);
    ck_assert_double_eq(result.value, 0.5);
}
END_TEST

/* Transpositions: fewer nodes, same result. */
START_TEST(positions_that_are_shared)
{
    settings.transpositions = true;
    for (settings.threads = 1; settings.threads <= 2; settings.threads++) {
        toy_begin(&toy, &mi_tictactoe_game, 0, 0);
        search_tree(100000);
        ck_assert_int_eq(result.proof, MI_DRAW);
        if (settings.threads == 1)
            ck_assert_uint_lt(result.tree_nodes, 3000);
        for (int matches = 5; matches <= 20; matches++) {
            toy_begin(&toy, &toy_nim, matches, 0);
            search_tree(100000);
            ck_assert_int_eq(result.proof, matches % 4 ? MI_WIN : MI_LOSS);
            ck_assert_uint_lt(result.tree_nodes, 60);
        }
    }
}
END_TEST

START_TEST(tictactoe_fork_is_won)
{
    toy_begin(&toy, &mi_tictactoe_game, 0, 0);
    toy_play(&toy, 0);
    toy_play(&toy, 1);
    search_tree(100000);
    ck_assert_int_eq(result.proof, MI_WIN);
    ck_assert(result.mate == 5 || result.mate == 7);
    toy_play(&toy, result.move);
    search_tree(100000);
    ck_assert_int_eq(result.proof, MI_LOSS);
    ck_assert(result.mate == -4 || result.mate == -6);
}
END_TEST

/* Only the first move, in the middle, wins.  With more and more random playouts, which do not know
 * who gets the last points, it looks worse. */
START_TEST(connect4_begins_in_the_middle)
{
    settings.seed = (uint64_t)_i;
    settings.playout = MI_PLAYOUT_HEAVY;
    toy_begin(&toy, &mi_connect4_game, 0, 0);
    search_tree(400000);
    ck_assert_int_eq(result.move, 3);
}
END_TEST

/* Full search of the ring game: who wins from here? */
static int ring_value(int cell, int turn, unsigned seen)
{
    int best = (cell == 2) != turn ? 1 : -1; /* stop */
    for (int step = 1; step < TOY_CELLS; step += TOY_CELLS - 2) {
        int next = (cell + step) % TOY_CELLS;
        if (!(seen >> next & 1)) {
            int value = -ring_value(next, !turn, seen | 1u << next);
            best = value > best ? value : best;
        }
    }
    return best;
}

START_TEST(superko_is_solved)
{
    toy_begin(&toy, &toy_ring, 0, 0);
    unsigned seen = 1;
    int cell = 0;
    for (int turn = 0; turn < 2 * TOY_CELLS; turn++) {
        int left = (cell + TOY_CELLS - 1) % TOY_CELLS, right = (cell + 1) % TOY_CELLS;
        search_tree(100000);
        ck_assert_int_eq(result.proof, ring_value(cell, turn % 2, seen) > 0 ? MI_WIN : MI_LOSS);
        ck_assert_int_eq(result.choice_count, 1 + !(seen >> left & 1) + !(seen >> right & 1));
        if (result.choice_count == 1)
            break;
        cell = seen >> right & 1 ? left : right;
        toy_play(&toy, cell == right ? TOY_RIGHT : TOY_LEFT);
        seen |= 1u << cell;
    }
    ck_assert_uint_eq(seen, 31);
}
END_TEST

START_TEST(repetition_draws)
{
    settings.reuse = true;
    toy_begin(&toy, &toy_ring, 0, 1);
    for (int i = 0; i < 20; i++) {
        search_tree(500);
        ck_assert_int_eq(result.choice_count, 3);
        if (i == 1)
            ck_assert_uint_gt(result.reused_visits, 0);
        toy_play(&toy, i % 2 ? TOY_LEFT : TOY_RIGHT);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("mcts proofs");
    TCase *tests = add_case(suite, "mcts proofs", 120);
    tcase_add_checked_fixture(tests, begin_mcts, end_mcts);
    tcase_add_test(tests, positions_that_are_shared);
    TCase *single = add_single(suite, "mcts proofs, one thread", 120);
    tcase_add_checked_fixture(single, begin_mcts, end_mcts);
    tcase_add_test(single, nim_is_solved);
    tcase_add_test(single, a_solved_position_needs_no_limit);
    tcase_add_loop_test(single, tictactoe_is_a_draw, 0, 5);
    tcase_add_loop_test(single, connect4_begins_in_the_middle, 1, SANITIZED ? 2 : 4);
    tcase_add_test(single, tictactoe_fork_is_won);
    tcase_add_test(single, superko_is_solved);
    tcase_add_test(single, repetition_draws);
    return run_suite(suite);
}
