/* What the command line prints about the program. */
#include "cli.h"
#include "protocol/io/suggestion.h"

#include <stdio.h>
#include <string.h>

/* A value: several paths of files at most. */
enum { VALUE = 1 << 14 };

/* The word for an option's value in a usage line. */
static const char *value_word(const miai_option *option)
{
    switch (option->type) {
    case MIAI_OPTION_BOOL:
        return "[=BOOL]";
    case MIAI_OPTION_INT:
        return "=N";
    case MIAI_OPTION_REAL:
        return "=X";
    case MIAI_OPTION_CHOICE:
        return "=NAME";
    case MIAI_OPTION_FILE:
        return "=FILE";
    default:
        return "=TEXT";
    }
}

static void print_option(const miai_engine *engine, const miai_option *option)
{
    char left[64], values[256];
    snprintf(left, sizeof left, "--%s%s", option->name, value_word(option));
    mi_suggest_values(engine, option, values, sizeof values);
    printf("  %-22s %s", left, option->help);
    if (values[0] && option->type != MIAI_OPTION_FILE && strcmp(option->name, "rules") != 0)
        printf(" (%s)", values);
    if (option->initial[0])
        printf(" [%s]", option->initial);
    putchar('\n');
}

/* Calls a function for each option, or for those that mean something in the game that is on, and
 * another one for the title of those of a scope before them. */
static void each_option(const miai_engine *engine, bool all, void (*head)(const char *title),
                        void (*print)(const miai_engine *engine, const miai_option *option))
{
    const miai_option *option, *last = NULL;
    for (int i = 0; (option = miai_option_at(engine, i)) != NULL; i++) {
        if (!all && !miai_option_applies(engine, option->name))
            continue;
        if (!last || last->scope != option->scope)
            head(miai_scope_title(option->scope));
        print(engine, option);
        last = option;
    }
}

static void print_head(const char *title)
{
    printf("\nOptions: %s (values) [default]\n", title);
}

/* The games, their boards and their rules. */
static void print_names(const miai_engine *engine)
{
    puts("\nGames (boards) and their rules:");
    for (int i = 0; i < miai_game_count(engine); i++) {
        const miai_game *game = miai_game_at(engine, i);
        bool one = game->min_width == game->max_width && game->min_height == game->max_height;
        printf("  %-12s %s (", game->name, game->title);
        if (!one)
            printf("%dx%d to ", game->min_width, game->min_height);
        printf("%dx%d)", game->max_width, game->max_height);
        for (int k = 0; game->rules && game->rules[k]; k++)
            printf("%s %s", k ? "," : ":", game->rules[k]);
        putchar('\n');
    }
}

/* The game that the format is for. */
static const char *game_of_pgn(const miai_engine *engine)
{
    miai_presentation p = {.bytes = sizeof p};
    for (int i = 0; i < miai_game_count(engine); i++) {
        miai_presentation_of(miai_game_at(engine, i), &p);
        if (p.assumed)
            return miai_game_name(engine, i);
    }
    return miai_current_game(engine);
}

static const char usage[] =
    "Usage: miai [OPTION]... [GAME]\n"
    "       miai [OPTION]... gtp | uci | gomocup | analysis | bench\n"
    "       miai analysis COMMAND...\n"
    "       miai [OPTION]... perft GAME DEPTH\n"
    "       miai [OPTION]... check [GAME]\n"
    "       miai [OPTION]... convert IN OUT\n"
    "       miai [OPTION]... analyze FILE...\n"
    "       miai [OPTION]... solve GAME [MOVE... | FILE]\n"
    "       miai [OPTION]... suite FILE...\n"
    "       miai [OPTION]... network FILE...\n"
    "       miai [OPTION]... match | tournament [SETTING=VALUE]... PLAYER...\n"
    "       miai [OPTION]... regret [SETTING=VALUE]... [METHOD]...\n"
    "Plays board games.  On a terminal it plays with you; otherwise it speaks GTP or UCI on\n"
    "standard input and output.\n"
    "\n"
    "  gtp, uci, gomocup      speak that protocol, also on a terminal\n"
    "  analysis               answer questions as KataGo's analysis engine does; with\n"
    "                         commands, by engines that these start\n"
    "  bench                  do a fixed piece of work; print its speed and signature\n"
    "  perft GAME DEPTH       count the move sequences of each length up to DEPTH\n"
    "  check [GAME]           try a game, and print what it does wrong\n"
    "  convert IN OUT         records of games from one format to another: files, folders\n"
    "  match, tournament      games between players: 'NAME: OPTION=VALUE ...' for miai with\n"
    "                         other options, 'NAME: PROTOCOL COMMAND' (gtp, uci, gomocup)\n"
    "  regret                 what the moves of methods, 'NAME: OPTION=VALUE ...', lose of the\n"
    "                         exact value, over the playouts\n"
    "  analyze FILE...        what the positions of games are worth, as records and pages\n"
    "  network FILE...        what is in the files of networks, and what they cost here\n"
    "  suite FILE...          search positions in EPD whose best moves (bm, am) are known\n"
    "  solve GAME             the exact result of a position, or of those that end a file's games\n"
    "\n"
    "  --config=FILE          read options from a file, a line NAME = VALUE each\n"
    "  --set NAME=VALUE       set an option by name\n"
    "  --load=FILE            add the games of a module\n"
    "  --mode=NAME            what to speak: gtp, uci, gomocup, analysis or terminal\n"
    "  --to=FORMAT            of convert: sgf, pgn, epd, text, svg, png; else by OUT\n"
    "  --from=FORMAT          of convert: likewise of IN\n"
    "  --each                 of solve: also what each move leads to\n"
    "  --state=FILE           of solve: continue from there, and keep what is found\n"
    "  --sandbox              of protocols: give up all files but those of --files, the network\n"
    "                         and other programs, where the system can enforce that\n"
    "  --quit-without-waiting of analysis: the end of input ends what was asked, without answers\n"
    "  --list-games           list the games and exit\n"
    "  --list-options         list the options and their values and exit\n"
    "  -h, --help             print this and exit\n"
    "  -v, --version          print the version and exit\n";

void mi_cli_print_help(const miai_engine *engine)
{
    fputs(usage, stdout);
    each_option(engine, true, print_head, print_option);
    print_names(engine);
    printf("\nExamples: miai --game=%s    miai --size=9 --time=5    miai convert games.pgn "
           "games.epd\n",
           game_of_pgn(engine));
}

void mi_cli_print_games(const miai_engine *engine)
{
    for (int i = 0; i < miai_game_count(engine); i++)
        printf("%-12s %s\n", miai_game_name(engine, i), miai_game_title(engine, i));
}

static void print_comment(const char *title)
{
    printf("#\n# ---- %s ----\n", title);
}

static void print_setting(const miai_engine *engine, const miai_option *option)
{
    char value[VALUE], values[256];
    mi_suggest_values(engine, option, values, sizeof values);
    printf("# %s%s%s\n", option->help, values[0] ? ": " : "", values);
    if (miai_get_option(engine, option->name, value, sizeof value) < 0)
        value[0] = '\0';
    printf("%s =%s%s\n", option->name, value[0] ? " " : "", value);
}

void mi_cli_print_options(const miai_engine *engine, bool all)
{
    each_option(engine, all, print_comment, print_setting);
}
