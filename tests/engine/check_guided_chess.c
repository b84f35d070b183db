/* Chess by a tree that a network of lc0's guides: small ones of random weights, in a file that the
 * test writes. */
#include "tests/support/fixture.h"
#include "tests/support/lc0_file.h"
#include "tests/support/suite.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char name[] = "guided_chess.tmp.pb.gz";

/* Residual blocks with win, draw and loss; and encoders with a policy of attention. */
static const struct lc0_file kinds[] = {
    {.name = name,
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
    {.name = name,
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
    lc0_file_write(&kinds[0]);
    begin_engine("chess");
    set("seed", "1");
}

static void end_guided(void)
{
    end_engine();
    remove(name);
}

static void take_network(int kind)
{
    lc0_file_write(&kinds[kind]);
    set("network", name);
}

static miai_info search(char move[MIAI_MOVE_TEXT])
{
    miai_info info;
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, NULL, move, MIAI_MOVE_TEXT), MIAI_OK);
    miai_last_search(engine, &info);
    return info;
}

/* Forty moves by each kind, each legal, each of as many playouts as were asked for. */
START_TEST(plays)
{
    char move[MIAI_MOVE_TEXT], score[32];
    take_network(_i);
    set("playouts", "30");
    for (int ply = 0; ply < 40 && miai_final_score(engine, score, sizeof score) != MIAI_OK; ply++) {
        miai_info info = search(move);
        ck_assert_str_eq(info.search, "mcts");
        ck_assert(info.draws);
        ck_assert_int_eq(miai_play(engine, MIAI_TURN, move), MIAI_OK);
    }
}
END_TEST

/* By one playout the move that looks best, and priors that are a policy. */
START_TEST(one_playout_is_the_policy)
{
    char move[MIAI_MOVE_TEXT];
    take_network(_i);
    set("playouts", "1");
    play("e2e4 e7e5");
    search(move);
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

/* What a network of random weights thinks of it is one thing, what is certain another. */
START_TEST(mates_are_proved)
{
    char move[MIAI_MOVE_TEXT];
    take_network(_i);
    set("playouts", "300");
    ck_assert_int_eq(miai_read_position(engine, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"), MIAI_OK);
    miai_info info = search(move);
    ck_assert_str_eq(move, "a1a8");
    ck_assert_int_eq(info.mate, 1);
}
END_TEST

/* The game says what may be loaded, and what was loaded stays. */
START_TEST(network_of_another_game)
{
    char move[MIAI_MOVE_TEXT];
    ck_assert_int_eq(miai_set_game(engine, "go"), MIAI_OK);
    ck_assert_int_eq(miai_set_option(engine, "network", name), MIAI_NO_LOAD);
    ck_assert_ptr_nonnull(strstr(miai_error_reason(engine, MIAI_NO_LOAD), "chess"));
    ck_assert_int_eq(miai_set_option(engine, "human-network", name), MIAI_NO_LOAD);
    ck_assert_int_eq(miai_set_game(engine, "chess"), MIAI_OK);
    take_network(0);
    ck_assert_int_eq(miai_set_game(engine, "othello"), MIAI_OK);
    set("network-numbers", "float"); /* it is read again, whatever the game */
    ck_assert_int_eq(miai_set_game(engine, "chess"), MIAI_OK);
    set("playouts", "5");
    ck_assert_str_eq(search(move).search, "mcts");
}
END_TEST

/* What is told of a file. */
START_TEST(facts)
{
    miai_network_facts told;
    lc0_file_write(&kinds[_i]);
    ck_assert_int_eq(miai_describe_network(engine, name, 0.01, &told), MIAI_OK);
    ck_assert_str_eq(told.games, "chess");
    ck_assert_str_eq(told.kind, "Leela Chess Zero");
    ck_assert_int_eq(told.width, 8);
    ck_assert_int_eq(told.blocks, kinds[_i].blocks + kinds[_i].encoders);
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
    tcase_add_loop_test(tests, plays, 0, COUNT(kinds));
    tcase_add_loop_test(tests, one_playout_is_the_policy, 0, COUNT(kinds));
    tcase_add_loop_test(tests, mates_are_proved, 0, COUNT(kinds));
    tcase_add_test(tests, network_of_another_game);
    tcase_add_loop_test(tests, facts, 0, COUNT(kinds));
    return run_suite(suite);
}
