/* Arguments that are not options: a command with its arguments, or a game. */
#include "cli.h"

#include "program/convert/convert.h"
#include "protocol/io/suggestion.h"
#include "protocol/io/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { DEPTH_MAX = 100, MAX_COLUMNS = 26 /* one letter each */ };

/* Reports an argument after a word that takes none. */
static bool report_extra_argument(const char *first, const char *extra, char *complaint)
{
    snprintf(complaint, MI_COMPLAINT, "unexpected argument: %.100s; \"%.40s\" has no arguments",
             extra, first);
    return false;
}

/* The option that a number probably belongs to: the board size, or the level if it is large.
 * NULL: not a number. */
static const char *option_for_number(const char *word)
{
    if (word[0] < '0' || word[0] > '9' || strspn(word, "0123456789x") != strlen(word))
        return NULL;
    return strchr(word, 'x') || atoi(word) <= MAX_COLUMNS ? "size" : "level";
}

static bool report_argument_after_game(const char *game, const char *extra, char *complaint)
{
    const char *option = option_for_number(extra);
    if (!option)
        return report_extra_argument(game, extra, complaint);
    snprintf(complaint, MI_COMPLAINT,
             "unexpected argument: %.40s; did you mean \"miai --%s=%.40s %.40s\"?", extra, option,
             extra, game);
    return false;
}

static bool set_game(struct mi_cli *cli, const char *name, char *complaint)
{
    return mi_settings_add(&cli->settings, "game", name, name) ||
           mi_write_complaint(complaint, name, miai_error_text(MIAI_NO_MEMORY));
}

/* A command whose arguments are files. */
static bool parse_files(struct mi_cli *cli, enum mi_cli_action action, int count, char **args,
                        char *complaint)
{
    cli->action = action;
    cli->operands = args + 1;
    if (count > 1)
        return true;
    snprintf(complaint, MI_COMPLAINT, "usage: miai %s FILE...", args[0]);
    return false;
}

/* perft GAME DEPTH */
static bool parse_perft(struct mi_cli *cli, int count, char **args, char *complaint)
{
    if (count != 3 || !mi_read_word_int(args[2], &cli->depth) || cli->depth < 1 ||
        cli->depth > DEPTH_MAX)
        return mi_write_complaint(complaint, "usage",
                                  "miai perft GAME DEPTH, with DEPTH from 1 to 100");
    cli->action = MI_CLI_PERFT;
    return set_game(cli, args[1], complaint);
}

/* check [GAME] */
static bool parse_check(struct mi_cli *cli, int count, char **args, char *complaint)
{
    if (count > 2)
        return report_extra_argument(args[0], args[2], complaint);
    cli->action = MI_CLI_CHECK;
    return count == 1 || set_game(cli, args[1], complaint);
}

/* convert IN [OUT] */
static bool parse_convert(struct mi_cli *cli, int count, char **args, char *complaint)
{
    if (count < 2 || count > 3 || (count == 2 && !cli->to))
        return mi_write_complaint(complaint, "usage",
                                  "miai convert IN OUT, or miai convert --to=FORMAT IN [OUT]");
    cli->action = MI_CLI_CONVERT;
    cli->in = args[1];
    cli->out = count == 3 ? args[2] : "-";
    return true;
}

/* analyze FILE... */
static bool parse_analyze(struct mi_cli *cli, int count, char **args, char *complaint)
{
    return parse_files(cli, MI_CLI_ANALYZE, count, args, complaint);
}

/* Commands whose arguments are parsed later, since they depend on the game: match, tournament,
 * regret, tune, book. */
static bool parse_operands(struct mi_cli *cli, int count, char **args, char *complaint)
{
    static const struct {
        const char *name;
        enum mi_cli_action action;
    } rows[] = {{"match", MI_CLI_MATCH},
                {"tournament", MI_CLI_TOURNAMENT},
                {"regret", MI_CLI_REGRET},
                {"tune", MI_CLI_TUNE},
                {"book", MI_CLI_BOOK}};
    (void)count;
    (void)complaint;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(args[0], rows[i].name) == 0)
            cli->action = rows[i].action;
    cli->operands = args + 1;
    return true;
}

