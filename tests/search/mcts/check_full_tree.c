/* A full Monte-Carlo tree: it stays within its memory, can be searched further, is kept from move
 * to move, is reproducible, and stops at once. */
#include "base/clock.h"
#include "base/thread.h"
#include "game/games.h"
#include "mcts_fixture.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <time.h>

enum { MIB = 1 << 20 };

static miai_game go9; /* Go on 9x9 */

static void set_up_full_tree(void)
{
    begin_mcts();
    go9 = mi_go_game;
    go9.setup.width = go9.setup.height = 9;
    settings.reuse = true;
    settings.solver = false;
    settings.rave_equivalence = 1000;
    settings.prior_wins = 10;
    settings.playout = MI_PLAYOUT_UNIFORM;
}

static const struct {
    const miai_game *game;
    int mib;
    uint64_t playouts;
} memory_sizes[] = {{&go9, 1, 2000}, {&mi_connect4_game, 1, 14000}, {&mi_connect4_game, 2, 27000}};

enum { MEMORY_SIZES = COUNT(memory_sizes) - SANITIZED };

/* Has all memory been in use? */
static bool is_full(void)
{
    const struct mi_pool *pool = &((struct mi_mcts *)mcts)->tree.pool;
    return pool->used == pool->pages;
}

static void begin_with_memory(int size)
{
    settings.memory = (size_t)memory_sizes[size].mib * MIB;
    toy_begin(&toy, memory_sizes[size].game, 0, 0);
}

/* ---- the memory limit ---- */

static void check_bound(void *context, const struct mi_result *snapshot)
{
    ++*(int *)context;
    ck_assert_uint_le(snapshot->tree_bytes, settings.memory);
    ck_assert_uint_le(snapshot->held_bytes, settings.memory);
}

/* A report is due as soon as the search begins. */
static void search_bounded(uint64_t playouts)
{
    int checks = 0;
    struct mi_progress progress = {check_bound, &checks};
    struct mi_limits limits = {.playouts = playouts, .start = mi_clock() - 1};
    ck_assert(mi_mcts_searcher.run(mcts, &toy.root, &settings, &limits, &progress, &result));
    check_result();
    check_bound(&checks, &result);
    ck_assert_int_ge(checks, 2);
    ck_assert_uint_eq(result.limit_bytes, settings.memory);
}

/* Memory stays within the limit in any case; the tree is full, and a part is kept from move to
 * move. */
START_TEST(memory_limit_holds)
{
    uint64_t playouts = memory_sizes[_i].playouts;
    begin_with_memory(_i);
    for (settings.threads = 1; settings.threads <= 3; settings.threads++) {
        search_bounded(playouts);
        ck_assert_uint_eq(result.playouts, playouts);
        ck_assert(is_full());
        ck_assert_uint_ge(result.choice[0].visits * 3, playouts / (uint64_t)result.choice_count);
        toy_play(&toy, result.move);
    }
}
END_TEST

/* ---- from move to move ---- */

/* Each move keeps the visits below it in a full tree, and the freed memory lets the tree grow where
 * it is searched. */
START_TEST(full_tree_follows_the_game)
{
    begin_with_memory(_i);
    search_bounded(memory_sizes[_i].playouts);
    for (int i = 0; i < (SANITIZED ? 2 : 5); i++) {
        uint64_t kept = result.choice[0].visits;
        toy_play(&toy, result.move);
        search_bounded(memory_sizes[_i].playouts / 2);
        ck_assert_uint_eq(result.reused_visits, kept);
        ck_assert_uint_gt(kept, 0);
        ck_assert(is_full());
        ck_assert_int_gt(result.depth, 3);
    }
}
END_TEST

/* The moves that were not played hold more than nine tenths of the memory: all of it is reused. */
START_TEST(cut_off_memory_is_reused)
{
    begin_with_memory(_i);
    search_bounded(memory_sizes[_i].playouts);
    uint64_t full = result.tree_nodes;
    miai_move last = result.choice[result.choice_count - 1].move;
    toy_play(&toy, last);
    search_bounded(memory_sizes[_i].playouts);
    ck_assert_uint_gt(result.tree_nodes, full / 2);
    uint64_t visits = 0;
    for (int i = 0; i < result.choice_count; i++)
        visits += result.choice[i].visits;
    ck_assert_uint_eq(visits, memory_sizes[_i].playouts +
                                  (result.reused_visits > 0 ? result.reused_visits - 1 : 0));
}
END_TEST

/* A full tree leaves little memory unused: classes that are short of blocks take pages from
 * others. */
