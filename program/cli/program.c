/* miai_main(): parses the command line, sets up the engine and runs the chosen action. */
#include "base/folder.h"
#include "base/interrupt.h"
#include "base/shared/ranks.h"
#include "base/system.h"
#include "cli.h"
#include "games.h"
#include "program/batch/batch.h"
#include "program/book/book.h"
#include "program/command/faults.h"
#include "program/command/measure.h"
#include "program/command/network.h"
#include "program/command/solve.h"
#include "program/command/suite.h"
#include "program/convert/convert.h"
#include "program/front/front.h"
#include "program/match/match.h"
#include "program/match/tune.h"
#include "program/problems/problems.h"
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
    "miai speaks GTP (list_commands lists the commands, quit exits).\n> ";

/* ---- standard output ---- */

static void report_output_error(const char *program, const char *why)
{
    mi_print_clean(stderr, "%s: cannot write to standard output: %s\n", program, why);
}

/* Flushes stdout; false if any write so far has failed. */
static bool flush_output(const char *program)
{
    bool failed = ferror(stdout) != 0, flushed = fflush(stdout) == 0;
    const char *why = flushed ? "not everything could be written" : strerror(errno);
    if (flushed && !failed)
        return true;
    if (mi_output_has_reader(
            STDOUT_FILENO)) /* Stay silent if the reader closed the pipe, as head(1) does. */
        report_output_error(program, why);
    return false;
}

/* ---- actions ---- */

/* Runs a text protocol on standard input and output. */
static int run_protocol(const struct mi_cli *cli, struct mi_session *session)
{
    session->input = mi_input_open(STDIN_FILENO);
    if (!session->input)
        return MIAI_NO_MEMORY;
    if (session->interactive && cli->protocol == &mi_gtp_protocol)
        mi_session_write(session, greeting, strlen(greeting));
#ifndef MI_EMBED_BY_PAGE /* a page loads networks with the first search */
    miai_prepare(session->engine);
#endif
    const struct mi_protocol *protocol = cli->protocol;
    (protocol ? protocol : mi_protocol_choose(session->input))->run(session);
    mi_input_close(session->input);
    return MIAI_OK;
}

static int run_protocol_checked(const struct mi_cli *cli, struct mi_session *session,
                                const char *program, bool *has_failed)
{
    int error = run_protocol(cli, session);
    *has_failed = session->write_errno != 0 && session->write_errno != EPIPE;
    if (*has_failed)
        report_output_error(program, strerror(session->write_errno));
    return error;
}

static int run_client(const struct mi_cli *cli, miai_engine *engine, const char *program,
                      bool *has_failed)
{
    struct mi_session session = {
        .engine = engine,
        .settings = &cli->settings,
        .output = STDOUT_FILENO,
        .quit_without_waiting = cli->quit_without_waiting,
        .interactive = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO),
    };
    if (cli->protocol != &mi_terminal_protocol && (cli->protocol || !session.interactive))
        return run_protocol_checked(cli, &session, program, has_failed);
    mi_terminal_protocol.run(&session);
    return MIAI_OK;
}

/* Serves a client of KataGo's protocol with several other engines. */
static int run_front(const struct mi_cli *cli, miai_engine *engine, const char *program,
                     bool *has_failed)
{
    struct mi_session session = {.engine = engine,
                                 .output = STDOUT_FILENO,
                                 .quit_without_waiting = cli->quit_without_waiting};
    session.input = mi_input_open(STDIN_FILENO);
    if (!session.input)
        return MIAI_NO_MEMORY;
    *has_failed = !mi_front_run(&session, cli->operands, program);
    mi_input_close(session.input);
    return MIAI_OK;
}

static void stop_engine_search(void *engine)
{
    miai_stop(engine);
}

static int run_analyze(const struct mi_cli *cli, miai_engine *engine, const char *program,
                       bool *has_failed)
{
    int rank;
    bool several = mi_is_rank(&rank);
    struct mi_analysis_run work = {.engine = engine, .program = program, .output = cli->output};
    work.progress.overwrite = rank == 0 && isatty(STDERR_FILENO);
    work.progress.periodic = rank == 0 && several && !work.progress.overwrite;
    mi_interrupt_begin(stop_engine_search, engine);
    for (size_t i = 0; cli->operands[i] && !mi_interrupted(); i++)
        if (rank == 0 ||
            mi_is_folder(cli->operands[i])) /* ranks share a folder; rank 0 does the files */
            mi_batch_analyze_path(&work, cli->operands, i);
    mi_interrupt_end();
    *has_failed = work.faults > 0;
    return MIAI_OK;
}

