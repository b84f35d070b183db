/* VerboseMoveStats and LogLiveStats, and scores and chances from a network.  Lines have lc0's
 * format; all moves are listed, the least visited first, and the root last. */
#include "tests/support/client.h"
#include "tests/support/lc0_file.h"
#include "tests/support/suite.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const char network_file[] = "move_stats.tmp.pb.gz";

static const struct lc0_file file = {.name = network_file,
                                     .input = 1,
                                     .structure = 4,
                                     .policy = 2,
                                     .value = 2,
                                     .channels = 4,
                                     .blocks = 1,
                                     .moves_left = 1,
                                     .encoding = LC0_LINEAR16,
                                     .seed = 3};

enum { PLACES = 1858 }; /* index in the policy */

static struct client client;
static char reply_line[4096];

static void set_up_client(void)
{
    const char *const arguments[] = {"--game=chess", "--search=mcts", "--threads=1",
                                     "--seed=1",     "uci",           NULL};
    char text[100];
    lc0_file_write(&file);
    client = start_client(arguments);
    snprintf(text, sizeof text, "setoption name WeightsFile value %s", network_file);
    send_line(&client, text);
}

static void tear_down_client(void)
{
    ck_assert_int_eq(end_client(&client), 0);
    remove(network_file);
}

/* The line of a move, or of the root. */
struct stat {
    char move[8];
    int place;
    long visits;
    double prior, balance, draw, moves_left, value, explored, sum;
    bool root, visited;
};

/* The number after a label, which must be there. */
static double number_at(const char *label)
{
    char *end;
    const char *at = strstr(reply_line, label);
    ck_assert_msg(at != NULL, "no %s: %s", label, reply_line);
    double value = strtod(at + strlen(label), &end);
    ck_assert_msg(end != at + strlen(label) || strstr(at, "-.-") == at + strlen(label) + 2 ||
                      strstr(at, "-.-"),
                  "no number behind %s: %s", label, reply_line);
    return end == at + strlen(label) ? -9 : value;
}

static struct stat read_stat(void)
{
    struct stat stat = {.place = -1};
    ck_assert_msg(sscanf(reply_line, "info string %7s ( %d", stat.move, &stat.place) == 2 ||
                      sscanf(reply_line, "info string %7s (%d", stat.move, &stat.place) == 2,
                  "%s", reply_line);
    stat.root = strcmp(stat.move, "node") == 0;
    stat.visits = (long)number_at(" N: ");
    stat.prior = number_at("(P: ");
    stat.balance = number_at("(WL: ");
    stat.draw = number_at("(D: ");
    stat.moves_left = number_at("(M: ");
    stat.value = number_at("(Q: ");
    stat.visited = stat.visits > 0;
    if (!stat.root) {
        stat.explored = number_at("(U: ");
        stat.sum = number_at("(S: ");
        if (!strstr(reply_line, "(T)")) /* proven moves are not selected by value */
            ck_assert_double_eq_tol(stat.value + stat.explored, stat.sum, 2e-5);
    }
    ck_assert(stat.value >= -1 && stat.value <= 1);
    if (stat.visited) {
        ck_assert_double_eq_tol(stat.value, stat.balance, 1e-5);
        ck_assert(stat.draw >= 0 && stat.draw <= 1 && stat.moves_left >= 0);
    } else {
        ck_assert(strstr(reply_line, "(WL:  -.-----) (D: -.---) (M:  -.-)"));
        ck_assert(strstr(reply_line, "(V:  -.----)"));
    }
    return stat;
}

