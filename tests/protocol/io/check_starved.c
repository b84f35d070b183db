/* Dialogues with failing allocations.  Whichever allocation fails, each line gets the same reply as
 * with memory, or an out-of-memory error that has changed nothing: sent again, the line gets its
 * normal reply. The linker redirects allocations to tests/support/starve.c. */
#include "protocol/io/protocol.h"
#include "tests/support/fixture.h"
#include "tests/support/starve.h"
#include "tests/support/suite.h"

#include <check.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { REPLY = 1 << 16, STEPS = 64 };

/* Only one in this many allocations fails under the thread sanitizer, which is slow. */
enum { STRIDE = SANITIZED && !SANITIZED_ADDRESS ? 7 : 1 };

/* A line that begins with "~" may get another reply, since a search with less memory differs. */
static const char *const gtp[] = {
    "boardsize 5",
    "komi 3.5",
    "play b c3",
    "gogui-play_sequence w b2 b d4",
    "showboard",
    "place_free_handicap 99",
    "set_free_handicap a1 b1",
    "printsgf",
    "kata-set-params {\"komi\":\"1.5\",\"none\":\"x\"}",
    "kata-set-params {\"komi\":\"1.5\",\"playouts\":\"3\"}",
    "kata-get-param komi",
    "miai-params play",
    "gomill-savesgf check_starved.sgf PB=me",
    "miai-look",
    "~ reg_genmove w",
    "~ genmove w",
    "undo",
    "~ lz-genmove_analyze w minmoves 30",
    "undo",
    "~ kata-search_analyze w ownership true",
    "showboard",
    "~ reg_genmove w", /* the next line can end an analysis before its first playout */
    "~ miai-tree_sgf",
    "~ miai-svg",
    "loadsgf check_starved.sgf",
    "printsgf",
    "all_legal_moves w",
    "miai-legal b",
    "list_commands",
    "gogui-analyze_commands",
    "miai-perft 1",
    "play b zz",
    "kata-get-params",
    NULL,
};

/* With GoGui's names of points. */
static const char *const gogui[] = {
    "gogui-interrupt",
    "gogui-rules_game_id",
    "gogui-rules_legal_moves",
    "play b c3",
    "gogui-rules_board",
    "showboard",
    "loadsgf none.sgf",
    "~ genmove w",
    "undo",
    "printsgf",
    NULL,
};

static const char *const uci[] = {
    "uci",
    "setoption name MultiPV value 2",
    "setoption name Move Overhead value 20",
    "setoption name UCI_Elo value x",
    "setoption name None such value x",
    "position startpos moves e2e4 e7e5",
    "position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5",
    "d",
    "~ eval", /* runs without the network if memory is short */
    "position startpos moves e2e4 e2e4",
    "d",
    "~ position fen 8/8/8/8/8/8/8/8 w - - 0 1", /* the reason is left out if memory is short */
    "go depth 1",                               /* also refused */
    "go perft 2",
    "position startpos moves e2e4",
    "go perft 2",
    "~ go depth 1 searchmoves e7e5 d7d5",
    "~ go depth 1 nonsense 3",
    "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", /* stalemate */
    "go depth 1",
    "ucinewgame",
    "position startpos moves",
    "~ go nodes 1",
    "d",
    NULL,
};

static const char *const gomocup[] = {
    "TURN 1,1",
    "START 8",
    "INFO rule 1",
    "~ BOARD x\nDONE",
    "YXBOARD\n1,1,1\n2,2,2\n3,1,1\n3,3,2\n5,5,2\nDONE",
    "PLAY 4,1",
    "~ PLAY 4,1", /* the reason needs memory */
    "TAKEBACK 4,1",
    "TAKEBACK 4,1",
    "PLAY 4,2",
    "YXBOARD\n1,1,1\n1,1,2\nDONE",
    "YXBOARD\n1,1,1\n2,1,1\n3,1,1\n5,1,1\nDONE",
    "PLAY 4,4",
    "~ TURN 7,7",
    "SWAP2BOARD\n1,1\n1,1\nDONE",
    "~ SWAP2BOARD\nDONE",
    "~ SWAP2BOARD\n1,1\n2,2\n4,4\nDONE",
    "RECTSTART 9,8",
    NULL,
};

static const struct {
    const char *protocol, *game;
    const char *const *lines;
    const char *question; /* sent after each line, to detect the end of its reply */
    const char *end;      /* the start of the reply to that; "" if an empty line ends replies */
    const char *quit;
} dialogues[] = {
    {"gtp", "go", gtp, NULL, "", "quit"},
    {"gtp", "hex", gogui, NULL, "", "quit"},
    {"uci", "chess", uci, "isready", "readyok", "quit"},
    {"gomocup", "gomoku", gomocup, "ABOUT", "name=", "END"},
};

/* ---- one dialogue ---- */

struct talk {
    int which;
    struct mi_session session;
    struct mi_settings_list settings;
    pthread_t thread;
    FILE *to, *from;
    int files[2]; /* the program's ends of the pipes */
};

static void *run_dialogue(void *context)
{
    struct talk *talk = context;
    mi_protocol_find(dialogues[talk->which].protocol)->run(&talk->session);
    return NULL;
}

