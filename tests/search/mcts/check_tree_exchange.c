/* Messages between two searches of the same position. */
#include "base/bytes.h"
#include "game/games.h"
#include "mcts_fixture.h"
#include "tests/support/other_search.h"
#include "tests/support/suite.h"

#include <check.h>

enum { PLAYOUTS = 2000, MOVES = 512 };

static void begin_share(void)
{
    begin_mcts();
    settings.solver = false;
    begin_other(10);
    settings.peers = &other.peers;
    toy_begin(&toy, &mi_connect4_game, 0, 0);
}

static void end_share(void)
{
    end_other();
    end_mcts();
}

/* ---- sums of messages ---- */

struct sums {
    uint64_t root, edge[MOVES], visits[MOVES];
    int64_t value[MOVES];
};

static void add_message(struct sums *sums, struct other_message *message)
{
    struct mi_bytes bytes = mi_bytes_of(message->bytes, message->length);
    ck_assert_uint_eq(mi_bytes_read(&bytes, 4), mi_bytes_left(&bytes)); /* only growths */
    while (mi_bytes_left(&bytes) > 0) {
        int depth = (int)mi_bytes_read(&bytes, 1);
        unsigned move = depth > 0 ? (unsigned)mi_bytes_read(&bytes, 2) : 0;
        uint64_t edge = depth > 0 ? mi_bytes_read(&bytes, 4) : 0;
        uint64_t visits = mi_bytes_read(&bytes, 4);
        int64_t value = (int64_t)mi_bytes_read(&bytes, 8);
        mi_bytes_read(&bytes, 2);
        ck_assert(!bytes.failed);
        ck_assert_uint_lt(move, MOVES);
        sums->root += depth == 0 ? visits : 0;
        if (depth != 1)
            continue;
        sums->edge[move] += edge;
        sums->visits[move] += visits;
        sums->value[move] += value;
    }
}

static struct sums sum_of(struct other_message *messages, int n)
{
    struct sums sums = {0};
    for (int i = 0; i < n; i++)
        add_message(&sums, &messages[i]);
    return sums;
}

/* ---- tests ---- */

/* What is sent adds up to what was done until the last message. */
START_TEST(messages_add_up_to_the_search)
{
    search_tree(PLAYOUTS);
    struct sums sent = sum_of(other.heard, other.heard_count);
    ck_assert_int_ge(other.heard_count, PLAYOUTS / 10 - 1);
    ck_assert_uint_ge(sent.root, PLAYOUTS - 10);
    ck_assert_uint_le(sent.root, PLAYOUTS);
    for (int i = 0; i < result.choice_count; i++) {
        const struct mi_choice *choice = &result.choice[i];
        ck_assert_uint_le(sent.edge[choice->move], choice->visits);
        ck_assert_uint_ge(sent.edge[choice->move] + 10 + PLAYOUTS / 100, choice->visits);
        ck_assert_uint_eq(sent.edge[choice->move], sent.visits[choice->move]);
    }
}
END_TEST

/* After an exchange both trees are the sum, and nothing is sent on. */
START_TEST(exchanged_trees_are_sums)
{
    search_tree(PLAYOUTS);
    struct sums received = sum_of(other.heard, other.heard_count);
    replay_received();
    mi_mcts_searcher.clear(mcts);
    settings.seed = 77;
    other.every = 1;
    search_tree(PLAYOUTS);
    struct sums own = sum_of(other.heard, other.heard_count);
    ck_assert_int_eq(other.said, other.say_count);
    ck_assert_uint_ge(own.root, PLAYOUTS - 2);
    ck_assert_uint_le(own.root, PLAYOUTS);
    ck_assert_uint_eq(result.root_visits, PLAYOUTS + received.root);
    for (int i = 0; i < result.choice_count; i++) {
        const struct mi_choice *choice = &result.choice[i];
        uint64_t sum = own.edge[choice->move] + received.edge[choice->move];
        double value = (double)(own.value[choice->move] + received.value[choice->move]) / MI_UNIT;
        ck_assert_uint_le(sum, choice->visits);
        ck_assert_uint_ge(sum + 2, choice->visits);
        ck_assert_double_eq_tol(value, choice->value * (double)choice->visits, 2.001);
    }
}
END_TEST

