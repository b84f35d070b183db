/* miai_main(): parses the command line, sets up the engine and runs the chosen action. */
#include "base/folder.h"
#include "base/shared/ranks.h"
#include "base/system.h"
#include "cli.h"
#include "games.h"
#include "protocol/io/file.h"
#include "protocol/io/protocol.h"
#include "protocol/io/stream.h"
#include "protocol/io/words.h"
#include "sandbox.h"

#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
        mi_cli_report_output_error(name, strerror(EBADF));
        return EXIT_FAILURE;
    }
    if (!set_up_engine(cli, engine, argc, argv, games, complaint)) {
        mi_squeeze(complaint, strlen(complaint)); /* keep it on one line */
        mi_cli_report_bad_arguments(name, complaint);
        return MI_CLI_EXIT_USAGE;
    }
    if (miai_rank(engine) > 0)
        return miai_follow(engine, report_rank_failure, name) == MIAI_OK ? EXIT_SUCCESS
                                                                         : EXIT_FAILURE;
    return mi_cli_run(cli, engine, argv[0], name);
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
