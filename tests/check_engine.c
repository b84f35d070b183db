/* The engine through its public functions: record, options, handicap, records, searches. */
#include "fixture.h"
#include "suite.h"

#include <check.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void set_up(void)
{
    begin_engine(NULL);
    ck_assert_int_eq(miai_set_size(engine, 9, 9), MIAI_OK);
}

/* ---- the record ---- */

START_TEST(illegal_play_changes_nothing)
{
    char before[4096];
    play("D4 E5");
    strcpy(before, board());
    ck_assert_int_eq(miai_play(engine, 0, "D4"), MIAI_ILLEGAL);
    ck_assert_int_eq(miai_play(engine, 0, "Z99"), MIAI_SYNTAX);
    ck_assert_int_eq(miai_play(engine, 0, ""), MIAI_SYNTAX);
    ck_assert_int_eq(miai_play(engine, 7, "C3"), MIAI_BAD_VALUE);
    ck_assert_str_eq(before, board());
    ck_assert_int_eq(miai_plies(engine), 2);
}
END_TEST

START_TEST(undo_takes_back_all)
{
    char empty[4096];
    strcpy(empty, board());
    play("D4 E5 pass C3");
    ck_assert_int_eq(miai_undo(engine, 5), MIAI_NO_UNDO);
    ck_assert_int_eq(miai_undo(engine, 4), MIAI_OK);
    ck_assert_str_eq(empty, board());
    ck_assert_int_eq(miai_undo(engine, 1), MIAI_NO_UNDO);
}
END_TEST

START_TEST(same_player_twice_and_after_the_end)
{
    ck_assert_int_eq(miai_play(engine, 0, "D4"), MIAI_OK);
    ck_assert_int_eq(miai_play(engine, 0, "E4"), MIAI_OK);
    ck_assert_int_eq(miai_play(engine, 1, "pass"), MIAI_OK);
    ck_assert_int_eq(miai_play(engine, 0, "PASS"), MIAI_OK);
    ck_assert(miai_over(engine, NULL));
    ck_assert_int_eq(miai_play(engine, 0, "f4"), MIAI_OK);
    ck_assert(!miai_over(engine, NULL));
}
END_TEST

/* A ko: taken, then not to be taken back at once. */
START_TEST(ko_is_illegal)
{
    play("D5 E5 C4 F4 D3 E3 E4 D4");
    ck_assert_int_eq(miai_play(engine, 0, "E4"), MIAI_ILLEGAL);
    play("A1 A9");
    ck_assert_int_eq(miai_play(engine, 0, "E4"), MIAI_OK);
}
END_TEST

START_TEST(komi_keeps_the_moves_and_the_stones)
{
    char text[64], before[4096];
    ck_assert_int_eq(miai_fixed_handicap(engine, 2, text, sizeof text), MIAI_OK);
    ck_assert_int_eq(miai_play(engine, 1, "E5"), MIAI_OK);
    strcpy(before, board());
    ck_assert_int_eq(miai_set_komi(engine, 0.5), MIAI_OK);
    ck_assert_str_eq(before, board());
    ck_assert_int_eq(miai_plies(engine), 1);
    ck_assert_double_eq(miai_komi(engine), 0.5);
    ck_assert_int_eq(miai_set_komi(engine, 1e9), MIAI_BAD_VALUE);
    ck_assert_double_eq(miai_komi(engine), 0.5);
}
END_TEST

START_TEST(size_is_checked_and_keeps_komi)
{
    ck_assert_int_eq(miai_set_komi(engine, -3), MIAI_OK);
    ck_assert_int_eq(miai_set_size(engine, 26, 26), MIAI_SIZE);
    ck_assert_int_eq(miai_set_size(engine, -1, 9), MIAI_SIZE);
    ck_assert_int_eq(miai_width(engine), 9);
    ck_assert_int_eq(miai_set_size(engine, 7, 5), MIAI_OK);
    ck_assert_int_eq(miai_height(engine), 5);
    ck_assert_double_eq(miai_komi(engine), -3);
}
END_TEST

/* ---- options ---- */

