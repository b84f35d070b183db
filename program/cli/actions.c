/* The actions of the command line: protocols and subcommands. */
#include "base/folder.h"
#include "base/interrupt.h"
#include "base/shared/ranks.h"
#include "base/system.h"
#include "cli.h"
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

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char greeting[] =
    "miai speaks GTP (list_commands lists the commands, quit exits).\n> ";

/* ---- standard output ---- */

void mi_cli_report_output_error(const char *program, const char *why)
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
        mi_cli_report_output_error(program, why);
    return false;
}

/* ---- actions that return an error of miai.h ---- */

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
        mi_cli_report_output_error(program, strerror(session->write_errno));
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

static int run_analyze(const struct mi_cli *cli, miai_engine *engine, const char *program,
                       bool *has_failed)
{
    int rank;
    bool several = mi_is_rank(&rank);
    struct mi_analysis_run work = {.engine = engine, .program = program, .output = cli->output};
    work.progress.overwrite = rank == 0 && isatty(STDERR_FILENO);
    work.progress.periodic = rank == 0 && several && !work.progress.overwrite;
    mi_interrupt_search(engine);
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
        .json = cli->json,
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
    mi_interrupt_search(engine);
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
    int error = cli->action == MI_CLI_PROBLEMS         ? mi_problems_ask(&work)
                : cli->action == MI_CLI_PROBLEMS_CHECK ? mi_problems_check(&work)
                : cli->action == MI_CLI_PROBLEMS_PAGE  ? mi_problems_page(&work)
                                                       : mi_problems_make(&work);
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

/* ---- actions that read their own arguments; they return the exit status ---- */

void mi_cli_report_bad_arguments(const char *program, const char *complaint)
{
    int rank;
    mi_is_rank(&rank);
    if (rank == 0)
        mi_print_clean(stderr, "%s: %s\n", program, complaint);
}

static int fail_without_memory(const char *program)
{
    mi_print_clean(stderr, "%s: %s\n", program, miai_error_text(MIAI_NO_MEMORY));
    return EXIT_FAILURE;
}

/* Finds the path of this program, which a match starts again for its players. */
static void find_own_program(const char *name, char path[MI_ARG_NAME_SIZE])
{
    if (!mi_system_program(path, MI_ARG_NAME_SIZE))
        snprintf(path, MI_ARG_NAME_SIZE, "%s", name);
}

static int run_match(const struct mi_cli *cli, miai_engine *engine, const char *command,
                     const char *program)
{
    char path[MI_ARG_NAME_SIZE], complaint[MI_COMPLAINT];
    const struct mi_player_defaults defaults = {path, &cli->settings, &cli->load};
    struct mi_match_args *args = malloc(sizeof *args);
    int status = MI_CLI_EXIT_USAGE;
    find_own_program(command, path);
    if (!args)
        return fail_without_memory(program);
    bool tournament = cli->action == MI_CLI_TOURNAMENT;
    if (mi_match_read_args(args, cli->operands, tournament, &defaults, engine, complaint))
        status = mi_match_run(args, &cli->settings, engine, program);
    else
        mi_cli_report_bad_arguments(program, complaint);
    mi_match_args_free(args);
    free(args);
    return status;
}

static int run_regret(const struct mi_cli *cli, miai_engine *engine, const char *program)
{
    char complaint[MI_COMPLAINT];
    struct mi_regret_args *args = malloc(sizeof *args);
    int status = MI_CLI_EXIT_USAGE;
    if (!args)
        return fail_without_memory(program);
    if (mi_regret_read(args, cli->operands, engine, complaint))
        status = mi_regret_run(args, &cli->settings, engine, program);
    else
        mi_cli_report_bad_arguments(program, complaint);
    mi_regret_args_free(args);
    free(args);
    return status;
}

static int run_book(const struct mi_cli *cli, miai_engine *engine, const char *program)
{
    char complaint[MI_COMPLAINT];
    struct mi_book_args args;
    if (mi_book_read_args(&args, cli->operands, complaint))
        return mi_book_run(&args, &cli->settings, engine, program);
    mi_cli_report_bad_arguments(program, complaint);
    return MI_CLI_EXIT_USAGE;
}

/* ---- all actions ---- */

/* Runs an action that reports errors of the engine by their codes.  *has_failed: the action failed
 * in another way, which it has reported. */
static int run_simple_action(const struct mi_cli *cli, miai_engine *engine, const char *program,
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
    case MI_CLI_PROBLEMS_PAGE:
    case MI_CLI_PROBLEMS_MAKE:
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

/* Returns the exit status. */
static int run_and_report(const struct mi_cli *cli, miai_engine *engine, const char *name)
{
    bool has_failed = false;
    int error = run_simple_action(cli, engine, name, &has_failed);
    if (error != MIAI_OK)
        mi_print_clean(stderr, "%s: %s\n", name, miai_error_text(error));
    return !flush_output(name) || error != MIAI_OK || has_failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

int mi_cli_run(const struct mi_cli *cli, miai_engine *engine, const char *command, const char *name)
{
    int status = EXIT_SUCCESS;
    switch (cli->action) {
    case MI_CLI_MATCH:
    case MI_CLI_TOURNAMENT:
        status = run_match(cli, engine, command, name);
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
        return run_and_report(cli, engine, name);
    }
    return !flush_output(name) && status == EXIT_SUCCESS ? EXIT_FAILURE : status;
}
