/* Playing at a level: how the option is written, how many nodes are searched, and which moves are
 * played. */
#include "tests/support/fixture.h"
#include "tests/support/plates_game.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

static enum miai_scale rating_scale;
static int least, max_level;

static void set_up_engine(void)
{
    begin_engine("chess");
    set_engine_option("search", "alphabeta");
    set_engine_option("memory", "8");
    ck_assert(miai_level_range(engine, &rating_scale, &least, &max_level));
}

static void set_level(int rating)
{
    char text[16];
    miai_level_text(rating_scale, rating, text, sizeof text);
    set_engine_option("level", text);
}

static void assert_level(const char *wanted)
{
    char text[16];
    ck_assert_int_ge(miai_get_option(engine, "level", text, sizeof text), 0);
    ck_assert_str_eq(text, wanted);
}

/* The first move of a new game with that seed. */
static void first_move(int seed, char *move)
{
    miai_limits limits = {.playouts = 2000000, .depth = 20, .seconds = 20, .level = true};
    set_number("seed", seed);
    miai_forget(engine);
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, &limits, move, MIAI_MOVE_TEXT), MIAI_OK);
}

START_TEST(nodes_grow_with_the_level)
{
    char move[MIAI_MOVE_TEXT];
    uint64_t last = 0;
    miai_info info;
    ck_assert_int_lt(least, max_level);
    for (int below = 200; below >= 0; below -= 100) {
        set_level(max_level - below);
        first_move(1, move);
        miai_last_search(engine, &info);
        ck_assert_uint_gt(info.nodes, last + last / 4);
        last = info.nodes;
    }
}
END_TEST

START_TEST(moves_are_drawn_by_seed)
{
    char move[MIAI_MOVE_TEXT], again[MIAI_MOVE_TEXT], first[MIAI_MOVE_TEXT];
    int others = 0;
    set_level(least);
    first_move(1, first);
    for (int seed = 1; seed <= 20; seed++) {
        first_move(seed, move);
        first_move(seed, again);
        ck_assert_str_eq(move, again);
        others += strcmp(move, first) != 0;
    }
    ck_assert_int_gt(others, 5);
}
END_TEST

/* At every level, a mate in one is found, and one that can be prevented is not allowed. */
START_TEST(mates_in_one_are_seen)
{
    char move[MIAI_MOVE_TEXT];
    set_level(least);
    for (int seed = 1; seed <= 20; seed++) {
        ck_assert_int_eq(miai_read_position(engine, "6k1/5ppp/8/8/8/8/1P6/R6K w - - 0 1"), MIAI_OK);
        first_move(seed, move);
        ck_assert_str_eq(move, "a1a8");
        ck_assert_int_eq(miai_read_position(engine, "6k1/5ppp/8/8/8/7P/PP4P1/r6K w - - 0 1"),
                         MIAI_OK);
        first_move(seed, move);
        ck_assert_str_eq(move, "h1h2");
    }
}
END_TEST

/* How many of `tries` moves, each with another seed, are among the words. */
static int count_moves_among(const char *fen, const char *words, int tries)
{
    char move[MIAI_MOVE_TEXT];
    int count = 0;
    for (int seed = 1; seed <= tries; seed++) {
        ck_assert_int_eq(miai_read_position(engine, fen), MIAI_OK);
        first_move(seed, move);
        count += strstr(words, move) != NULL;
    }
    return count;
}

/* Even the weakest players develop pieces first and castle; no pawn is promoted to a rook without
 * reason. */