START_TEST(options_are_read_back_and_refused)
{
    char text[64];
    for (int i = 0; miai_option_at(engine, i); i++) {
        const miai_option *option = miai_option_at(engine, i);
        ck_assert_ptr_eq(miai_option_find(engine, option->name), option);
        ck_assert_int_ge(miai_get_option(engine, option->name, text, sizeof text), 0);
        ck_assert_msg(miai_set_option(engine, option->name, text) == MIAI_OK, "%s", option->name);
        if (option->type == MIAI_OPTION_TEXT)
            continue;
        ck_assert_str_eq(text, option->initial);
        ck_assert_int_eq(miai_set_option(engine, option->name, "nonsense"), MIAI_BAD_VALUE);
    }
    ck_assert_int_eq(miai_set_option(engine, "nonsense", "1"), MIAI_NO_OPTION);
    ck_assert_int_eq(miai_set_option(engine, "threads", "0"), MIAI_BAD_VALUE);
    ck_assert_int_eq(miai_set_option(engine, "threads", "99999999999999999999"), MIAI_BAD_VALUE);
    ck_assert_int_eq(miai_set_option(engine, "size", "9x"), MIAI_BAD_VALUE);
    ck_assert_int_eq(miai_set_option(engine, "rules", "nonsense"), MIAI_BAD_VALUE);
    ck_assert_int_eq(miai_set_option(engine, "SIZE", "13x7"), MIAI_OK);
    ck_assert_int_eq(miai_width(engine), 13);
    ck_assert_int_eq(miai_height(engine), 7);
}
END_TEST

START_TEST(games_change)
{
    ck_assert_int_eq(miai_set_game(engine, "checkers"), MIAI_NO_GAME);
    ck_assert_str_eq(miai_current_game(engine), "go");
    for (int i = 0; i < miai_game_count(engine); i++) {
        ck_assert_int_eq(miai_set_game(engine, miai_game_name(engine, i)), MIAI_OK);
        ck_assert_str_eq(miai_current_game(engine), miai_game_name(engine, i));
    }
    ck_assert_ptr_null(miai_game_name(engine, miai_game_count(engine)));
}
END_TEST

START_TEST(incomplete_game_is_refused)
{
    miai_game game = {.abi = MIAI_GAME_ABI, .name = "x", .title = "X"};
    ck_assert_int_eq(miai_add_game(engine, &game), MIAI_BAD_VALUE);
}
END_TEST

/* ---- handicap ---- */

START_TEST(handicap)
{
    char text[256];
    ck_assert_int_eq(miai_fixed_handicap(engine, 10, text, sizeof text), MIAI_BAD_COUNT);
    ck_assert_int_eq(miai_fixed_handicap(engine, -1, text, sizeof text), MIAI_BAD_COUNT);
    ck_assert_int_eq(miai_fixed_handicap(engine, 5, text, sizeof text), MIAI_OK);
    ck_assert_ptr_nonnull(strstr(text, "E5"));
    ck_assert_int_eq(miai_turn(engine), 1);
    ck_assert_int_eq(miai_undo(engine, 1), MIAI_NO_UNDO);
    ck_assert_int_eq(miai_fixed_handicap(engine, 5, text, sizeof text), MIAI_NOT_EMPTY);
    miai_clear(engine);
    ck_assert_int_eq(miai_free_handicap(engine, 4, text, sizeof text), MIAI_OK);
    miai_clear(engine);
    ck_assert_int_eq(miai_free_handicap(engine, 81, text, sizeof text), MIAI_BAD_COUNT);
    ck_assert_int_eq(miai_set_handicap(engine, "A1"), MIAI_BAD_LIST);
    ck_assert_int_eq(miai_set_handicap(engine, "A1 A1"), MIAI_BAD_LIST);
    ck_assert_int_eq(miai_set_handicap(engine, "A1 pass"), MIAI_BAD_LIST);
    ck_assert_int_eq(miai_set_handicap(engine, "A1 C3 veryverylongnonsense"), MIAI_BAD_LIST);
    ck_assert_int_eq(miai_set_handicap(engine, "A1 c3"), MIAI_OK);
}
END_TEST

