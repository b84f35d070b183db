/* Two engines of one process as two ranks: the second does the work that it is called to. */
#include "base/clock.h"
#include "base/thread.h"
#include "engine/cluster/call.h"
#include "engine/cluster/ranks.h"
#include "engine/root.h"
#include "tests/support/fixture.h"
#include "tests/support/plates_game.h"
#include "tests/support/suite.h"
#include "tools/cluster/wire.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static struct wire *wire;
static miai_engine *other_engine;
static struct mi_thread thread;
static int complaints;

static double test_clock(void *context)
{
    (void)context;
    return mi_clock();
}

static void note_complaint(void *context, const char *why)
{
    (void)why;
    ++*(int *)context;
}

static void *follow_calls(void *context)
{
    ck_assert_int_eq(miai_follow(context, note_complaint, &complaints), MIAI_OK);
    miai_leave_ranks(context);
    return NULL;
}

static void begin_ranks(void)
{
    const struct wire_terms terms = {.seed = 1, .clock = test_clock};
    begin_go_9x9();
    complaints = 0;
    wire = wire_new(2, &terms);
    other_engine = miai_new();
    ck_assert(wire && other_engine);
    struct mi_link link = wire_link(wire, 0), second = wire_link(wire, 1);
    ck_assert(mi_ranks_join(engine, &link) && mi_ranks_join(other_engine, &second));
    ck_assert_int_eq(miai_rank(other_engine), 1);
    ck_assert_int_eq(miai_ranks(engine), 2);
    ck_assert(mi_thread_start(&thread, follow_calls, other_engine));
    set_engine_option("network", "none");
    set_engine_option("memory", "16");
}

static void end_ranks(void)
{
    miai_leave_ranks(engine);
    mi_thread_join(&thread);
    miai_free(other_engine);
    wire_free(wire);
    end_engine();
}

/* Searches until the other rank has reported its part, which it does many times a second.  On a busy
 * machine its search may not begin in a short time: later tries are longer. */
static void search_together(void)
{
    char move[MIAI_MOVE_TEXT], time[32];
    miai_rank_info rank = {.done = 0};
    ck_assert_int_gt(miai_get_option(engine, "time", time, sizeof time), 0);
    for (int tries = 0; tries < 50 && rank.done == 0; tries++) {
        if (tries == 10)
            set_engine_option("time", "0.5");
        ck_assert_int_eq(miai_choose(engine, MIAI_TURN, move, sizeof move), MIAI_OK);
        ck_assert(miai_rank_at(engine, 1, &rank));
    }
    set_engine_option("time", time);
    ck_assert_uint_gt(rank.done, 0);
    ck_assert_int_eq(complaints, 0);
}

START_TEST(every_game_and_search)
{
    static const char *const games[][2] = {
        {"go", "mcts"},  {"chess", "alphabeta"}, {"connect4", "mcts"}, {"othello", "alphabeta"},
        {"hex", "mcts"}, {"gomoku", "mcts"},     {"tictactoe", "mcts"}};
    char move[MIAI_MOVE_TEXT];
    set_engine_option("time", "0.05");
    set_engine_option("solver", "false");
    for (int i = 0; i < COUNT(games); i++) {
        ck_assert_int_eq(miai_set_game(engine, games[i][0]), MIAI_OK);
        set_engine_option("search", games[i][1]);
        /* With a single legal move, a search ends before the other rank has begun. */
        ck_assert_int_eq(miai_genmove(engine, MIAI_TURN, move, sizeof move), MIAI_OK);
        search_together();
    }
}
END_TEST

/* Move lists, other board sizes, handicap, a player out of turn, restricted root moves. */
START_TEST(every_position)
{
    char text[256];
    const miai_limits limits = {.seconds = 0.05, .moves = "a1 b2 c3"};
    set_engine_option("time", "0.05");
    play_line("d4 e5 c3 pass f6");
    search_together();
    ck_assert_int_eq(miai_set_size(engine, 13, 13), MIAI_OK);
    ck_assert_int_eq(miai_fixed_handicap(engine, 3, text, sizeof text), MIAI_OK);
    search_together();
    ck_assert_int_eq(miai_choose(engine, 0, text, sizeof text), MIAI_OK);
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, &limits, text, sizeof text), MIAI_OK);
    search_together();
    ck_assert_int_eq(miai_new_game(engine), MIAI_OK);
    search_together();
}
END_TEST

/* A search without limits ends on both ranks when it is stopped. */
static void *stop_soon(void *context)
{
    double start = mi_clock();
    while (mi_clock() - start < 0.2)
        continue;
    miai_stop(context);
    return NULL;
}

