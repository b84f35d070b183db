/* What Monte-Carlo tree search keeps from move to move, and that it repeats itself. */
#include "game/games.h"
#include "mcts_fixture.h"
#include "tests/support/suite.h"

#include <check.h>

/* ---- reuse ---- */

static void begin_reuse(void)
{
    settings.reuse = true;
    settings.solver = false;
    toy_begin(&toy, &mi_connect4, 0, 0);
    search(5000);
}

/* Plays the two moves that the search expects, and returns the visits of that position. */
static uint64_t play_expected(void)
{
    miai_move own = result.pv[0], reply = result.pv[1];
    toy_play(&toy, own);
    search(1);
    uint64_t visits = visits_of(reply);
    toy_play(&toy, reply);
    return visits;
}

START_TEST(visits_live_on_after_two_moves)
{
    begin_reuse();
    uint64_t visits = play_expected();
    search(1000);
    ck_assert_uint_eq(result.reused_visits, visits);
    ck_assert_uint_gt(visits, 300);
}
END_TEST

START_TEST(the_same_position_goes_on)
{
    begin_reuse();
    search(100);
    ck_assert_uint_eq(result.reused_visits, 5000);
    search(100);
    ck_assert_uint_eq(result.reused_visits, 5100);
}
END_TEST

START_TEST(undo_keeps_what_it_can)
{
    begin_reuse();
    play_expected();
    search(1000);
    toy_undo(&toy, 2);
    search(1);
    ck_assert_uint_eq(result.reused_visits, 5000 + 1 + 1000);
    uint64_t visits = 0;
    for (int i = 0; i < result.choice_count; i++)
        visits += result.choice[i].visits;
    ck_assert_uint_eq(visits, 6002);
}
END_TEST

/* What is learnt two plies on speaks for the same player's move, not against it. */
START_TEST(undo_keeps_the_view)
{
    settings.reuse = true;
    settings.solver = false;
    toy_begin(&toy, &mi_connect4, 0, 0);
    toy_play(&toy, 3);
    toy_play(&toy, 0);
    toy_play(&toy, 2);
    toy_play(&toy, 0);
    search(2000);
    miai_move own = result.move;
    double value = result.value;
    ck_assert_double_gt(value, 0.75);
    play_expected();
    search(4000);
    ck_assert_double_gt(result.value, 0.75);
    toy_undo(&toy, 2);
    search(1);
    ck_assert_int_eq(result.move, own);
    ck_assert_double_gt(result.value, value - 0.05);
}
END_TEST

START_TEST(another_branch_after_undo)
{
    begin_reuse();
    miai_move other = result.choice[1].move;
    uint64_t visits = result.choice[1].visits;
    toy_play(&toy, result.move);
    search(100);
    toy_undo(&toy, 1);
    toy_play(&toy, other);
    search(100);
    ck_assert_uint_eq(result.reused_visits, visits);
}
END_TEST

START_TEST(what_is_no_longer_true_is_dropped)
{
    begin_reuse();
    toy.root.start++; /* as by another komi */
    search(10);
    ck_assert_uint_eq(result.reused_visits, 0);
    settings.solver = true; /* proofs are another kind of tree */
    search(10);
    ck_assert_uint_eq(result.reused_visits, 0);
    search(10);
    ck_assert_uint_eq(result.reused_visits, 10);
    settings.reuse = false;
    search(10);
    ck_assert_uint_eq(result.reused_visits, 0);
    settings.reuse = true;
    mi_mcts.clear(mcts);
    search(10);
    ck_assert_uint_eq(result.reused_visits, 0);
}
END_TEST

START_TEST(a_longer_game_from_the_middle)
{
    begin_reuse();
    toy_play(&toy, 0);
    toy_play(&toy, 1);
    toy_play(&toy, 2);
    toy_play(&toy, 3);
    toy_play(&toy, 4);
    toy_play(&toy, 5);
    toy_play(&toy, 6);
    search(100); /* never seen: fresh */
    toy_undo(&toy, 4);
    search(100); /* its ancestor is not in memory: fresh */
    ck_assert_uint_eq(result.reused_visits, 0);
}
END_TEST

/* ---- reproducibility ---- */

static uint64_t play_a_game(uint64_t seed)
{
    uint64_t signature = 0;
    int score;
    void *kept = mcts;
    mcts = mi_mcts.make();
    settings.seed = seed;
    for (toy_begin(&toy, &mi_connect4, 0, 0); !toy_over(&toy, &score);
         toy_play(&toy, result.move)) {
        search(500);
        for (int i = 0; i < result.choice_count; i++)
            signature = miai_mix(signature ^ result.choice[i].visits) + (uint64_t)result.move;
    }
    mi_mcts.free(mcts);
    mcts = kept;
    return signature;
}

START_TEST(equal_seeds_play_equal_games)
{
    settings.reuse = true;
    settings.rave_equivalence = 100;
    uint64_t first = play_a_game(3);
    ck_assert_uint_eq(play_a_game(3), first);
    ck_assert_uint_ne(play_a_game(4), first);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("mcts reuse");
    TCase *tests = add_case(suite, "mcts reuse", 120);
    tcase_add_checked_fixture(tests, begin_mcts, end_mcts);
    tcase_add_test(tests, visits_live_on_after_two_moves);
    tcase_add_test(tests, the_same_position_goes_on);
    tcase_add_test(tests, undo_keeps_what_it_can);
    tcase_add_test(tests, undo_keeps_the_view);
    tcase_add_test(tests, another_branch_after_undo);
    tcase_add_test(tests, what_is_no_longer_true_is_dropped);
    tcase_add_test(tests, a_longer_game_from_the_middle);
    tcase_add_test(tests, equal_seeds_play_equal_games);
    return run_suite(suite);
}
