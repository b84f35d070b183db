/* A game that reads what it has learned, or what endgame tablebases say, from a file: here, two
 * numbers, the width that they are for (0: any) and what every position is worth. */
#include "tests/support/fixture.h"
#include "tests/support/suite.h"
#include "tests/support/toy_games.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUILT_IN = 7, ONE = 111, OTHER = -222 };

static int opened, closed;

struct wisdom {
    int width, worth;
};

static void *open_wisdom(const miai_setup *setup, const char *name, char *error, size_t size)
{
    struct wisdom read;
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
    struct wisdom *wisdom = malloc(sizeof *wisdom);
    ck_assert_ptr_nonnull(wisdom);
    *wisdom = read;
    opened++;
    return wisdom;
}

static void close_wisdom(void *wisdom)
{
    closed++;
    free(wisdom);
}

static size_t weight; /* what held() says */

static size_t held(const void *wisdom)
{
    (void)wisdom;
    return weight;
}

static size_t memory_of(const void *wisdom)
{
    (void)wisdom;
    return 0;
}

static int worth(const void *wisdom, void *memory, const void *pos)
{
    (void)memory;
    (void)pos;
    return wisdom ? ((const struct wisdom *)wisdom)->worth : BUILT_IN;
}

static bool probe(const void *wisdom, const void *pos, int *least, int *most, int *plies)
{
    (void)plies;
    *least = *most = worth(wisdom, NULL, pos);
    return true;
}

/* Who the wisdom is for wins every playout. */
static int play_out(const void *wisdom, void *pos, miai_rng *rng, miai_trace *trace)
{
    (void)rng;
    (void)trace;
    return worth(wisdom, NULL, pos);
}

/* Prefers to take 1 match or 3. */
static void prefer(const void *wisdom, void *memory, const void *pos, const miai_move *list, int n,
                   float *prior)
{
    miai_move best = worth(wisdom, memory, pos) > 0 ? 0 : 2;
    for (int i = 0; i < n; i++)
        prior[i] = n == 1 ? 1 : list[i] == best ? 0.98F : 0.02F / (float)(n - 1);
}

static const miai_evaluation evaluation = {
    .bytes = sizeof(miai_evaluation),
    .evaluate = worth,
    .priors = prefer,
    .open = open_wisdom,
    .close = close_wisdom,
    .held = held,
    .memory = memory_of,
};

static const miai_tablebase tablebase = {
    .bytes = sizeof(miai_tablebase),
    .open = open_wisdom,
    .close = close_wisdom,
    .probe = probe,
};

/* The options of both, and what they say where nothing is open. */
static const char *const options[][2] = {{"eval-file", "auto"}, {"knowledge-file", ""}};

static const miai_playouts playouts = {.bytes = sizeof(miai_playouts), .heavy = play_out};

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

static void begin(void)
{
    game = toy_nim;
    game.name = "wise";
    game.evaluation = &evaluation;
    game.tablebase = &tablebase;
    game.playouts = &playouts;
    opened = closed = 0;
    weight = sizeof(struct wisdom);
    write_file(one_file, "0 111");
    write_file(other_file, "0 -222");
    begin_engine("go");
    add_game(engine);
}

static void end(void)
{
    end_engine();
    ck_assert_int_eq(opened, closed);
    remove(one_file);
    remove(other_file);
}

/* So many playouts; 0: a search of one ply. */
static miai_info search(miai_engine *of, const char *with, int count)
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

START_TEST(two_engines_have_two)
{
    miai_engine *second = miai_new();
    add_game(second);
    ck_assert_int_eq(search(engine, "minimax", 0).score, BUILT_IN);
    ck_assert_int_eq(open_file(one_file), MIAI_OK);
    ck_assert_int_eq(miai_set_option(second, "eval-file", other_file), MIAI_OK);
    ck_assert_str_eq(file_of("eval-file"), one_file);
    ck_assert_int_eq(search(engine, "minimax", 0).score, ONE);
    ck_assert_int_eq(search(second, "minimax", 0).score, OTHER);
    ck_assert_int_eq(search(engine, "alphabeta", 0).score, ONE);
    ck_assert_int_eq(search(second, "alphabeta", 0).score, OTHER);
    ck_assert_int_eq(opened, 2);
    miai_free(second);
    ck_assert_int_eq(closed, 1);
}
END_TEST

