/* Engines that play Gomoku with network files. */
#include "image.h"
#include "miai.h"
#include "tests/support/eval_file.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const one_file = "check_gomoku_one.net",
                         *const other_file = "check_gomoku_two.net",
                         *const bad_file = "check_gomoku_bad.net";

static void begin_files(void)
{
    struct image image;
    make_image(&image, usual, 21);
    write_file(one_file, image.bytes, LENGTH);
    make_image(&image, usual, 22);
    write_file(other_file, image.bytes, LENGTH);
}

static void end_files(void)
{
    remove(one_file);
    remove(other_file);
    remove(bad_file);
}

/* The result of a search after some moves. */
static const char *search_score(miai_engine *engine)
{
    static const char *const stones[] = {"c3", "d4", "c4", "d3", "e5"};
    ck_assert_int_eq(miai_clear(engine), MIAI_OK);
    for (int i = 0; i < COUNT(stones); i++)
        ck_assert_int_eq(miai_play(engine, i % 2, stones[i]), MIAI_OK);
    return search_text(engine);
}

static const char *const searches[] = {"mcts", "alphabeta"};

START_TEST(engines_have_their_own)
{
    miai_engine *first = new_eval_engine("gomoku", one_file),
                *second = new_eval_engine("gomoku", other_file);
    for (int i = 0; i < COUNT(searches); i++) {
        set_option(first, "search", searches[i]);
        set_option(second, "search", searches[i]);
        set_option(first, "eval-file", one_file);
        set_option(second, "eval-file", other_file);
        ck_assert_str_ne(search_score(first), search_score(second));
        set_option(second, "eval-file", "none");
        ck_assert_str_ne(search_score(first), search_score(second));
        set_option(second, "eval-file", "auto");
        ck_assert_str_ne(search_score(first), search_score(second));
        set_option(first, "eval-file", "none");
        ck_assert_str_ne(search_score(first), search_score(second));
        set_option(first, "eval-file", one_file); /* and nothing cached is reused */
        set_option(second, "eval-file", one_file);
        ck_assert_str_eq(search_score(first), search_score(second));
    }
    miai_free(first);
    miai_free(second);
}
END_TEST

/* The tree uses the evaluation's priors even if playouts evaluate its leaves. */
START_TEST(priors_guide_playouts)
{
    miai_engine *first = new_eval_engine("gomoku", one_file),
                *second = new_eval_engine("gomoku", "none");
    set_option(first, "search", "mcts");
    set_option(second, "search", "mcts");
    set_option(first, "leaf", "playout");
    set_option(second, "leaf", "playout");
    ck_assert_str_ne(search_score(first), search_score(second));
    set_option(first, "priors", "false");
    set_option(second, "priors", "false");
    ck_assert_str_eq(search_score(first), search_score(second));
    miai_free(first);
    miai_free(second);
}
END_TEST

START_TEST(threads_have_memory_of_their_own)
{
    miai_engine *engine = new_eval_engine("gomoku", one_file);
    search_with_threads(engine, searches, COUNT(searches), search_score);
    miai_free(engine);
}
END_TEST

START_TEST(bad_files_change_nothing)
{
    struct image image;
    miai_engine *engine = new_eval_engine("gomoku", one_file);
    set_option(engine, "search", "mcts");
    const char *before = search_score(engine);
    make_image(&image, usual, 5);
    write_file(bad_file, image.bytes, LENGTH - 1);
    check_no_load(engine, bad_file, "too short");
    check_no_files(engine);
    miai_forget(engine);
    ck_assert_str_eq(before, search_score(engine));
    miai_free(engine);
}
END_TEST

/* Files that start like chess networks, longer or shorter than a Gomoku network. */
START_TEST(chess_networks_are_refused)
{
    static const size_t lengths[] = {8, 24, LENGTH, 2 * LENGTH};
    unsigned char *bytes = calloc(1, lengths[COUNT(lengths) - 1]);
    miai_engine *engine = new_eval_engine("gomoku", one_file);
    ck_assert_ptr_nonnull(bytes);
    memcpy(bytes, "MIAINNUE\1", 9);
    for (int i = 0; i < COUNT(lengths); i++) {
        write_file(bad_file, bytes, lengths[i]);
        check_no_load(engine, bad_file, "MIAIGOMO");
    }
    free(bytes);
    miai_free(engine);
}
END_TEST

/* One file serves all boards and rules of Gomoku, and no other game. */
START_TEST(boards_change_and_games)
{
    miai_engine *engine = new_eval_engine("gomoku", one_file);
    set_option(engine, "search", "mcts");
    set_option(engine, "rules", "renju");
    search_score(engine);
    set_option(engine, "size", "9");
    search_score(engine);
    ck_assert_str_eq(eval_file_of(engine), one_file);
    set_option(engine, "game", "othello");
    ck_assert_str_eq(eval_file_of(engine), "auto");
    set_option(engine, "game", "chess");
    ck_assert_int_eq(miai_set_option(engine, "eval-file", one_file), MIAI_NO_LOAD);
    ck_assert_ptr_nonnull(strstr(miai_error_reason(engine, MIAI_NO_LOAD), "MIAINNUE"));
    miai_free(engine);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("gomoku_engine");
    TCase *tests = add_case(suite, "engines", 20);
    tcase_add_checked_fixture(tests, begin_files, end_files);
    tcase_add_test(tests, engines_have_their_own);
    tcase_add_test(tests, priors_guide_playouts);
    tcase_add_test(tests, threads_have_memory_of_their_own);
    tcase_add_test(tests, bad_files_change_nothing);
    tcase_add_test(tests, chess_networks_are_refused);
    tcase_add_test(tests, boards_change_and_games);
    return run_suite(suite);
}
