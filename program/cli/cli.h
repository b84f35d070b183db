/* cli.h - the command line. */
#ifndef MI_PROGRAM_CLI_CLI_H
#define MI_PROGRAM_CLI_CLI_H

#include "games.h"
#include "protocol/io/protocol.h"
#include "protocol/io/settings.h"

enum mi_cli_action {
    MI_CLI_PROTOCOL, /* run a protocol or the terminal */
    MI_CLI_BENCH,
    MI_CLI_PERFT,
    MI_CLI_CHECK,
    MI_CLI_CONVERT,
    MI_CLI_ANALYZE,
    MI_CLI_MATCH,
    MI_CLI_TOURNAMENT,
    MI_CLI_REGRET,
    MI_CLI_TUNE,
    MI_CLI_BOOK,
    MI_CLI_FRONT, /* KataGo's protocol in front of several engines */
    MI_CLI_SOLVE,
    MI_CLI_SUITE,
    MI_CLI_PROBLEMS,
    MI_CLI_PROBLEMS_CHECK,
    MI_CLI_PROBLEMS_PAGE,
    MI_CLI_PROBLEMS_MAKE,
    MI_CLI_NETWORK,
    MI_CLI_LIST_GAMES,
    MI_CLI_LIST_OPTIONS,
    MI_CLI_HELP,
    MI_CLI_VERSION
};

/* The parsed command line.  The caller zeroes it; it owns the settings and the modules. */
struct mi_cli {
    enum mi_cli_action action;
    int depth;                          /* for perft */
    const struct mi_protocol *protocol; /* NULL: chosen by the first line of input */
    const char *from, *to;              /* formats of game files, or NULL */
    const char *in, *out;               /* files; out NULL: standard output */
    char **operands;                    /* files, moves, players or commands; ends with NULL */
    const char *output;                 /* analyze: the folder for the results, or NULL */
    bool each;                          /* solve the position after each move */
    bool region;                        /* solve life and death in a region */
    bool json;                          /* and answer as JSON */
    const char *group;                  /* solve: a stone of the group; NULL: find a group */
    bool sandbox;                       /* drop privileges that playing does not need */
    bool quit_without_waiting;          /* for analysis: see struct mi_session */
    const char *state;                  /* solve: file to resume from; problems: schedule */
    char **args; /* owned: the arguments, to which the pointers above refer */
    struct mi_settings_list settings;
    struct mi_settings_list load; /* the files of the modules */
    struct mi_module *modules;
    const miai_game *loaded; /* the first game of the modules, or NULL */
};

void mi_cli_free(struct mi_cli *cli); /* free the engine first */

/* Parses the command line and adds the games of the modules it names to the engine.  False: the
 * complaint is one line. */
bool mi_cli_parse(struct mi_cli *cli, miai_engine *engine, int argc, char **argv, char *complaint);

/* Parses the arguments that are not options: a command with its arguments, or a game. */
bool mi_cli_parse_arguments(struct mi_cli *cli, const miai_engine *engine, int count, char **args,
                            char *complaint);

/* ---- actions.c ---- */

enum { MI_CLI_EXIT_USAGE = 2 }; /* the exit status of a bad command line */

/* Runs the action and flushes standard output.  command: argv[0], by which a match starts miai
 * again; name: the prefix of messages.  Returns the exit status. */
int mi_cli_run(const struct mi_cli *cli, miai_engine *engine, const char *command,
               const char *name);

void mi_cli_report_output_error(const char *program, const char *why);

/* Reports a bad command line, which all MPI ranks have in common: only rank 0 does it. */
void mi_cli_report_bad_arguments(const char *program, const char *complaint);

/* ---- print.c ---- */

/* Print the help, made from the table of options, and the lists. */
void mi_cli_print_help(const miai_engine *engine);
void mi_cli_print_games(const miai_engine *engine);
/* Prints options as a configuration file: all, or only those that affect the current game. */
void mi_cli_print_options(const miai_engine *engine, bool all);

#endif
