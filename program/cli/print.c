/* --help, --list-games and --list-options. */
#include "cli.h"
#include "protocol/io/suggestion.h"

#include <stdio.h>
#include <string.h>

/* bytes of a value, which may be several file paths */
enum { VALUE_BYTES = 1 << 14 };

/* How a usage line writes an option's value. */
static const char *value_placeholder(const miai_option *option)
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
    char option_text[64], values[256];
    snprintf(option_text, sizeof option_text, "--%s%s", option->name, value_placeholder(option));
    mi_suggest_values(engine, option, values, sizeof values);
    printf("  %-22s %s", option_text, option->help);
    if (values[0] && option->type != MIAI_OPTION_FILE && strcmp(option->name, "rules") != 0)
        printf(" (%s)", values);
    if (option->initial[0])
        printf(" [%s]", option->initial);
    putchar('\n');
}

/* Calls `print` for each option, or for each that affects the current game, and `head` before
 * the first option of a scope. */
static void print_each_option(const miai_engine *engine, bool all,
                              void (*print_title)(const char *title),
                              void (*print)(const miai_engine *engine, const miai_option *option))
{
    const miai_option *option, *last = NULL;
    for (int i = 0; (option = miai_option_at(engine, i)) != NULL; i++) {
        if (!all && !miai_option_applies(engine, option->name))
            continue;
        if (!last || last->scope != option->scope)
            print_title(miai_scope_title(option->scope));
        print(engine, option);
        last = option;
    }
}

static void print_head(const char *title)
{
    printf("\nOptions: %s (values) [default]\n", title);
}

/* Prints the games with their board sizes and rules. */
static void print_games_and_rules(const miai_engine *engine)
{
    puts("\nGames (boards) and their rules:");
    for (int i = 0; i < miai_game_count(engine); i++) {
        const miai_game *game = miai_game_at(engine, i);
        bool has_one_size =
            game->min_width == game->max_width && game->min_height == game->max_height;
        printf("  %-12s %s (", game->name, game->title);
        if (!has_one_size)
            printf("%dx%d to ", game->min_width, game->min_height);
        printf("%dx%d)", game->max_width, game->max_height);
        for (int k = 0; game->rules && game->rules[k]; k++)
            printf("%s %s", k ? "," : ":", game->rules[k]);
        putchar('\n');
    }
}

/* The game of PGN. */
static const char *default_pgn_game(const miai_engine *engine)
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
    "       miai [OPTION]... problems [check] FILE...\n"
    "       miai [OPTION]... problems page FILE... PAGE.html\n"
    "       miai [OPTION]... problems make RECORD... FOLDER\n"
    "       miai [OPTION]... suite FILE...\n"
    "       miai [OPTION]... network FILE...\n"
    "       miai [OPTION]... match | tournament [SETTING=VALUE]... PLAYER...\n"
    "       miai [OPTION]... regret [SETTING=VALUE]... [METHOD]...\n"
    "       miai [OPTION]... tune [SETTING=VALUE]... [CONSTANT]...\n"
    "       miai [OPTION]... book make | check | show FILE [SETTING=VALUE]...\n"
    "       miai book export FILE OUTPUT\n"
    "Plays board games.  On a terminal it plays with you; otherwise it speaks GTP or UCI on\n"
    "standard input and output.\n"
    "\n"
    "  gtp, uci, gomocup      run that protocol, even on a terminal\n"
    "  analysis               answer queries like KataGo's analysis engine; with\n"
    "                         commands, distribute them to the engines they start\n"
    "  bench                  run a fixed workload; print speed and signature\n"
    "  perft GAME DEPTH       count the move sequences of each length up to DEPTH\n"
    "  check [GAME]           test the implementation of a game; print its errors\n"
    "  convert IN OUT         convert game files, or all in a folder, to another format\n"
    "  match, tournament      play games between players: 'NAME: OPTION=VALUE ...' is miai\n"
    "                         with options, 'NAME: PROTOCOL COMMAND' another program\n"
    "                         (gtp, uci, gomocup)\n"
    "  regret                 measure how much exact value the moves of each METHOD\n"
    "                         ('NAME: OPTION=VALUE ...') lose, by number of playouts\n"
    "  tune                   list the constants of alpha-beta in a game, or tune each\n"
    "                         CONSTANT by games (SPSA)\n"
    "  book                   make an opening book by searches, check it, show its moves,\n"
    "                         or write it as SGF, in Polyglot's format or as a page\n"
    "  analyze FILE...        analyse recorded games; write annotated records and pages\n"
    "  network FILE...        print what network files contain and their speed here\n"
    "  problems FILE...       ask the problems of files and folders (life and death in Go);\n"
    "                         check: list wrong and second solutions instead;\n"
    "                         page: write a page that asks them; make: make problems\n"
    "                         from what was missed in recorded games\n"
    "  suite FILE...          search EPD positions with known best moves (bm, am)\n"
    "  solve GAME             compute the exact result of a position, or of the final\n"
    "                         positions of a file's games\n"
    "\n"
    "  --config=FILE          read options from a file with lines NAME = VALUE\n"
    "  --set NAME=VALUE       set an option by name\n"
    "  --load=FILE            add the games of a module\n"
    "  --mode=NAME            protocol: gtp, uci, gomocup, analysis or terminal\n"
    "  --to=FORMAT            convert: output format sgf, pgn, epd, text, svg or png\n"
    "                         (default: by the extension of OUT)\n"
    "  --from=FORMAT          convert: input format (default: by extension or content)\n"
    "  --output=FOLDER        analyze: write the results there, not beside the files\n"
    "  --each                 solve: also give the result after each move\n"
    "  --region[=POINT]       solve: life and death of the group there, or of an enclosed one\n"
    "  --json                 solve --region: answer as JSON\n"
    "  --state=FILE           solve: resume from this file, and save progress to it;\n"
    "                         problems: the file that says what to repeat, and when\n"
    "  --processor=NAME       use no better instructions for networks than plain, sse2,\n"
    "                         avx2, avxvnni, avx512 or tiles; on arm64 plain or dotprod\n"
    "  --sandbox              protocols: give up access to the network, to other programs and to\n"
    "                         all files except those of --files (Linux only)\n"
    "  --quit-without-waiting analysis: at the end of input, drop unanswered queries\n"
    "  --list-games           list the games and exit\n"
    "  --list-options         list the options and their values and exit\n"
    "  -h, --help             print this and exit\n"
    "  -v, --version          print the version and exit\n";

void mi_cli_print_help(const miai_engine *engine)
{
    fputs(usage, stdout);
    print_each_option(engine, true, print_head, print_option);
    print_games_and_rules(engine);
    printf("\nExamples: miai --game=%s    miai --size=9 --time=5    miai convert games.pgn "
           "games.epd\n",
           default_pgn_game(engine));
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
    char value[VALUE_BYTES], values[256];
    mi_suggest_values(engine, option, values, sizeof values);
    printf("# %s%s%s\n", option->help, values[0] ? ": " : "", values);
    if (miai_get_option(engine, option->name, value, sizeof value) < 0)
        value[0] = '\0';
    printf("%s =%s%s\n", option->name, value[0] ? " " : "", value);
}

void mi_cli_print_options(const miai_engine *engine, bool all)
{
    print_each_option(engine, all, print_comment, print_setting);
}