START_TEST(the_tree_asks_it_for_values_priors_and_playouts)
{
    const char *const leaves[] = {"playout", "evaluation"};
    for (int i = 0; i < COUNT(leaves); i++) {
        set("leaf", leaves[i]);
        ck_assert_int_eq(open_file(one_file), MIAI_OK);
        miai_info info = search(engine, "mcts", 20);
        ck_assert_double_gt(info.value, 0.6);
        ck_assert_int_eq(info.pv[0], '0');
        ck_assert_int_eq(open_file(other_file), MIAI_OK);
        info = search(engine, "mcts", 20);
        ck_assert_double_lt(info.value, 0.4);
        ck_assert_int_eq(info.pv[0], '2');
    }
    ck_assert_double_eq(search(engine, "flat", 10).value, 0);
}
END_TEST

START_TEST(little_memory_does_not_take_it_away)
{
    const char *const searches[] = {"alphabeta", "mcts"};
    weight = (size_t)100 << 20;
    set("memory", "1");
    ck_assert_int_eq(open_file(one_file), MIAI_OK);
    for (int i = 0; i < COUNT(searches); i++) {
        miai_info info = search(engine, searches[i], 20);
        ck_assert_double_gt(info.value, 0.6);
        ck_assert_uint_le(info.limit_bytes, 1 << 20);
    }
}
END_TEST

START_TEST(what_searches_kept_is_forgotten)
{
    ck_assert_int_eq(search(engine, "alphabeta", 0).score, BUILT_IN);
    ck_assert_int_eq(open_file(one_file), MIAI_OK);
    ck_assert_int_eq(search(engine, "alphabeta", 0).score, ONE);
    ck_assert_int_eq(open_file(other_file), MIAI_OK);
    ck_assert_int_eq(search(engine, "alphabeta", 0).score, OTHER);
    ck_assert_int_eq(open_file(""), MIAI_OK);
    ck_assert_int_eq(search(engine, "alphabeta", 0).score, BUILT_IN);
}
END_TEST

START_TEST(tables_are_believed)
{
    ck_assert_double_lt(search(engine, "minimax", 0).value, 1);
    set("knowledge-file", one_file);
    ck_assert_double_eq(search(engine, "minimax", 0).value, 1);
    ck_assert_uint_gt(search(engine, "mcts", 20).hits, 0);
    set("knowledge-file", other_file);
    ck_assert_double_eq(search(engine, "minimax", 0).value, 0);
    set("knowledge-file", "");
    ck_assert_double_lt(search(engine, "minimax", 0).value, 1);
    ck_assert_uint_eq(search(engine, "mcts", 20).hits, 0);
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
    ck_assert_int_eq(closed, 0);
}
END_TEST

START_TEST(another_size_opens_it_anew)
{
    write_file(other_file, "20 -222");
    ck_assert_int_eq(miai_set_option(engine, options[_i][0], one_file), MIAI_OK);
    ck_assert_int_eq(miai_set_komi(engine, 3), MIAI_OK);
    ck_assert_int_eq(miai_clear(engine), MIAI_OK);
    ck_assert_int_eq(opened, 1);
    ck_assert_int_eq(miai_set_size(engine, 10, 1), MIAI_OK);
    ck_assert_int_eq(opened, 2);
    ck_assert_int_eq(closed, 1);
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

START_TEST(another_game_closes_it)
{
    ck_assert_int_eq(miai_set_option(engine, options[_i][0], one_file), MIAI_OK);
    ck_assert_int_eq(miai_set_game(engine, "wise"), MIAI_OK);
    ck_assert_str_eq(file_of(options[_i][0]), one_file);
    ck_assert_int_eq(miai_set_game(engine, "tictactoe"), MIAI_OK);
    ck_assert_int_eq(closed, 1);
    ck_assert_str_eq(file_of(options[_i][0]), options[_i][1]);
    ck_assert_int_eq(miai_set_option(engine, options[_i][0], one_file), MIAI_UNSUPPORTED);
    ck_assert_int_eq(miai_set_option(engine, options[_i][0], ""), MIAI_OK);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("learned");
    TCase *tests = add_case(suite, "learned", 10);
    tcase_add_checked_fixture(tests, begin, end);
    tcase_add_test(tests, two_engines_have_two);
    tcase_add_test(tests, the_tree_asks_it_for_values_priors_and_playouts);
    tcase_add_test(tests, little_memory_does_not_take_it_away);
    tcase_add_test(tests, what_searches_kept_is_forgotten);
    tcase_add_test(tests, tables_are_believed);
    tcase_add_loop_test(tests, a_bad_file_changes_nothing, 0, COUNT(options));
    tcase_add_loop_test(tests, another_size_opens_it_anew, 0, COUNT(options));
    tcase_add_loop_test(tests, another_game_closes_it, 0, COUNT(options));
    return run_suite(suite);
}
