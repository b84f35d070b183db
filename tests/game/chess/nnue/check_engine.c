/* Chess engines with NNUE files. */
#include "base/memory.h"
#include "definition.h"
#include "game/chess/board/notation.h"
#include "game/games.h"
#include "miai.h"
#include "positions.h"
#include "tests/support/eval_file.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const one_file = "check_chess_one.net",
                         *const other_file = "check_chess_two.net",
                         *const bad_file = "check_chess_bad.net";

/* The score with the first file. */
static struct image make_one(void)
{
    return make_image(WIDTH, BUCKETS, 4, (struct ranges){WITHIN, 20, 30, 1000, 4000}, 23);
}

static void begin_files(void)
{
    struct image one = make_one();
    struct image other =
        make_image(2 * WIDTH, BUCKETS, 1, (struct ranges){WITHIN, 20, 30, 1000, 4000}, 22);
    write_image(one_file, &one, one.length);
    write_image(other_file, &other, other.length);
    free(one.bytes);
    free(other.bytes);
}

static void end_files(void)
{
    remove(one_file);
    remove(other_file);
    remove(bad_file);
}

/* The result of a search. */
static const char *search_score(miai_engine *engine)
{
    ck_assert_int_eq(miai_read_position(engine, starts[1]), MIAI_OK);
    return search_text(engine);
}

static const char *const searches[] = {"alphabeta", "mcts", "minimax"};

START_TEST(engines_have_their_own)
{
    miai_engine *first = new_eval_engine("chess", one_file),
                *second = new_eval_engine("chess", other_file);
    for (int i = 0; i < COUNT(searches); i++) {
        set_option(first, "search", searches[i]);
        set_option(second, "search", searches[i]);
        set_option(first, "depth", i == 2 ? "2" : "0");
        set_option(second, "depth", i == 2 ? "2" : "0");
        ck_assert_str_ne(search_score(first), search_score(second));
        set_option(first, "eval-file", one_file); /* and nothing is kept */
        set_option(second, "eval-file", one_file);
        ck_assert_str_eq(search_score(first), search_score(second));
        set_option(first, "eval-file", one_file);
        set_option(second, "eval-file", other_file);
    }
    miai_free(first);
    miai_free(second);
}
END_TEST

/* After a change of the file the engine behaves like a new one. */
START_TEST(new_file_clears_the_state)
{
    for (int i = 0; i < 2; i++) {
        miai_engine *changing = new_eval_engine("chess", one_file),
                    *fresh = new_eval_engine("chess", "none");
        set_option(changing, "search", searches[i]);
        set_option(fresh, "search", searches[i]);
        search_score(changing);
        set_option(changing, "eval-file", "none");
        ck_assert_str_eq(search_score(changing), search_score(fresh));
        set_option(changing, "eval-file", other_file);
        set_option(fresh, "eval-file", other_file);
        ck_assert_str_eq(search_score(changing), search_score(fresh));
        miai_free(changing);
        miai_free(fresh);
    }
}
END_TEST

START_TEST(threads_have_memory_of_their_own)
{
    miai_engine *engine = new_eval_engine("chess", one_file);
    search_with_threads(engine, searches, 2, search_score);
    miai_free(engine);
}
END_TEST

START_TEST(bad_files_change_nothing)
{
    struct image image = make_one();
    image.bytes[image.length - 1] ^= 1;
    write_image(bad_file, &image, image.length);
    free(image.bytes);
    miai_engine *engine = new_eval_engine("chess", one_file);
    const char *before = search_score(engine);
    check_no_load(engine, bad_file, "damaged");
    check_no_files(engine);
    miai_forget(engine);
    ck_assert_str_eq(before, search_score(engine));
    miai_free(engine);
}
END_TEST

START_TEST(other_games_have_none)
{
    miai_engine *engine = new_eval_engine("chess", one_file);
    set_option(engine, "rules", "chess960");
    ck_assert_str_eq(eval_file_of(engine), one_file);
    set_option(engine, "game", "hex");
    ck_assert_str_eq(eval_file_of(engine), "auto");
    ck_assert_int_eq(miai_set_option(engine, "eval-file", one_file), MIAI_UNSUPPORTED);
    set_option(engine, "eval-file", "none");
    set_option(engine, "game", "chess");
    ck_assert_str_eq(eval_file_of(engine), "none");
    miai_free(engine);
}
END_TEST

