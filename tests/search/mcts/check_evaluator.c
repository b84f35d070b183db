/* Monte-Carlo tree search with a network-like evaluator: batches, priors with the value, first
 * values. */
#include "base/clock.h"
#include "base/thread.h"
#include "fake_evaluator.h"
#include "game/games.h"
#include "mcts_fixture.h"
#include "tests/support/other_search.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Connect Four without its solver and other knowledge. */
static miai_game connect4;

/* The number of searches that may each have valued a node. */
static uint32_t max_valuing_searches;

static void begin_fake(void)
{
    connect4 = mi_connect4_game;
    connect4.evaluation = NULL;
    connect4.hints = NULL;
    connect4.solver = NULL;
    begin_mcts();
    fake_begin();
    max_valuing_searches = 1;
    settings.evaluator = &fake_batch;
    settings.reuse = true;
    settings.solver = false;
    settings.uct_constant = 1;
}

/* ---- checking the whole tree ---- */

static const struct mi_tree *tree_of(void)
{
    return &((struct mi_mcts *)mcts)->tree;
}

struct census {
    int nodes, inner, over; /* inner: with edges; over: of a finished game; all but the root */
};

static int64_t in_first_view(const struct mi_node *node)
{
    int64_t all = (int64_t)mi_node_visits(node) * MI_UNIT;
    return mi_node_mover(node) ? all - mi_node_value(node) : mi_node_value(node);
}

static void check_edges(const struct mi_tree *tree, const struct mi_node *node, const void *pos)
{
    miai_move list[MIAI_MAX_LEGAL];
    int count = 0, priors = 0;
    for (struct mi_edges *edges = mi_first_edges(tree, node); edges;
         edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count; i++, count++)
            priors += edges->edge[i].prior;
    ck_assert_int_eq(count, toy.root.game->moves(pos, list));
    ck_assert_int_ge(priors, UINT16_MAX - count);
    ck_assert_int_le(priors, UINT16_MAX + count);
}

static void count_tree(uint32_t index, const void *pos, bool root, struct census *census);

/* Visits the children of a node, and returns the sum of the edges' visits. */
static uint32_t ownership_by_move(const struct mi_node *node, const void *pos,
                                  struct census *census, int64_t *value)
{
    const struct mi_tree *tree = tree_of();
    char *next = aligned_alloc(64, TOY_BYTES);
    uint32_t visits = 0;
    for (struct mi_edges *edges = mi_first_edges(tree, node); edges;
         edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count; i++) {
            uint32_t link = mi_edge_link(&edges->edge[i]);
            if (!mi_is_node(link))
                continue;
            memcpy(next, pos, toy.root.size);
            toy.root.game->play(next, edges->edge[i].move);
            count_tree(link, next, false, census);
            visits += mi_node_visits(mi_tree_node(tree, link));
            ck_assert_uint_eq(mi_edge_visits(&edges->edge[i]),
                              mi_node_visits(mi_tree_node(tree, link)));
            *value += in_first_view(mi_tree_node(tree, link));
        }
    free(next);
    return visits;
}

/* For each node: nothing is pending, visits and value are consistent with its moves', and each move
 * has an edge. */
static void count_tree(uint32_t index, const void *pos, bool root, struct census *census)
{
    const struct mi_node *node = mi_tree_node(tree_of(), index);
    int64_t value = 0;
    int score;
    ck_assert(!(mi_node_state(node) & MI_NODE_PENDING));
    census->nodes += !root;
    if (toy.root.game->outcome(pos, &score)) {
        census->over++;
        value = (int64_t)mi_node_visits(node) * (1 + (score > 0) - (score < 0)) * (MI_UNIT / 2);
        ck_assert_int_eq(in_first_view(node), value);
        return;
    }
    uint32_t own = mi_node_visits(node) - ownership_by_move(node, pos, census, &value);
    ck_assert_uint_ge(own, root ? 0 : 1);
    ck_assert_uint_le(own, root ? 0 : max_valuing_searches);
    value += own * (int64_t)(fake_value(toy.root.game, pos) * MI_UNIT + 0.5);
    ck_assert_int_eq(in_first_view(node), value);
    if (mi_first_edges(tree_of(), node)) {
        census->inner += !root;
        check_edges(tree_of(), node, pos);
    }
}

static struct census count_whole_tree(void)
{
    struct census census = {0};
    count_tree(tree_of()->root, toy.pos, true, &census);
    return census;
}

/* A full tree has pruned nodes, but none that stays pending. */
static void check_nothing_pending(uint32_t index)
{
    const struct mi_node *node = mi_tree_node(tree_of(), index);
    ck_assert(!(mi_node_state(node) & MI_NODE_PENDING));
    for (struct mi_edges *edges = mi_first_edges(tree_of(), node); edges;
         edges = mi_next_edges(tree_of(), edges))
        for (int i = 0; i < edges->count; i++)
            if (mi_is_node(mi_edge_link(&edges->edge[i])))
                check_nothing_pending(mi_edge_link(&edges->edge[i]));
}