static void begin_dialogue(struct talk *talk, int which, int n)
{
    int in[2], out[2];
    begin_engine(dialogues[which].game);
    set_engine_option("network", "none");
    set_engine_option("threads", "1");
    set_engine_option("playouts", "4");
    set_engine_option("memory", "4");
    set_engine_option("level", "");
    ck_assert(pipe(in) == 0 && pipe(out) == 0);
    *talk = (struct talk){.which = which, .files = {in[0], out[1]}};
    talk->to = fdopen(in[1], "w");
    talk->from = fdopen(out[0], "r");
    talk->session = (struct mi_session){.engine = engine, .settings = &talk->settings};
    talk->session.input = mi_input_open(in[0]);
    talk->session.output = out[1];
    ck_assert(talk->to && talk->from && talk->session.input);
    setvbuf(talk->to, NULL, _IOLBF, 0);
    fputc('\n', talk->to); /* both streams have allocated their buffers */
    fflush(talk->to);
    ungetc(' ', talk->from);
    fgetc(talk->from);
    starve_at(n);
    ck_assert_int_eq(pthread_create(&talk->thread, NULL, run_dialogue, talk), 0);
}

/* Reads the next line of the reply; false at its end. */
static bool next_line(struct talk *talk, char *line, size_t size)
{
    const char *end = dialogues[talk->which].end;
    ck_assert_msg(fgets(line, (int)size, talk->from) != NULL, "the program is silent");
    return *end ? strncmp(line, end, strlen(end)) != 0 : strcmp(line, "\n") != 0;
}

/* Lines that depend on the clock or on a search. */
static bool is_variable_line(const char *line)
{
    return strncmp(line, "info depth", 10) != 0 && strncmp(line, "MESSAGE", 7) != 0 &&
           strncmp(line, "DEBUG", 5) != 0;
}

static bool is_refusal(const char *line)
{
    return (strstr(line, "memory") || strstr(line, "line too long")) &&
           (*line == '?' || strncmp(line, "info string", 11) == 0 ||
            strncmp(line, "ERROR", 5) == 0);
}

static void send_lines(struct talk *talk, const char *lines)
{
    const char *question = dialogues[talk->which].question;
    fprintf(talk->to, "%s\n", lines);
    if (strncmp(lines, "go", 2) == 0 && question)
        fprintf(talk->to, "%s\n", "isready");
    else if (question)
        fprintf(talk->to, "%s\n", question);
}

/* Reads the reply to a line; false if it says that memory ran out. */
static bool send_and_compare(struct talk *talk, const char *lines, char *reply)
{
    char line[REPLY];
    bool searches = strncmp(lines, "go ", 3) == 0, answered = !searches, refused = false;
    size_t length = 0;
    send_lines(talk, lines);
    reply[0] = '\0';
    for (bool more = true; more || !answered;) {
        if (!next_line(talk, line, sizeof line)) {
            more = false;
            continue;
        }
        refused |= is_refusal(line);
        answered |= strncmp(line, "bestmove", 8) == 0 || strncmp(line, "Nodes", 5) == 0;
        if (!is_variable_line(line) || *line == '\n')
            continue;
        ck_assert_uint_lt(length + strlen(line), REPLY);
        strcpy(reply + length, line);
        length += strlen(line);
    }
    return !refused;
}

static void end_dialogue(struct talk *talk)
{
    fprintf(talk->to, "%s\n", dialogues[talk->which].quit);
    pthread_join(talk->thread, NULL);
    mi_input_close(talk->session.input);
    fclose(talk->to);
    fclose(talk->from);
    close(talk->files[0]);
    close(talk->files[1]);
    end_engine();
}

/* ---- all dialogues ---- */

static char full_replies[STEPS][REPLY];

static void starve_dialogue(struct talk *talk, int n)
{
    static char reply[REPLY];
    const char *const *lines = dialogues[talk->which].lines;
    for (int i = 0; lines[i]; i++) {
        bool same = *lines[i] != '~';
        const char *line = lines[i] + (same ? 0 : 2);
        if (n == 0) {
            ck_assert_int_lt(i, STEPS);
            ck_assert_msg(send_and_compare(talk, line, full_replies[i]), "%s: %s", line,
                          full_replies[i]);
            continue;
        }
        if (!send_and_compare(talk, line, reply))
            send_and_compare(talk, line, reply);
        if (same)
            ck_assert_msg(strcmp(reply, full_replies[i]) == 0, "allocation %d: %s: %s", n, line,
                          reply);
        else
            ck_assert_msg(*reply == *full_replies[i] || *reply != '?', "allocation %d: %s: %s", n,
                          line, reply);
    }
}

START_TEST(dialogue_without_memory)
{
    struct talk talk;
    bool failed = true;
    begin_dialogue(&talk, _i, 0);
    starve_dialogue(&talk, 0);
    end_dialogue(&talk);
    for (int n = 1; failed; n += STRIDE) {
        begin_dialogue(&talk, _i, n);
        starve_dialogue(&talk, n);
        failed = stop_starving();
        end_dialogue(&talk);
    }
    remove("check_starved.sgf");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("starved dialogues");
    keep_freed_memory();
    TCase *tests = add_case(suite, "starved", 60);
    tcase_add_loop_test(tests, dialogue_without_memory, 0, COUNT(dialogues));
    return run_suite(suite);
}
