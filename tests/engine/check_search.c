/* Searches of an engine: each in every game, reuse, pondering, memory, and reproducibility. */
#include "base/thread.h"
#include "tests/support/fixture.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* Go by playouts, which take much less time under a sanitizer than a network. */
static void set_up_engine(void)
{
    begin_go_9x9();
    set_engine_option("network", "none");
}

START_TEST(every_search_moves_in_every_game)
{
    static const char *const searches[] = {"mcts", "alphabeta", "minimax", "flat"};
    char move[MIAI_MOVE_TEXT];
    set_engine_option("playouts", "50");
    set_engine_option("depth", "2");
    for (int g = 0; g < miai_game_count(engine); g++) {
        for (size_t s = 0; s < 4; s++) {
            set_engine_option("search", searches[s]);
            ck_assert_int_eq(miai_set_game(engine, miai_game_name(engine, g)), MIAI_OK);
            for (int i = 0; i < 2; i++) {
                miai_info info;
                ck_assert_int_eq(miai_genmove(engine, MIAI_TURN, move, sizeof move), MIAI_OK);
                miai_last_search(engine, &info);
                ck_assert_str_eq(info.search, searches[s]);
                ck_assert_msg(info.value >= 0 && info.value <= 1, "%g", info.value);
                ck_assert_int_eq(strncmp(info.pv, move, strlen(move)), 0);
            }
            ck_assert_int_eq(miai_plies(engine), 2);
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

static int depth_of(const char *selective)
{
    char move[MIAI_MOVE_TEXT];
    miai_info info;
    set_engine_option("selective", selective);
    ck_assert_int_eq(miai_search_fresh(engine, MIAI_TURN, move, sizeof move), MIAI_OK);
    miai_last_search(engine, &info);
    return info.depth;
}

/* Selective pruning makes a search deeper; the game decides, and without an evaluation nothing is
 * pruned. */
START_TEST(selective_search_is_an_option)
{
    static const struct {
        const char *game;
        bool wish, gains;
    } games[] = {{"chess", true, true}, {"connect4", false, true}, {"tictactoe", true, false}};
    set_engine_option("search", "alphabeta");
    set_engine_option("playouts", "20000");
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        ck_assert_int_eq(miai_set_game(engine, games[i].game), MIAI_OK);
        int all = depth_of("false"), some = depth_of("true");
        ck_assert(games[i].gains ? some > all : some == all);
        ck_assert_int_eq(depth_of("auto"), games[i].wish ? some : all);
    }
}
END_TEST

static uint64_t reused_visits(void)
{
    miai_info info;
    miai_last_search(engine, &info);
    return info.reused_visits;
}

START_TEST(tree_lives_from_move_to_move)
{
    char move[MIAI_MOVE_TEXT], reply[MIAI_MOVE_TEXT];
    miai_choice choice;
    set_engine_option("playouts", "3000");
    ck_assert_int_eq(miai_set_size(engine, 5, 5), MIAI_OK);
    ck_assert_int_eq(miai_genmove(engine, 0, move, sizeof move), MIAI_OK);
    ck_assert_uint_eq(reused_visits(), 0);
    miai_info info;
    miai_last_search(engine, &info);
    ck_assert_int_eq(sscanf(info.pv, "%*s %15s", reply), 1);
    ck_assert_int_eq(miai_play(engine, 1, reply), MIAI_OK);
    ck_assert_int_eq(miai_genmove(engine, 0, move, sizeof move), MIAI_OK);
    uint64_t kept = reused_visits();
    ck_assert_uint_gt(kept, 10);
    ck_assert(miai_choice_at(engine, 0, &choice));

    /* After undo and another search, the position has at least its former visits. */
    ck_assert_int_eq(miai_undo(engine, 1), MIAI_OK);
    ck_assert_int_eq(miai_genmove(engine, 0, move, sizeof move), MIAI_OK);
    ck_assert_uint_ge(reused_visits(), kept + 3000);

    /* A change of komi invalidates the tree. */
    ck_assert_int_eq(miai_undo(engine, 1), MIAI_OK);
    ck_assert_int_eq(miai_set_komi(engine, -20), MIAI_OK);
    ck_assert_int_eq(miai_genmove(engine, 0, move, sizeof move), MIAI_OK);
    ck_assert_uint_eq(reused_visits(), 0);
}
END_TEST

static void *stop_soon(void *context)
{
    (void)context;
    nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
    miai_stop(engine);
    return NULL;
}

/* The result of pondering is there when the opponent's move comes, and it is not reported
 * earlier. */
START_TEST(pondering_is_kept)
{
    char move[MIAI_MOVE_TEXT], reply[MIAI_MOVE_TEXT], line[1000];
    miai_info info;
    uint64_t visits[MIAI_LINE_MAX];
    struct mi_thread thread;
    set_engine_option("playouts", "500");
    ck_assert_int_eq(miai_genmove(engine, 0, move, sizeof move), MIAI_OK);
    ck_assert_int_ge(miai_choice_line(engine, 0, line, sizeof line, visits), 0);
    ck_assert_int_eq(sscanf(line, "%*s %15s", reply), 1);
    miai_arm_search(engine);
    ck_assert(mi_thread_start(&thread, stop_soon, NULL));
    ck_assert_int_eq(miai_ponder(engine), MIAI_OK);
    mi_thread_join(&thread);
    miai_last_search(engine, &info);
    ck_assert_uint_eq(info.playouts, 500);
    ck_assert_int_eq(miai_plies(engine), 1);
    ck_assert_int_eq(miai_play(engine, 1, reply), MIAI_OK);
    ck_assert_int_eq(miai_genmove(engine, 0, move, sizeof move), MIAI_OK);
    ck_assert_uint_gt(reused_visits(), visits[1]); /* of the first search */
}
END_TEST

static uint64_t playouts_of_a_move(void)
{
    char move[MIAI_MOVE_TEXT];
    miai_info info;
    ck_assert_int_eq(miai_genmove(engine, MIAI_TURN, move, sizeof move), MIAI_OK);
    miai_last_search(engine, &info);
    return info.playouts;
}

/* No pondering at a level. Without a search, a stop has no effect on the next one. */
START_TEST(a_stop_does_not_outlive_its_search)
{
    char move[MIAI_MOVE_TEXT];
    const miai_limits limits = {.playouts = 500};
    set_engine_option("network", "none");
    set_engine_option("level", "10k");
    miai_arm_search(engine);
    miai_stop(engine);
    ck_assert_int_eq(miai_ponder(engine), MIAI_OK);
    ck_assert_uint_gt(playouts_of_a_move(), 1);
    set_engine_option("level", "");
    set_engine_option("playouts", "500");
    miai_arm_search(engine);
    miai_stop(engine);
    ck_assert_int_eq(miai_search(engine, 7, &limits, move, sizeof move), MIAI_BAD_VALUE);
    ck_assert_uint_eq(playouts_of_a_move(), 500);
}
END_TEST

/* Plays some moves in a new engine, optionally after a game of one move. */
static void opening_moves(bool second_game, char text[256])
{
    miai_engine *other = miai_new();
    char move[MIAI_MOVE_TEXT];
    ck_assert_int_eq(miai_set_size(other, 9, 9), MIAI_OK);
    ck_assert_int_eq(miai_set_option(other, "playouts", "50"), MIAI_OK);
    ck_assert_int_eq(miai_set_option(other, "network", "none"), MIAI_OK);
    ck_assert_int_eq(miai_new_game(other), MIAI_OK); /* without a search */
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

START_TEST(games_differ)
{
    char first[256], again[256], second[256], second_again[256];
    opening_moves(false, first);
    opening_moves(false, again);
    opening_moves(true, second);
    opening_moves(true, second_again);
    ck_assert_str_eq(first, again);
    ck_assert_str_eq(second, second_again);
    ck_assert_str_ne(first, second);
}
END_TEST

static uint64_t nodes_of_search(void)
{
    char move[MIAI_MOVE_TEXT];
    miai_info info;
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, NULL, move, sizeof move), MIAI_OK);
    miai_last_search(engine, &info);
    return info.nodes;
}

/* A client may send each position of a game without the moves to it. */
START_TEST(table_is_kept_for_set_up_positions)
{
    const char *after = "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1";
    ck_assert_int_eq(miai_set_game(engine, "chess"), MIAI_OK);
    set_engine_option("search", "alphabeta");
    set_engine_option("depth", "9");
    play_line("g1f3");
    uint64_t cold = nodes_of_search();
    ck_assert_int_eq(miai_read_position(engine, after), MIAI_OK);
    ck_assert_uint_lt(nodes_of_search(), 3 * cold / 4);
}
END_TEST

/* Sanitizers end a program that allocates so much. */
static const char *const much_memory = SANITIZED ? "256" : "1048576";

/* A limit that the system cannot provide is never reached, in any search. */
START_TEST(limit_above_available_memory)
{
    static const char *const searches[] = {"mcts", "alphabeta"};
    char text[32];
    for (int i = 0; i < 2; i++) {
        set_engine_option("memory", much_memory);
        set_engine_option("search", searches[i]);
        set_engine_option("playouts", "50");
        ck_assert_int_eq(miai_genmove(engine, MIAI_TURN, text, sizeof text), MIAI_OK);
        ck_assert_int_eq(miai_search_fresh(engine, MIAI_TURN, text, sizeof text), MIAI_OK);
    }
}
END_TEST

/* The smallest valid limit is enough for every search of every game, if need be without learned
 * weights. */
START_TEST(smallest_memory_limit)
{
    static const char *const searches[] = {"auto", "mcts", "alphabeta", "minimax", "flat"};
    char text[32];
    set_engine_option("playouts", "20");
    set_engine_option("memory", "1");
    set_engine_option("network", "auto");
    for (int i = 0; i < miai_game_count(engine); i++)
        for (size_t k = 0; k < sizeof searches / sizeof *searches; k++) {
            ck_assert_int_eq(miai_set_game(engine, miai_game_name(engine, i)), MIAI_OK);
            set_engine_option("search", searches[k]);
            ck_assert_int_eq(miai_genmove(engine, MIAI_TURN, text, sizeof text), MIAI_OK);
            ck_assert_int_eq(miai_search_fresh(engine, MIAI_TURN, text, sizeof text), MIAI_OK);
        }
}
END_TEST

START_TEST(fresh_search_repeats_itself)
{
    char first[MIAI_MOVE_TEXT], second[MIAI_MOVE_TEXT];
    miai_info info;
    set_engine_option("playouts", "2000");
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

START_TEST(two_engines_at_once)
{
    miai_engine *other = miai_new();
    char a[MIAI_MOVE_TEXT], b[MIAI_MOVE_TEXT];
    set_engine_option("playouts", "100");
    ck_assert_int_eq(miai_set_option(other, "playouts", "100"), MIAI_OK);
    ck_assert_int_eq(miai_set_option(other, "network", "none"), MIAI_OK);
    ck_assert_int_eq(miai_set_size(other, 9, 9), MIAI_OK);
    for (int i = 0; i < 6; i++) {
        ck_assert_int_eq(miai_genmove(engine, MIAI_TURN, a, sizeof a), MIAI_OK);
        ck_assert_int_eq(miai_genmove(other, MIAI_TURN, b, sizeof b), MIAI_OK);
        ck_assert_str_eq(a, b);
    }
    miai_free(other);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("engine search");
    TCase *tests = add_case(suite, "engine search", 300);
    tcase_add_checked_fixture(tests, set_up_engine, end_engine);
    tcase_add_test(tests, every_search_moves_in_every_game);
    tcase_add_test(tests, search_without_time_moves);
    tcase_add_test(tests, tree_lives_from_move_to_move);
    tcase_add_test(tests, pondering_is_kept);
    tcase_add_test(tests, a_stop_does_not_outlive_its_search);
    tcase_add_test(tests, games_differ);
    tcase_add_test(tests, table_is_kept_for_set_up_positions);
    tcase_add_test(tests, limit_above_available_memory);
    tcase_add_test(tests, smallest_memory_limit);
    tcase_add_test(tests, fresh_search_repeats_itself);
    tcase_add_test(tests, two_engines_at_once);
    tcase_add_test(tests, selective_search_is_an_option);
    return run_suite(suite);
}
