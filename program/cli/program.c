/* The whole program, a client of miai.h: reads the command line and lets a protocol talk. */
#include "base/folder.h"
#include "base/interrupt.h"
#include "base/shared/ranks.h"
#include "base/system.h"
#include "cli.h"
#include "games.h"
#include "program/batch/batch.h"
#include "program/command/faults.h"
#include "program/command/measure.h"
#include "program/command/network.h"
#include "program/command/solve.h"
#include "program/command/suite.h"
#include "program/convert/convert.h"
#include "program/front/front.h"
#include "program/match/match.h"
#include "program/regret/regret.h"
#include "protocol/io/file.h"
#include "protocol/io/protocol.h"
#include "protocol/io/stream.h"
#include "protocol/io/suggestion.h"
#include "protocol/io/words.h"
#include "sandbox.h"

#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_USAGE = 2 };

static const char greeting[] =
    "miai speaks GTP (list_commands lists what it knows, quit ends).\n> ";

/* ---- what is printed ---- */

static void complain_output(const char *program, const char *why)
{
    mi_print_clean(stderr, "%s: cannot write to standard output: %s\n", program, why);
}

/* Was all printed, however early something was not? */
static bool flush_output(const char *program)
{
    bool failed = ferror(stdout) != 0, flushed = fflush(stdout) == 0;
    const char *why = flushed ? "not all of it found room" : strerror(errno);
    if (flushed && !failed)
        return true;
    if (mi_is_read(STDOUT_FILENO)) /* one that has gone, as head goes, needs no words */
        complain_output(program, why);
    return false;
}

/* ---- actions ---- */

/* A protocol for clients, and for a person who asks for it. */
static int speak(const struct mi_cli *cli, struct mi_session *session)
{
    session->input = mi_input_open(STDIN_FILENO);
    if (!session->input)
        return MIAI_NO_MEMORY;
    if (session->interactive && cli->protocol == &mi_gtp_protocol)
        mi_session_write(session, greeting, strlen(greeting));
    miai_prepare(session->engine);
    const struct mi_protocol *protocol = cli->protocol;
    (protocol ? protocol : mi_protocol_choose(session->input))->run(session);
    mi_input_close(session->input);
    return MIAI_OK;
}

static int speak_to_end(const struct mi_cli *cli, struct mi_session *session, const char *program,
                        bool *faulty)
{
    int error = speak(cli, session);
    *faulty = session->trouble != 0 && session->trouble != EPIPE;
    if (*faulty)
        complain_output(program, strerror(session->trouble));
    return error;
}

static int converse(const struct mi_cli *cli, miai_engine *engine, const char *program,
                    bool *faulty)
{
    struct mi_session session = {
        .engine = engine,
        .settings = &cli->settings,
        .output = STDOUT_FILENO,
        .quit_without_waiting = cli->quit_without_waiting,
        .interactive = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO),
    };
    if (cli->protocol != &mi_terminal_protocol && (cli->protocol || !session.interactive))
        return speak_to_end(cli, &session, program, faulty);
    mi_terminal_protocol.run(&session);
    return MIAI_OK;
}

/* Serves a client of KataGo's protocol by other engines. */
static int lead(const struct mi_cli *cli, miai_engine *engine, const char *program, bool *faulty)
{
    struct mi_session session = {.engine = engine,
                                 .output = STDOUT_FILENO,
                                 .quit_without_waiting = cli->quit_without_waiting};
    session.input = mi_input_open(STDIN_FILENO);
    if (!session.input)
        return MIAI_NO_MEMORY;
    *faulty = !mi_front_run(&session, cli->files, program);
    mi_input_close(session.input);
    return MIAI_OK;
}

static void stop(void *engine)
{
    miai_stop(engine);
}

static int analyze(const struct mi_cli *cli, miai_engine *engine, const char *program, bool *faulty)
{
    int rank;
    bool several = mi_is_rank(&rank);
    struct mi_analyze work = {.engine = engine, .program = program};
    work.live.shown = rank == 0 && isatty(STDERR_FILENO);
    work.live.told = rank == 0 && several && !work.live.shown;
    mi_interrupt_begin(stop, engine);
    for (size_t i = 0; cli->files[i] && !mi_interrupted(); i++)
        if (rank == 0 || mi_is_folder(cli->files[i])) /* a folder they share, a file they do not */
            mi_analyze_path(&work, cli->files, i);
    mi_interrupt_end();
    *faulty = work.faults > 0;
    return MIAI_OK;
}

