#include "cli.h"

#include "base/processor.h"
#include "program/convert/convert.h"
#include "protocol/io/aliases.h"
#include "protocol/io/suggestion.h"
#include "protocol/io/words.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Return values of getopt_long() for the program's own options; those of the engine's table
 * follow from FIRST_ENGINE_OPTION on. */
enum {
    CONFIG = 256,
    SET,
    LOAD,
    MODE,
    FROM,
    TO,
    OUTPUT,
    EACH,
    STATE,
    PROCESSOR,
    REGION,
    JSON,
    SANDBOX,
    QUIT_WITHOUT_WAITING,
    LIST_GAMES,
    LIST_OPTIONS,
    HELP,
    VERSION,
    FIRST_ENGINE_OPTION
};

static const struct option own_options[] = {
    {"config", required_argument, NULL, CONFIG},
    {"set", required_argument, NULL, SET},
    {"load", required_argument, NULL, LOAD},
    {"mode", required_argument, NULL, MODE},
    {"from", required_argument, NULL, FROM},
    {"to", required_argument, NULL, TO},
    {"output", required_argument, NULL, OUTPUT},
    {"each", no_argument, NULL, EACH},
    {"state", required_argument, NULL, STATE},
    {"processor", required_argument, NULL, PROCESSOR},
    {"region", optional_argument, NULL, REGION},
    {"json", no_argument, NULL, JSON},
    {"sandbox", no_argument, NULL, SANDBOX},
    {"quit-without-waiting", no_argument, NULL, QUIT_WITHOUT_WAITING},
    {"list-games", no_argument, NULL, LIST_GAMES},
    {"list-options", no_argument, NULL, LIST_OPTIONS},
    {"help", no_argument, NULL, HELP},
    {"version", no_argument, NULL, VERSION},
};

enum { OWN_COUNT = sizeof own_options / sizeof *own_options };

/* Lists all long options, terminated by zeros; the caller frees the list.  NULL: out of memory. */
static struct option *make_long_options(const miai_engine *engine)
{
    int count = 0;
    while (miai_option_at(engine, count))
        count++;
    struct option *options = calloc(OWN_COUNT + 2 * (size_t)count + 1, sizeof *options);
    if (!options)
        return NULL;
    memcpy(options, own_options, sizeof own_options);
    struct option *alias = options + OWN_COUNT + count;
    for (int i = 0; i < count; i++) {
        const miai_option *option = miai_option_at(engine, i);
        bool flag = option->type == MIAI_OPTION_BOOL;
        options[OWN_COUNT + i] = (struct option){
            option->name, flag ? optional_argument : required_argument, NULL, FIRST_ENGINE_OPTION + i};
        if (option->alias) {
            *alias = options[OWN_COUNT + i];
            alias++->name = option->alias;
        }
    }
    return options;
}

/* Adds an option of the engine's table.  A flag without a value means true. */
static bool add_engine_option(struct mi_cli *cli, const char *name, const char *value,
                              char *complaint)
{
    char origin[MI_COMPLAINT];
    value = value ? value : "true";
    snprintf(origin, sizeof origin, "--%s=%.300s", name, value);
    return mi_settings_add(&cli->settings, name, value, origin) ||
           mi_write_complaint(complaint, origin, miai_error_text(MIAI_NO_MEMORY));
}

static bool load_module(struct mi_cli *cli, miai_engine *engine, const char *file, char *complaint)
{
    const miai_game *const *games = mi_module_load(&cli->modules, engine, file, complaint);
    if (games && !mi_settings_add(&cli->load, "load", file, file))
        return mi_write_complaint(complaint, file, miai_error_text(MIAI_NO_MEMORY));
    if (games && !cli->loaded)
        cli->loaded = games[0];
    return games != NULL;
}

static bool set_mode(struct mi_cli *cli, const char *name, char *complaint)
{
    bool terminal = strcmp(name, "terminal") == 0 || strcmp(name, "ascii") == 0;
    cli->protocol = terminal ? &mi_terminal_protocol : mi_protocol_find(name);
    return cli->protocol ||
           mi_write_complaint(
               complaint, "--mode: unknown protocol (gtp, uci, gomocup, analysis, terminal)", name);
}

static bool set_processor(const char *name, char *complaint)
{
    return mi_processor_limit(name) ||
           mi_write_complaint(
               complaint,
               "--processor: not a class (plain, dotprod, sse2, avx2, avxvnni, avx512, "
               "tiles)",
               name);
}

static bool set_from(struct mi_cli *cli, const char *name, char *complaint)
{
    cli->from = mi_find_format(name, false);
    return cli->from ||
           mi_write_complaint(complaint, "--from: not a format (sgf, pgn, epd, text)", name);
}

static bool set_to(struct mi_cli *cli, const char *name, char *complaint)
{
    cli->to = mi_find_format(name, true);
    return cli->to || mi_write_complaint(
                          complaint, "--to: not a format (sgf, pgn, epd, text, svg, png)", name);
}

