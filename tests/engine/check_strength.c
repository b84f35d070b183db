/* Playing at a rating: the bound of nodes, and the moves that are overlooked. */
#include "tests/support/fixture.h"
#include "tests/support/suite.h"

#include <check.h>

static int least, most;

static void set_up(void)
{
    begin_engine("chess");
    set("search", "alphabeta");
    set("memory", "8");
    ck_assert(miai_elo_range(engine, &least, &most));
}

/* The moves that a search at a rating has looked at; it has made so many nodes. */
static int search(int elo, uint64_t *nodes, char *move)
{
    miai_limits limits = {.playouts = 2000000, .depth = 20, .seconds = 20};
    miai_choice choice;
    miai_info info;
    int n = 0;
    set_number("elo", elo);
    miai_forget(engine);
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, &limits, move, MIAI_MOVE_TEXT), MIAI_OK);
    miai_last_search(engine, &info);
    *nodes = info.nodes;
    while (miai_choice_at(engine, n, &choice))
        n++;
    return n;
}

START_TEST(nodes_grow_with_the_rating)
{
    char move[MIAI_MOVE_TEXT];
    uint64_t last = 0, nodes;
    ck_assert_int_lt(least, most);
    for (int elo = least; elo <= most; elo += (most - least) / 5) {
        search(elo, &nodes, move);
        ck_assert_uint_gt(nodes, last + last / 4);
        last = nodes;
    }
    search(most + 300, &nodes, move); /* beyond the range its end counts */
    ck_assert_uint_eq(nodes, last);
    search(1, &last, move);
    search(least, &nodes, move);
    ck_assert_uint_eq(nodes, last);
}
END_TEST

START_TEST(moves_are_overlooked_by_seed)
{
    char move[MIAI_MOVE_TEXT], again[MIAI_MOVE_TEXT];
    uint64_t nodes;
    int seen = 0, seeds = 100;
    for (int seed = 1; seed <= seeds; seed++) {
        set_number("seed", seed);
        int n = search(least, &nodes, move);
        ck_assert_int_eq(search(least, &nodes, again), n);
        ck_assert_str_eq(move, again);
        seen += n;
    }
    ck_assert_int_lt(seen, 20 * seeds);
    ck_assert_int_gt(seen, 14 * seeds);
    ck_assert_int_eq(search(0, &nodes, move), 20);
}
END_TEST

/* A move without an alternative is always seen. */
START_TEST(forced_moves_are_seen)
{
    char move[MIAI_MOVE_TEXT];
    uint64_t nodes;
    ck_assert_int_eq(miai_read_position(engine, "k7/1r6/8/8/8/8/8/K1r5 w - - 0 1"), MIAI_OK);
    for (int seed = 1; seed <= 50; seed++) {
        set_number("seed", seed);
        ck_assert_int_eq(search(least, &nodes, move), 1);
        ck_assert_str_eq(move, "a1a2");
    }
}
END_TEST

START_TEST(games_without_ratings)
{
    char move[MIAI_MOVE_TEXT];
    ck_assert_int_eq(miai_set_game(engine, "tictactoe"), MIAI_OK);
    ck_assert(!miai_elo_range(engine, &least, &most));
    set_number("elo", 1000);
    set("playouts", "100");
    ck_assert_int_eq(miai_genmove(engine, MIAI_TURN, move, sizeof move), MIAI_OK);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("strength");
    TCase *tests = add_case(suite, "strength", 60);
    tcase_add_checked_fixture(tests, set_up, end_engine);
    tcase_add_test(tests, nodes_grow_with_the_rating);
    tcase_add_test(tests, moves_are_overlooked_by_seed);
    tcase_add_test(tests, forced_moves_are_seen);
    tcase_add_test(tests, games_without_ratings);
    return run_suite(suite);
}
