/* Analysis over GTP: some hundred lines are checked field by field against the clients'
 * documentation. Moves and principal variations are legal, visits never decrease, and the next
 * command is answered at once. */
#include "miai.h"
#include "tests/support/client.h"
#include "tests/support/suite.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LINE_SIZE = 1 << 20, LINES = 20, MOVES_MAX = 512 };

/* A game, and the moves before the analysis. */
struct situation {
    const char *const arguments[4];
    const char *moves; /* Black's and White's in turn */
    const char *game, *size;
    bool points;
};

static const struct situation situations[] = {
    {{"--size=9", "--threads=2", NULL}, "E5 C3 G7", "go", "9", true},
    {{"--size=19", NULL}, "D4", "go", "19", true},
    {{"--size=5x7", "--rules=japanese", NULL}, "C3 D3 C4 D4 pass", "go", "5x7", true},
    {{"--game=connect4", NULL}, "D1 D2 C1", "connect4", "7x6", false},
    {{"--game=tictactoe", NULL}, "B2", "tictactoe", "3", false},
    {{"--game=chess", NULL}, "e2e4 c7c5", "chess", "8", false},
    {{"--game=chess", "--search=mcts", NULL}, "e2e4 c7c5", "chess", "8", false},
    {{"--game=othello", "--search=mcts", NULL}, "D3 C5", "othello", "8", true},
    {{"--game=othello", NULL}, "D3 C5", "othello", "8", true},
    {{"--game=hex", "--size=7", NULL}, "D4 C3", "hex", "7", false},
    {{"--game=gomoku", "--search=mcts", NULL}, "H8 H9", "gomoku", "15", false},
};

/* State kept from line to line. */
struct reader {
    bool decimals; /* kata-analyze */
    miai_engine *engine;
    int points;
    char *rest; /* of the current line */
    int shown;  /* number of its moves */
    int known;
    struct {
        char move[MIAI_MOVE_TEXT];
        long long visits;
    } move[MOVES_MAX];
};

/* ---- words ---- */

static const char *next_word(struct reader *reader)
{
    char *word = reader->rest;
    ck_assert_msg(*word != '\0', "a word is missing");
    char *end = strchr(word, ' ');
    reader->rest = end ? end + 1 : word + strlen(word);
    if (end) {
        ck_assert_msg(end[1] != ' ' && end[1] != '\0', "two blanks, or one at the end");
        *end = '\0';
    }
    return word;
}

static bool next_is(const struct reader *reader, const char *word)
{
    size_t length = strlen(word);
    return strncmp(reader->rest, word, length) == 0 &&
           (reader->rest[length] == ' ' || reader->rest[length] == '\0');
}

static void expect_word(struct reader *reader, const char *word)
{
    ck_assert_str_eq(next_word(reader), word);
}

static long long read_whole(struct reader *reader)
{
    char *end;
    const char *word = next_word(reader);
    long long n = strtoll(word, &end, 10);
    ck_assert_msg(end > word && *end == '\0', "no whole number: %s", word);
    return n;
}

static double read_real(struct reader *reader, double least, double most)
{
    char *end;
    const char *word = next_word(reader);
    double x = strtod(word, &end);
    ck_assert_msg(end > word && *end == '\0' && strchr(word, '.'), "no decimal: %s", word);
    ck_assert_msg(x >= least && x <= most, "%s not within %g and %g", word, least, most);
    return x;
}

/* A share in the format's scale. */
static double read_share(struct reader *reader, const char *key)
{
    expect_word(reader, key);
    if (reader->decimals)
        return read_real(reader, 0, 1);
    long long n = read_whole(reader);
    ck_assert_int_ge(n, 0);
    ck_assert_int_le(n, 10000);
    return (double)n / 10000;
}

static void read_points(struct reader *reader, const char *key, double least)
{
    expect_word(reader, key);
    for (int p = 0; p < reader->points; p++)
        read_real(reader, least, 1);
}

/* ---- a move ---- */

static void check_visits(struct reader *reader, const char *move, long long visits)
{
    int i = 0;
    while (i < reader->known && strcmp(reader->move[i].move, move) != 0)
        i++;
    ck_assert_int_lt(i, MOVES_MAX);
    if (i == reader->known) {
        reader->known++;
        snprintf(reader->move[i].move, sizeof reader->move[i].move, "%s", move);
        reader->move[i].visits = 0;
    }
    ck_assert_msg(visits >= reader->move[i].visits, "visits of %s fall", move);
    reader->move[i].visits = visits;
}

