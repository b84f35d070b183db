/* The human network in queries and GTP: values must equal those of the library.  Its weights are
 * random. */
#include "miai.h"
#include "tests/support/client.h"
#include "tests/support/fixture.h"
#include "tests/support/json.h"
#include "tests/support/net_file.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 5, POINTS = SIDE * SIDE, LINE = 1 << 16 };

static const char strong_file[] = "check_human_told.bin", human[] = "check_human_told_people.bin";

static struct client client;
static char reply_line[LINE];

static void write_networks(void)
{
    struct net_file file = {.name = strong_file,
                            .version = 8,
                            .planes = 22,
                            .numbers = 19,
                            .channels = 4,
                            .mid = 4,
                            .pool = 2,
                            .filter = 3,
                            .blocks = "o",
                            .activation = "",
                            .binary = true,
                            .seed = 5};
    net_file_write(&file);
    file.name = human;
    file.version = 15;
    file.activation = "ACTIVATION_MISH\n";
    file.metadata = true;
    net_file_write(&file);
}

/* The program, and an engine with the same options. */
static void set_up_clients(const char *protocol)
{
    static const char *const common[] = {"network",  strong_file, "human-network",   human,
                                         "size",     "5",         "threads",         "1",
                                         "playouts", "20",        "network-numbers", "float"};
    static char option[COUNT(common) / 2][80];
    const char *arguments[COUNT(common) / 2 + 2] = {NULL};
    write_networks();
    begin_engine("go");
    for (int i = 0; i < COUNT(common); i += 2) {
        set_engine_option(common[i], common[i + 1]);
        snprintf(option[i / 2], sizeof *option, "--%s=%s", common[i], common[i + 1]);
        arguments[i / 2] = option[i / 2];
    }
    arguments[COUNT(common) / 2] = protocol;
    client = start_client(arguments);
}

static void tear_down_clients(void)
{
    end_engine();
    remove(strong_file);
    remove(human);
}

/* The library's output for the position after B C3, W B2. */
static miai_network_output library_output(void)
{
    miai_network_output output;
    set_engine_option("human-profile", "rank_3d");
    play_line("c3 b2");
    ck_assert_int_eq(miai_ask_human_network(engine, MIAI_TURN, 0, &output), MIAI_OK);
    return output;
}

static double number_after(const char *text, const char *name)
{
    const char *at = strstr(text, name);
    ck_assert_msg(at, "no %s in %s", name, text);
    return strtod(at + strlen(name), NULL);
}

/* ---- GTP ---- */

static void expect_refusal(const char *words)
{
    send_line(&client, "kata-raw-human-nn 0");
    ck_assert_str_eq(receive_line(&client, reply_line, LINE), words);
    skip_reply(&client);
}

/* All lines of a reply in one text. */
static void receive_reply(char reply[LINE])
{
    size_t length = 0;
    reply[0] = '\0';
    while (*receive_line(&client, reply_line, LINE)) {
        ck_assert_uint_lt(length + strlen(reply_line) + 1, LINE);
        length += (size_t)snprintf(reply + length, LINE - length, "%s ", reply_line);
    }
}

static void check_rows(const char *text, const char *name, const float *point, bool policy)
{
    char *at = strstr(text, name);
    ck_assert_ptr_nonnull(at);
    at += strlen(name);
    for (int y = SIDE - 1; y >= 0; y--)
        for (int x = 0; x < SIDE; x++) {
            double value = (double)point[y * SIDE + x], told;
            if (policy && strncmp(at + strspn(at, " "), "NAN", 3) == 0) {
                ck_assert_double_lt(value, 0);
                at = strstr(at, "NAN") + 3;
                continue;
            }
            told = strtod(at, &at);
            ck_assert_double_eq_tol(told, policy ? value : -value, 1e-5);
        }
}

