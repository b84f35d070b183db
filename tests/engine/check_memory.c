/* Out of memory: whichever allocation fails, a call does its work in another way, or reports an
 * error and changes nothing. The linker redirects the engine's allocations to
 * tests/support/starve.c. */
#include "tests/support/fixture.h"
#include "tests/support/starve.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the calls ---- */

/* Fills every other column, so that nothing is captured. */
static void fill_every_other_column(int moves)
{
    char point[8];
    for (int i = 0; i < moves; i++) {
        snprintf(point, sizeof point, "%c%d", "ABCDEFGHJKLMNOPQRSTUVWXYZ"[i / 25 * 2], i % 25 + 1);
        ck_assert_msg(miai_play(engine, i % 2, point) == MIAI_OK, "%s", point);
    }
}

static void begin_long_game(void)
{
    begin_engine("go");
    ck_assert_int_eq(miai_set_size(engine, 25, 25), MIAI_OK);
    fill_every_other_column(256); /* the initial capacity */
}

static int play_one_more(void)
{
    return miai_play(engine, 0, "pass");
}

static void begin_longer_game(void)
{
    begin_long_game();
    play_one_more();
}

static int set_komi(void)
{
    return miai_set_komi(engine, 3.5);
}

static int set_rules(void)
{
    return miai_set_option(engine, "rules", "japanese");
}

static void begin_short_game(void)
{
    begin_go_9x9();
    set_engine_option("network", "none"); /* reading it each time would take long */
    set_engine_option("playouts", "30");
    set_engine_option("depth", "2");
    play_line("C3 G7 E5");
}

static void begin_with_network(void)
{
    begin_short_game();
    set_engine_option("network", "auto");
}

static int set_size(void)
{
    return miai_set_size(engine, 13, 13);
}

static int set_game(void)
{
    return miai_set_game(engine, "chess");
}

static int load_position(void)
{
    static const char sgf[] = "(;GM[1]SZ[9]AB[cc][gg];W[ee];B[ec])";
    return miai_load_sgf(engine, sgf, strlen(sgf), 0);
}

/* A record is read, loaded, and written in another format. */
static int load_game_record(void)
{
    static const char sgf[] = "(;GM[1]SZ[9]AB[cc][gg]PB[x];W[ee]C[y](;B[ec])(;B[cc]))";
    miai_file file = {.bytes = sgf, .length = strlen(sgf), .line = 1};
    miai_game_record *record = miai_game_record_read("sgf", &file);
    if (!record) {
        ck_assert_str_eq(file.fault, "out of memory");
        return MIAI_NO_MEMORY;
    }
    miai_game_record *other = miai_game_record_convert(engine, record, "text", NULL);
    int error = other ? miai_game_record_load(engine, record, 0, NULL) : MIAI_NO_MEMORY;
    miai_game_record_free(other);
    miai_game_record_free(record);
    return error;
}

static int count_moves(void)
{
    uint64_t count;
    return miai_perft(engine, 2, &count);
}

static int generate_move(void)
{
    char move[MIAI_MOVE_TEXT];
    return miai_genmove(engine, MIAI_TURN, move, sizeof move);
}

static int search_fresh(void)
{
    char move[MIAI_MOVE_TEXT];
    return miai_search_fresh(engine, 1, move, sizeof move);
}

static void begin_threads(void)
{
    begin_short_game();
    set_engine_option("threads", "3");
}

static void begin_alphabeta(void)
{
    begin_engine("chess");
    set_engine_option("search", "alphabeta");
    set_engine_option("depth", "2");
    set_engine_option("threads", "2");
}

static void begin_minimax(void)
{
    begin_short_game();
    set_engine_option("search", "minimax");
}

static void begin_flat(void)
{
    begin_short_game();
    set_engine_option("search", "flat");
}

static void begin_second_search(void)
{
    begin_short_game();
    ck_assert_int_eq(generate_move(), MIAI_OK);
}

static const struct {
    void (*begin)(void);
    int (*call)(void);
} calls[] = {
    {begin_long_game, play_one_more},     {begin_longer_game, set_komi},
    {begin_longer_game, set_rules},       {begin_short_game, set_size},
    {begin_short_game, set_game},         {begin_short_game, load_position},
    {begin_short_game, load_game_record}, {begin_short_game, count_moves},
    {begin_short_game, generate_move},    {begin_short_game, search_fresh},
    {begin_second_search, generate_move}, {begin_second_search, search_fresh},
    {begin_threads, generate_move},       {begin_alphabeta, generate_move},
    {begin_minimax, generate_move},       {begin_flat, generate_move},
    {begin_with_network, generate_move},
};

/* ---- the tests ---- */

/* Makes the call with its n-th allocation failing; false if it makes fewer. A successful call
 * leaves a game of `plies` plies. */
static bool call_without_memory(int (*call)(void), int n, int plies_done)
{
    char before[4096];
    int plies = miai_plies(engine);
    snprintf(before, sizeof before, "%s", board_text());
    starve_at(n);
    int error = call();
    bool failed = stop_starving();
    if (!failed)
        ck_assert_int_eq(error, MIAI_OK);
    if (error != MIAI_OK) {
        ck_assert_int_eq(miai_plies(engine), plies);
        ck_assert_str_eq(board_text(), before);
        ck_assert_int_eq(call(), MIAI_OK); /* now with enough memory */
    }
    ck_assert_int_eq(miai_plies(engine), plies_done);
    return failed;
}

START_TEST(calls_that_need_memory)
{
    bool failed = true;
    calls[_i].begin();
    ck_assert_int_eq(calls[_i].call(), MIAI_OK);
    int plies_done = miai_plies(engine);
    end_engine();
    for (int n = 1; failed; n++) {
        calls[_i].begin();
        failed = call_without_memory(calls[_i].call, n, plies_done);
        end_engine();
        ck_assert_int_lt(n, 1000);
    }
}
END_TEST

/* The memory limit of the last search. */
static uint64_t last_memory_limit(void)
{
    miai_info info;
    miai_last_search(engine, &info);
    ck_assert_uint_eq(info.wanted_bytes, (uint64_t)256 << 20);
    ck_assert_uint_le(info.limit_bytes, info.wanted_bytes);
    return info.limit_bytes;
}

/* One search uses less memory; the option stays, and the next search has all again. */
START_TEST(lack_of_memory_is_reported_and_temporary)
{
    char memory[16];
    bool lowered = false;
    for (int n = 1; n < 20; n++) {
        begin_alphabeta();
        starve_at(n);
        bool done = generate_move() == MIAI_OK;
        stop_starving();
        lowered = lowered || (done && last_memory_limit() == (uint64_t)128 << 20);
        miai_get_option(engine, "memory", memory, sizeof memory);
        ck_assert_str_eq(memory, "256");
        ck_assert_int_eq(generate_move(), MIAI_OK);
        ck_assert_uint_eq(last_memory_limit(), (uint64_t)256 << 20);
        end_engine();
    }
    ck_assert(lowered);
}
END_TEST

START_TEST(no_engine_without_memory)
{
    bool failed = true;
    for (int n = 1; failed; n++) {
        starve_at(n);
        engine = miai_new();
        failed = stop_starving();
        ck_assert(failed == !engine);
        miai_free(engine);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("memory");
    TCase *tests = add_case(suite, "memory", 180);
    tcase_add_loop_test(tests, calls_that_need_memory, 0, COUNT(calls));
    tcase_add_test(tests, lack_of_memory_is_reported_and_temporary);
    tcase_add_test(tests, no_engine_without_memory);
    return run_suite(suite);
}