static int convert(const struct mi_cli *cli, miai_engine *engine, const char *program, bool *faulty)
{
    struct mi_convert work = {
        .engine = engine, .program = program, .from = cli->from, .to = cli->to};
    mi_convert_path(&work, cli->in, cli->out);
    *faulty = work.faults > 0;
    return MIAI_OK;
}

static int solve(const struct mi_cli *cli, miai_engine *engine, const char *program, bool *faulty)
{
    struct mi_solve work = {
        .engine = engine,
        .program = program,
        .live = isatty(STDERR_FILENO),
        .each = cli->each,
        .state = cli->state,
        .words = cli->files,
    };
    mi_solve_words(&work);
    *faulty = work.faults > 0;
    return MIAI_OK;
}

static int suite(const struct mi_cli *cli, miai_engine *engine, const char *program, bool *faulty)
{
    struct mi_suite work = {.engine = engine, .program = program};
    mi_interrupt_begin(stop, engine);
    for (char **file = cli->files; *file && !mi_interrupted(); file++)
        mi_suite_file(&work, *file);
    mi_suite_sum(&work);
    mi_interrupt_end();
    *faulty = work.faults > 0;
    return MIAI_OK;
}

static int network(const struct mi_cli *cli, miai_engine *engine, const char *program, bool *faulty)
{
    for (char **file = cli->files; *file; file++) {
        if (file != cli->files)
            putchar('\n');
        *faulty |= !mi_print_network(engine, *file, program);
    }
    return MIAI_OK;
}

/* The game that the options chose. */
static int check(const miai_engine *engine, bool *faulty)
{
    int faults = mi_print_faults(mi_current_game(engine));
    *faulty = faults != 0;
    return faults < 0 ? MIAI_NO_MEMORY : MIAI_OK;
}

/* The file of this program, to start it again for a player. */
static void find_program(const char *name, char path[MI_WORD_NAME_SIZE])
{
    if (!mi_system_program(path, MI_WORD_NAME_SIZE))
        snprintf(path, MI_WORD_NAME_SIZE, "%s", name);
}

/* What is wrong with the words behind a command; of several ranks one says it. */
static void complain_of_words(const char *program, const char *complaint)
{
    int rank;
    mi_is_rank(&rank);
    if (rank == 0)
        mi_print_clean(stderr, "%s: %s\n", program, complaint);
}

/* The exit status of a match or a tournament. */
static int play_match(const struct mi_cli *cli, miai_engine *engine, const char *command,
                      const char *program)
{
    char path[MI_WORD_NAME_SIZE], complaint[MI_COMPLAINT];
    const struct mi_player_defaults ground = {path, &cli->settings, &cli->load};
    struct mi_match_words *words = malloc(sizeof *words);
    int status = EXIT_USAGE;
    find_program(command, path);
    if (!words) {
        mi_print_clean(stderr, "%s: %s\n", program, miai_error_text(MIAI_NO_MEMORY));
        return EXIT_FAILURE;
    }
    bool tournament = cli->action == MI_CLI_TOURNAMENT;
    if (mi_match_read(words, cli->files, tournament, &ground, engine, complaint))
        status = mi_match_run(words, &cli->settings, engine, program);
    else
        complain_of_words(program, complaint);
    mi_match_words_free(words);
    free(words);
    return status;
}

/* The exit status of a measurement of regret. */
static int measure_regret(const struct mi_cli *cli, miai_engine *engine, const char *program)
{
    char complaint[MI_COMPLAINT];
    struct mi_regret_words *words = malloc(sizeof *words);
    int status = EXIT_USAGE;
    if (!words) {
        mi_print_clean(stderr, "%s: %s\n", program, miai_error_text(MIAI_NO_MEMORY));
        return EXIT_FAILURE;
    }
    if (mi_regret_read(words, cli->files, engine, complaint))
        status = mi_regret_run(words, &cli->settings, engine, program);
    else
        mi_print_clean(stderr, "%s: %s\n", program, complaint);
    mi_regret_words_free(words);
    free(words);
    return status;
}