START_TEST(free_handicap_on_any_board)
{
    char text[4096];
    for (int size = 2; size <= 7; size++) {
        ck_assert_int_eq(miai_set_size(engine, size, size), MIAI_OK);
        for (int n = 2; n < size * size; n++) {
            miai_clear(engine);
            ck_assert_int_eq(miai_free_handicap(engine, n, text, sizeof text), MIAI_OK);
        }
    }
}
END_TEST

/* ---- game records ---- */

static int load(const char *sgf, int before)
{
    return miai_load_sgf(engine, sgf, strlen(sgf), before);
}

START_TEST(sgf_is_written_and_read)
{
    char sgf[4096], before[4096];
    ck_assert_int_eq(miai_set_handicap(engine, "C3 G7 E5"), MIAI_OK);
    ck_assert_int_eq(miai_play(engine, 1, "D4"), MIAI_OK);
    ck_assert_int_eq(miai_play(engine, 0, "pass"), MIAI_OK);
    ck_assert_int_eq(miai_play(engine, 1, "J9"), MIAI_OK);
    strcpy(before, board());
    ck_assert_int_lt(miai_save_sgf(engine, sgf, sizeof sgf), (int)sizeof sgf);
    miai_set_size(engine, 5, 5);
    ck_assert_int_eq(load(sgf, 0), MIAI_OK);
    ck_assert_str_eq(before, board());
    ck_assert_int_eq(miai_plies(engine), 3);
    ck_assert_int_eq(load(sgf, 2), MIAI_OK);
    ck_assert_int_eq(miai_plies(engine), 1);
    ck_assert_int_eq(load(sgf, 1), MIAI_OK);
    ck_assert_int_eq(miai_plies(engine), 0);
    ck_assert_int_eq(miai_turn(engine), 1);
}
END_TEST

START_TEST(sgf_main_line_and_properties)
{
    ck_assert_int_eq(load("junk (;FF[4]SZ[7:5]KM[0.5]C[a \\] b];B[aa](;W[bb];B[])(;W[cc]))", 0),
                     MIAI_OK);
    ck_assert_int_eq(miai_width(engine), 7);
    ck_assert_int_eq(miai_height(engine), 5);
    ck_assert_double_eq(miai_komi(engine), 0.5);
    ck_assert_int_eq(miai_plies(engine), 3);
    ck_assert_int_eq(load("(;SZ[9]AB[aa:cc][ee]AW[ff]PL[B];W[gg];AE[gg];B[gg])", 0), MIAI_OK);
    int8_t piece[MIAI_MAX_POINTS];
    ck_assert_int_eq(miai_board(engine, piece), MIAI_OK);
    ck_assert_int_eq(piece[8 * 9 + 0], 0);
    ck_assert_int_eq(piece[6 * 9 + 2], 0);
    ck_assert_int_eq(piece[2 * 9 + 6], 0);
    ck_assert_int_eq(piece[3 * 9 + 5], 1);
}
END_TEST

START_TEST(bad_sgf_changes_nothing)
{
    static const char *const bad[] = {
        "",
        "nonsense",
        "(",
        "(;",
        "(;B[aa]",
        "(;B[aa",
        "(;SZ[9]B[zz])",
        "(;SZ[99])",
        "(;GM[3];B[aa])",
        "(;SZ[9];B[aa];W[aa])",
        "(;SZ[9];AB[aaa])",
        ")",
        "(;B)",
        "(;SZ[-9])",
        "(;SZ[9:])",
        "(;SZ[9]AB[aa:zz])",
        "(;SZ[9]AB[ab][ba]AW[aa])",
    };
    char before[4096];
    play("D4 E5");
    strcpy(before, board());
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ck_assert_msg(load(bad[i], 0) == MIAI_NO_LOAD, "%s", bad[i]);
        ck_assert_str_eq(before, board());
    }
    ck_assert_int_eq(miai_plies(engine), 2);
}
END_TEST

/* ---- searches ---- */