START_TEST(stopped_on_both)
{
    struct mi_thread stopper;
    for (int i = 0; i < 2; i++) {
        miai_arm_search(engine);
        ck_assert(mi_thread_start(&stopper, stop_soon, engine));
        ck_assert_int_eq(miai_ponder(engine), MIAI_OK);
        mi_thread_join(&stopper);
    }
    set_engine_option("time", "0.05");
    search_together();
}
END_TEST

/* A game that the other rank does not know is searched by one rank. */
START_TEST(unknown_game_is_searched_alone)
{
    char move[MIAI_MOVE_TEXT];
    ck_assert_int_eq(miai_add_game(engine, plates_game), MIAI_OK);
    ck_assert_int_eq(miai_set_game(engine, plates_game->name), MIAI_OK);
    set_engine_option("time", "0.05");
    ck_assert_int_eq(miai_choose(engine, MIAI_TURN, move, sizeof move), MIAI_OK);
    ck_assert_int_eq(miai_set_game(engine, "go"), MIAI_OK);
    for (int tries = 0; tries < 50 && complaints == 0; tries++)
        ck_assert_int_eq(miai_choose(engine, MIAI_TURN, move, sizeof move), MIAI_OK);
    ck_assert_int_eq(complaints, 1);
}
END_TEST

/* A truncated or damaged call is ignored. */
START_TEST(damaged_calls_are_ignored)
{
    enum { BYTES = 1 << 16 };
    unsigned char *bytes = malloc(BYTES), *copy = malloc(BYTES);
    struct mi_call *call = malloc(sizeof *call);
    struct mi_root root;
    miai_engine *reader = miai_new();
    miai_rng rng;
    miai_rng_seed(&rng, 3);
    ck_assert(bytes && copy && call && reader);
    play_line("d4 e5 c3 pass f6");
    ck_assert(mi_engine_root(engine, 1, engine->pos, &root));
    const struct mi_limits limits = {.seconds = 1, .start = mi_clock()};
    struct mi_bytes to = mi_bytes_of(bytes, BYTES);
    mi_call_write(engine, &root, &limits, mi_clock(), &to);
    size_t length = mi_bytes_done(&to);
    ck_assert(!to.failed);
    struct mi_bytes from = mi_bytes_of(bytes, length);
    ck_assert(mi_call_read(reader, &from, mi_clock(), call));
    ck_assert_int_eq(call->root.plies, 5);
    ck_assert_uint_eq(call->root.start, root.start);
    for (size_t cut = 0; cut < length; cut += 1 + length / 200) {
        from = mi_bytes_of(bytes, cut);
        ck_assert(!mi_call_read(reader, &from, mi_clock(), call));
    }
    /* After the name of the game, its size and its first position, which are trusted. */
    for (int i = 0; i < REPEATED(300); i++) {
        memcpy(copy, bytes, length);
        copy[length - 1 - miai_rng_below(&rng, 60)] ^=
            (unsigned char)(1u << miai_rng_below(&rng, 8));
        from = mi_bytes_of(copy, length);
        mi_call_read(reader, &from, mi_clock(), call);
    }
    from = mi_bytes_of(bytes, length);
    ck_assert(mi_call_read(reader, &from, mi_clock(), call));
    miai_free(reader);
    free(call);
    free(bytes);
    free(copy);
}
END_TEST

START_TEST(one_rank_searches_alone)
{
    miai_rank_info rank;
    ck_assert_int_eq(miai_ranks(engine), 1);
    ck_assert_int_eq(miai_rank(engine), 0);
    ck_assert_int_eq(miai_follow(engine, NULL, NULL), MIAI_BAD_VALUE);
    ck_assert(!miai_rank_at(engine, 0, &rank));
    ck_assert_int_eq(miai_join_ranks(engine), 0);
    miai_leave_ranks(engine);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ranks");
    TCase *several = add_case(suite, "several", 60), *one = add_case(suite, "one", 60);
    tcase_add_checked_fixture(several, begin_ranks, end_ranks);
    tcase_add_test(several, every_game_and_search);
    tcase_add_test(several, every_position);
    tcase_add_test(several, stopped_on_both);
    tcase_add_test(several, unknown_game_is_searched_alone);
    tcase_add_checked_fixture(one, begin_go_9x9, end_engine);
    tcase_add_test(one, damaged_calls_are_ignored);
    tcase_add_test(one, one_rank_searches_alone);
    return run_suite(suite);
}