/* Does what the command line asks for.  An error of the engine; *bad: it did not go well anyway. */
static int act(const struct mi_cli *cli, miai_engine *engine, const char *program, bool *bad)
{
    switch (cli->action) {
    case MI_CLI_BENCH:
        return mi_print_bench(engine);
    case MI_CLI_PERFT:
        return mi_print_perft(engine, cli->depth);
    case MI_CLI_CHECK:
        return check(engine, bad);
    case MI_CLI_FRONT:
        return lead(cli, engine, program, bad);
    case MI_CLI_ANALYZE:
        return analyze(cli, engine, program, bad);
    case MI_CLI_CONVERT:
        return convert(cli, engine, program, bad);
    case MI_CLI_SOLVE:
        return solve(cli, engine, program, bad);
    case MI_CLI_SUITE:
        return suite(cli, engine, program, bad);
    case MI_CLI_NETWORK:
        return network(cli, engine, program, bad);
    case MI_CLI_LIST_GAMES:
        mi_cli_print_games(engine);
        return MIAI_OK;
    case MI_CLI_LIST_OPTIONS:
        mi_cli_print_options(engine, true);
        return MIAI_OK;
    case MI_CLI_HELP:
        mi_cli_print_help(engine);
        return MIAI_OK;
    case MI_CLI_VERSION:
        printf("miai %s\n", miai_version());
        return MIAI_OK;
    default:
        return converse(cli, engine, program, bad);
    }
}

/* The name under which the program complains. */
static const char *name_of(const char *program)
{
    return program ? mi_system_basename(program) : "miai";
}

/* Whether the engine's game is played at that level: MIAI_OK, or why not. */
static int try_level(miai_engine *engine, const char *game, const char *level)
{
    int error = miai_set_game(engine, game);
    return error == MIAI_OK ? miai_set_option(engine, "level", level) : error;
}

/* The only game that is played at the level which is asked for, as 1500 is one of chess alone;
 * NULL: none is asked for, or no game has it, or several have, or the usual one.  False: there is
 * no memory to find out, and the engine's game may be any. */
static bool find_game_of_level(const struct mi_cli *cli, miai_engine *engine,
                               const miai_game **found)
{
    const char *level = mi_settings_value(&cli->settings, engine, "level"), *usual;
    int error = MIAI_OK;
    *found = NULL;
    usual = miai_current_game(engine);
    for (int i = 0; level && *level && i < miai_game_count(engine); i++) {
        error = try_level(engine, miai_game_name(engine, i), level);
        if (error == MIAI_NO_MEMORY)
            return false;
        if (error != MIAI_OK)
            continue;
        if (*found || strcmp(usual, miai_game_name(engine, i)) == 0)
            level = NULL; /* among several the usual one */
        *found = level ? miai_game_at(engine, i) : NULL;
    }
    return try_level(engine, usual, "") == MIAI_OK;
}

/* The game of whoever names none: that of the level, or the first one that was added. */
static bool choose_game(struct mi_cli *cli, miai_engine *engine, const miai_game *const *games,
                        char *complaint)
{
    const miai_game *first = cli->loaded ? cli->loaded : games ? games[0] : NULL;
    bool known = first || find_game_of_level(cli, engine, &first);
    if (known && (!first || mi_settings_have(&cli->settings, engine, "game") ||
                  mi_settings_add(&cli->settings, "game", first->name, first->name)))
        return true;
    snprintf(complaint, MI_COMPLAINT, "%s", miai_error_text(MIAI_NO_MEMORY));
    return false;
}

/* Who speaks from now on is a client, and may have what the command line allows. */
static bool begin_client(const struct mi_cli *cli, miai_engine *engine, char *complaint)
{
    bool client = cli->action == MI_CLI_PROTOCOL && cli->protocol != &mi_terminal_protocol;
    if (cli->sandbox && !client)
        return mi_complain(complaint, "--sandbox", "it is for gtp, uci, gomocup and analysis");
    if (cli->quit_without_waiting && cli->action != MI_CLI_FRONT &&
        (!client || (cli->protocol && cli->protocol != &mi_katago_protocol)))
        return mi_complain(complaint, "--quit-without-waiting", "it is for analysis");
    if (cli->sandbox && miai_ranks(engine) > 1)
        return mi_complain(complaint, "--sandbox", "one of several ranks cannot do without files");
    if (cli->action == MI_CLI_PROTOCOL && miai_rank(engine) == 0)
        miai_seal(engine);
    return !cli->sandbox || mi_sandbox(engine, complaint);
}