START_TEST(every_search_moves_in_every_game)
{
    static const char *const searches[] = {"mcts", "alphabeta", "minimax", "flat"};
    char move[MIAI_MOVE_TEXT];
    set("playouts", "200");
    set("depth", "2");
    for (int g = 0; g < miai_game_count(engine); g++) {
        for (size_t s = 0; s < 4; s++) {
            set("search", searches[s]);
            ck_assert_int_eq(miai_set_game(engine, miai_game_name(engine, g)), MIAI_OK);
            for (int i = 0; i < 3; i++) {
                miai_info info;
                ck_assert_int_eq(miai_genmove(engine, MIAI_TURN, move, sizeof move), MIAI_OK);
                miai_last_search(engine, &info);
                ck_assert_str_eq(info.search, searches[s]);
                ck_assert_msg(info.value >= 0 && info.value <= 1, "%g", info.value);
                ck_assert_int_eq(strncmp(info.pv, move, strlen(move)), 0);
            }
            ck_assert_int_eq(miai_plies(engine), 3);
        }
    }
}
END_TEST

START_TEST(search_without_time_moves)
{
    char move[MIAI_MOVE_TEXT];
    miai_time_settings(engine, 0, 0, 0);
    ck_assert_int_eq(miai_genmove(engine, 0, move, sizeof move), MIAI_OK);
    miai_time_settings(engine, 10, 0, 0);
    miai_time_left(engine, 1, -5, 0);
    ck_assert_int_eq(miai_genmove(engine, 1, move, sizeof move), MIAI_OK);
}
END_TEST

static uint64_t reused(void)
{
    miai_info info;
    miai_last_search(engine, &info);
    return info.reused_visits;
}

START_TEST(tree_lives_from_move_to_move)
{
    char move[MIAI_MOVE_TEXT], reply[MIAI_MOVE_TEXT];
    miai_choice choice;
    set("playouts", "3000");
    ck_assert_int_eq(miai_set_size(engine, 5, 5), MIAI_OK);
    ck_assert_int_eq(miai_genmove(engine, 0, move, sizeof move), MIAI_OK);
    ck_assert_uint_eq(reused(), 0);
    miai_info info;
    miai_last_search(engine, &info);
    ck_assert_int_eq(sscanf(info.pv, "%*s %15s", reply), 1);
    ck_assert_int_eq(miai_play(engine, 1, reply), MIAI_OK);
    ck_assert_int_eq(miai_genmove(engine, 0, move, sizeof move), MIAI_OK);
    uint64_t kept = reused();
    ck_assert_uint_gt(kept, 10);
    ck_assert(miai_choice_at(engine, 0, &choice));

    /* Taken back and searched again, the position has at least what it had. */
    ck_assert_int_eq(miai_undo(engine, 1), MIAI_OK);
    ck_assert_int_eq(miai_genmove(engine, 0, move, sizeof move), MIAI_OK);
    ck_assert_uint_ge(reused(), kept + 3000);

    /* Another komi makes what is known untrue. */
    ck_assert_int_eq(miai_undo(engine, 1), MIAI_OK);
    ck_assert_int_eq(miai_set_komi(engine, -20), MIAI_OK);
    ck_assert_int_eq(miai_genmove(engine, 0, move, sizeof move), MIAI_OK);
    ck_assert_uint_eq(reused(), 0);
}
END_TEST

static void *stop_soon(void *context)
{
    (void)context;
    nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
    miai_stop(engine);
    return NULL;
}

/* What is found in the opponent's time is there when his move comes, and nothing is told of it. */
START_TEST(pondering_is_kept)
{
    char move[MIAI_MOVE_TEXT], reply[MIAI_MOVE_TEXT];
    miai_info info;
    pthread_t thread;
    set("playouts", "500");
    ck_assert_int_eq(miai_genmove(engine, 0, move, sizeof move), MIAI_OK);
    miai_last_search(engine, &info);
    ck_assert_int_eq(sscanf(info.pv, "%*s %15s", reply), 1);
    miai_announce(engine);
    ck_assert_int_eq(pthread_create(&thread, NULL, stop_soon, NULL), 0);
    ck_assert_int_eq(miai_ponder(engine), MIAI_OK);
    pthread_join(thread, NULL);
    miai_last_search(engine, &info);
    ck_assert_uint_eq(info.playouts, 500);
    ck_assert_int_eq(miai_plies(engine), 1);
    ck_assert_int_eq(miai_undo(engine, 1), MIAI_OK);
    ck_assert_int_eq(miai_genmove(engine, 0, move, sizeof move), MIAI_OK);
    ck_assert_uint_gt(reused(),
                      700); /* 500 of the first search, and those of the opponent's time */
}
END_TEST

