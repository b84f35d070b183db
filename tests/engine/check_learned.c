/* A game that reads weights or endgame tablebases from a file: here two numbers, the board width
 * that they are valid for (0: any) and the value of every position. */
#include "tests/support/fixture.h"
#include "tests/support/suite.h"
#include "tests/support/toy_games.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUILT_IN = 7, ONE = 111, OTHER = -222 };

static int opened, close_calls;

struct toy_weights {
    int width, worth;
};

static void *open_weights(const miai_setup *setup, const char *name, char *error, size_t size)
{
    struct toy_weights read;
    if (!name)
        return NULL;
    FILE *file = fopen(name, "r");
    bool good = file && fscanf(file, "%d %d", &read.width, &read.worth) == 2;
    if (file)
        fclose(file);
    if (!good || (read.width && read.width != setup->width)) {
        snprintf(error, size, good ? "for %d matches" : "no wisdom", read.width);
        return NULL;
    }
    struct toy_weights *toy_weights = malloc(sizeof *toy_weights);
    ck_assert_ptr_nonnull(toy_weights);
    *toy_weights = read;
    opened++;
    return toy_weights;
}

static void close_weights(void *toy_weights)
{
    close_calls++;
    free(toy_weights);
}

static size_t weights_memory; /* result of held_memory() */

static size_t held_memory(const void *toy_weights)
{
    (void)toy_weights;
    return weights_memory;
}

static size_t memory_while_open(const void *toy_weights)
{
    (void)toy_weights;
    return 0;
}

static int evaluate_by_weights(const void *toy_weights, void *memory, const void *pos)
{
    (void)memory;
    (void)pos;
    return toy_weights ? ((const struct toy_weights *)toy_weights)->worth : BUILT_IN;
}

static bool probe_weights(const void *toy_weights, const void *pos, int *least, int *most,
                          int *plies)
{
    (void)plies;
    *least = *most = evaluate_by_weights(toy_weights, NULL, pos);
    return true;
}

/* The player that the weights favour wins every playout. */
static int playout_by_weights(const void *toy_weights, void *pos, miai_rng *rng, miai_trace *trace)
{
    (void)rng;
    (void)trace;
    return evaluate_by_weights(toy_weights, NULL, pos);
}

/* Prefers to take 1 match or 3. */
static void priors_by_weights(const void *toy_weights, void *memory, const void *pos,
                              const miai_move *list, int n, float *prior)
{
    miai_move best = evaluate_by_weights(toy_weights, memory, pos) > 0 ? 0 : 2;
    for (int i = 0; i < n; i++)
        prior[i] = n == 1 ? 1 : list[i] == best ? 0.98F : 0.02F / (float)(n - 1);
}

static const miai_evaluation evaluation = {
    .bytes = sizeof(miai_evaluation),
    .evaluate = evaluate_by_weights,
    .priors = priors_by_weights,
    .open = open_weights,
    .close = close_weights,
    .held = held_memory,
    .memory = memory_while_open,
};

static const miai_tablebase tablebase = {
    .bytes = sizeof(miai_tablebase),
    .open = open_weights,
    .close = close_weights,
    .probe = probe_weights,
};

/* The options of both, and their values if no file is open. */
static const char *const options[][2] = {{"eval-file", "auto"}, {"knowledge-file", ""}};

static const miai_playouts playouts = {.bytes = sizeof(miai_playouts), .heavy = playout_by_weights};

static miai_game game;

static const char one_file[] = "learned.tmp.one", other_file[] = "learned.tmp.other";

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    ck_assert_int_eq(fclose(file), 0);
}

static void add_game(miai_engine *to)
{
    ck_assert_int_eq(miai_add_game(to, &game), MIAI_OK);
    ck_assert_int_eq(miai_set_game(to, "wise"), MIAI_OK);
}

static void set_up_engine(void)
{
    game = toy_nim;
    game.name = "wise";
    game.evaluation = &evaluation;
    game.tablebase = &tablebase;
    game.playouts = &playouts;
    opened = close_calls = 0;
    weights_memory = sizeof(struct toy_weights);
    write_file(one_file, "0 111");
    write_file(other_file, "0 -222");
    begin_engine("go");
    add_game(engine);
}