/* A move that this tree has not visited gets a node with the peer's results. */
START_TEST(unvisited_moves_get_peer_results)
{
    miai_move corner[] = {0};
    toy.root.only = corner;
    toy.root.only_count = 1;
    search_tree(PLAYOUTS);
    replay_received();
    toy.root.only_count = 0;
    mi_mcts_searcher.clear(mcts);
    struct sums received = sum_of(other.says, other.say_count);
    ck_assert_uint_gt(received.edge[0], PLAYOUTS / 2);
    search_tree(40);
    ck_assert_uint_ge(visits_of(0), received.edge[0] / 2);
}
END_TEST

/* Malformed messages, which the packet's digest would catch, must do no harm either. */
START_TEST(malformed_messages_are_ignored)
{
    miai_rng rng;
    miai_rng_seed(&rng, 5);
    search_tree(PLAYOUTS);
    damage_received(&rng);
    replay_received();
    mi_mcts_searcher.clear(mcts);
    const struct mi_limits limits = {.playouts = PLAYOUTS};
    ck_assert(mi_mcts_searcher.run(mcts, &toy.root, &settings, &limits, NULL, &result));
    ck_assert(toy.root.game->legal(toy.pos, result.move));
    ck_assert_int_eq(other.said, other.say_count);
}
END_TEST

START_TEST(random_bytes_change_nothing)
{
    miai_rng rng;
    miai_rng_seed(&rng, 6);
    send_nonsense(&rng, 100);
    for (int i = 0; i < other.say_count; i++)
        other.says[i].bytes[4] |= 1; /* the first record is not the root */
    search_tree(PLAYOUTS);
    ck_assert_int_eq(other.said, other.say_count);
    ck_assert_uint_eq(result.root_visits, PLAYOUTS);
}
END_TEST

/* What a peer has proven need not be proven again. */
START_TEST(proofs_are_sent)
{
    settings.solver = true;
    other.every = 1;
    toy_begin(&toy, &toy_nim, 7, 0);
    search_tree(PLAYOUTS);
    ck_assert_int_eq(result.proof, MI_WIN);
    uint64_t alone = result.own_playouts;
    replay_received();
    mi_mcts_searcher.clear(mcts);
    search_tree(PLAYOUTS);
    ck_assert_int_eq(result.proof, MI_WIN);
    ck_assert_uint_le(result.own_playouts, alone);
}
END_TEST

/* The playout limit is for all processes together. */
START_TEST(peer_playouts_count)
{
    other.peers.rank = 0;
    other.done = PLAYOUTS * 3 / 4;
    search_tree(PLAYOUTS);
    ck_assert_uint_ge(result.playouts, PLAYOUTS);
    ck_assert_uint_le(result.own_playouts, PLAYOUTS / 4 + 10);
}
END_TEST

/* Results of earlier searches are not sent again. */
START_TEST(kept_tree_sends_only_new_results)
{
    settings.reuse = true;
    search_tree(PLAYOUTS);
    other.heard_count = 0;
    other.last = 0;
    toy_play(&toy, result.move);
    search_tree(PLAYOUTS);
    struct sums sent = sum_of(other.heard, other.heard_count);
    ck_assert_uint_gt(result.reused_visits, 0);
    ck_assert_uint_le(sent.root, PLAYOUTS);
    ck_assert_uint_ge(sent.root, PLAYOUTS - 10);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("mcts exchange");
    TCase *tests = add_case(suite, "mcts exchange", 60);
    tcase_add_checked_fixture(tests, begin_share, end_share);
    tcase_add_test(tests, messages_add_up_to_the_search);
    tcase_add_test(tests, exchanged_trees_are_sums);
    tcase_add_test(tests, unvisited_moves_get_peer_results);
    tcase_add_test(tests, malformed_messages_are_ignored);
    tcase_add_test(tests, random_bytes_change_nothing);
    tcase_add_test(tests, proofs_are_sent);
    tcase_add_test(tests, peer_playouts_count);
    tcase_add_test(tests, kept_tree_sends_only_new_results);
    return run_suite(suite);
}