START_TEST(raw_output)
{
    static char reply[LINE];
    set_up_clients("gtp");
    expect_refusal("? no human profile: set the option human-profile (humanSLProfile)");
    command(&client, "kata-set-param humanSLProfile rank_3d");
    command(&client, "play b c3");
    command(&client, "play w b2");
    send_line(&client, "kata-raw-human-nn 0");
    receive_reply(reply);
    miai_network_output output = library_output();
    ck_assert_msg(strncmp(reply, "= symmetry 0 ", 13) == 0, "%s", reply);
    ck_assert_double_eq_tol(number_after(reply, "whiteWin "), output.loss, 1e-5);
    ck_assert_double_eq_tol(number_after(reply, "whiteLoss "), output.win, 1e-5);
    ck_assert_double_eq_tol(number_after(reply, "whiteScore "), -output.score, 1e-2);
    ck_assert_ptr_null(strstr(reply, "whiteLead"));
    check_rows(reply, "policy ", output.policy, true);
    ck_assert_double_eq_tol(number_after(reply, "policyPass "),
                            (double)output.policy[output.points], 1e-5);
    check_rows(reply, "whiteOwnership ", output.ownership, false);
    ck_assert_int_eq(end_client(&client), 0);
}
END_TEST

/* ---- queries ---- */

static void send_query(const char *settings)
{
    char question[400];
    snprintf(question, sizeof question,
             "{\"id\":\"q\",\"boardXSize\":5,\"boardYSize\":5,\"rules\":\"chinese\",\"komi\":7.5,"
             "\"moves\":[[\"B\",\"C3\"],[\"W\",\"B2\"]],\"maxVisits\":8,\"includePolicy\":true%s}",
             settings);
    send_line(&client, question);
    receive_line(&client, reply_line, LINE);
    ck_assert_msg(is_json(reply_line, strlen(reply_line)), "%s", reply_line);
}

/* Sums the values of each "humanPrior". */
static double sum_of_priors(void)
{
    static const char name[] = "\"humanPrior\":";
    double sum = 0;
    for (const char *at = reply_line; (at = strstr(at, name)) != NULL; at += strlen(name))
        sum += number_after(at, name);
    return sum;
}

START_TEST(query_reply)
{
    static const char name[] = "\"humanPolicy\":[";
    set_up_clients("analysis");
    send_query("");
    ck_assert_msg(!strstr(reply_line, "human"), "%s", reply_line);
    send_query(",\"overrideSettings\":{\"humanSLProfile\":\"rank_3d\"}");
    miai_network_output output = library_output();
    ck_assert_double_eq_tol(number_after(reply_line, "\"humanWinrate\":"),
                            output.win + output.no_result / 2, 1e-5);
    ck_assert_double_eq_tol(number_after(reply_line, "\"humanScoreMean\":"), output.score, 1e-2);
    ck_assert_double_eq_tol(number_after(reply_line, "\"humanScoreStdev\":"), output.deviation,
                            1e-2);
    char *at = strstr(reply_line, name);
    ck_assert_msg(at, "%s", reply_line);
    at += strlen(name);
    for (int y = SIDE - 1; y >= 0; y--)
        for (int x = 0; x < SIDE; x++, at++)
            ck_assert_double_eq_tol(strtod(at, &at), (double)output.policy[y * SIDE + x], 1e-5);
    ck_assert_double_eq_tol(strtod(at, &at), (double)output.policy[output.points], 1e-5);
    ck_assert_int_eq(*at, ']');
    ck_assert_double_gt(sum_of_priors(), 0.01);
    ck_assert_double_le(sum_of_priors(), 1.001);
    send_query(",\"overrideSettings\":{\"humanSLProfile\":\"rank_3d\","
               "\"reportAnalysisWinratesAs\":\"WHITE\"}");
    ck_assert_double_eq_tol(number_after(reply_line, "\"humanWinrate\":"),
                            output.loss + output.no_result / 2, 1e-5);
    ck_assert_double_eq_tol(number_after(reply_line, "\"humanScoreMean\":"), -output.score, 1e-2);
    ck_assert_int_eq(end_client(&client), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("human network in KataGo");
    TCase *tests = add_case(suite, "told", 30);
    tcase_add_checked_fixture(tests, NULL, tear_down_clients);
    tcase_add_test(tests, raw_output);
    tcase_add_test(tests, query_reply);
    return run_suite(suite);
}
