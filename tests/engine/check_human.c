/* A human-style network beside a strong one, both with random weights. */
#include "engine/engine.h"
#include "network_fixture.h"
#include "tests/support/suite.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char strong_file[] = "check_human.bin.gz", human[] = "check_human_people.bin.gz";

static const struct net_file human_file = {.name = human,
                                           .version = 15,
                                           .planes = 22,
                                           .numbers = 19,
                                           .channels = 12,
                                           .mid = 8,
                                           .pool = 4,
                                           .filter = 3,
                                           .blocks = "on(g)",
                                           .activation = "ACTIVATION_MISH\n",
                                           .binary = true,
                                           .packed = true,
                                           .seed = 7,
                                           .metadata = true};

enum { SIDE = 5, POINTS = SIDE * SIDE };

static void begin_networks(void)
{
    net_file_write(&human_file);
    begin_network(strong_file);
    set_engine_option("human-network", human);
}

static void end_networks(void)
{
    end_network();
    remove(human);
}

static miai_network_output evaluate_position(void)
{
    miai_network_output output;
    ck_assert_int_eq(miai_ask_human_network(engine, MIAI_TURN, 0, &output), MIAI_OK);
    return output;
}

/* Searches from a new root. */
static void search_new_root(void)
{
    char move[MIAI_MOVE_TEXT];
    miai_forget(engine);
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, NULL, move, sizeof move), MIAI_OK);
}

/* ---- the network and its profile ---- */

START_TEST(a_profile_is_needed)
{
    miai_network_output output;
    char text[40];
    ck_assert_int_eq(miai_ask_human_network(engine, 0, 0, &output), MIAI_NO_NETWORK);
    search_new_root();
    ck_assert(!miai_human_output(engine, &output));
    set_engine_option("humanSLProfile", "rank_5k");
    evaluate_position();
    ck_assert_int_eq(miai_set_option(engine, "human-profile", "rank_21k"), MIAI_BAD_VALUE);
    miai_get_option(engine, "humanSLProfile", text, sizeof text);
    ck_assert_str_eq(text, "rank_5k");
    set_engine_option("human-network", "");
    ck_assert_int_eq(miai_ask_human_network(engine, 0, 0, &output), MIAI_NO_NETWORK);
    ck_assert_int_eq(miai_set_option(engine, "human-model", "no such file"), MIAI_NO_LOAD);
}
END_TEST

START_TEST(profiles_differ)
{
    set_engine_option("human-profile", "rank_5k");
    miai_network_output first = evaluate_position();
    set_engine_option("human-profile", "proyear_1900");
    miai_network_output second = evaluate_position();
    ck_assert(memcmp(first.policy, second.policy, (POINTS + 1) * sizeof(float)) != 0);
    set_engine_option("human-profile", "rank_5k");
    second = evaluate_position();
    ck_assert_mem_eq(first.policy, second.policy, (POINTS + 1) * sizeof(float));
}
END_TEST

/* The human network as the only network. */
START_TEST(human_network_only)
{
    miai_network_output first, second;
    set_engine_option("human-network", "");
    set_engine_option("network", human);
    set_engine_option("human-profile", "preaz_20k");
    ck_assert_int_eq(miai_ask_network(engine, 0, 0, &first), MIAI_OK);
    set_engine_option("human-profile", "rank_1d");
    ck_assert_int_eq(miai_ask_network(engine, 0, 0, &second), MIAI_OK);
    ck_assert(first.win != second.win);
    search_new_root();
}
END_TEST

START_TEST(human_priors_of_the_root)
{
    miai_network_output told;
    miai_choice choice;
    double sum = 0;
    set_engine_option("network-numbers", "float");
    set_engine_option("human-profile", "rank_3d");
    play_line("c3 b2");
    miai_network_output asked = evaluate_position();
    search_new_root();
    ck_assert(miai_human_output(engine, &told));
    for (int p = 0; p <= POINTS; p++)
        ck_assert_double_eq_tol((double)told.policy[p], (double)asked.policy[p], 1e-6);
    ck_assert_double_eq_tol(told.win, asked.win, 1e-6);
    for (int i = 0; miai_choice_at(engine, i, &choice); i++)
        sum += choice.human_prior;
    ck_assert_double_eq_tol(sum, 1, 1e-5);
}
END_TEST

/* ---- moves ---- */

/* How often each point, or the pass, which follows the points, is chosen in `tries` tries. */
static void count_moves(int tries, int count[POINTS + 1])
{
    char move[MIAI_MOVE_TEXT], seed[20];
    memset(count, 0, (POINTS + 1) * sizeof *count);
    for (int i = 0; i < tries; i++) {
        snprintf(seed, sizeof seed, "%d", i + 1);
        set_engine_option("seed", seed);
        ck_assert_int_eq(miai_choose(engine, MIAI_TURN, move, sizeof move), MIAI_OK);
        int point = move[0] == 'p' || move[0] == 'P'
                        ? POINTS
                        : (move[1] - '1') * SIDE + (move[0] | 32) - 'a';
        count[point]++;
    }
}

