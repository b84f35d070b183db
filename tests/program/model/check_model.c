/* check_model [FIRST [COUNT [SECONDS]]] - compares the program with a plain game.
 *
 * Holds COUNT dialogues (default 1; fewer after SECONDS) with the seeds from FIRST on, all well
 * formed, in all games and protocols.  After each line it checks, by a second and slow
 * implementation of the rules: the board, the legal moves, the side to move, the winner, undo back
 * to the first position, the framing and order of replies, analyses move by move, limits of time
 * and memory, and that rejected commands change nothing.  Faults are printed; their seed repeats
 * them.  Without arguments, runs a fixed set of dialogues. */
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

enum { MAX_FAULTS = 5, DEFAULT_COUNT = 24 };

/* The program's memory apart from its tree or table, including the networks that are built in. */
enum { BASE_KIB = 200 << 10 };

struct workplace {
    char program[PATH_MAX], folder[PATH_MAX];
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

enum { ARGUMENTS = 6 };

/* The protocols, with the program's arguments; if games are listed, the game is one of them. */
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

static void check_end(struct model *model, const struct talk_end *end)
{
    if (strstr(end->errors, "Sanitizer") || strstr(end->errors, "runtime error"))
        model_fault(model, "a report of a sanitizer");
    if (end->status == -1)
        model_fault(model, "the program does not end");
    else if (!WIFEXITED(end->status) || WEXITSTATUS(end->status) != 0)
        model_fault(model, "ended with the status %#x", (unsigned)end->status);
    if (!SANITIZED && end->peak_kib > BASE_KIB)
        model_fault(model, "%ld KiB of memory", end->peak_kib);
}

/* Starts the program with the arguments of the protocol and with those files for its client. */
static bool start_program(struct model *model, const struct workplace *workplace,
                          const struct protocol *protocol)
{
    static const char *const names[] = {
        [MODEL_ALL] = "", [MODEL_FOLDER] = "--files=.", [MODEL_NONE] = "--files=none"};
    const char *arguments[ARGUMENTS + 1] = {names[model->files]};
    memcpy(arguments + (*arguments[0] != '\0'), protocol->arguments, sizeof protocol->arguments);
    return talk_start(&model->talk, workplace->program, workplace->folder, arguments);
}

/* Runs the dialogue of a seed; false if there is a fault. */
static bool run_seed(const struct workplace *workplace, struct model *model, unsigned long seed)
{
    model->fault[0] = '\0';
    mi_reply_clear(&model->reply);
    miai_rng_seed(&model->rng, seed);
    /* Half of the dialogues use GTP, which can ask most. */
    int kind =
        model_drawn(model, model_one_in(model, 2) ? 4 : sizeof protocols / sizeof *protocols);
    const struct protocol *protocol = &protocols[kind];
    model->game = protocol->game;
    model->files = (enum model_files)(model_one_in(model, 2) ? 0 : 1 + model_drawn(model, 2));
    if (!start_program(model, workplace, protocol)) {
        model_fault(model, "the program cannot be started");
    } else {
        protocol->hold(model);
        char *said = model->talk.said.text ? strdup(model->talk.said.text) : NULL;
        struct talk_end end = talk_end(&model->talk, workplace->folder);
        check_end(model, &end);
        if (!model_holds(model))
            printf("==== check_model %lu: %s\n%s%s\n", seed, model->fault, said ? said : "",
                   end.errors);
        fflush(stdout);
        free(said);
    }
    return model_holds(model);
}

static bool make_workplace(struct workplace *workplace)
{
    const char *program = getenv("MIAI") ? getenv("MIAI") : "./miai";
    const char *parent = getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp";
    snprintf(workplace->folder, sizeof workplace->folder, "%s/model.XXXXXX", parent);
    return realpath(program, workplace->program) && mkdtemp(workplace->folder);
}

static void remove_workplace(const struct workplace *workplace)
{
    static const char *const names[] = {"errors", "game.sgf"};
    char name[PATH_MAX + 16];
    for (int i = 0; i < 2; i++) {
        snprintf(name, sizeof name, "%s/%s", workplace->folder, names[i]);
        remove(name);
    }
    remove(workplace->folder);
}

int main(int argc, char **argv)
{
    static struct model model;
    unsigned long first = argc > 1 ? strtoul(argv[1], NULL, 10) : 1, done = 0;
    unsigned long count = argc > 2   ? strtoul(argv[2], NULL, 10)
                          : argc > 1 ? 1
                                     : REPEATED(DEFAULT_COUNT);
    double seconds = argc > 3 ? strtod(argv[3], NULL) : 1e9, began = now();
    int faults = 0;
    struct workplace workplace;
    signal(SIGPIPE, SIG_IGN);
    setenv("UBSAN_OPTIONS", "print_stacktrace=1", 0);
    if (!make_workplace(&workplace)) {
        perror("check_model");
        return EXIT_FAILURE;
    }
    for (; done < count && faults < MAX_FAULTS && now() - began < seconds; done++)
        faults += !run_seed(&workplace, &model, first + done);
    printf("%lu dialogues, %d faults, %.1f s\n", done, faults, now() - began);
    mi_reply_free(&model.reply);
    remove_workplace(&workplace);
    return faults ? EXIT_FAILURE : EXIT_SUCCESS;
}