static uint64_t sum_of_visits(void)
{
    uint64_t visits = 0;
    for (int i = 0; i < result.choice_count; i++)
        visits += result.choice[i].visits;
    return visits;
}

/* ---- batches ---- */

static const int threads[] = {1, 3};

START_TEST(batches_are_gathered_and_finished)
{
    settings.threads = threads[_i];
    toy_begin(&toy, &connect4, 0, 0);
    for (uint64_t runs = 1; runs <= 3; runs++) {
        search_tree(3000);
        ck_assert_uint_eq(result.playouts, 3000);
        ck_assert_uint_eq(result.leaves, 3000);
        ck_assert_uint_eq(sum_of_visits(), 3000 * runs);
    }
    struct census census = count_whole_tree();
    ck_assert_int_gt(atomic_load(&fake_largest), 4);
    ck_assert_int_le(atomic_load(&fake_largest), 8);
    ck_assert_int_eq(atomic_load(&fake_valued), census.nodes - census.over);
    ck_assert_int_eq(census.inner, census.nodes - census.over);
    ck_assert_int_eq(atomic_load(&fake_priors), 1); /* for the root */
}
END_TEST

START_TEST(batches_on_toy_games)
{
    settings.threads = threads[_i];
    toy_begin(&toy, &toy_nim, 20, 0);
    search_tree(500);
    count_whole_tree();
    toy_begin(&toy, &toy_fan, 0, 0);
    toy.root.start++;
    search_tree(100); /* the game is over after each move: nothing is valued */
    ck_assert_uint_eq(sum_of_visits(), 100);
}
END_TEST

START_TEST(batches_prove)
{
    settings.threads = threads[_i];
    settings.solver = true;
    for (int matches = 1; matches <= 12; matches++) {
        toy_begin(&toy, &toy_nim, matches, 0);
        search_tree(100000);
        ck_assert_int_eq(result.proof, matches % 4 ? MI_WIN : MI_LOSS);
    }
    toy_begin(&toy, &toy_ring, 0, 0); /* superko also forbids gathered moves */
    search_tree(100000);
    ck_assert_int_ne(result.proof, MI_UNPROVEN);
}
END_TEST

/* Memory stays within its limit; a game continues with the kept tree. */
START_TEST(batches_in_a_full_tree)
{
    settings.threads = threads[_i];
    settings.memory = 1 << 20;
    settings.rave_equivalence = 100;
    toy_begin(&toy, &mi_connect4_game, 0, 0);
    for (int i = 0; i < 4; i++) {
        search_tree(15000);
        ck_assert_uint_eq(result.playouts, 15000);
        ck_assert(i == 0 || result.reused_visits > 0);
        check_nothing_pending(tree_of()->root);
        toy_play(&toy, result.move);
    }
}
END_TEST

static void *stop_soon(void *context)
{
    nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    atomic_store((atomic_bool *)context, true);
    return NULL;
}

/* Whenever the search is stopped, gathered leaves are backed up. */
START_TEST(stopped_batches_are_backed_up)
{
    struct mi_thread thread;
    atomic_bool stop;
    settings.threads = threads[_i];
    settings.memory = (size_t)64 << 20;
    toy_begin(&toy, &connect4, 0, 0);
    uint64_t sum = 0;
    for (int i = 0; i < 5; i++) {
        atomic_store(&stop, false);
        ck_assert(mi_thread_start(&thread, stop_soon, &stop));
        search_limited((struct mi_limits){.stop = &stop});
        mi_thread_join(&thread);
        sum += result.playouts;
        ck_assert_uint_eq(sum_of_visits(), sum);
    }
    count_whole_tree();
}
END_TEST

/* ---- the same results with any kind of request ---- */

static void search_with(const struct mi_evaluator *evaluator, struct mi_result *found)
{
    settings.evaluator = evaluator;
    fake_begin();
    search_tree(2000);
    ck_assert_uint_eq(result.reused_visits, 0); /* another evaluator, another tree */
    count_whole_tree();
    *found = result;
}

static void check_equal(const struct mi_result *a, const struct mi_result *b)
{
    ck_assert_int_eq(a->choice_count, b->choice_count);
    for (int i = 0; i < a->choice_count; i++) {
        ck_assert_int_eq(a->choice[i].move, b->choice[i].move);
        ck_assert_uint_eq(a->choice[i].visits, b->choice[i].visits);
        ck_assert_double_eq(a->choice[i].value, b->choice[i].value);
    }
    ck_assert_int_eq(a->depth, b->depth);
    ck_assert_uint_eq(a->tree_nodes, b->tree_nodes);
}

