/* miai - plays board games.  A client of miai.h: the engine is a library, and what is here reads
 * the command line and lets a protocol talk. */
#include "cli.h"
#include "measure.h"
#include "protocol.h"
#include "reply.h"
#include "words.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_USAGE = 2 };

/* So that no other file takes the number of a closed standard one. */
static void open_standard_files(void)
{
    int file;
    do
        file = open("/dev/null", O_RDWR);
    while (file >= 0 && file <= STDERR_FILENO);
    if (file >= 0)
        close(file);
}

static const char greeting[] =
    "miai speaks GTP (list_commands lists what it knows, quit ends) and UCI.\n> ";

static int speak(const struct mi_cli *cli, miai_engine *engine)
{
    struct mi_session session = {
        .engine = engine,
        .settings = &cli->settings,
        .input = mi_input_open(STDIN_FILENO),
        .output = STDOUT_FILENO,
        .interactive = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO),
    };
    if (!session.input)
        return MIAI_NO_MEMORY;
    if (session.interactive) /* before the first line, which tells the protocol */
        mi_write_all(session.output, greeting, strlen(greeting));
    mi_protocol_choose(session.input)->run(&session);
    mi_input_close(session.input);
    return MIAI_OK;
}

static int act(const struct mi_cli *cli, miai_engine *engine)
{
    switch (cli->action) {
    case MI_CLI_BENCH:
        return mi_print_bench();
    case MI_CLI_PERFT:
        return mi_print_perft(engine, cli->depth);
    case MI_CLI_LIST_GAMES:
        mi_cli_print_games(engine);
        return MIAI_OK;
    case MI_CLI_LIST_OPTIONS:
        mi_cli_print_options(engine);
        return MIAI_OK;
    case MI_CLI_HELP:
        mi_cli_print_help(engine);
        return MIAI_OK;
    case MI_CLI_VERSION:
        printf("miai %s\n", miai_version());
        return MIAI_OK;
    default:
        return speak(cli, engine);
    }
}

static int run(miai_engine *engine, int argc, char **argv)
{
    struct mi_cli cli = {0};
    char complaint[MI_COMPLAINT];
    int status = EXIT_SUCCESS;
    if (!mi_cli_parse(&cli, engine, argc, argv, complaint) ||
        !mi_settings_apply(&cli.settings, engine, complaint)) {
        mi_squeeze(complaint, strlen(complaint)); /* one line, whatever it quotes */
        fprintf(stderr, "miai: %s\n", complaint);
        status = EXIT_USAGE;
    } else {
        int error = act(&cli, engine);
        if (error != MIAI_OK)
            fprintf(stderr, "miai: %s\n", miai_error_text(error));
        if (error != MIAI_OK || fflush(stdout) != 0)
            status = EXIT_FAILURE;
    }
    mi_settings_free(&cli.settings);
    return status;
}

int main(int argc, char **argv)
{
    open_standard_files();
    signal(SIGPIPE, SIG_IGN); /* a failing write says it */
    miai_engine *engine = miai_new();
    if (!engine) {
        fprintf(stderr, "miai: %s\n", miai_error_text(MIAI_NO_MEMORY));
        return EXIT_FAILURE;
    }
    int status = run(engine, argc, argv);
    miai_free(engine);
    return status;
}
