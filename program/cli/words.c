/* The words of the command line that are no options: a command with what it takes, or a game. */
#include "cli.h"

#include "program/convert/convert.h"
#include "protocol/io/suggestion.h"
#include "protocol/io/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { DEPTH_MAX = 100, COLUMNS = 26 /* have a letter each */ };

/* A word behind one that stands alone. */
static bool complain_of_more(const char *first, const char *more, char *complaint)
{
    snprintf(complaint, MI_COMPLAINT, "unknown word: %.100s; behind \"%.40s\" stands none", more,
             first);
    return false;
}

/* The option that a number is meant for: the size of the board, or a large one a rating.  NULL: it
 * is none. */
static const char *option_of(const char *word)
{
    if (word[0] < '0' || word[0] > '9' || strspn(word, "0123456789x") != strlen(word))
        return NULL;
    return strchr(word, 'x') || atoi(word) <= COLUMNS ? "size" : "level";
}

static bool complain_behind_game(const char *game, const char *more, char *complaint)
{
    const char *option = option_of(more);
    if (!option)
        return complain_of_more(game, more, complaint);
    snprintf(complaint, MI_COMPLAINT,
             "unknown word: %.40s; did you mean \"miai --%s=%.40s %.40s\"?", more, option, more,
             game);
    return false;
}

static bool choose_game(struct mi_cli *cli, const char *name, char *complaint)
{
    return mi_settings_add(&cli->settings, "game", name, name) ||
           mi_complain(complaint, name, miai_error_text(MIAI_NO_MEMORY));
}

/* A command that takes files. */
static bool take_files(struct mi_cli *cli, enum mi_cli_action action, int count, char **words,
                       char *complaint)
{
    cli->action = action;
    cli->files = words + 1;
    if (count > 1)
        return true;
    snprintf(complaint, MI_COMPLAINT, "wrong use: miai %s FILE...", words[0]);
    return false;
}

/* perft GAME DEPTH */
static bool take_perft(struct mi_cli *cli, int count, char **words, char *complaint)
{
    if (count != 3 || !mi_read_word_int(words[2], &cli->depth) || cli->depth < 1 ||
        cli->depth > DEPTH_MAX)
        return mi_complain(complaint, "wrong use", "miai perft GAME DEPTH, a DEPTH of 1 to 100");
    cli->action = MI_CLI_PERFT;
    return choose_game(cli, words[1], complaint);
}

/* check [GAME] */
static bool take_check(struct mi_cli *cli, int count, char **words, char *complaint)
{
    if (count > 2)
        return complain_of_more(words[0], words[2], complaint);
    cli->action = MI_CLI_CHECK;
    return count == 1 || choose_game(cli, words[1], complaint);
}

/* convert IN [OUT] */
static bool take_convert(struct mi_cli *cli, int count, char **words, char *complaint)
{
    if (count < 2 || count > 3 || (count == 2 && !cli->to))
        return mi_complain(complaint, "wrong use",
                           "miai convert IN OUT, or miai convert --to=FORMAT IN [OUT]");
    cli->action = MI_CLI_CONVERT;
    cli->in = words[1];
    cli->out = count == 3 ? words[2] : "-";
    return true;
}

/* analyze FILE... */
static bool take_analyze(struct mi_cli *cli, int count, char **words, char *complaint)
{
    return take_files(cli, MI_CLI_ANALYZE, count, words, complaint);
}

/* match WORD..., tournament WORD... */
static bool take_match(struct mi_cli *cli, int count, char **words, char *complaint)
{
    (void)count;
    (void)complaint; /* what the words say hangs on the game */
    cli->action = strcmp(words[0], "match") == 0 ? MI_CLI_MATCH : MI_CLI_TOURNAMENT;
    cli->files = words + 1;
    return true;
}

/* regret [WORD...] */
static bool take_regret(struct mi_cli *cli, int count, char **words, char *complaint)
{
    (void)count;
    (void)complaint;
    cli->action = MI_CLI_REGRET;
    cli->files = words + 1;
    return true;
}

/* solve GAME [MOVE... | FILE]; with --game the word may be missing */
static bool take_solve(struct mi_cli *cli, const miai_engine *engine, int count, char **words,
                       char *complaint)
{
    bool chosen = mi_settings_have(&cli->settings, engine, "game");
    bool named = count > 1 && (!chosen || mi_is_game(engine, words[1]));
    if (!chosen && !named)
        return mi_complain(complaint, "wrong use", "miai solve GAME [MOVE... | FILE]");
    cli->action = MI_CLI_SOLVE;
    cli->files = words + 1 + named;
    return !named || choose_game(cli, words[1], complaint);
}

/* suite FILE... */
static bool take_suite(struct mi_cli *cli, int count, char **words, char *complaint)
{
    return take_files(cli, MI_CLI_SUITE, count, words, complaint);
}

/* network FILE... */
static bool take_network(struct mi_cli *cli, int count, char **words, char *complaint)
{
    return take_files(cli, MI_CLI_NETWORK, count, words, complaint);
}