/* solve GAME [MOVE... | FILE]; GAME may be missing if --game is given */
static bool parse_solve(struct mi_cli *cli, const miai_engine *engine, int count, char **args,
                        char *complaint)
{
    bool chosen = mi_settings_contain(&cli->settings, engine, "game");
    bool named = count > 1 && (!chosen || mi_is_game(engine, args[1]));
    if (!chosen && !named)
        return mi_write_complaint(complaint, "usage", "miai solve GAME [MOVE... | FILE]");
    cli->action = MI_CLI_SOLVE;
    cli->operands = args + 1 + named;
    return !named || set_game(cli, args[1], complaint);
}

/* problems [check] FILE..., problems page | make FILE... OUTPUT */
static bool parse_problems(struct mi_cli *cli, int count, char **args, char *complaint)
{
    static const struct {
        const char *name;
        enum mi_cli_action action;
        int operands; /* at least */
    } rows[] = {{"check", MI_CLI_PROBLEMS_CHECK, 1},
                {"page", MI_CLI_PROBLEMS_PAGE, 2},
                {"make", MI_CLI_PROBLEMS_MAKE, 2}};
    int named = 0, operands = 1;
    cli->action = MI_CLI_PROBLEMS;
    for (size_t i = 0; count > 1 && i < sizeof rows / sizeof *rows; i++)
        if (strcmp(args[1], rows[i].name) == 0) {
            cli->action = rows[i].action;
            operands = rows[i].operands;
            named = 1;
        }
    cli->operands = args + 1 + named;
    return count - 1 - named >= operands ||
           mi_write_complaint(complaint, "usage",
                              "miai problems [check] FILE..., problems page FILE... PAGE.html, or "
                              "problems make RECORD... FOLDER");
}

/* suite FILE... */
static bool parse_suite(struct mi_cli *cli, int count, char **args, char *complaint)
{
    return parse_files(cli, MI_CLI_SUITE, count, args, complaint);
}

/* network FILE... */
static bool parse_network(struct mi_cli *cli, int count, char **args, char *complaint)
{
    return parse_files(cli, MI_CLI_NETWORK, count, args, complaint);
}

/* bench */
static bool parse_bench(struct mi_cli *cli, int count, char **args, char *complaint)
{
    cli->action = MI_CLI_BENCH;
    return count == 1 || report_extra_argument(args[0], args[1], complaint);
}

/* analysis [COMMAND...] */
static bool parse_analysis(struct mi_cli *cli, int count, char **args, char *complaint)
{
    (void)complaint;
    cli->protocol = mi_protocol_find(args[0]);
    cli->operands = args + 1;
    if (count > 1)
        cli->action = MI_CLI_FRONT;
    return true;
}

/* gtp, uci, gomocup: other programs call the protocols this way */
static bool parse_protocol(struct mi_cli *cli, int count, char **args, char *complaint)
{
    cli->protocol = mi_protocol_find(args[0]);
    if (count > 1)
        snprintf(
            complaint, MI_COMPLAINT,
            "unexpected argument: %.100s; \"%.40s\" has no arguments; name a game by --game=NAME",
            args[1], args[0]);
    return count == 1;
}

/* help */
static bool parse_help(struct mi_cli *cli, int count, char **args, char *complaint)
{
    cli->action = MI_CLI_HELP;
    if (count > 1)
        snprintf(complaint, MI_COMPLAINT,
                 "\"help\" has no arguments; try \"miai help | grep %.40s\", or miai(6)", args[1]);
    return count == 1;
}

/* version */
static bool parse_version(struct mi_cli *cli, int count, char **args, char *complaint)
{
    cli->action = MI_CLI_VERSION;
    return count == 1 || report_extra_argument(args[0], args[1], complaint);
}

static const struct {
    const char *name;
    bool (*parse)(struct mi_cli *cli, int count, char **args, char *complaint);
} commands[] = {
    {"bench", parse_bench},         {"perft", parse_perft},      {"check", parse_check},
    {"convert", parse_convert},     {"analyze", parse_analyze},  {"match", parse_operands},
    {"tournament", parse_operands}, {"gtp", parse_protocol},     {"uci", parse_protocol},
    {"analysis", parse_analysis},   {"gomocup", parse_protocol}, {"suite", parse_suite},
    {"regret", parse_operands},     {"help", parse_help},        {"network", parse_network},
    {"version", parse_version},     {"tune", parse_operands},    {"book", parse_operands},
    {"problems", parse_problems},
};

/* The name of a game: play it. */
static bool parse_game(struct mi_cli *cli, int count, char **args, char *complaint)
{
    if (count > 1)
        return report_argument_after_game(args[0], args[1], complaint);
    return set_game(cli, args[0], complaint);
}

