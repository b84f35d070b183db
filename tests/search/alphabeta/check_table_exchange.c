/* Messages between two alpha-beta searches of the same position. */
#include "base/clock.h"
#include "game/games.h"
#include "tests/support/other_search.h"
#include "tests/support/suite.h"
#include "tests/support/toy_games.h"

#include <check.h>
#include <string.h>

enum { DEPTH = 14, EVERY = 500 };

static struct toy toy;
static struct mi_settings settings;
static struct mi_result result, alone;

static void begin(void)
{
    settings = toy_settings();
    toy_begin(&toy, &mi_connect4_game, 0, 0);
    begin_other(EVERY);
    settings.peers = &other.peers;
}

/* Searches with a new searcher. */
static void search(int depth)
{
    const struct mi_limits limits = {.depth = depth, .start = mi_clock()};
    void *searcher = mi_alphabeta_searcher.make();
    ck_assert(mi_alphabeta_searcher.run(searcher, &toy.root, &settings, &limits, NULL, &result));
    ck_assert(toy.root.game->legal(toy.pos, result.move));
    ck_assert_int_eq(result.move, result.choice[0].move);
    mi_alphabeta_searcher.free(searcher);
}

/* Entries from a peer save nodes and do not change the result. */
START_TEST(entries_are_of_use)
{
    search(DEPTH);
    alone = result;
    ck_assert_int_gt(other.heard_count, 10);
    turn_round();
    search(DEPTH);
    ck_assert_int_eq(other.said, other.say_count);
    ck_assert_uint_lt(result.own_playouts, alone.own_playouts * 2 / 3);
    ck_assert_int_eq(result.score, alone.score);
    ck_assert_int_eq(result.depth, DEPTH);
}
END_TEST

/* Received entries are not sent on. */
START_TEST(nothing_is_told_on)
{
    search(DEPTH);
    turn_round();
    size_t sent = 0, received = 0;
    for (int i = 0; i < other.say_count; i++)
        sent += other.says[i].length;
    search(5);
    for (int i = 0; i < other.heard_count; i++)
        received += other.heard[i].length;
    ck_assert_uint_lt(received, sent / 10);
}
END_TEST

START_TEST(a_deeper_line_is_the_answer)
{
    other.peers.rank = 0;
    search(DEPTH);
    turn_round();
    search(6);
    ck_assert_int_gt(result.depth, 6);
    ck_assert_int_gt(result.pv_length, 0);
}
END_TEST

START_TEST(threads_tell_together)
{
    settings.threads = 3;
    search(DEPTH);
    ck_assert_int_gt(other.heard_count, 3);
}
END_TEST

START_TEST(nonsense_does_no_harm)
{
    miai_rng rng;
    miai_rng_seed(&rng, 9);
    search(DEPTH);
    damage_heard(&rng);
    turn_round();
    search(DEPTH - 2);
    say_nonsense(&rng, 100);
    other.said = 0;
    other.last = 0;
    other.heard_count = 0;
    search(DEPTH - 2);
    ck_assert_int_gt(other.said, 0);
}
END_TEST

START_TEST(the_others_nodes_count)
{
    const struct mi_limits limits = {.playouts = 20000, .start = mi_clock()};
    void *searcher = mi_alphabeta_searcher.make();
    other.done = 15000;
    other.peers.rank = 0;
    ck_assert(mi_alphabeta_searcher.run(searcher, &toy.root, &settings, &limits, NULL, &result));
    ck_assert_uint_le(result.own_playouts, 5100);
    ck_assert_uint_ge(result.nodes, 20000);
    mi_alphabeta_searcher.free(searcher);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("alphabeta exchange");
    TCase *tests = add_case(suite, "alphabeta exchange", 60);
    tcase_add_checked_fixture(tests, begin, end_other);
    tcase_add_test(tests, entries_are_of_use);
    tcase_add_test(tests, nothing_is_told_on);
    tcase_add_test(tests, a_deeper_line_is_the_answer);
    tcase_add_test(tests, threads_tell_together);
    tcase_add_test(tests, nonsense_does_no_harm);
    tcase_add_test(tests, the_others_nodes_count);
    return run_suite(suite);
}