/* Applies one of the program's own options without a value.  False if the code is another one. */
static bool set_flag(struct mi_cli *cli, int code)
{
    switch (code) {
    case JSON:
        cli->json = true;
        return true;
    case EACH:
        cli->each = true;
        break;
    case SANDBOX:
        cli->sandbox = true;
        break;
    case QUIT_WITHOUT_WAITING:
        cli->quit_without_waiting = true;
        break;
    case LIST_GAMES:
        cli->action = MI_CLI_LIST_GAMES;
        break;
    case LIST_OPTIONS:
        cli->action = MI_CLI_LIST_OPTIONS;
        break;
    case 'h':
    case HELP:
        cli->action = MI_CLI_HELP;
        break;
    case 'v':
    case VERSION:
        cli->action = MI_CLI_VERSION;
        break;
    default:
        return false;
    }
    return true;
}

static bool apply_option(struct mi_cli *cli, miai_engine *engine, int code,
                         const struct option *options, char *complaint)
{
    char origin[MI_COMPLAINT];
    switch (code) {
    case CONFIG:
        return mi_settings_load(&cli->settings, optarg, complaint);
    case SET:
        snprintf(origin, sizeof origin, "--set %.300s", optarg);
        return mi_settings_parse(&cli->settings, optarg, origin, complaint);
    case LOAD:
        return load_module(cli, engine, optarg, complaint);
    case MODE:
        return set_mode(cli, optarg, complaint);
    case FROM:
        return set_from(cli, optarg, complaint);
    case TO:
        return set_to(cli, optarg, complaint);
    case PROCESSOR:
        return set_processor(optarg, complaint);
    case OUTPUT:
        cli->output = optarg;
        return true;
    case STATE:
        cli->state = optarg;
        return true;
    case REGION:
        cli->region = true;
        cli->group = optarg;
        return true;
    default:
        return set_flag(cli, code) ||
               add_engine_option(cli, options[OWN_COUNT + code - FIRST_ENGINE_OPTION].name, optarg,
                                 complaint);
    }
}

/* Finds the argument that getopt_long() rejected: the previous one, or the next if it is a
 * bundle of letters, such as -help, that is only partly read. */
static const char *rejected_argument(int argc, char **argv)
{
    const char *next = optind < argc ? argv[optind] : "";
    bool is_bundle = optopt && next[0] == '-' && next[1] != '-' && strchr(next, optopt);
    return is_bundle ? next : argv[optind - 1];
}

/* Names that are another option here, or a command of the terminal. */
static const struct mi_word_alias other_program_options[] = {
    {"elo", "--elo; use --level=RATING"},
    {"handicap", "--handicap; use \"handicap N\" at the terminal, fixed_handicap in GTP"},
    {"color", "--color; \"switch\" at the terminal changes sides"},
    {"colour", "--colour; \"switch\" at the terminal changes sides"},
    {"player", "--player; \"switch\" at the terminal changes sides"},
    {"fen", "--fen; put the position into a .fen file and use \"load FILE\" at the terminal"},
    {NULL, NULL},
};

static bool report_unknown_option(const char *argument, const struct option *options,
                                  char *complaint)
{
    const char *advice = mi_word_alias(other_program_options, argument + strspn(argument, "-"));
    char name[64];
    const char *begin = argument + strspn(argument, "-");
    snprintf(name, sizeof name, "%.*s", (int)strcspn(begin, "="), begin);
    struct mi_nearest nearest = {.name = name};
    for (; options->name; options++)
        mi_nearest_offer(&nearest, options->name);
    if (advice)
        return mi_write_complaint(complaint, "unknown option", advice);
    if (!nearest.best) {
        snprintf(complaint, MI_COMPLAINT, "unknown option: %.200s; \"miai --help\" lists them",
                 argument);
        return false;
    }
    snprintf(complaint, MI_COMPLAINT, "unknown option: %.200s; did you mean --%s?", argument,
             nearest.best);
    return false;
}

static bool apply_options(struct mi_cli *cli, miai_engine *engine, const struct option *options,
                          int argc, char **argv, char *complaint)
{
    int code;
    opterr = 0;
    optind = 0; /* start from the first argument, even in a second call */
    while ((code = getopt_long(argc, argv, ":hv", options, NULL)) != -1) {
        if (code == ':')
            return mi_write_complaint(complaint, "missing value of the option", argv[optind - 1]);
        if (code == '?')
            return report_unknown_option(rejected_argument(argc, argv), options, complaint);
        if (!apply_option(cli, engine, code, options, complaint))
            return false;
    }
    return true;
}

void mi_cli_free(struct mi_cli *cli)
{
    mi_settings_free(&cli->settings);
    mi_settings_free(&cli->load);
    mi_modules_close(cli->modules);
    free(cli->args);
}

bool mi_cli_parse(struct mi_cli *cli, miai_engine *engine, int argc, char **argv, char *complaint)
{
    struct option *options = make_long_options(engine);
    cli->args = options ? mi_translate_args(engine, argc, argv, &argc) : NULL;
    if (!cli->args) {
        free(options);
        return mi_write_complaint(complaint, argv[0], miai_error_text(MIAI_NO_MEMORY));
    }
    argv = cli->args;
    bool good = apply_options(cli, engine, options, argc, argv, complaint);
    free(options);
    if (!good || cli->action != MI_CLI_PROTOCOL)
        return good;
    return mi_cli_parse_arguments(cli, engine, argc - optind, argv + optind, complaint);
}