/* Plays some moves in an engine of its own, or behind a game of one move. */
static void opening(bool second_game, char text[256])
{
    miai_engine *other = miai_new();
    char move[MIAI_MOVE_TEXT];
    ck_assert_int_eq(miai_set_size(other, 9, 9), MIAI_OK);
    ck_assert_int_eq(miai_set_option(other, "playouts", "200"), MIAI_OK);
    ck_assert_int_eq(miai_new_game(other), MIAI_OK); /* nothing was searched: no other game */
    if (second_game) {
        ck_assert_int_eq(miai_genmove(other, 0, move, sizeof move), MIAI_OK);
        ck_assert_int_eq(miai_new_game(other), MIAI_OK);
        ck_assert_int_eq(miai_plies(other), 0);
    }
    text[0] = '\0';
    for (int i = 0; i < 10; i++) {
        ck_assert_int_eq(miai_genmove(other, MIAI_TURN, move, sizeof move), MIAI_OK);
        snprintf(text + strlen(text), 256 - strlen(text), "%s ", move);
    }
    miai_free(other);
}

START_TEST(each_game_is_another)
{
    char first[256], again[256], second[256], second_again[256];
    opening(false, first);
    opening(false, again);
    opening(true, second);
    opening(true, second_again);
    ck_assert_str_eq(first, again);
    ck_assert_str_eq(second, second_again);
    ck_assert_str_ne(first, second);
}
END_TEST

/* The sanitizers end a program that asks for so much. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define MUCH_MEMORY "256"
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define MUCH_MEMORY "256"
#endif
#endif
#ifndef MUCH_MEMORY
#define MUCH_MEMORY "1048576"
#endif

/* What the system cannot give is a bound that is not reached, for every search. */
START_TEST(more_memory_than_there_is)
{
    static const char *const searches[] = {"mcts", "alphabeta"};
    char text[32];
    for (int i = 0; i < 2; i++) {
        set("memory", MUCH_MEMORY);
        set("search", searches[i]);
        set("playouts", "50");
        ck_assert_int_eq(miai_genmove(engine, MIAI_TURN, text, sizeof text), MIAI_OK);
        ck_assert_int_eq(miai_search_fresh(engine, MIAI_TURN, text, sizeof text), MIAI_OK);
    }
}
END_TEST

START_TEST(fresh_search_repeats_itself)
{
    char first[MIAI_MOVE_TEXT], second[MIAI_MOVE_TEXT];
    miai_info info;
    set("playouts", "2000");
    ck_assert_int_eq(miai_search_fresh(engine, 0, first, sizeof first), MIAI_OK);
    miai_last_search(engine, &info);
    double value = info.value;
    ck_assert_int_eq(miai_search(engine, 0, NULL, second, sizeof second), MIAI_OK);
    ck_assert_int_eq(miai_search_fresh(engine, 0, second, sizeof second), MIAI_OK);
    miai_last_search(engine, &info);
    ck_assert_str_eq(first, second);
    ck_assert_double_eq(value, info.value);
    ck_assert_int_eq(miai_plies(engine), 0);
}
END_TEST

START_TEST(finished_game_has_no_move)
{
    char move[MIAI_MOVE_TEXT], score[32];
    int result;
    miai_set_game(engine, "tictactoe");
    ck_assert_int_eq(miai_final_score(engine, score, sizeof score), MIAI_NO_SCORE);
    play("A1 A2 B1 B2 C1");
    ck_assert(miai_over(engine, &result));
    ck_assert_int_gt(result, 0);
    ck_assert_int_eq(miai_genmove(engine, MIAI_TURN, move, sizeof move), MIAI_OVER);
    ck_assert_int_eq(miai_final_score(engine, score, sizeof score), MIAI_OK);
    ck_assert_int_eq(strncmp(score, "B+", 2), 0);
}
END_TEST