static void add_score(char *to, size_t size, const char *what, int value)
{
    snprintf(to, size, "%s%c%d.%02d (white side)", what, value < 0 ? '-' : '+', abs(value) / 100,
             abs(value) % 100);
}

/* The explained evaluation is that of the network in the file. */
START_TEST(evaluation_is_explained)
{
    char text[4096], wanted[64], final[64];
    struct image image = make_one();
    miai_engine *engine = new_eval_engine("chess", one_file);
    struct mi_chess p;
    ck_assert(mi_chess_read_fen(&p, false, starts[1]));
    ck_assert_int_eq(miai_read_position(engine, starts[1]), MIAI_OK);
    struct definition definition = read_definition(&image);
    int value = slow_value(&definition, &p);
    add_score(wanted, sizeof wanted, "NNUE evaluation       ", value);
    add_score(final, sizeof final, "Final evaluation      ", value);
    int length = miai_explain(engine, text, sizeof text);
    ck_assert_int_eq(length, (int)strlen(text));
    ck_assert_msg(strstr(text, wanted) != NULL, "%s is not in\n%s", wanted, text);
    ck_assert_ptr_nonnull(strstr(text, "(white side), bucket 7"));
    ck_assert_ptr_nonnull(strstr(text, final));
    ck_assert_int_eq(miai_explain(engine, text, 10), length);
    ck_assert_int_eq((int)strlen(text), 9);
    set_option(engine, "eval-file", "none");
    miai_explain(engine, text, sizeof text);
    ck_assert_ptr_null(strstr(text, "NNUE"));
    free_definition(&definition);
    free(image.bytes);
    miai_free(engine);
}
END_TEST

/* The fifty-move clock scales the value down; a bare king is lost. */
START_TEST(corrections_of_the_value)
{
    struct mi_chess p;
    char error[160];
    const miai_evaluation *evaluation = mi_chess_game.evaluation;
    void *weights = evaluation->open(&mi_chess_game.setup, one_file, error, sizeof error);
    ck_assert_ptr_nonnull(weights);
    void *memory = zero_bytes(evaluation->memory(weights));
    ck_assert(mi_chess_read_fen(&p, false, starts[1]));
    int fresh = evaluation->evaluate(weights, memory, &p);
    ck_assert_int_ne(fresh, 0);
    for (int clock = 0; clock < 100; clock++) {
        p.clock = (uint16_t)clock;
        int value = evaluation->evaluate(weights, memory, &p);
        ck_assert_int_eq(value, clock <= 64 ? fresh : fresh * (136 - clock) / 72);
    }
    static const char *const draws[] = {"8/8/3k4/8/8/8/8/KNN5 w - - 0 1",
                                        "7k/8/8/7P/8/8/8/K4B2 w - - 0 1",
                                        "k7/8/8/P7/8/8/1B6/K7 b - - 0 1"};
    for (int i = 0; i < COUNT(draws); i++) {
        ck_assert(mi_chess_read_fen(&p, false, draws[i]));
        /* The value does not favour a side that cannot win. */
        ck_assert_int_le(evaluation->evaluate(weights, memory, &p), 0);
    }
    ck_assert(mi_chess_read_fen(&p, false, "8/8/8/8/8/2k5/8/q1K5 w - - 0 1"));
    ck_assert_int_lt(evaluation->evaluate(weights, memory, &p), -2500);
    mi_aligned_free(memory);
    evaluation->close(weights);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("chess_network_engine");
    TCase *tests = add_case(suite, "engines", 20);
    tcase_add_checked_fixture(tests, begin_files, end_files);
    tcase_add_test(tests, engines_have_their_own);
    tcase_add_test(tests, new_file_clears_the_state);
    tcase_add_test(tests, threads_have_memory_of_their_own);
    tcase_add_test(tests, bad_files_change_nothing);
    tcase_add_test(tests, other_games_have_none);
    tcase_add_test(tests, evaluation_is_explained);
    tcase_add_test(tests, corrections_of_the_value);
    return run_suite(suite);
}
