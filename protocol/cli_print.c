/* What the command line prints about the program. */
#include "cli.h"

#include <stdio.h>

/* Writes what values an option takes: "1 to 256", "mcts, flat". */
static void write_values(const miai_option *option, char *text, size_t size)
{
    size_t n = 0;
    text[0] = '\0';
    if (option->type == MIAI_OPTION_INT || option->type == MIAI_OPTION_REAL)
        snprintf(text, size, "%.16g to %.16g", option->min, option->max);
    else if (option->type == MIAI_OPTION_BOOL)
        snprintf(text, size, "true, false");
    else if (option->type == MIAI_OPTION_CHOICE)
        for (int i = 0; option->choices[i] && n < size; i++)
            n += (size_t)snprintf(text + n, size - n, "%s%s", i ? ", " : "", option->choices[i]);
}

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
    default:
        return "=TEXT";
    }
}

static void print_option(const miai_option *option)
{
    char left[64], values[256];
    snprintf(left, sizeof left, "--%s%s", option->name, value_word(option));
    write_values(option, values, sizeof values);
    printf("  %-22s %s", left, option->help);
    if (values[0])
        printf(" (%s)", values);
    if (option->initial[0])
        printf(" [%s]", option->initial);
    putchar('\n');
}

void mi_cli_print_help(const miai_engine *engine)
{
    const miai_option *option;
    fputs("Usage: miai [OPTION]...\n"
          "       miai [OPTION]... bench\n"
          "       miai [OPTION]... perft GAME DEPTH\n"
          "       miai [OPTION]... check [GAME]\n"
          "Plays board games.  Without a word it speaks GTP or UCI on standard input and output.\n"
          "\n"
          "  bench                  do a fixed piece of work; print its speed and signature\n"
          "  perft GAME DEPTH       count the move sequences of each length up to DEPTH\n"
          "  check [GAME]           try a game, and print what it does wrong\n"
          "\n"
          "  --config=FILE          read options from a file, a line NAME = VALUE each\n"
          "  --set NAME=VALUE       set an option by name\n"
          "  --load=FILE            add the games of a module\n"
          "  --list-games           list the games and exit\n"
          "  --list-options         list the options and their values and exit\n"
          "  --help                 print this and exit\n"
          "  --version              print the version and exit\n"
          "\n"
          "Options (values) [default]:\n",
          stdout);
    for (int i = 0; (option = miai_option_at(engine, i)) != NULL; i++)
        print_option(option);
}

void mi_cli_print_games(const miai_engine *engine)
{
    for (int i = 0; i < miai_game_count(engine); i++)
        printf("%-12s %s\n", miai_game_name(engine, i), miai_game_title(engine, i));
}

void mi_cli_print_options(const miai_engine *engine)
{
    const miai_option *option;
    char value[256], values[256];
    for (int i = 0; (option = miai_option_at(engine, i)) != NULL; i++) {
        write_values(option, values, sizeof values);
        printf("# %s%s%s\n", option->help, values[0] ? ": " : "", values);
        if (miai_get_option(engine, option->name, value, sizeof value) < 0)
            value[0] = '\0';
        printf("%s =%s%s\n", option->name, value[0] ? " " : "", value);
    }
}