/* Is it work on files, which ranks do side by side and each on its own?  All else they search
 * together. */
static bool is_shared_by_files(const struct mi_cli *cli)
{
    bool folder = false;
    for (char **file = cli->files; cli->action == MI_CLI_ANALYZE && *file; file++)
        folder |= mi_is_folder(*file);
    return folder || cli->action == MI_CLI_MATCH || cli->action == MI_CLI_TOURNAMENT;
}

static bool set_up(struct mi_cli *cli, miai_engine *engine, int argc, char **argv,
                   const miai_game *const *games, char *complaint)
{
    if ((games && !mi_games_add(engine, games, "", complaint)) ||
        !mi_cli_parse(cli, engine, argc, argv, complaint))
        return false;
    if (!is_shared_by_files(cli))
        miai_join_ranks(engine);
    if (!choose_game(cli, engine, games, complaint) ||
        !mi_settings_apply(&cli->settings, engine, complaint))
        return false;
    mi_report_file_faults(engine);
    return begin_client(cli, engine, complaint);
}

/* The exit status. */
static int work(const struct mi_cli *cli, miai_engine *engine, char **argv, const char *name)
{
    bool match = cli->action == MI_CLI_MATCH || cli->action == MI_CLI_TOURNAMENT;
    if (match || cli->action == MI_CLI_REGRET) {
        int status =
            match ? play_match(cli, engine, argv[0], name) : measure_regret(cli, engine, name);
        return !flush_output(name) && status == EXIT_SUCCESS ? EXIT_FAILURE : status;
    }
    bool bad = false;
    int error = act(cli, engine, name, &bad);
    if (error != MIAI_OK)
        mi_print_clean(stderr, "%s: %s\n", name, miai_error_text(error));
    return !flush_output(name) || error != MIAI_OK || bad ? EXIT_FAILURE : EXIT_SUCCESS;
}

static void tell_why_not(void *context, const char *why)
{
    const char *program = context;
    mi_print_clean(stderr, "%s: this rank cannot take part in the search: %s\n", program, why);
}

/* The command line of several ranks is the same: what rank 0 has to say of it is said there, and
 * the others print nothing but what is wrong there alone. */
static int run(struct mi_cli *cli, miai_engine *engine, int argc, char **argv,
               const miai_game *const *games)
{
    char complaint[MI_COMPLAINT];
    char *name = (char *)(uintptr_t)name_of(argv[0]); /* getopt_long() reorders argv behind it */
    int rank;
    mi_is_rank(&rank);
    if (rank > 0 && !freopen("/dev/null", "w", stdout))
        return EXIT_FAILURE;
    if (!mi_is_writable(STDOUT_FILENO)) {
        complain_output(name, strerror(EBADF));
        return EXIT_FAILURE;
    }
    if (!set_up(cli, engine, argc, argv, games, complaint)) {
        mi_squeeze(complaint, strlen(complaint)); /* one line, whatever it quotes */
        complain_of_words(name, complaint);
        return EXIT_USAGE;
    }
    if (miai_rank(engine) > 0)
        return miai_follow(engine, tell_why_not, name) == MIAI_OK ? EXIT_SUCCESS : EXIT_FAILURE;
    return work(cli, engine, argv, name);
}

/* What MPI has to say of its end is nothing for who reads the output.  That end waits for all, and
 * for ever if one dies on the way there: then an alarm ends this process, as each of the others. */
static void leave_ranks(miai_engine *engine)
{
#ifdef HAVE_MPI
    enum { MOST_SECONDS = 4 };
    if (miai_ranks(engine) > 1) {
        dup2(STDERR_FILENO, STDOUT_FILENO);
        alarm(MOST_SECONDS);
    }
#endif
    miai_leave_ranks(engine);
}

int miai_main(int argc, char **argv, const miai_game *const *games)
{
    struct mi_cli cli = {0};
    mi_system_prepare();
    miai_engine *engine = miai_new();
    if (!engine) {
        mi_print_clean(stderr, "%s: %s\n", name_of(argv[0]), miai_error_text(MIAI_NO_MEMORY));
        return EXIT_FAILURE;
    }
    int status = run(&cli, engine, argc, argv, games);
    leave_ranks(engine);
    miai_free(engine);
    mi_cli_free(&cli); /* with the modules, whose games the engine had */
    return status;
}
