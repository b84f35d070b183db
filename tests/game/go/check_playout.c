/* Candidate moves of Go, and playouts. */
#include "diagram.h"
#include "game/games.h"
#include "search/common/search.h"
#include "tests/support/suite.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- lists of moves ---- */

START_TEST(eyes_are_left_alone)
{
    miai_setup setup = board_setup(7, 7, MI_GO_CHINESE);
    void *pos = board_draw(&setup, ".X...X./XX...XO/......./..XXX../..X.X../XOXXO../.X.....");
    miai_move list[MIAI_MAX_LEGAL];
    int n = mi_go_game.hints->candidates(pos, list);
    ck_assert(!is_move_listed(&setup, list, n, "A7")); /* a corner */
    ck_assert(!is_move_listed(&setup, list, n, "D3")); /* one diagonal point is White's */
    ck_assert(is_move_listed(&setup, list, n, "G7"));  /* White is adjacent */
    ck_assert(is_move_listed(&setup, list, n,
                             "A1")); /* at the edge all diagonal points must be Black's */
    ck_assert(is_move_listed(&setup, list, n, "pass"));
    ck_assert(mi_go_game.editing->put(pos, board_point(&setup, "C4"), 1));
    ck_assert(is_move_listed(&setup, list, mi_go_game.hints->candidates(pos, list), "D3"));
    n = mi_go_game.playouts->moves(pos, list);
    ck_assert(!is_move_listed(&setup, list, n, "A7") && !is_move_listed(&setup, list, n, "pass"));
    ck_assert(board_legal(&setup, pos, "A7"));
    free(pos);
}
END_TEST

START_TEST(playout_passes_when_nothing_is_left)
{
    miai_setup setup = board_setup(4, 2, MI_GO_CHINESE);
    void *pos = board_draw(&setup, ".XX./XXXX");
    miai_move list[MIAI_MAX_LEGAL];
    ck_assert_int_eq(mi_go_game.playouts->moves(pos, list), 1);
    ck_assert_int_eq(list[0], board_point(&setup, "pass"));
    free(pos);
}
END_TEST

START_TEST(noisy_moves)
{
    miai_setup setup = board_setup(6, 6, MI_GO_CHINESE);
    void *pos = board_draw(&setup, "XO..../....../..XX../.OOOO./..XX../......");
    miai_move list[MIAI_MAX_LEGAL];
    mi_go_game.editing->set_turn(pos, 1);
    ck_assert_int_eq(mi_go_game.tactics->noisy(pos, list), 1);
    ck_assert_int_eq(list[0], board_point(&setup, "A5"));
    mi_go_game.editing->set_turn(pos, 0);
    ck_assert_int_eq(mi_go_game.tactics->noisy(pos, list), 0); /* a single stone is not saved */
    free(pos);
    pos = board_draw(&setup, "XX..../OO..../....../....../....../......");
    ck_assert_int_eq(mi_go_game.tactics->noisy(pos, list), 1);
    ck_assert_int_eq(list[0], board_point(&setup, "C6"));
    ck_assert(mi_go_game.editing->put(pos, board_point(&setup, "C5"), 1));
    ck_assert_int_eq(mi_go_game.tactics->noisy(pos, list), 0); /* that would not save them */
    free(pos);
}
END_TEST

/* White has nothing left to play: Black then does not fill own territory, but captures dead
 * stones. */
START_TEST(pass_answered_under_territory_rules)
{
    miai_setup setup = board_setup(9, 2, _i);
    void *pos = board_draw(&setup, "X.XO.OX.X/XXXOOOXX.");
    miai_move list[MIAI_MAX_LEGAL];
    bool territory = _i == MI_GO_JAPANESE;
    mi_go_game.editing->set_turn(pos, 1);
    board_play(&setup, pos, "pass");
    int n = mi_go_game.playouts->moves(pos, list);
    ck_assert_int_eq(n, 1);
    ck_assert_int_eq(list[0], board_point(&setup, "E2"));
    free(pos);
    pos = board_draw(&setup, "...XO.O.O/.X.XOOOOO");
    mi_go_game.editing->set_turn(pos, 1);
    board_play(&setup, pos, "pass");
    n = mi_go_game.playouts->moves(pos, list);
    ck_assert(is_move_listed(&setup, list, n, "pass") == territory);
    ck_assert(is_move_listed(&setup, list, n, "B2") == !territory);
    free(pos);
}
END_TEST

/* ---- playouts ---- */

enum { PLAYOUTS = 4000 };

