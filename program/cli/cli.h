/* cli.h - the command line. */
#ifndef MI_PROGRAM_CLI_CLI_H
#define MI_PROGRAM_CLI_CLI_H

#include "games.h"
#include "protocol/io/protocol.h"
#include "protocol/io/settings.h"

enum mi_cli_action {
    MI_CLI_PROTOCOL, /* speak with a client */
    MI_CLI_BENCH,
    MI_CLI_PERFT,
    MI_CLI_CHECK,
    MI_CLI_CONVERT,
    MI_CLI_ANALYZE,
    MI_CLI_MATCH,
    MI_CLI_TOURNAMENT,
    MI_CLI_REGRET,
    MI_CLI_FRONT, /* KataGo's protocol before other engines */
    MI_CLI_SOLVE,
    MI_CLI_SUITE,
    MI_CLI_NETWORK,
    MI_CLI_LIST_GAMES,
    MI_CLI_LIST_OPTIONS,
    MI_CLI_HELP,
    MI_CLI_VERSION
};

/* Begins as all zero; owns the settings and the modules. */
struct mi_cli {
    enum mi_cli_action action;
    int depth;                          /* of perft */
    const struct mi_protocol *protocol; /* that is to be spoken; NULL: it shows itself */
    const char *from, *to;              /* formats of files, or NULL */
    const char *in, *out;               /* files; out may be NULL: standard output */
    char **files;              /* to analyse, moves to solve, who plays, commands; ended by NULL */
    bool each;                 /* solve the position behind each move */
    bool sandbox;              /* give up what playing does not need */
    bool quit_without_waiting; /* of analysis: see struct mi_session */
    const char *state;         /* file to go on solving from; or NULL */
    char **words;              /* the arguments, where those above lie */
    struct mi_settings_list settings;
    struct mi_settings_list load; /* the files of the modules, by value */
    struct mi_module *modules;
    const miai_game *loaded; /* the first game of theirs, or NULL */
};

void mi_cli_free(struct mi_cli *cli); /* not before the engine */

/* Reads the command line; the games of the modules that it names are added to the engine at once.
 * False, with a complaint of one line, if it is wrong. */
bool mi_cli_parse(struct mi_cli *cli, miai_engine *engine, int argc, char **argv, char *complaint);

/* What is left when the options are gone: a command with what it takes, or a game. */
bool mi_cli_take_words(struct mi_cli *cli, const miai_engine *engine, int count, char **words,
                       char *complaint);

/* Help, made from the table of options; and the lists. */
void mi_cli_print_help(const miai_engine *engine);
void mi_cli_print_games(const miai_engine *engine);
/* As a configuration file: all, or those that mean something in the game that is on. */
void mi_cli_print_options(const miai_engine *engine, bool all);

#endif
