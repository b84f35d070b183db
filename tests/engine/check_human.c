/* A network that knows how people play, beside another: both of random weights. */
#include "engine/engine.h"
#include "network_fixture.h"
#include "tests/support/suite.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char strong[] = "check_human.bin.gz", human[] = "check_human_people.bin.gz";

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
    begin_network(strong);
    set("human-network", human);
}

static void end_networks(void)
{
    end_network();
    remove(human);
}

static miai_network_output ask(void)
{
    miai_network_output output;
    ck_assert_int_eq(miai_ask_human_network(engine, MIAI_TURN, 0, &output), MIAI_OK);
    return output;
}

/* Searches, with a root of its own. */
static void search(void)
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
    search();
    ck_assert(!miai_human_output(engine, &output));
    set("humanSLProfile", "rank_5k");
    ask();
    ck_assert_int_eq(miai_set_option(engine, "human-profile", "rank_21k"), MIAI_BAD_VALUE);
    miai_get_option(engine, "humanSLProfile", text, sizeof text);
    ck_assert_str_eq(text, "rank_5k");
    set("human-network", "");
    ck_assert_int_eq(miai_ask_human_network(engine, 0, 0, &output), MIAI_NO_NETWORK);
    ck_assert_int_eq(miai_set_option(engine, "human-model", "no such file"), MIAI_NO_LOAD);
}
END_TEST

START_TEST(profiles_differ)
{
    set("human-profile", "rank_5k");
    miai_network_output first = ask();
    set("human-profile", "proyear_1900");
    miai_network_output second = ask();
    ck_assert(memcmp(first.policy, second.policy, (POINTS + 1) * sizeof(float)) != 0);
    set("human-profile", "rank_5k");
    second = ask();
    ck_assert_mem_eq(first.policy, second.policy, (POINTS + 1) * sizeof(float));
}
END_TEST

/* The human network in the place of the other. */
START_TEST(alone)
{
    miai_network_output first, second;
    set("human-network", "");
    set("network", human);
    set("human-profile", "preaz_20k");
    ck_assert_int_eq(miai_ask_network(engine, 0, 0, &first), MIAI_OK);
    set("human-profile", "rank_1d");
    ck_assert_int_eq(miai_ask_network(engine, 0, 0, &second), MIAI_OK);
    ck_assert(first.win != second.win);
    search();
}
END_TEST

START_TEST(told_of_the_root)
{
    miai_network_output told;
    miai_choice choice;
    double sum = 0;
    set("network-numbers", "float");
    set("human-profile", "rank_3d");
    play("c3 b2");
    miai_network_output asked = ask();
    search();
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

/* How often each point, or behind them the pass, is chosen in so many tries. */
static void count_moves(int tries, int count[POINTS + 1])
{
    char move[MIAI_MOVE_TEXT], seed[20];
    memset(count, 0, (POINTS + 1) * sizeof *count);
    for (int i = 0; i < tries; i++) {
        snprintf(seed, sizeof seed, "%d", i + 1);
        set("seed", seed);
        ck_assert_int_eq(miai_choose(engine, MIAI_TURN, move, sizeof move), MIAI_OK);
        int point = move[0] == 'p' || move[0] == 'P'
                        ? POINTS
                        : (move[1] - '1') * SIDE + (move[0] | 32) - 'a';
        count[point]++;
    }
}

START_TEST(moves_by_what_people_do)
{
    enum { TRIES = 600 };
    int count[POINTS + 1];
    set("human-profile", "rank_5k");
    set("playouts", "8");
    set("human-move", "1");
    set("human-ignore-pass", "true");
    set("temperature", "1");
    play("c3 b2");
    miai_network_output output = ask();
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
    set("human-profile", "rank_5k");
    set("human-move", "1");
    set("human-ignore-pass", "true");
    play("c3 b2");
    miai_network_output output = ask();
    for (int p = 1; p < POINTS; p++)
        best = output.policy[p] > output.policy[best] ? p : best;
    count_moves(5, count);
    ck_assert_int_ge(count[best], 4);
    set("human-move", "0");
    search();
}
END_TEST

/* ---- exploration ---- */

struct visits {
    double counted, looked_at;
};

static struct visits look(void)
{
    struct visits sum = {0, 0};
    miai_choice choice;
    search();
    for (int i = 0; miai_choice_at(engine, i, &choice); i++) {
        ck_assert_uint_ge(choice.looked_at, choice.visits);
        sum.counted += (double)choice.visits;
        sum.looked_at += (double)choice.looked_at;
    }
    return sum;
}

START_TEST(weightless_and_weightful)
{
    set("human-profile", "rank_5k");
    set("playouts", "200");
    play("c3 b2");
    struct visits plain = look();
    ck_assert(plain.counted == plain.looked_at);
    set("humanSLRootExploreProbWeightless", "0.5");
    struct visits half = look();
    ck_assert_double_ge(half.looked_at, 195);
    ck_assert_double_ge(half.counted, 60);
    ck_assert_double_le(half.counted, 140);
    set("humanSLRootExploreProbWeightless", "0");
    set("humanSLRootExploreProbWeightful", "0.5");
    struct visits full = look();
    ck_assert(full.counted == full.looked_at);
    ck_assert_double_ge(full.counted, 195);
}
END_TEST

/* With a large constant the moves of people are looked at as often as people make them. */
START_TEST(as_often_as_people_make_them)
{
    miai_choice choice;
    set("human-profile", "rank_5k");
    set("playouts", "400");
    set("human-permanent", "100");
    set("human-root-weightless", "1");
    play("c3 b2");
    search();
    for (int i = 0; miai_choice_at(engine, i, &choice); i++)
        ck_assert_double_eq_tol((double)choice.looked_at / 400, choice.human_prior, 0.02);
}
END_TEST

START_TEST(in_the_tree)
{
    miai_info info;
    double value[3];
    set("human-profile", "rank_5k");
    set("playouts", "300");
    set("human-permanent", "5");
    play("c3 b2");
    for (int i = 0; i < 3; i++) {
        set("humanSLOppExploreProbWeightful", i == 0 ? "0" : "0.9");
        set("humanSLPlaExploreProbWeightless", i == 0 ? "0" : "0.3");
        search();
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
    tcase_add_test(tests, alone);
    tcase_add_test(tests, told_of_the_root);
    tcase_add_test(tests, moves_by_what_people_do);
    tcase_add_test(tests, the_likeliest_move);
    tcase_add_test(tests, weightless_and_weightful);
    tcase_add_test(tests, as_often_as_people_make_them);
    tcase_add_test(tests, in_the_tree);
    return run_suite(suite);
}