START_TEST(moves_follow_human_priors)
{
    enum { TRIES = 600 };
    int count[POINTS + 1];
    set_engine_option("human-profile", "rank_5k");
    set_engine_option("playouts", "8");
    set_engine_option("human-move", "1");
    set_engine_option("human-ignore-pass", "true");
    set_engine_option("temperature", "1");
    play_line("c3 b2");
    miai_network_output output = evaluate_position();
    double pass = (double)output.policy[POINTS];
    count_moves(TRIES, count);
    ck_assert_int_lt(count[POINTS], TRIES / 4);
    for (int p = 0; p < POINTS; p++) {
        double part = output.policy[p] > 0 ? (double)output.policy[p] / (1 - pass) : 0;
        double tries = TRIES - count[POINTS], spread = sqrt(tries * part * (1 - part));
        ck_assert_msg(fabs(count[p] - tries * part) <= 4.5 * spread + 6, "%d: %d of %.1f", p,
                      count[p], tries * part);
    }
}
END_TEST

/* Without temperature the likeliest move is played. */
START_TEST(the_likeliest_move)
{
    int count[POINTS + 1], best = 0;
    set_engine_option("human-profile", "rank_5k");
    set_engine_option("human-move", "1");
    set_engine_option("human-ignore-pass", "true");
    play_line("c3 b2");
    miai_network_output output = evaluate_position();
    for (int p = 1; p < POINTS; p++)
        best = output.policy[p] > output.policy[best] ? p : best;
    count_moves(5, count);
    ck_assert_int_ge(count[best], 4);
    set_engine_option("human-move", "0");
    search_new_root();
}
END_TEST

/* ---- exploration ---- */

struct visits {
    double counted, looked_at;
};

static struct visits read_visits(void)
{
    struct visits sum = {0, 0};
    miai_choice choice;
    search_new_root();
    for (int i = 0; miai_choice_at(engine, i, &choice); i++) {
        ck_assert_uint_ge(choice.looked_at, choice.visits);
        sum.counted += (double)choice.visits;
        sum.looked_at += (double)choice.looked_at;
    }
    return sum;
}

START_TEST(zero_and_large_weight)
{
    set_engine_option("human-profile", "rank_5k");
    set_engine_option("playouts", "200");
    play_line("c3 b2");
    struct visits plain = read_visits();
    ck_assert(plain.counted == plain.looked_at);
    set_engine_option("humanSLRootExploreProbWeightless", "0.5");
    struct visits half = read_visits();
    ck_assert_double_ge(half.looked_at, 195);
    ck_assert_double_ge(half.counted, 60);
    ck_assert_double_le(half.counted, 140);
    set_engine_option("humanSLRootExploreProbWeightless", "0");
    set_engine_option("humanSLRootExploreProbWeightful", "0.5");
    struct visits full = read_visits();
    ck_assert(full.counted == full.looked_at);
    ck_assert_double_ge(full.counted, 195);
}
END_TEST

/* With a large constant, visits are proportional to the human policy. */
START_TEST(visits_follow_the_human_policy)
{
    miai_choice choice;
    set_engine_option("human-profile", "rank_5k");
    set_engine_option("playouts", "400");
    set_engine_option("human-permanent", "100");
    set_engine_option("human-root-weightless", "1");
    play_line("c3 b2");
    search_new_root();
    for (int i = 0; miai_choice_at(engine, i, &choice); i++)
        ck_assert_double_eq_tol((double)choice.looked_at / 400, choice.human_prior, 0.02);
}
END_TEST

START_TEST(human_policy_in_the_tree)
{
    miai_info info;
    double value[3];
    set_engine_option("human-profile", "rank_5k");
    set_engine_option("playouts", "300");
    set_engine_option("human-permanent", "5");
    play_line("c3 b2");
    for (int i = 0; i < 3; i++) {
        set_engine_option("humanSLOppExploreProbWeightful", i == 0 ? "0" : "0.9");
        set_engine_option("humanSLPlaExploreProbWeightless", i == 0 ? "0" : "0.3");
        search_new_root();
        miai_last_search(engine, &info);
        value[i] = info.root_value;
        ck_assert_uint_ge(info.root_visits, i == 0 ? 300 : 100);
    }
    ck_assert_double_ne(value[0], value[1]);
    ck_assert_double_eq(value[1], value[2]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("human");
    TCase *tests = add_case(suite, "human", 60);
    tcase_add_checked_fixture(tests, begin_networks, end_networks);
    tcase_add_test(tests, a_profile_is_needed);
    tcase_add_test(tests, profiles_differ);
    tcase_add_test(tests, human_network_only);
    tcase_add_test(tests, human_priors_of_the_root);
    tcase_add_test(tests, moves_follow_human_priors);
    tcase_add_test(tests, the_likeliest_move);
    tcase_add_test(tests, zero_and_large_weight);
    tcase_add_test(tests, visits_follow_the_human_policy);
    tcase_add_test(tests, human_policy_in_the_tree);
    return run_suite(suite);
}