/* Two walls share the board; one black stone is dead in White's part. */
START_TEST(dead_stones_and_score)
{
    char text[1024];
    miai_set_komi(engine, 0.5);
    for (int y = 1; y <= 9; y++) {
        char name[16];
        snprintf(name, sizeof name, "D%d", y);
        ck_assert_int_eq(miai_play(engine, 0, name), MIAI_OK);
        snprintf(name, sizeof name, "E%d", y);
        ck_assert_int_eq(miai_play(engine, 1, name), MIAI_OK);
    }
    ck_assert_int_eq(miai_play(engine, 0, "H5"), MIAI_OK);
    ck_assert_int_eq(miai_play(engine, 1, "H4"), MIAI_OK);
    ck_assert_int_eq(miai_play(engine, 1, "H6"), MIAI_OK);
    ck_assert_int_eq(miai_play(engine, 1, "G5"), MIAI_OK);
    ck_assert_int_eq(miai_final_status(engine, "dead", text, sizeof text), MIAI_OK);
    ck_assert_str_eq(text, "H5");
    ck_assert_int_eq(miai_final_score(engine, text, sizeof text), MIAI_OK);
    ck_assert_str_eq(text, "W+9.5");
    ck_assert_int_eq(miai_final_status(engine, "seki", text, sizeof text), MIAI_OK);
    ck_assert_str_eq(text, "");
    ck_assert_int_eq(miai_final_status(engine, "drunk", text, sizeof text), MIAI_SYNTAX);
}
END_TEST

START_TEST(two_engines_at_once)
{
    miai_engine *other = miai_new();
    char a[MIAI_MOVE_TEXT], b[MIAI_MOVE_TEXT];
    set("playouts", "500");
    ck_assert_int_eq(miai_set_option(other, "playouts", "500"), MIAI_OK);
    ck_assert_int_eq(miai_set_size(other, 9, 9), MIAI_OK);
    for (int i = 0; i < 6; i++) {
        ck_assert_int_eq(miai_genmove(engine, MIAI_TURN, a, sizeof a), MIAI_OK);
        ck_assert_int_eq(miai_genmove(other, MIAI_TURN, b, sizeof b), MIAI_OK);
        ck_assert_str_eq(a, b);
    }
    miai_free(other);
}
END_TEST

START_TEST(bench_repeats_itself)
{
    miai_bench_result a, b;
    ck_assert_int_eq(miai_bench(&a), MIAI_OK);
    ck_assert_int_eq(miai_bench(&b), MIAI_OK);
    ck_assert_uint_eq(a.signature, b.signature);
    ck_assert_uint_gt(a.playouts, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("engine");
    TCase *tests = add_case(suite, "engine", 300);
    tcase_add_checked_fixture(tests, set_up, end_engine);
    tcase_add_test(tests, illegal_play_changes_nothing);
    tcase_add_test(tests, undo_takes_back_all);
    tcase_add_test(tests, same_player_twice_and_after_the_end);
    tcase_add_test(tests, ko_is_illegal);
    tcase_add_test(tests, komi_keeps_the_moves_and_the_stones);
    tcase_add_test(tests, size_is_checked_and_keeps_komi);
    tcase_add_test(tests, options_are_read_back_and_refused);
    tcase_add_test(tests, games_change);
    tcase_add_test(tests, incomplete_game_is_refused);
    tcase_add_test(tests, handicap);
    tcase_add_test(tests, free_handicap_on_any_board);
    tcase_add_test(tests, sgf_is_written_and_read);
    tcase_add_test(tests, sgf_main_line_and_properties);
    tcase_add_test(tests, bad_sgf_changes_nothing);
    tcase_add_test(tests, every_search_moves_in_every_game);
    tcase_add_test(tests, search_without_time_moves);
    tcase_add_test(tests, tree_lives_from_move_to_move);
    tcase_add_test(tests, pondering_is_kept);
    tcase_add_test(tests, each_game_is_another);
    tcase_add_test(tests, more_memory_than_there_is);
    tcase_add_test(tests, fresh_search_repeats_itself);
    tcase_add_test(tests, finished_game_has_no_move);
    tcase_add_test(tests, dead_stones_and_score);
    tcase_add_test(tests, two_engines_at_once);
    tcase_add_test(tests, bench_repeats_itself);
    return run_suite(suite);
}