static int run_convert(const struct mi_cli *cli, miai_engine *engine, const char *program,
                       bool *has_failed)
{
    struct mi_convert work = {
        .engine = engine, .program = program, .from = cli->from, .to = cli->to};
    mi_convert_path(&work, cli->in, cli->out);
    *has_failed = work.faults > 0;
    return MIAI_OK;
}

static int run_solve(const struct mi_cli *cli, miai_engine *engine, const char *program,
                     bool *has_failed)
{
    struct mi_solve work = {
        .engine = engine,
        .program = program,
        .show_progress = isatty(STDERR_FILENO),
        .each = cli->each,
        .state = cli->state,
        .region = cli->region,
        .group = cli->group,
        .args = cli->operands,
    };
    mi_solve_run(&work);
    *has_failed = work.faults > 0;
    return MIAI_OK;
}

static int run_suite(const struct mi_cli *cli, miai_engine *engine, const char *program,
                     bool *has_failed)
{
    struct mi_suite work = {.engine = engine, .program = program};
    mi_interrupt_begin(stop_engine_search, engine);
    for (char **file = cli->operands; *file && !mi_interrupted(); file++)
        mi_suite_file(&work, *file);
    mi_suite_print_totals(&work);
    mi_interrupt_end();
    *has_failed = work.faults > 0;
    return MIAI_OK;
}

static int run_problems(const struct mi_cli *cli, miai_engine *engine, const char *program,
                        bool *has_failed)
{
    struct mi_problems work = {
        .engine = engine, .program = program, .state = cli->state, .paths = cli->operands};
    int error = cli->action == MI_CLI_PROBLEMS ? mi_problems_ask(&work) : mi_problems_check(&work);
    *has_failed = work.faults > 0;
    return error;
}

static int run_network(const struct mi_cli *cli, miai_engine *engine, const char *program,
                       bool *has_failed)
{
    for (char **file = cli->operands; *file; file++) {
        if (file != cli->operands)
            putchar('\n');
        *has_failed |= !mi_print_network(engine, *file, program);
    }
    return MIAI_OK;
}

/* Checks the current game. */
static int run_check(const miai_engine *engine, bool *has_failed)
{
    int faults = mi_print_faults(mi_current_game(engine));
    *has_failed = faults != 0;
    return faults < 0 ? MIAI_NO_MEMORY : MIAI_OK;
}

/* Finds the path of this program, which a match starts again for its players. */
static void find_own_program(const char *name, char path[MI_ARG_NAME_SIZE])
{
    if (!mi_system_program(path, MI_ARG_NAME_SIZE))
        snprintf(path, MI_ARG_NAME_SIZE, "%s", name);
}

/* Reports an invalid command line; with several ranks only rank 0 does. */
static void report_bad_arguments(const char *program, const char *complaint)
{
    int rank;
    mi_is_rank(&rank);
    if (rank == 0)
        mi_print_clean(stderr, "%s: %s\n", program, complaint);
}

/* Returns the exit status. */
static int run_match(const struct mi_cli *cli, miai_engine *engine, const char *command,
                     const char *program)
{
    char path[MI_ARG_NAME_SIZE], complaint[MI_COMPLAINT];
    const struct mi_player_defaults defaults = {path, &cli->settings, &cli->load};
    struct mi_match_args *args = malloc(sizeof *args);
    int status = EXIT_USAGE;
    find_own_program(command, path);
    if (!args) {
        mi_print_clean(stderr, "%s: %s\n", program, miai_error_text(MIAI_NO_MEMORY));
        return EXIT_FAILURE;
    }
    bool tournament = cli->action == MI_CLI_TOURNAMENT;
    if (mi_match_read_args(args, cli->operands, tournament, &defaults, engine, complaint))
        status = mi_match_run(args, &cli->settings, engine, program);
    else
        report_bad_arguments(program, complaint);
    mi_match_args_free(args);
    free(args);
    return status;
}

/* Returns the exit status. */
static int run_regret(const struct mi_cli *cli, miai_engine *engine, const char *program)
{
    char complaint[MI_COMPLAINT];
    struct mi_regret_args *args = malloc(sizeof *args);
    int status = EXIT_USAGE;
    if (!args) {
        mi_print_clean(stderr, "%s: %s\n", program, miai_error_text(MIAI_NO_MEMORY));
        return EXIT_FAILURE;
    }
    if (mi_regret_read(args, cli->operands, engine, complaint))
        status = mi_regret_run(args, &cli->settings, engine, program);
    else
        mi_print_clean(stderr, "%s: %s\n", program, complaint);
    mi_regret_args_free(args);
    free(args);
    return status;
}

