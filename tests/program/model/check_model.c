/* check_model [FIRST [COUNT [SECONDS]]] - the program beside a plain game.
 *
 * COUNT dialogues (1, but for SECONDS fewer where the time is over) by the seeds from FIRST on,
 * well formed, in all games and protocols.  After each line there is what must hold: the board, the
 * legal moves, whose turn it is, who has won, by a second and slow set of rules; moves back to the
 * first position; answers framed and in order; what analyses say, move by move; time and memory
 * within their bounds; and a command that was refused changes nothing.  What does not is printed:
 * its seed repeats it.  Without arguments it is some of those that all machines hold. */
#include "model.h"
#include "tests/support/suite.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { FAULTS_MAX = 5, SOME = 24 };

/* What a program takes beside its tree or table, with the networks that come along. */
enum { BASE_KIB = 200 << 10 };

struct place {
    char program[PATH_MAX], folder[PATH_MAX];
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

enum { ARGUMENTS = 6 };

/* What is held, with the program's arguments; in one protocol the game is one of these. */
static const struct protocol {
    void (*hold)(struct model *model);
    const struct plain_game *game;
    const char *arguments[ARGUMENTS];
} protocols[] = {
    {model_gtp, NULL, {"--playouts=12", "--memory=16", "gtp"}},
    {model_gtp, NULL, {"--playouts=12", "--memory=16", "gtp"}},
    {model_gtp, NULL, {"--playouts=30", "--memory=4", "--threads=2", "gtp"}},
    {model_gtp, NULL, {"--playouts=12", "--memory=32", "--ponder=true", "gtp"}},
    {model_uci, NULL, {"--memory=16", "uci"}},
    {model_uci, NULL, {"--memory=1", "--threads=2", "uci"}},
    {model_gomocup, NULL, {"--memory=16", "gomocup"}},
    {model_analysis, &plain_go, {"--memory=16", "analysis"}},
    {model_analysis, &plain_go, {"--memory=16", "--threads=2", "analysis"}},
    {model_analysis, &plain_chess, {"--game=chess", "--memory=16", "analysis"}},
    {model_analysis, &plain_othello, {"--game=othello", "--memory=16", "analysis"}},
    {model_analysis, &plain_gomoku, {"--game=gomoku", "--memory=16", "analysis"}},
    {model_analysis, &plain_hex, {"--game=hex", "--memory=16", "analysis"}},
    {model_analysis, &plain_connect4, {"--game=connect4", "--memory=16", "analysis"}},
};

static void judge_end(struct model *model, const struct talk_end *end)
{
    if (strstr(end->errors, "Sanitizer") || strstr(end->errors, "runtime error"))
        model_fault(model, "a sanitizer's report");
    if (end->status == -1)
        model_fault(model, "it does not end");
    else if (!WIFEXITED(end->status) || WEXITSTATUS(end->status) != 0)
        model_fault(model, "ended with the status %#x", (unsigned)end->status);
    if (!SANITIZED && end->peak_kib > BASE_KIB)
        model_fault(model, "%ld KiB of memory", end->peak_kib);
}

/* Starts the program with the arguments of the protocol, and those files for its client. */
static bool start(struct model *model, const struct place *place, const struct protocol *protocol)
{
    static const char *const names[] = {
        [MODEL_ALL] = "", [MODEL_FOLDER] = "--files=.", [MODEL_NONE] = "--files=none"};
    const char *arguments[ARGUMENTS + 1] = {names[model->files]};
    memcpy(arguments + (*arguments[0] != '\0'), protocol->arguments, sizeof protocol->arguments);
    return talk_start(&model->talk, place->program, place->folder, arguments);
}

/* False: something does not hold. */
static bool hold_seed(const struct place *place, struct model *model, unsigned long seed)
{
    model->fault[0] = '\0';
    mi_reply_clear(&model->reply);
    miai_rng_seed(&model->rng, seed);
    /* GTP, which can be asked for most, half of the time. */
    int kind =
        model_drawn(model, model_one_in(model, 2) ? 4 : sizeof protocols / sizeof *protocols);
    const struct protocol *protocol = &protocols[kind];
    model->game = protocol->game;
    model->files = (enum model_files)(model_one_in(model, 2) ? 0 : 1 + model_drawn(model, 2));
    if (!start(model, place, protocol)) {
        model_fault(model, "it cannot be started");
    } else {
        protocol->hold(model);
        char *said = model->talk.said.text ? strdup(model->talk.said.text) : NULL;
        struct talk_end end = talk_end(&model->talk, place->folder);
        judge_end(model, &end);
        if (!model_holds(model))
            printf("==== check_model %lu: %s\n%s%s\n", seed, model->fault, said ? said : "",
                   end.errors);
        fflush(stdout);
        free(said);
    }
    return model_holds(model);
}

static bool find_place(struct place *place)
{
    const char *program = getenv("MIAI") ? getenv("MIAI") : "./miai";
    const char *parent = getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp";
    snprintf(place->folder, sizeof place->folder, "%s/model.XXXXXX", parent);
    return realpath(program, place->program) && mkdtemp(place->folder);
}

static void leave_place(const struct place *place)
{
    static const char *const names[] = {"errors", "game.sgf"};
    char name[PATH_MAX + 16];
    for (int i = 0; i < 2; i++) {
        snprintf(name, sizeof name, "%s/%s", place->folder, names[i]);
        remove(name);
    }
    remove(place->folder);
}

int main(int argc, char **argv)
{
    static struct model model;
    unsigned long first = argc > 1 ? strtoul(argv[1], NULL, 10) : 1, done = 0;
    unsigned long count = argc > 2 ? strtoul(argv[2], NULL, 10) : argc > 1 ? 1 : REPEATED(SOME);
    double seconds = argc > 3 ? strtod(argv[3], NULL) : 1e9, began = now();
    int faults = 0;
    struct place place;
    signal(SIGPIPE, SIG_IGN);
    setenv("UBSAN_OPTIONS", "print_stacktrace=1", 0);
    if (!find_place(&place)) {
        perror("check_model");
        return EXIT_FAILURE;
    }
    for (; done < count && faults < FAULTS_MAX && now() - began < seconds; done++)
        faults += !hold_seed(&place, &model, first + done);
    printf("%lu dialogues, %d faults, %.1f s\n", done, faults, now() - began);
    mi_reply_free(&model.reply);
    leave_place(&place);
    return faults ? EXIT_FAILURE : EXIT_SUCCESS;
}