static bool line_continues(const struct reader *reader)
{
    static const char *const keys[] = {"info", "pvVisits", "movesOwnership", "rootInfo",
                                       "ownership"};
    for (int i = 0; i < COUNT(keys); i++)
        if (next_is(reader, keys[i]))
            return false;
    return *reader->rest != '\0';
}

/* Plays the principal variation; returns its length. */
static int read_line(struct reader *reader, const char *first)
{
    int n = 0;
    expect_word(reader, "pv");
    while (line_continues(reader)) {
        const char *move = next_word(reader);
        if (n++ == 0)
            ck_assert_str_eq(move, first);
        ck_assert_msg(miai_play(reader->engine, MIAI_TURN, move) == MIAI_OK,
                      "move %d of the line of %s, %s, cannot be played", n, first, move);
    }
    ck_assert_int_gt(n, 0);
    miai_undo(reader->engine, n);
    return n;
}

static void read_score(struct reader *reader)
{
    expect_word(reader, "scoreMean");
    double mean = read_real(reader, -1000, 1000);
    expect_word(reader, "scoreStdev");
    read_real(reader, 0, 1000);
    expect_word(reader, "scoreLead");
    ck_assert_double_eq(read_real(reader, -1000, 1000), mean);
    expect_word(reader, "scoreSelfplay");
    read_real(reader, -1000, 1000);
}

static void read_values(struct reader *reader)
{
    if (!reader->decimals) {
        double value = read_share(reader, "winrate");
        read_share(reader, "prior");
        ck_assert_double_le(read_share(reader, "lcb"), value);
        return;
    }
    expect_word(reader, "edgeVisits");
    read_whole(reader);
    expect_word(reader, "utility");
    read_real(reader, -1, 1);
    double value = read_share(reader, "winrate");
    if (next_is(reader, "scoreMean"))
        read_score(reader);
    expect_word(reader, "noResultValue");
    read_real(reader, 0, 1);
    read_share(reader, "prior");
    ck_assert_double_le(read_share(reader, "lcb"), value);
    expect_word(reader, "utilityLcb");
    read_real(reader, -1, 1);
    expect_word(reader, "weight");
    read_whole(reader);
}

static void read_move(struct reader *reader)
{
    char move[MIAI_MOVE_TEXT];
    expect_word(reader, "info");
    expect_word(reader, "move");
    snprintf(move, sizeof move, "%s", next_word(reader));
    expect_word(reader, "visits");
    long long visits = read_whole(reader);
    ck_assert_int_gt(visits, 0);
    check_visits(reader, move, visits);
    read_values(reader);
    expect_word(reader, "order");
    ck_assert_int_eq(read_whole(reader), reader->shown++);
    int length = read_line(reader, move);
    if (reader->decimals) {
        expect_word(reader, "pvVisits");
        for (int i = 0; i < length; i++)
            read_whole(reader);
    }
    if (next_is(reader, "movesOwnership"))
        read_points(reader, "movesOwnership", -1);
}

static void read_root(struct reader *reader)
{
    expect_word(reader, "rootInfo");
    expect_word(reader, "visits");
    read_whole(reader);
    expect_word(reader, "utility");
    read_real(reader, -1, 1);
    read_share(reader, "winrate");
    if (next_is(reader, "scoreMean"))
        read_score(reader);
    expect_word(reader, "weight");
    read_whole(reader);
}

static void read_report(struct reader *reader, char *line, bool points)
{
    reader->rest = line;
    reader->shown = 0;
    ck_assert_msg(strncmp(line, "info ", 5) == 0, "no report: %.60s", line);
    while (next_is(reader, "info"))
        read_move(reader);
    if (!reader->decimals)
        return;
    read_root(reader);
    if (points) {
        read_points(reader, "ownership", -1);
        read_points(reader, "ownershipStdev", 0);
    }
    ck_assert_str_eq(reader->rest, "");
}

/* ---- a client ---- */

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Plays the moves in the program and in the engine that checks it. */
static void play_moves(struct client *client, miai_engine *engine, const char *moves)
{
    char text[256], line[64], *rest = text;
    snprintf(text, sizeof text, "%s", moves);
    for (const char *move = strtok_r(text, " ", &rest); move; move = strtok_r(NULL, " ", &rest)) {
        snprintf(line, sizeof line, "play %c %s", miai_turn(engine) ? 'w' : 'b', move);
        ck_assert_int_eq(miai_play(engine, MIAI_TURN, move), MIAI_OK);
        command(client, line);
    }
}

