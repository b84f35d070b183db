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
static struct mi_result result, result_alone;

static void begin_exchange(void)
{
    settings = toy_settings();
    toy_begin(&toy, &mi_connect4_game, 0, 0);
    begin_other(EVERY);
    settings.peers = &other.peers;
}

/* Searches with a new searcher. */
static void search_shared(int depth)
{
    const struct mi_limits limits = {.depth = depth, .start = mi_clock()};
    void *searcher = mi_alphabeta_searcher.make();
    ck_assert(mi_alphabeta_searcher.run(searcher, &toy.root, &settings, &limits, NULL, &result));
    ck_assert(toy.root.game->legal(toy.pos, result.move));
    ck_assert_int_eq(result.move, result.choice[0].move);
    mi_alphabeta_searcher.free(searcher);
}

/* Entries from a peer save nodes and do not change the result. */
START_TEST(entries_save_nodes)
{
    search_shared(DEPTH);
    result_alone = result;
    ck_assert_int_gt(other.heard_count, 10);
    replay_received();
    search_shared(DEPTH);
    ck_assert_int_eq(other.said, other.say_count);
    ck_assert_uint_lt(result.own_playouts, result_alone.own_playouts * 2 / 3);
    ck_assert_int_eq(result.score, result_alone.score);
    ck_assert_int_eq(result.depth, DEPTH);
}
END_TEST

/* Received entries are not sent on. */
START_TEST(received_entries_are_not_resent)
{
    search_shared(DEPTH);
    replay_received();
    size_t sent = 0, received = 0;
    for (int i = 0; i < other.say_count; i++)
        sent += other.says[i].length;
    search_shared(5);
    for (int i = 0; i < other.heard_count; i++)
        received += other.heard[i].length;
    ck_assert_uint_lt(received, sent / 10);
}
END_TEST

START_TEST(deeper_peer_line_is_reported)
{
    other.peers.rank = 0;
    search_shared(DEPTH);
    replay_received();
    search_shared(6);
    ck_assert_int_gt(result.depth, 6);
    ck_assert_int_gt(result.pv_length, 0);
}
END_TEST

START_TEST(threads_send_together)
{
    settings.threads = 3;
    search_shared(DEPTH);
    ck_assert_int_gt(other.heard_count, 3);
}
END_TEST

START_TEST(malformed_messages_are_ignored)
{
    miai_rng rng;
    miai_rng_seed(&rng, 9);
    search_shared(DEPTH);
    damage_received(&rng);
    replay_received();
    search_shared(DEPTH - 2);
    send_nonsense(&rng, 100);
    other.said = 0;
    other.last = 0;
    other.heard_count = 0;
    search_shared(DEPTH - 2);
    ck_assert_int_gt(other.said, 0);
}
END_TEST

START_TEST(peer_nodes_count)
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
    tcase_add_checked_fixture(tests, begin_exchange, end_other);
    tcase_add_test(tests, entries_save_nodes);
    tcase_add_test(tests, received_entries_are_not_resent);
    tcase_add_test(tests, deeper_peer_line_is_reported);
    tcase_add_test(tests, threads_send_together);
    tcase_add_test(tests, malformed_messages_are_ignored);
    tcase_add_test(tests, peer_nodes_count);
    return run_suite(suite);
}