static void tear_down_engine(void)
{
    end_engine();
    ck_assert_int_eq(opened, close_calls);
    remove(one_file);
    remove(other_file);
}

/* Searches with that many playouts; 0: one ply of alpha-beta. */
static miai_info search_value(miai_engine *of, const char *with, int count)
{
    char move[MIAI_MOVE_TEXT], number[16];
    miai_info info;
    snprintf(number, sizeof number, "%d", count);
    ck_assert_int_eq(miai_set_option(of, "search", with), MIAI_OK);
    ck_assert_int_eq(miai_set_option(of, "playouts", number), MIAI_OK);
    ck_assert_int_eq(miai_set_option(of, "depth", count ? "0" : "1"), MIAI_OK);
    ck_assert_int_eq(miai_search(of, MIAI_TURN, NULL, move, sizeof move), MIAI_OK);
    miai_last_search(of, &info);
    return info;
}

static int open_file(const char *file)
{
    return miai_set_option(engine, "eval-file", file);
}

static const char *file_of(const char *option)
{
    static char name[64];
    ck_assert_int_ge(miai_get_option(engine, option, name, sizeof name), 0);
    return name;
}

START_TEST(engines_have_their_own_weights)
{
    miai_engine *second = miai_new();
    add_game(second);
    ck_assert_int_eq(search_value(engine, "minimax", 0).score, BUILT_IN);
    ck_assert_int_eq(open_file(one_file), MIAI_OK);
    ck_assert_int_eq(miai_set_option(second, "eval-file", other_file), MIAI_OK);
    ck_assert_str_eq(file_of("eval-file"), one_file);
    ck_assert_int_eq(search_value(engine, "minimax", 0).score, ONE);
    ck_assert_int_eq(search_value(second, "minimax", 0).score, OTHER);
    ck_assert_int_eq(search_value(engine, "alphabeta", 0).score, ONE);
    ck_assert_int_eq(search_value(second, "alphabeta", 0).score, OTHER);
    ck_assert_int_eq(opened, 2);
    miai_free(second);
    ck_assert_int_eq(close_calls, 1);
}
END_TEST

START_TEST(the_tree_asks_it_for_values_priors_and_playouts)
{
    const char *const leaves[] = {"playout", "evaluation"};
    for (int i = 0; i < COUNT(leaves); i++) {
        set_engine_option("leaf", leaves[i]);
        ck_assert_int_eq(open_file(one_file), MIAI_OK);
        miai_info info = search_value(engine, "mcts", 20);
        ck_assert_double_gt(info.value, 0.6);
        ck_assert_int_eq(info.pv[0], '0');
        ck_assert_int_eq(open_file(other_file), MIAI_OK);
        info = search_value(engine, "mcts", 20);
        ck_assert_double_lt(info.value, 0.4);
        ck_assert_int_eq(info.pv[0], '2');
    }
    ck_assert_double_eq(search_value(engine, "flat", 10).value, 0);
}
END_TEST

START_TEST(weights_stay_with_little_memory)
{
    const char *const searches[] = {"alphabeta", "mcts"};
    weights_memory = (size_t)100 << 20;
    set_engine_option("memory", "1");
    ck_assert_int_eq(open_file(one_file), MIAI_OK);
    for (int i = 0; i < COUNT(searches); i++) {
        miai_info info = search_value(engine, searches[i], 20);
        ck_assert_double_gt(info.value, 0.6);
        ck_assert_uint_le(info.limit_bytes, 1 << 20);
    }
}
END_TEST

START_TEST(new_weights_clear_kept_searches)
{
    ck_assert_int_eq(search_value(engine, "alphabeta", 0).score, BUILT_IN);
    ck_assert_int_eq(open_file(one_file), MIAI_OK);
    ck_assert_int_eq(search_value(engine, "alphabeta", 0).score, ONE);
    ck_assert_int_eq(open_file(other_file), MIAI_OK);
    ck_assert_int_eq(search_value(engine, "alphabeta", 0).score, OTHER);
    ck_assert_int_eq(open_file(""), MIAI_OK);
    ck_assert_int_eq(search_value(engine, "alphabeta", 0).score, BUILT_IN);
}
END_TEST