static struct reader make_reader(const struct situation *situation, bool decimals)
{
    struct reader reader = {.decimals = decimals, .engine = miai_new()};
    ck_assert_ptr_nonnull(reader.engine);
    ck_assert_int_eq(miai_set_option(reader.engine, "game", situation->game), MIAI_OK);
    ck_assert_int_eq(miai_set_option(reader.engine, "size", situation->size), MIAI_OK);
    reader.points = miai_width(reader.engine) * miai_height(reader.engine);
    return reader;
}

/* Stops the analysis by sending a line; the next reply must not be late. */
static void stop_by_line(struct client *client, const char *line)
{
    static char text[LINE_SIZE];
    double start = seconds_now();
    send_line(client, line);
    while (*receive_line(client, text, sizeof text))
        ck_assert_msg(strncmp(text, "info ", 5) == 0, "no report: %.60s", text);
    ck_assert_double_lt(seconds_now() - start, 5);
    command(client, "name");
}

static void check_reports(const struct situation *situation, bool decimals, const char *stopper)
{
    static char line[LINE_SIZE];
    static struct reader reader;
    struct client client = start_client(situation->arguments);
    reader = make_reader(situation, decimals);
    play_moves(&client, reader.engine, situation->moves);
    send_line(&client, decimals
                           ? "kata-analyze rootInfo true 2 ownership  true ownershipStdev true "
                             "movesOwnership true pvVisits true noResultValue true"
                           : "lz-analyze interval 2");
    receive_line(&client, line, sizeof line);
    ck_assert_str_eq(line, "= ");
    for (int i = 0; i < LINES; i++)
        read_report(&reader, receive_line(&client, line, sizeof line), situation->points);
    stop_by_line(&client, stopper);
    miai_free(reader.engine);
    ck_assert_int_eq(end_client(&client), 0);
}

START_TEST(reports_are_as_documented)
{
    static const char *const stoppers[] = {"", "# a comment", "stop"};
    check_reports(&situations[_i], true, stoppers[_i % 2]);
    check_reports(&situations[_i], false, stoppers[_i % 2]);
}
END_TEST

/* ---- which moves ---- */

/* The moves of the n-th report, each with a space before and after it. */
static void shown_moves(struct client *client, const char *request, int n, char *moves, size_t size)
{
    static char line[LINE_SIZE];
    send_line(client, request);
    receive_line(client, line, sizeof line);
    ck_assert_str_eq(line, "= ");
    while (n-- > 0)
        receive_line(client, line, sizeof line);
    snprintf(moves, size, " ");
    for (const char *at = line; (at = strstr(at, "info move ")) != NULL;) {
        at += strlen("info move ");
        size_t length = strlen(moves);
        snprintf(moves + length, size - length, "%.*s ", (int)strcspn(at, " "), at);
    }
    stop_by_line(client, "");
}

START_TEST(moves_are_chosen)
{
    static const char *const arguments[] = {"--size=7", NULL};
    struct client client = start_client(arguments);
    char moves[4096];
    shown_moves(&client, "lz-analyze b 5 allow b D4,E5,C3 1", 2, moves, sizeof moves);
    ck_assert_uint_le(strlen(moves), strlen(" D4 E5 C3 "));
    ck_assert(strstr(moves, " D4 ") || strstr(moves, " E5 ") || strstr(moves, " C3 "));
    ck_assert_ptr_null(strstr(moves, " D5 "));
    shown_moves(&client, "lz-analyze avoid b D4,d5, E4 3 avoid w C3 2 5", 2, moves, sizeof moves);
    ck_assert_ptr_null(strstr(moves, " D4 "));
    ck_assert_ptr_null(strstr(moves, " D5 "));
    ck_assert_ptr_null(strstr(moves, " E4 "));
    shown_moves(&client, "kata-analyze 5 maxmoves 2", 2, moves, sizeof moves);
    ck_assert_uint_eq(strlen(moves), strlen(" D4 C4 "));
    shown_moves(&client, "analyze minmoves 30 interval 5", 1, moves, sizeof moves);
    ck_assert_uint_ge(strlen(moves), 30 * strlen("D4 "));
    ck_assert_int_eq(end_client(&client), 0);
}
END_TEST

/* A game that considers only one move at first. */
START_TEST(moves_not_considered)
{
    static const char *const arguments[] = {"--game=gomoku", NULL};
    struct client client = start_client(arguments);
    char moves[4096];
    shown_moves(&client, "lz-analyze b 5", 1, moves, sizeof moves);
    ck_assert_str_eq(moves, " H8 ");
    shown_moves(&client, "kata-analyze b 5 minmoves 4", 1, moves, sizeof moves);
    ck_assert_str_eq(moves, " H8 A1 B1 C1 ");
    ck_assert_int_eq(end_client(&client), 0);
}
END_TEST

