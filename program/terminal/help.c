/* The help command: all commands, one command, an option, or a game. */
#include "protocol/io/suggestion.h"
#include "protocol/io/words.h"
#include "terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static void print_command(const struct mi_terminal_command *c)
{
    char left[40];
    snprintf(left, sizeof left, "%s %s", c->name, c->arguments);
    printf("  %-18s %s\n", left, c->help);
}

bool mi_terminal_print_how_to_play(const miai_game *game)
{
    miai_presentation look = {.bytes = sizeof look};
    miai_presentation_of(game, &look);
    if (look.how_to_play)
        fputs(look.how_to_play, stdout);
    return look.how_to_play != NULL;
}

/* Explains a game, also by its title or by "swap", a move that only its rules explain. */
static bool print_help_on_game(const struct mi_terminal *terminal, const char *word)
{
    if (strcasecmp(word, "swap") == 0 &&
        mi_terminal_print_how_to_play(mi_current_game(terminal->engine)))
        return true;
    for (int i = 0; i < miai_game_count(terminal->engine); i++)
        if (strcasecmp(word, miai_game_name(terminal->engine, i)) == 0 ||
            strcasecmp(word, miai_game_title(terminal->engine, i)) == 0)
            return mi_terminal_print_how_to_play(miai_game_at(terminal->engine, i));
    return false;
}

/* Prints the line of a command, or an option's meaning, possible values and current value. */
static void print_help_on_word(const struct mi_terminal *terminal, const char *word)
{
    char values[256] = "", now[256] = "";
    const struct mi_terminal_command *c = mi_terminal_commands;
    while (c->name && strcasecmp(c->name, word) != 0)
        c++;
    while (c->name && !c->help)
        c--; /* skip back from an alias */
    const miai_option *option = miai_option_find(terminal->engine, word);
    if (c->name)
        print_command(c);
    if (option) {
        mi_suggest_values(terminal->engine, option, values, sizeof values);
        miai_get_option(terminal->engine, option->name, now, sizeof now);
        mi_terminal_print("  set %s VALUE: %s%s%s; now %s", option->name, option->help,
                          values[0] ? ": " : "", values, now[0] ? now : "empty");
    } else if (!c->name) {
        mi_terminal_print(
            "\"%.40s\": not a command, not an option, and not a game; \"help\" lists the "
            "commands, \"set\" the options, \"game\" the games.",
            word);
    }
}

/* Writes a legal move in the game's notation, or "" if there is no legal move. */
static void write_example(const struct mi_terminal *terminal, char *text, size_t size)
{
    char *moves = malloc(MI_TERMINAL_MOVES), *rest = moves;
    int count = moves ? miai_legal_moves(terminal->engine, MIAI_TURN, moves, MI_TERMINAL_MOVES) : 0;
    const char *move = NULL, *next;
    text[0] = '\0';
    if (count > 0)
        while ((next = mi_next_word(&rest)) != NULL && (!move || (int)(next - moves) < count / 2))
            move = next;
    if (move && miai_write_move(terminal->engine, MIAI_TURN, move, text, size) < 0)
        text[0] = '\0';
    free(moves);
}

void mi_terminal_help(struct mi_terminal *terminal, char *args)
{
    if (*args) {
        if (!print_help_on_game(terminal, args))
            print_help_on_word(terminal, args);
        return;
    }
    char example[2 * MIAI_MOVE_TEXT];
    write_example(terminal, example, sizeof example);
    printf("Type a move, such as %s, to play it%s; \"moves\" lists all moves.\n",
           example[0] ? example : "those of the game", terminal->replies ? " and get a reply" : "");
    for (const struct mi_terminal_command *c = mi_terminal_commands; c->name; c++) {
        if (c->help && mi_terminal_command_applies(terminal, c))
            print_command(c);
    }
    printf("\"help %s\" explains the game.  ", miai_current_game(terminal->engine));
    puts("Ctrl-C stops the engine's thinking; Tab completes.");
}