/* Reads a list of that many moves, whose first line is in reply_line. */
static void check_list(int moves)
{
    struct stat before = {.visits = -1};
    double priors = 0;
    long visits = 0;
    bool place[PLACES] = {false};
    for (int i = 0; i < moves; i++, receive_line(&client, reply_line, sizeof reply_line)) {
        struct stat stat = read_stat();
        ck_assert(!stat.root && stat.visits >= before.visits);
        ck_assert(stat.place >= 0 && stat.place < PLACES);
        ck_assert_msg(!place[stat.place], "%s", reply_line);
        place[stat.place] = true;
        priors += stat.prior;
        visits += stat.visits;
        before = stat;
    }
    struct stat root = read_stat();
    ck_assert(root.root && root.visits >= visits && root.visits <= visits + 1);
    ck_assert_int_eq(root.place, moves);
    ck_assert_double_eq_tol(priors, 100, 0.2);
}

static bool is_stat(void)
{
    return strncmp(reply_line, "info string ", 12) == 0 && strstr(reply_line, "(WL:");
}

/* Searches and reads lists of that many moves; returns how many lists there were. */
static int search_and_check(const char *go, int moves)
{
    int move_lists = 0;
    send_line(&client, go);
    for (;;) {
        receive_line(&client, reply_line, sizeof reply_line);
        if (is_stat()) {
            check_list(moves);
            move_lists++;
        } else if (strncmp(reply_line, "bestmove", 8) == 0) {
            return move_lists;
        } else if (strncmp(reply_line, "info depth", 10) == 0 && strstr(reply_line, " wdl ")) {
            int win, draw, loss;
            ck_assert_int_eq(
                sscanf(strstr(reply_line, " wdl "), " wdl %d %d %d", &win, &draw, &loss), 3);
            ck_assert_int_eq(win + draw + loss, 1000);
            ck_assert(win >= 0 && draw >= 0 && loss >= 0);
        }
    }
}

START_TEST(move_lists)
{
    ck_assert_int_eq(search_and_check("go nodes 1", 20), 0);
    send_line(&client, "setoption name VerboseMoveStats value true");
    send_line(&client, "setoption name UCI_ShowWDL value true");
    ck_assert_int_eq(search_and_check("go nodes 1", 20), 1);
    ck_assert_int_eq(search_and_check("go nodes 10", 20), 1);
    ck_assert_int_eq(search_and_check("go nodes 300", 20), 1);
    send_line(&client, "setoption name LogLiveStats value true");
    send_line(&client, "ucinewgame");
    ck_assert_int_ge(search_and_check("go nodes 4000", 20), 2);
    send_line(&client, "setoption name MultiPV value 3");
    ck_assert_int_ge(search_and_check("go nodes 300", 20), 1);
    send_line(&client, "setoption name MultiPV value 1");
    /* Decided positions: mate in one, a lost position, a draw. */
    send_line(&client, "position fen k7/2Q5/2K5/8/8/8/8/8 w - - 0 1");
    ck_assert_int_ge(search_and_check("go nodes 300", 23), 1);
    send_line(&client, "position fen 8/8/8/8/8/1k6/1q6/K7 w - - 0 1");
    search_and_check("go nodes 20", 0);
    send_line(&client, "position fen 8/8/8/8/8/2k5/3q4/K7 w - - 0 1");
    ck_assert_int_ge(search_and_check("go nodes 300", 1), 1);
    send_line(&client, "position fen 8/8/8/8/8/2k5/8/K7 w - - 0 1");
    search_and_check("go nodes 20", 2);
}
END_TEST

/* Without a network there are no such lines. */
START_TEST(without_a_network)
{
    send_line(&client, "setoption name VerboseMoveStats value true");
    send_line(&client, "setoption name WeightsFile value none");
    ck_assert_int_eq(search_and_check("go nodes 100", 20), 0);
    send_line(&client, "setoption name search value alphabeta");
    ck_assert_int_eq(search_and_check("go nodes 100", 20), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("move_stats");
    TCase *tests = add_case(suite, "uci", 60);
    tcase_add_checked_fixture(tests, set_up_client, tear_down_client);
    tcase_add_test(tests, move_lists);
    tcase_add_test(tests, without_a_network);
    return run_suite(suite);
}