START_TEST(joint_and_separate_requests_agree)
{
    static struct mi_result joint, apart;
    const miai_game *const games[] = {&connect4, &toy_nim};
    for (int i = 0; i < COUNT(games); i++) {
        toy_begin(&toy, games[i], 0, 0);
        search_with(&fake_single, &joint);
        ck_assert_int_eq(atomic_load(&fake_largest), 1);
        search_with(&fake_apart, &apart);
        check_equal(&joint, &apart);
    }
}
END_TEST

START_TEST(first_values_save_calls)
{
    settings.evaluator = &fake_first;
    toy_begin(&toy, &connect4, 0, 0);
    search_tree(1);
    toy_play(&toy, result.move);
    ck_assert_double_eq(result.value, fake_value(&connect4, toy.pos));
    toy_undo(&toy, 1);
    mi_mcts_searcher.clear(mcts);
    fake_begin();
    search_tree(3000);
    struct census census = count_whole_tree();
    ck_assert_int_eq(atomic_load(&fake_valued), 0);
    ck_assert_int_eq(atomic_load(&fake_priors), census.inner + 1);
}
END_TEST

/* ---- peers ---- */

enum { PEER_PLAYOUTS = 400, BATCH = 8 };

/* Two searches of one position; the second receives at once what the first sends. */
static void search_after(const struct mi_evaluator *evaluator)
{
    settings.evaluator = evaluator;
    begin_other(1);
    settings.peers = &other.peers;
    toy_begin(&toy, &connect4, 0, 0);
    search_tree(PEER_PLAYOUTS);
    replay_received();
    mi_mcts_searcher.clear(mcts);
    fake_begin();
    settings.seed = 77;
    search_tree(PEER_PLAYOUTS);
    max_valuing_searches = 2;
    ck_assert_uint_eq(result.own_playouts, PEER_PLAYOUTS);
    ck_assert_uint_ge(result.root_visits, 2 * PEER_PLAYOUTS - BATCH);
    ck_assert_int_le(atomic_load(&fake_valued), PEER_PLAYOUTS);
    end_other();
}

/* Both trees become one with correct sums, and the peer's leaves are not valued again. */
START_TEST(peer_values_are_reused)
{
    search_after(&fake_peer);
    struct census census = count_whole_tree();
    ck_assert_int_ge(census.nodes, 2 * PEER_PLAYOUTS - 3 * BATCH - census.over);
}
END_TEST

/* Without the peer's evaluations, only nodes that the peer visited often are created. */
START_TEST(without_values_few_nodes_are_created)
{
    search_after(&fake_deaf);
    check_nothing_pending(tree_of()->root);
}
END_TEST

/* The same if memory is too small for both. */
START_TEST(peers_in_a_full_tree)
{
    settings.memory = 2 << 20;
    settings.evaluator = &fake_peer;
    begin_other(100);
    settings.peers = &other.peers;
    toy_begin(&toy, &mi_connect4_game, 0, 0);
    for (int i = 0; i < 3; i++) {
        search_tree(15000);
        ck_assert_uint_eq(result.own_playouts, 15000);
        check_nothing_pending(tree_of()->root);
        replay_received();
    }
    end_other();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("mcts evaluator");
    TCase *tests = add_case(suite, "mcts evaluator", 60);
    tcase_add_checked_fixture(tests, begin_fake, end_mcts);
    tcase_add_loop_test(tests, batches_are_gathered_and_finished, 1, COUNT(threads));
    tcase_add_loop_test(tests, batches_on_toy_games, 1, COUNT(threads));
    tcase_add_loop_test(tests, batches_prove, 1, COUNT(threads));
    tcase_add_loop_test(tests, batches_in_a_full_tree, 1, COUNT(threads));
    tcase_add_loop_test(tests, stopped_batches_are_backed_up, 1, COUNT(threads));
    TCase *single = add_single(suite, "mcts evaluator, one thread", 60);
    tcase_add_checked_fixture(single, begin_fake, end_mcts);
    tcase_add_loop_test(single, batches_are_gathered_and_finished, 0, 1);
    tcase_add_loop_test(single, batches_on_toy_games, 0, 1);
    tcase_add_loop_test(single, batches_prove, 0, 1);
    tcase_add_loop_test(single, batches_in_a_full_tree, 0, 1);
    tcase_add_loop_test(single, stopped_batches_are_backed_up, 0, 1);
    tcase_add_test(single, joint_and_separate_requests_agree);
    tcase_add_test(single, first_values_save_calls);
    tcase_add_test(single, peer_values_are_reused);
    tcase_add_test(single, without_values_few_nodes_are_created);
    tcase_add_test(single, peers_in_a_full_tree);
    return run_suite(suite);
}