/* Returns the exit status. */
static int run_book(const struct mi_cli *cli, miai_engine *engine, const char *program)
{
    char complaint[MI_COMPLAINT];
    struct mi_book_args args;
    if (mi_book_read_args(&args, cli->operands, complaint))
        return mi_book_run(&args, &cli->settings, engine, program);
    mi_print_clean(stderr, "%s: %s\n", program, complaint);
    return EXIT_USAGE;
}

/* Runs the action of the command line.  Returns an error code of the engine; *bad: the action
 * failed in another way, which it has reported. */
static int run_action(const struct mi_cli *cli, miai_engine *engine, const char *program,
                      bool *has_failed)
{
    switch (cli->action) {
    case MI_CLI_BENCH:
        return mi_print_bench(engine);
    case MI_CLI_PERFT:
        return mi_print_perft(engine, cli->depth);
    case MI_CLI_CHECK:
        return run_check(engine, has_failed);
    case MI_CLI_FRONT:
        return run_front(cli, engine, program, has_failed);
    case MI_CLI_ANALYZE:
        return run_analyze(cli, engine, program, has_failed);
    case MI_CLI_CONVERT:
        return run_convert(cli, engine, program, has_failed);
    case MI_CLI_SOLVE:
        return run_solve(cli, engine, program, has_failed);
    case MI_CLI_PROBLEMS:
    case MI_CLI_PROBLEMS_CHECK:
        return run_problems(cli, engine, program, has_failed);
    case MI_CLI_SUITE:
        return run_suite(cli, engine, program, has_failed);
    case MI_CLI_NETWORK:
        return run_network(cli, engine, program, has_failed);
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
        return run_client(cli, engine, program, has_failed);
    }
}

/* The prefix of error messages. */
static const char *display_name(const char *program)
{
    return program ? mi_system_basename(program) : "miai";
}

/* Tries to select the game and set the level; returns MIAI_OK or an error. */
static int try_level(miai_engine *engine, const char *game, const char *level)
{
    int error = miai_set_game(engine, game);
    return error == MIAI_OK ? miai_set_option(engine, "level", level) : error;
}

/* Finds the one game that has the requested level (1500 exists only in chess).  NULL if no level
 * was requested, or if the default game, several games or none have it.  False: out of memory;
 * any game may then be selected. */
static bool find_game_of_level(const struct mi_cli *cli, miai_engine *engine,
                               const miai_game **found)
{
    const char *level = mi_settings_value(&cli->settings, engine, "level"), *default_game;
    int error = MIAI_OK;
    *found = NULL;
    default_game = miai_current_game(engine);
    for (int i = 0; level && *level && i < miai_game_count(engine); i++) {
        error = try_level(engine, miai_game_name(engine, i), level);
        if (error == MIAI_NO_MEMORY)
            return false;
        if (error != MIAI_OK)
            continue;
        if (*found || strcmp(default_game, miai_game_name(engine, i)) == 0)
            level = NULL; /* several games have it: keep the default one */
        *found = level ? miai_game_at(engine, i) : NULL;
    }
    return try_level(engine, default_game, "") == MIAI_OK;
}

/* If no game was named, selects the one with the requested level, else the first game that was
 * added. */
static bool choose_default_game(struct mi_cli *cli, miai_engine *engine,
                                const miai_game *const *games, char *complaint)
{
    const miai_game *first = cli->loaded ? cli->loaded : games ? games[0] : NULL;
    bool known = first || find_game_of_level(cli, engine, &first);
    if (known && (!first || mi_settings_contain(&cli->settings, engine, "game") ||
                  mi_settings_add(&cli->settings, "game", first->name, first->name)))
        return true;
    snprintf(complaint, MI_COMPLAINT, "%s", miai_error_text(MIAI_NO_MEMORY));
    return false;
}

/* From here on input comes from a client: restrict it to what the command line allows. */
static bool apply_client_limits(const struct mi_cli *cli, miai_engine *engine, char *complaint)
{
    bool client = cli->action == MI_CLI_PROTOCOL && cli->protocol != &mi_terminal_protocol;
    if (cli->sandbox && !client)
        return mi_write_complaint(complaint, "--sandbox",
                                  "only for gtp, uci, gomocup and analysis");
    if (cli->quit_without_waiting && cli->action != MI_CLI_FRONT &&
        (!client || (cli->protocol && cli->protocol != &mi_katago_protocol)))
        return mi_write_complaint(complaint, "--quit-without-waiting", "only for analysis");
    if (cli->sandbox && miai_ranks(engine) > 1)
        return mi_write_complaint(complaint, "--sandbox",
                                  "not with several MPI ranks, which need files");
    if (cli->action == MI_CLI_PROTOCOL && miai_rank(engine) == 0)
        miai_seal(engine);
    return !cli->sandbox || mi_sandbox(engine, complaint);
}