struct sample {
    double mean, square;
};

static struct sample sample_playouts(const miai_setup *setup, const void *pos, bool hook)
{
    struct sample sum = {0, 0};
    void *copy = malloc(mi_go_game.size(setup));
    ck_assert_ptr_nonnull(copy);
    miai_rng rng;
    miai_rng_seed(&rng, 1 + hook);
    for (int i = 0; i < PLAYOUTS; i++) {
        memcpy(copy, pos, mi_go_game.size(setup));
        int max = mi_playout_max(&mi_go_game, setup);
        double result = hook ? mi_go_game.playouts->uniform(copy, &rng, NULL)
                             : mi_playout_plain(&mi_go_game, copy, &rng, NULL, max);
        sum.mean += result / PLAYOUTS;
        sum.square += result * result / PLAYOUTS;
    }
    free(copy);
    return sum;
}

/* The same distribution: mean and mean square agree within four standard errors. */
START_TEST(uniform_playout_equals_the_plain_loop)
{
    static const miai_setup setups[] = {
        {5, 5, 0, MI_GO_CHINESE},   {5, 5, 0, MI_GO_TROMP_TAYLOR}, {6, 6, 0, MI_GO_JAPANESE},
        {6, 7, 0, MI_GO_SIMPLE_KO}, {7, 7, 0, MI_GO_TROMP_TAYLOR}, {3, 3, 0, MI_GO_CHINESE},
        {9, 9, 0, MI_GO_CHINESE}};
    const miai_setup *setup = &setups[_i];
    void *pos = board_start(setup);
    struct sample hook = sample_playouts(setup, pos, true),
                  plain = sample_playouts(setup, pos, false);
    double variance = hook.square - hook.mean * hook.mean;
    ck_assert_double_lt(fabs(hook.mean - plain.mean), 4 * sqrt(2 * variance / PLAYOUTS));
    /* A square is at most (points * 100)^2, and its variance at most that times its mean. */
    double most = 1e4 * setup->width * setup->width * setup->height * setup->height;
    ck_assert_double_lt(fabs(hook.square - plain.square),
                        4 * sqrt(2 * most * hook.square / PLAYOUTS));
    free(pos);
}
END_TEST

START_TEST(playouts_are_bounded_and_traced)
{
    static const miai_setup setups[] = {
        {2, 2, 0, MI_GO_CHINESE},  {2, 2, 0, MI_GO_TROMP_TAYLOR},   {2, 9, 0, MI_GO_SIMPLE_KO},
        {9, 9, 0, MI_GO_JAPANESE}, {19, 19, 0, MI_GO_TROMP_TAYLOR}, {25, 25, 0, MI_GO_CHINESE}};
    static uint16_t moves[4096];
    const miai_setup *setup = &setups[_i];
    void *pos = board_start(setup), *copy = board_start(setup);
    miai_rng rng;
    miai_rng_seed(&rng, 1);
    for (int i = 0; i < 100; i++) {
        miai_trace trace = {0, COUNT(moves), moves};
        mi_go_game.init(pos, setup);
        mi_go_game.init(copy, setup);
        int result = mi_go_game.playouts->uniform(pos, &rng, &trace), over;
        ck_assert_int_gt(trace.length, 0);
        ck_assert_int_le(trace.length, mi_playout_max(&mi_go_game, setup));
        for (int j = 0; j < trace.length; j++) {
            int player = (moves[j] & MIAI_TRACE_SECOND) != 0, move = moves[j] & 0x7fff;
            ck_assert(mi_go_game.turn(copy) == player && mi_go_game.legal(copy, move));
            mi_go_game.play(copy, move);
        }
        ck_assert(mi_go_game.outcome(copy, &over) ||
                  trace.length == mi_playout_max(&mi_go_game, setup));
        ck_assert_int_eq(mi_go_game.scoring->settle(copy, NULL), result);
    }
    free(copy);
    free(pos);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("go playout");
    TCase *tests = add_case(suite, "go playout", 60);
    tcase_add_test(tests, eyes_are_left_alone);
    tcase_add_test(tests, playout_passes_when_nothing_is_left);
    tcase_add_test(tests, noisy_moves);
    tcase_add_loop_test(tests, uniform_playout_equals_the_plain_loop, 0, 7);
    tcase_add_loop_test(tests, playouts_are_bounded_and_traced, 0, 6);
    tcase_add_loop_test(tests, pass_answered_under_territory_rules, 0, 4);
    return run_suite(suite);
}