START_TEST(full_tree_uses_its_memory)
{
    const struct mi_pool *pool = &((struct mi_mcts *)mcts)->tree.pool;
    begin_with_memory(_i);
    settings.memory = 2 * MIB;
    settings.priors = memory_sizes[_i].game == &go9;
    search_bounded(2 * memory_sizes[_i].playouts);
    for (int i = 0; i < 5; i++) {
        search_bounded(memory_sizes[_i].playouts);
        ck_assert(is_full());
        ck_assert_uint_gt(mi_pool_bytes(pool), pool->bytes / 4 * 3);
    }
}
END_TEST

/* ---- reproducibility ---- */

static uint64_t play_and_hash(int size, uint64_t seed)
{
    uint64_t signature = 0;
    void *kept = mcts;
    mcts = mi_mcts_searcher.make();
    settings.seed = seed;
    begin_with_memory(size);
    for (int i = 0; i < 3; i++) {
        search_bounded(memory_sizes[size].playouts);
        for (int k = 0; k < result.choice_count; k++)
            signature = miai_mix(signature ^ result.choice[k].visits) + (uint64_t)result.move;
        signature = miai_mix(signature + result.tree_nodes + result.tree_bytes);
        toy_play(&toy, result.move);
    }
    mi_mcts_searcher.free(mcts);
    mcts = kept;
    return signature;
}

START_TEST(equal_seeds_fill_equal_trees)
{
    uint64_t first = play_and_hash(_i, 3);
    ck_assert_uint_eq(play_and_hash(_i, 3), first);
    ck_assert_uint_ne(play_and_hash(_i, 4), first);
}
END_TEST

/* ---- stop ---- */

struct hand {
    struct mi_thread thread;
    atomic_bool stop;
    long nanoseconds;
    double stopped;
};

static void *stop_soon(void *context)
{
    struct hand *hand = context;
    nanosleep(&(struct timespec){.tv_nsec = hand->nanoseconds}, NULL);
    hand->stopped = mi_clock();
    atomic_store(&hand->stop, true);
    return NULL;
}

/* Starts an unlimited search and stops it; returns the seconds until it has ended. */
static double search_until_stopped(int milliseconds)
{
    struct hand hand = {.nanoseconds = milliseconds * 1000000L};
    ck_assert(mi_thread_start(&hand.thread, stop_soon, &hand));
    search_limited((struct mi_limits){.stop = &hand.stop});
    double returned = mi_clock();
    mi_thread_join(&hand.thread);
    return returned - hand.stopped;
}

/* Also when the moves played have cut off most of a full tree.  With sanitizers all blocks are
 * counted after a search, which takes time. */
START_TEST(full_tree_stops_at_once)
{
    double worst = 0;
    settings.memory = 16 * MIB;
    settings.threads = 1 + _i;
    toy_begin(&toy, &mi_connect4_game, 0, 0);
    search_tree(230000);
    ck_assert(is_full());
    for (int i = 0; i < (SANITIZED ? 4 : 12); i++) {
        double took = search_until_stopped(20 + 10 * (i % 4));
        worst = took > worst ? took : worst;
        if (i % 4 == 3)
            toy_undo(&toy, toy.root.plies);
        else
            toy_play(&toy, result.choice[i % result.choice_count].move);
    }
    printf("the worst stop with %d thread(s): %.1f ms\n", settings.threads, worst * 1e3);
    ck_assert_double_lt(worst, SANITIZED ? 5 : 0.2);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("mcts full tree");
    TCase *tests = add_case(suite, "mcts full tree", 60);
    tcase_add_checked_fixture(tests, set_up_full_tree, end_mcts);
    tcase_add_loop_test(tests, memory_limit_holds, 0, MEMORY_SIZES);
    tcase_add_loop_test(tests, full_tree_stops_at_once, 1, 2);
    TCase *single = add_single(suite, "mcts memory, one thread", 60);
    tcase_add_checked_fixture(single, set_up_full_tree, end_mcts);
    tcase_add_loop_test(single, full_tree_follows_the_game, 0, MEMORY_SIZES);
    tcase_add_loop_test(single, cut_off_memory_is_reused, 0, MEMORY_SIZES);
    tcase_add_loop_test(single, full_tree_uses_its_memory, 0, 2);
    tcase_add_loop_test(single, equal_seeds_fill_equal_trees, 0, MEMORY_SIZES);
    tcase_add_loop_test(single, full_tree_stops_at_once, 0, 1);
    return run_suite(suite);
}