/* Words that mean something else in miai. */
static const struct mi_word_alias other_program_words[] = {
    {"play", "\"miai GAME\" plays; \"miai --list-games\" lists the games"},
    {"start", "\"miai GAME\" plays; \"miai --list-games\" lists the games"},
    {"load", "\"load FILE\" is a command of the terminal, which \"miai\" starts"},
    {"open", "\"load FILE\" is a command of the terminal, which \"miai\" starts"},
    {"genmove", "it is a GTP command; \"miai gtp\" runs GTP"},
    {NULL, NULL},
};

/* Reports a first word that is neither a command nor a game; game: the game that the second word
 * names, or NULL. */
static bool report_unknown_word(const struct mi_nearest *nearest, const char *game, char *complaint)
{
    const char *word = nearest->name, *other = mi_word_alias(other_program_words, word);
    const char *number = option_for_number(word);
    if (nearest->best)
        snprintf(complaint, MI_COMPLAINT, "unknown word: %.200s; did you mean %s?", word,
                 nearest->best);
    else if (game)
        snprintf(complaint, MI_COMPLAINT, "unknown word: %.200s; did you mean \"miai %.40s\"?",
                 word, game);
    else if (number)
        snprintf(complaint, MI_COMPLAINT, "unknown word: %.40s; did you mean \"miai --%s=%.40s\"?",
                 word, number, word);
    else if (other)
        snprintf(complaint, MI_COMPLAINT, "unknown word: %.40s; %s", word, other);
    else if (access(word, F_OK) == 0 || mi_format_by_extension(word))
        snprintf(complaint, MI_COMPLAINT,
                 "unknown word: %.150s; for a file use \"miai analyze FILE\", \"miai convert FILE "
                 "OUT\", or \"load FILE\" at the terminal",
                 word);
    else
        snprintf(complaint, MI_COMPLAINT,
                 "unknown word: %.200s; \"miai --help\" lists the commands, \"miai --list-games\" "
                 "the games",
                 word);
    return false;
}

/* Reports a game that miai does not play. */
static bool report_unknown_game(const miai_engine *engine, const char *word, char *complaint)
{
    char games[MI_SUGGESTION];
    mi_list_games(engine, games, sizeof games);
    snprintf(complaint, MI_COMPLAINT, "unknown game: %.40s; the games are %s", word, games);
    return false;
}

/* Suggests the name of a game if the word is close to its name or title ("connect-four"). */
static void suggest_game(struct mi_nearest *nearest, const miai_game *game)
{
    struct mi_nearest title = {.name = nearest->name};
    mi_nearest_offer(nearest, game->name);
    mi_nearest_offer(&title, game->title);
    if (!nearest->best && title.best)
        nearest->best = game->name;
}

/* Reports a name that other programs use for a game or for one of its rule sets ("reversi",
 * "chess960").  False if the word is no such name. */
static bool report_other_name(const miai_engine *engine, const char *word, char *complaint)
{
    for (int i = 0; i < miai_game_count(engine); i++) {
        const miai_variant *variant = miai_find_variant(miai_game_at(engine, i), word);
        if (!variant)
            continue;
        snprintf(complaint, MI_COMPLAINT, "unknown word: %.40s; did you mean \"miai %s%s%s%s\"?",
                 word, variant->rules ? "--rules=" : "", variant->rules ? variant->rules : "",
                 variant->rules ? " " : "", miai_game_at(engine, i)->name);
        return true;
    }
    return false;
}

bool mi_cli_parse_arguments(struct mi_cli *cli, const miai_engine *engine, int count, char **args,
                            char *complaint)
{
    if (count == 0)
        return true;
    if (strcmp(args[0], "solve") == 0)
        return parse_solve(cli, engine, count, args, complaint);
    if (mi_is_game(engine, args[0]))
        return parse_game(cli, count, args, complaint);
    struct mi_nearest nearest = {.name = args[0]};
    mi_nearest_offer(&nearest, "solve");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(commands[i].name, args[0]) == 0)
            return commands[i].parse(cli, count, args, complaint);
        mi_nearest_offer(&nearest, commands[i].name);
    }
    if (report_other_name(engine, args[0], complaint))
        return false;
    for (int i = 0; i < miai_game_count(engine); i++)
        suggest_game(&nearest, miai_game_at(engine, i));
    if (mi_is_other_game(args[0]))
        return report_unknown_game(engine, args[0], complaint);
    const char *game = count > 1 && mi_is_game(engine, args[1]) ? args[1] : NULL;
    return report_unknown_word(&nearest, game, complaint);
}