START_TEST(weakest_players_develop)
{
    set_level(least);
    ck_assert_int_ge(count_moves_among("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                                       "e2e4 d2d4 g1f3 b1c3 e2e3 d2d3 c2c4", 40),
                     30);
    ck_assert_int_ge(
        count_moves_among("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
                          "e7e5 d7d5 c7c5 e7e6 d7d6 c7c6 g8f6 b8c6", 40),
        30);
    ck_assert_int_ge(
        count_moves_among("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R w KQkq - 0 1",
                          "e1g1 b1c3 b1d2 c1e3 c1g5 c1d2", 40),
        25);
    ck_assert_int_eq(count_moves_among("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8r a7a8b a7a8n", 40), 0);
}
END_TEST

/* The only legal move is played. */
START_TEST(only_move_is_played)
{
    char move[MIAI_MOVE_TEXT];
    ck_assert_int_eq(miai_read_position(engine, "k7/1r6/8/8/8/8/8/K1r5 w - - 0 1"), MIAI_OK);
    set_level(least);
    for (int seed = 1; seed <= 20; seed++) {
        first_move(seed, move);
        ck_assert_str_eq(move, "a1a2");
    }
}
END_TEST

START_TEST(levels_are_read_and_written)
{
    char text[16];
    ck_assert_int_eq(rating_scale, MIAI_SCALE_ELO);
    set_engine_option("level", "1500");
    assert_level("1500");
    ck_assert_int_eq(miai_set_option(engine, "level", "10k"), MIAI_BAD_VALUE);
    ck_assert_int_eq(miai_set_option(engine, "level", "100"), MIAI_BAD_VALUE);
    ck_assert_ptr_nonnull(strstr(miai_error_reason(engine, MIAI_BAD_VALUE), "800"));
    assert_level("1500");
    ck_assert_int_eq(miai_set_game(engine, "go"), MIAI_OK); /* levels of another scale */
    assert_level("");
    set_engine_option("level", "10K");
    assert_level("10k");
    set_engine_option("level", "1d");
    assert_level("1d");
    ck_assert_int_eq(miai_set_option(engine, "level", "0k"), MIAI_BAD_VALUE);
    ck_assert_int_eq(miai_set_option(engine, "level", "99d"), MIAI_BAD_VALUE);
    ck_assert_int_eq(miai_set_option(engine, "level", "5"), MIAI_BAD_VALUE);
    set_engine_option("level", "");
    assert_level("");
    miai_level_text(MIAI_SCALE_RANK, 0, text, sizeof text);
    ck_assert_str_eq(text, "1k");
    miai_level_text(MIAI_SCALE_RANK, -19, text, sizeof text);
    ck_assert_str_eq(text, "20k");
}
END_TEST

/* In each game the weakest player moves, without solving anything. */
START_TEST(weakest_players)
{
    static const char *const games[] = {"connect4", "othello", "gomoku", "tictactoe"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        miai_info info;
        char move[MIAI_MOVE_TEXT];
        ck_assert_int_eq(miai_set_game(engine, games[i]), MIAI_OK);
        set_engine_option("search", "auto");
        ck_assert(miai_level_range(engine, &rating_scale, &least, &max_level));
        ck_assert_int_eq(least, 1);
        set_level(least);
        ck_assert_int_eq(miai_choose(engine, MIAI_TURN, move, sizeof move), MIAI_OK);
        miai_last_search(engine, &info);
        ck_assert_str_ne(info.search, "solve");
        ck_assert_uint_lt(info.nodes, 10000);
    }
}
END_TEST

/* The answer to a pass in a game in which no stones die. */
START_TEST(othello_goes_on_after_a_pass)
{
    char move[MIAI_MOVE_TEXT];
    ck_assert_int_eq(miai_set_game(engine, "othello"), MIAI_OK);
    set_engine_option("level", "14");
    ck_assert_int_eq(miai_read_position(engine, "XO------ -------- XO------ -------- "
                                                "-------- -------- -------- -------- O"),
                     MIAI_OK);
    ck_assert_int_eq(miai_play(engine, MIAI_TURN, "pass"), MIAI_OK);
    ck_assert_int_eq(miai_genmove(engine, MIAI_TURN, move, sizeof move), MIAI_OK);
}
END_TEST

/* A game without a rating scale. */
START_TEST(games_without_levels)
{
    ck_assert_int_eq(miai_add_game(engine, plates_game), MIAI_OK);
    ck_assert_int_eq(miai_set_game(engine, "plates"), MIAI_OK);
    ck_assert(!miai_level_range(engine, &rating_scale, &least, &max_level));
    ck_assert_int_eq(miai_set_option(engine, "level", "5"), MIAI_UNSUPPORTED);
    set_engine_option("level", "");
}
END_TEST

/* Black owns all of the board.  A level resigns, or passes if it must not resign; at full strength
 * the pass comes first. */
START_TEST(hopeless_games_of_go_end)
{
    static const struct {
        const char *level, *resign, *last, *wanted;
    } cases[] = {{"20k", "auto", "f6", "resign"},
                 {"5k", "auto", "f6", "resign"},
                 {"20k", "auto", "pass", "resign"},
                 {"20k", "0", "f6", "pass"},
                 {"20k", "0", "pass", "pass"},
                 {"", "auto", "f6", "pass"}};
    char move[MIAI_MOVE_TEXT];
    ck_assert_int_eq(miai_set_game(engine, "go"), MIAI_OK);
    set_engine_option("network", "none");
    set_engine_option("playouts", "100");
    for (int i = 0; i < COUNT(cases); i++) {
        set_engine_option("size", "7");
        set_engine_option("level", cases[i].level);
        set_engine_option("resign", cases[i].resign);
        ck_assert_int_eq(miai_new_game(engine), MIAI_OK);
        play_line("d1 pass d2 pass d3 pass d4 pass d5 pass d6 pass d7 pass b2 pass b4 pass b6 pass "
                  "f2 pass f4 b1");
        play_line(cases[i].last);
        ck_assert_int_eq(miai_genmove(engine, MIAI_TURN, move, sizeof move), MIAI_OK);
        ck_assert_msg(strcmp(move, cases[i].wanted) == 0, "%d: %s", i, move);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("strength");
    TCase *tests = add_case(suite, "strength", 60);
    tcase_add_checked_fixture(tests, set_up_engine, end_engine);
    tcase_add_test(tests, nodes_grow_with_the_level);
    tcase_add_test(tests, moves_are_drawn_by_seed);
    tcase_add_test(tests, mates_in_one_are_seen);
    tcase_add_test(tests, weakest_players_develop);
    tcase_add_test(tests, only_move_is_played);
    tcase_add_test(tests, levels_are_read_and_written);
    tcase_add_test(tests, weakest_players);
    tcase_add_test(tests, othello_goes_on_after_a_pass);
    tcase_add_test(tests, games_without_levels);
    tcase_add_test(tests, hopeless_games_of_go_end);
    return run_suite(suite);
}