/* Do the ranks split the files or games among them?  Otherwise they share one search. */
static bool ranks_split_files(const struct mi_cli *cli)
{
    bool folder = false;
    for (char **file = cli->operands; cli->action == MI_CLI_ANALYZE && *file; file++)
        folder |= mi_is_folder(*file);
    return folder || cli->action == MI_CLI_MATCH || cli->action == MI_CLI_TOURNAMENT;
}

static bool set_up_engine(struct mi_cli *cli, miai_engine *engine, int argc, char **argv,
                          const miai_game *const *games, char *complaint)
{
    if ((games && !mi_games_add(engine, games, "", complaint)) ||
        !mi_cli_parse(cli, engine, argc, argv, complaint))
        return false;
    if (!ranks_split_files(cli))
        miai_join_ranks(engine);
    if (!choose_default_game(cli, engine, games, complaint) ||
        !mi_settings_apply(&cli->settings, engine, complaint))
        return false;
    mi_report_file_faults(engine);
    return apply_client_limits(cli, engine, complaint);
}

/* Runs an action that reports errors of the engine by their codes. Returns the exit status. */
static int run_simple_action(const struct mi_cli *cli, miai_engine *engine, const char *name)
{
    bool has_failed = false;
    int error = run_action(cli, engine, name, &has_failed);
    if (error != MIAI_OK)
        mi_print_clean(stderr, "%s: %s\n", name, miai_error_text(error));
    return !flush_output(name) || error != MIAI_OK || has_failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* Returns the exit status. */
static int run_command(const struct mi_cli *cli, miai_engine *engine, char **argv, const char *name)
{
    int status = EXIT_SUCCESS;
    switch (cli->action) {
    case MI_CLI_MATCH:
    case MI_CLI_TOURNAMENT:
        status = run_match(cli, engine, argv[0], name);
        break;
    case MI_CLI_REGRET:
        status = run_regret(cli, engine, name);
        break;
    case MI_CLI_TUNE:
        status = mi_tune_run(cli->operands, &cli->settings, engine, name);
        break;
    case MI_CLI_BOOK:
        status = run_book(cli, engine, name);
        break;
    default:
        return run_simple_action(cli, engine, name);
    }
    return !flush_output(name) && status == EXIT_SUCCESS ? EXIT_FAILURE : status;
}

static void report_rank_failure(void *context, const char *why)
{
    const char *program = context;
    mi_print_clean(stderr, "%s: this MPI rank cannot join the search: %s\n", program, why);
}

/* All ranks have the same command line.  Only rank 0 reports errors in it; the other ranks print
 * only errors of their own. */
static int main_with_engine(struct mi_cli *cli, miai_engine *engine, int argc, char **argv,
                            const miai_game *const *games)
{
    char complaint[MI_COMPLAINT];
    char *name = (char *)(uintptr_t)display_name(argv[0]); /* getopt_long() reorders argv later */
    int rank;
    mi_is_rank(&rank);
    if (rank > 0 && !freopen("/dev/null", "w", stdout))
        return EXIT_FAILURE;
    if (!mi_is_writable(STDOUT_FILENO)) {
        report_output_error(name, strerror(EBADF));
        return EXIT_FAILURE;
    }
    if (!set_up_engine(cli, engine, argc, argv, games, complaint)) {
        mi_squeeze(complaint, strlen(complaint)); /* keep it on one line */
        report_bad_arguments(name, complaint);
        return EXIT_USAGE;
    }
    if (miai_rank(engine) > 0)
        return miai_follow(engine, report_rank_failure, name) == MIAI_OK ? EXIT_SUCCESS
                                                                         : EXIT_FAILURE;
    return run_command(cli, engine, argv, name);
}

/* Messages of MPI's shutdown must not reach standard output.  The shutdown waits for all ranks,
 * for ever if one has died, so an alarm ends this process. */
static void shut_down_ranks(miai_engine *engine)
{
#ifdef HAVE_MPI
    enum { MAX_SECONDS = 4 };
    if (miai_ranks(engine) > 1) {
        dup2(STDERR_FILENO, STDOUT_FILENO);
        alarm(MAX_SECONDS);
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
        mi_print_clean(stderr, "%s: %s\n", display_name(argv[0]), miai_error_text(MIAI_NO_MEMORY));
        return EXIT_FAILURE;
    }
    int status = main_with_engine(&cli, engine, argc, argv, games);
    shut_down_ranks(engine);
    miai_free(engine);
    mi_cli_free(&cli); /* includes the modules, whose games the engine used */
    return status;
}