/* These moves have the same fields as the others; on a full board the ownership is certain. */
START_TEST(moves_not_considered_have_values)
{
    static const char *const arguments[] = {"--size=5", "--playouts=20", NULL};
    static char line[LINE_SIZE];
    struct client client = start_client(arguments);
    send_line(&client, "kata-analyze b 5 minmoves 26 pvVisits true movesOwnership true\nname");
    ck_assert_str_eq(receive_line(&client, line, sizeof line), "= ");
    receive_line(&client, line, sizeof line);
    int moves = 0, visits = 0, owners = 0;
    for (const char *at = line; (at = strstr(at, "info move ")) != NULL; at++)
        moves++;
    for (const char *at = line; (at = strstr(at, " pvVisits ")) != NULL; at++)
        visits++;
    for (const char *at = line; (at = strstr(at, " movesOwnership ")) != NULL; at++)
        owners++;
    ck_assert_int_eq(moves, 26);
    ck_assert_int_eq(visits, moves);
    ck_assert_int_eq(owners, moves);
    skip_reply(&client);
    skip_reply(&client);
    ck_assert_int_eq(end_client(&client), 0);
}
END_TEST

/* ---- reuse of the tree ---- */

/* The visits of all moves of the n-th report from here. */
static long long read_visits(struct client *client, int n)
{
    static char line[LINE_SIZE];
    while (n-- > 0)
        receive_line(client, line, sizeof line);
    long long sum = 0;
    for (const char *at = line; (at = strstr(at, " visits ")) != NULL;) {
        at += strlen(" visits ");
        sum += strtoll(at, NULL, 10);
    }
    return sum;
}

static void start_analysis(struct client *client)
{
    static char line[LINE_SIZE];
    send_line(client, "lz-analyze 5");
    ck_assert_str_eq(receive_line(client, line, sizeof line), "= ");
}

/* The first report of the second analysis has at least the visits of the last report of the first.
 */
START_TEST(the_tree_is_kept)
{
    static const char *const arguments[] = {"--size=9", NULL};
    struct client client = start_client(arguments);
    start_analysis(&client);
    long long first = read_visits(&client, 1);
    long long last = read_visits(&client, 20);
    ck_assert_int_gt(last, first);
    stop_by_line(&client, "");
    start_analysis(&client);
    ck_assert_int_ge(read_visits(&client, 1), last);
    stop_by_line(&client, "");
    ck_assert_int_eq(end_client(&client), 0);
}
END_TEST

/* The next command arrives before any leaf is evaluated; reports from a kept tree still have a
 * score. */
START_TEST(a_kept_tree_has_a_score)
{
    static const char *const arguments[] = {"--size=5", "--playouts=200", NULL};
    static char line[LINE_SIZE];
    struct client client = start_client(arguments);
    command(&client, "genmove b");
    for (int i = 0; i < 20; i++) {
        send_line(&client, "kata-analyze 1000\nname");
        ck_assert_str_eq(receive_line(&client, line, sizeof line), "= ");
        receive_line(&client, line, sizeof line);
        ck_assert_msg(strncmp(line, "info move ", 10) == 0 && strstr(line, " scoreLead "), "%s",
                      line);
        skip_reply(&client);
        skip_reply(&client);
    }
    ck_assert_int_eq(end_client(&client), 0);
}
END_TEST

/* Reports go on after the result is proven, for clients that wait for lines. */
START_TEST(reports_continue_after_a_proof)
{
    static const char *const arguments[] = {"--game=tictactoe", NULL};
    static char line[LINE_SIZE];
    struct client client = start_client(arguments);
    send_line(&client, "7 kata-analyze 1");
    ck_assert_str_eq(receive_line(&client, line, sizeof line), "=7 ");
    for (int i = 0; i < 40; i++)
        ck_assert(strncmp(receive_line(&client, line, sizeof line), "info move ", 10) == 0);
    stop_by_line(&client, "");
    ck_assert_int_eq(end_client(&client), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("analysis");
    TCase *reports = add_case(suite, "reports", 30), *rest = add_case(suite, "rest", 30);
    tcase_add_loop_test(reports, reports_are_as_documented, 0, COUNT(situations));
    tcase_add_test(rest, moves_are_chosen);
    tcase_add_test(rest, moves_not_considered);
    tcase_add_test(rest, moves_not_considered_have_values);
    tcase_add_test(rest, the_tree_is_kept);
    tcase_add_test(rest, a_kept_tree_has_a_score);
    tcase_add_test(rest, reports_continue_after_a_proof);
    return run_suite(suite);
}
