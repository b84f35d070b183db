/* Chess by MCTS with small lc0 networks of random weights, in a file that the test writes. */
#include "tests/support/fixture.h"
#include "tests/support/lc0_file.h"
#include "tests/support/suite.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char network_file[] = "guided_chess.tmp.pb.gz";

/* Residual blocks with a win-draw-loss head; encoder blocks with an attention policy. */
static const struct lc0_file network_kinds[] = {
    {.name = network_file,
     .input = 1,
     .structure = 4,
     .policy = 2,
     .value = 2,
     .channels = 8,
     .blocks = 2,
     .squeeze = 4,
     .moves_left = 1,
     .encoding = LC0_LINEAR16,
     .seed = 1},
    {.name = network_file,
     .input = 4,
     .structure = 6,
     .policy = 3,
     .value = 1,
     .channels = 8,
     .encoders = 1,
     .heads = 2,
     .depth = 4,
     .feed = 8,
     .gate = true,
     .activation = 1,
     .embedding = 8,
     .encoding = LC0_LINEAR16,
     .seed = 2},
};

static void begin_guided(void)
{
    lc0_file_write(&network_kinds[0]);
    begin_engine("chess");
    set_engine_option("seed", "1");
}

static void end_guided(void)
{
    end_engine();
    remove(network_file);
}

static void set_network(int kind)
{
    lc0_file_write(&network_kinds[kind]);
    set_engine_option("network", network_file);
}

static miai_info search_playouts(char move[MIAI_MOVE_TEXT])
{
    miai_info info;
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, NULL, move, MIAI_MOVE_TEXT), MIAI_OK);
    miai_last_search(engine, &info);
    return info;
}

/* Forty moves with each kind of network: each is legal, and has the requested number of
 * playouts. */
START_TEST(legal_moves_with_all_playouts)
{
    char move[MIAI_MOVE_TEXT], score[32];
    set_network(_i);
    set_engine_option("playouts", "30");
    for (int ply = 0; ply < 40 && miai_final_score(engine, score, sizeof score) != MIAI_OK; ply++) {
        miai_info info = search_playouts(move);
        ck_assert_str_eq(info.search, "mcts");
        ck_assert(info.draws);
        ck_assert_int_eq(miai_play(engine, MIAI_TURN, move), MIAI_OK);
    }
}
END_TEST

/* One playout plays the move with the highest prior, and the priors are a distribution. */
START_TEST(one_playout_is_the_policy)
{
    char move[MIAI_MOVE_TEXT];
    set_network(_i);
    set_engine_option("playouts", "1");
    play_line("e2e4 e7e5");
    search_playouts(move);
    miai_choice choice;
    double sum = 0, most = 0;
    char likeliest[MIAI_MOVE_TEXT] = "";
    int count = 0;
    for (; miai_choice_at(engine, count, &choice); count++) {
        ck_assert_double_ge(choice.prior, 0);
        sum += choice.prior;
        if (choice.prior > most)
            strcpy(likeliest, choice.move);
        most = fmax(most, choice.prior);
    }
    ck_assert_int_eq(count, 29);
    ck_assert_double_eq_tol(sum, 1, 1e-3);
    ck_assert_str_eq(move, likeliest);
}
END_TEST

/* Proven mates count, whatever a network of random weights says. */
START_TEST(mates_are_proved)
{
    char move[MIAI_MOVE_TEXT];
    set_network(_i);
    set_engine_option("playouts", "300");
    ck_assert_int_eq(miai_read_position(engine, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"), MIAI_OK);
    miai_info info = search_playouts(move);
    ck_assert_str_eq(move, "a1a8");
    ck_assert_int_eq(info.mate, 1);
}
END_TEST

/* The game decides which networks may be loaded; a refused file changes nothing. */
START_TEST(networks_of_other_games_are_refused)
{
    char move[MIAI_MOVE_TEXT];
    ck_assert_int_eq(miai_set_game(engine, "go"), MIAI_OK);
    ck_assert_int_eq(miai_set_option(engine, "network", network_file), MIAI_NO_LOAD);
    ck_assert_ptr_nonnull(strstr(miai_error_reason(engine, MIAI_NO_LOAD), "chess"));
    ck_assert_int_eq(miai_set_option(engine, "human-network", network_file), MIAI_NO_LOAD);
    ck_assert_int_eq(miai_set_game(engine, "chess"), MIAI_OK);
    set_network(0);
    ck_assert_int_eq(miai_set_game(engine, "othello"), MIAI_OK);
    set_engine_option("network-numbers", "float"); /* the network is read again */
    ck_assert_int_eq(miai_set_game(engine, "chess"), MIAI_OK);
    set_engine_option("playouts", "5");
    ck_assert_str_eq(search_playouts(move).search, "mcts");
}
END_TEST

/* The description of the file. */
START_TEST(network_is_described)
{
    miai_network_facts told;
    lc0_file_write(&network_kinds[_i]);
    ck_assert_int_eq(miai_describe_network(engine, network_file, 0.01, &told), MIAI_OK);
    ck_assert_str_eq(told.games, "chess");
    ck_assert_str_eq(told.kind, "Leela Chess Zero");
    ck_assert_int_eq(told.width, 8);
    ck_assert_int_eq(told.blocks, network_kinds[_i].blocks + network_kinds[_i].encoders);
    ck_assert_uint_gt(told.weights, 0);
    ck_assert_uint_gt(told.bytes, told.weights);
    ck_assert_double_gt(told.rate, 0);
    ck_assert_int_eq(miai_describe_network(engine, "nowhere", 0.01, &told), MIAI_NO_LOAD);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("guided_chess");
    TCase *tests = add_case(suite, "guided_chess", 60);
    tcase_add_checked_fixture(tests, begin_guided, end_guided);
    tcase_add_loop_test(tests, legal_moves_with_all_playouts, 0, COUNT(network_kinds));
    tcase_add_loop_test(tests, one_playout_is_the_policy, 0, COUNT(network_kinds));
    tcase_add_loop_test(tests, mates_are_proved, 0, COUNT(network_kinds));
    tcase_add_test(tests, networks_of_other_games_are_refused);
    tcase_add_loop_test(tests, network_is_described, 0, COUNT(network_kinds));
    return run_suite(suite);
}