/* bench */
static bool take_bench(struct mi_cli *cli, int count, char **words, char *complaint)
{
    cli->action = MI_CLI_BENCH;
    return count == 1 || complain_of_more(words[0], words[1], complaint);
}

/* analysis [COMMAND...] */
static bool take_analysis(struct mi_cli *cli, int count, char **words, char *complaint)
{
    (void)complaint;
    cli->protocol = mi_protocol_find(words[0]);
    cli->files = words + 1;
    if (count > 1)
        cli->action = MI_CLI_FRONT;
    return true;
}

/* gtp, uci, gomocup: as other programs have it */
static bool take_protocol(struct mi_cli *cli, int count, char **words, char *complaint)
{
    cli->protocol = mi_protocol_find(words[0]);
    if (count > 1)
        snprintf(complaint, MI_COMPLAINT,
                 "unknown word: %.100s; behind \"%.40s\" stands none, a game is --game=NAME",
                 words[1], words[0]);
    return count == 1;
}

/* help */
static bool take_help(struct mi_cli *cli, int count, char **words, char *complaint)
{
    cli->action = MI_CLI_HELP;
    if (count > 1)
        snprintf(complaint, MI_COMPLAINT,
                 "\"help\" lists all at once: \"miai help | grep %.40s\"; miai(6) says more",
                 words[1]);
    return count == 1;
}

/* version */
static bool take_version(struct mi_cli *cli, int count, char **words, char *complaint)
{
    cli->action = MI_CLI_VERSION;
    return count == 1 || complain_of_more(words[0], words[1], complaint);
}

static const struct {
    const char *name;
    bool (*take)(struct mi_cli *cli, int count, char **words, char *complaint);
} commands[] = {
    {"bench", take_bench},       {"perft", take_perft},      {"check", take_check},
    {"convert", take_convert},   {"analyze", take_analyze},  {"match", take_match},
    {"tournament", take_match},  {"gtp", take_protocol},     {"uci", take_protocol},
    {"analysis", take_analysis}, {"gomocup", take_protocol}, {"suite", take_suite},
    {"regret", take_regret},     {"help", take_help},        {"network", take_network},
    {"version", take_version},
};

/* The name of a game alone: it is played. */
static bool take_game(struct mi_cli *cli, int count, char **words, char *complaint)
{
    if (count > 1)
        return complain_behind_game(words[0], words[1], complaint);
    return choose_game(cli, words[0], complaint);
}

/* What people call it that has another name here. */
static const struct mi_other_word other_words[] = {
    {"play", "\"miai GAME\" plays, and \"miai --list-games\" lists the games"},
    {"start", "\"miai GAME\" plays, and \"miai --list-games\" lists the games"},
    {"load", "\"load FILE\" is for the terminal: \"miai\" begins it"},
    {"open", "\"load FILE\" is for the terminal: \"miai\" begins it"},
    {"genmove", "that is a command of GTP: \"miai gtp\" speaks it"},
    {NULL, NULL},
};

/* The first word is no command and no game; game: what the second one names, or NULL. */
static bool complain_of_word(const struct mi_nearest *nearest, const char *game, char *complaint)
{
    const char *word = nearest->name, *other = mi_other_word(other_words, word);
    const char *number = option_of(word);
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
    else if (access(word, F_OK) == 0 || mi_format_of(word))
        snprintf(complaint, MI_COMPLAINT,
                 "unknown word: %.150s; with a file, \"miai analyze FILE\", \"miai convert FILE "
                 "OUT\", or \"load FILE\" at a terminal",
                 word);
    else
        snprintf(complaint, MI_COMPLAINT,
                 "unknown word: %.200s; \"miai --help\" lists the commands, \"miai --list-games\" "
                 "the games",
                 word);
    return false;
}

/* Its name, also for its title: "connect-four". */
static void offer_game(struct mi_nearest *nearest, const miai_game *game)
{
    struct mi_nearest title = {.name = nearest->name};
    mi_nearest_offer(nearest, game->name);
    mi_nearest_offer(&title, game->title);
    if (!nearest->best && title.best)
        nearest->best = game->name;
}

bool mi_cli_take_words(struct mi_cli *cli, const miai_engine *engine, int count, char **words,
                       char *complaint)
{
    if (count == 0)
        return true;
    if (strcmp(words[0], "solve") == 0)
        return take_solve(cli, engine, count, words, complaint);
    if (mi_is_game(engine, words[0]))
        return take_game(cli, count, words, complaint);
    struct mi_nearest nearest = {.name = words[0]};
    mi_nearest_offer(&nearest, "solve");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(commands[i].name, words[0]) == 0)
            return commands[i].take(cli, count, words, complaint);
        mi_nearest_offer(&nearest, commands[i].name);
    }
    for (int i = 0; i < miai_game_count(engine); i++)
        offer_game(&nearest, miai_game_at(engine, i));
    const char *game = count > 1 && mi_is_game(engine, words[1]) ? words[1] : NULL;
    return complain_of_word(&nearest, game, complaint);
}