START_TEST(tablebase_results_are_used)
{
    ck_assert_double_lt(search_value(engine, "minimax", 0).value, 1);
    set_engine_option("knowledge-file", one_file);
    ck_assert_double_eq(search_value(engine, "minimax", 0).value, 1);
    ck_assert_uint_gt(search_value(engine, "mcts", 20).hits, 0);
    set_engine_option("knowledge-file", other_file);
    ck_assert_double_eq(search_value(engine, "minimax", 0).value, 0);
    set_engine_option("knowledge-file", "");
    ck_assert_double_lt(search_value(engine, "minimax", 0).value, 1);
    ck_assert_uint_eq(search_value(engine, "mcts", 20).hits, 0);
}
END_TEST

START_TEST(a_bad_file_changes_nothing)
{
    ck_assert_int_eq(miai_set_option(engine, options[_i][0], one_file), MIAI_OK);
    write_file(other_file, "nonsense");
    ck_assert_int_eq(miai_set_option(engine, options[_i][0], other_file), MIAI_NO_LOAD);
    ck_assert_str_eq(miai_error_reason(engine, MIAI_NO_LOAD), "cannot load file: no wisdom");
    ck_assert_str_eq(miai_error_reason(engine, MIAI_SIZE), miai_error_text(MIAI_SIZE));
    ck_assert_str_eq(file_of(options[_i][0]), one_file);
    ck_assert_int_eq(close_calls, 0);
}
END_TEST

START_TEST(new_board_size_reopens_the_file)
{
    write_file(other_file, "20 -222");
    ck_assert_int_eq(miai_set_option(engine, options[_i][0], one_file), MIAI_OK);
    ck_assert_int_eq(miai_set_komi(engine, 3), MIAI_OK);
    ck_assert_int_eq(miai_clear(engine), MIAI_OK);
    ck_assert_int_eq(opened, 1);
    ck_assert_int_eq(miai_set_size(engine, 10, 1), MIAI_OK);
    ck_assert_int_eq(opened, 2);
    ck_assert_int_eq(close_calls, 1);
    ck_assert_int_eq(miai_set_option(engine, options[_i][0], other_file), MIAI_NO_LOAD);
    ck_assert_int_eq(miai_set_size(engine, 20, 1), MIAI_OK);
    ck_assert_int_eq(miai_set_option(engine, options[_i][0], other_file), MIAI_OK);
    ck_assert_int_eq(miai_play(engine, 0, "1"), MIAI_OK);
    ck_assert_int_eq(miai_set_size(engine, 10, 1), MIAI_NO_LOAD);
    ck_assert_str_eq(miai_error_reason(engine, MIAI_NO_LOAD), "cannot load file: for 20 matches");
    ck_assert_int_eq(miai_width(engine), 20);
    ck_assert_int_eq(miai_plies(engine), 1);
}
END_TEST

START_TEST(new_game_closes_the_file)
{
    ck_assert_int_eq(miai_set_option(engine, options[_i][0], one_file), MIAI_OK);
    ck_assert_int_eq(miai_set_game(engine, "wise"), MIAI_OK);
    ck_assert_str_eq(file_of(options[_i][0]), one_file);
    ck_assert_int_eq(miai_set_game(engine, "tictactoe"), MIAI_OK);
    ck_assert_int_eq(close_calls, 1);
    ck_assert_str_eq(file_of(options[_i][0]), options[_i][1]);
    ck_assert_int_eq(miai_set_option(engine, options[_i][0], one_file), MIAI_UNSUPPORTED);
    ck_assert_int_eq(miai_set_option(engine, options[_i][0], ""), MIAI_OK);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("learned");
    TCase *tests = add_case(suite, "learned", 10);
    tcase_add_checked_fixture(tests, set_up_engine, tear_down_engine);
    tcase_add_test(tests, engines_have_their_own_weights);
    tcase_add_test(tests, the_tree_asks_it_for_values_priors_and_playouts);
    tcase_add_test(tests, weights_stay_with_little_memory);
    tcase_add_test(tests, new_weights_clear_kept_searches);
    tcase_add_test(tests, tablebase_results_are_used);
    tcase_add_loop_test(tests, a_bad_file_changes_nothing, 0, COUNT(options));
    tcase_add_loop_test(tests, new_board_size_reopens_the_file, 0, COUNT(options));
    tcase_add_loop_test(tests, new_game_closes_the_file, 0, COUNT(options));
    return run_suite(suite);
}
