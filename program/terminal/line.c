/* What a typed line means: a command, a move or several, the name of a game or an option. */
#include "terminal.h"

#include "program/cli/games.h"
#include "protocol/io/suggestion.h"
#include "protocol/io/typed.h"
#include "protocol/io/words.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const struct mi_terminal_command *find_command(const char *name)
{
    const struct mi_terminal_command *command = mi_terminal_commands;
    while (command->name && strcasecmp(command->name, name) != 0)
        command++;
    return command->name ? command : NULL;
}

enum { MOVE_BYTES = 16 };

static bool is_move(const struct mi_terminal *terminal, const char *text)
{
    int plies = miai_plies(terminal->engine);
    if (mi_play_typed(terminal->engine, text) != MIAI_OK)
        return false;
    miai_undo(terminal->engine, miai_plies(terminal->engine) - plies);
    return true;
}

/* Would the text be a move without blanks ("e2 e4") or with an upper-case first letter (chess
 * pieces)?  Does not play it. */
static bool find_intended_move(const struct mi_terminal *terminal, const char *text,
                               char intended[MOVE_BYTES])
{
    size_t length = 0;
    for (const char *c = text; *c && length < MOVE_BYTES; c++)
        if (*c != ' ')
            intended[length++] = *c;
    if (length == MOVE_BYTES)
        return false;
    intended[length] = '\0';
    if (strchr(text, ' ') && is_move(terminal, intended))
        return true;
    intended[0] = (char)toupper((unsigned char)intended[0]);
    return strcmp(intended, text) != 0 && is_move(terminal, intended);
}

/* Commands of other programs, and their names here. */
static const struct mi_word_alias other_program_words[] = {
    {"redo", "forward"},      {"next", "forward"},
    {"history", "list"},      {"legal", "moves"},
    {"best", "hint"},         {"suggest", "hint"},
    {"eval", "score"},        {"restart", "new"},
    {"start", "new"},         {"reset", "new"},
    {"give up", "resign"},    {"surrender", "resign"},
    {"offer draw", "draw"},   {"color", "switch"},
    {"colour", "switch"},     {"side", "switch"},
    {"swap sides", "switch"}, {"play as", "switch"},
    {"export", "save FILE"},  {"open", "load FILE"},
    {"pgn", "save FILE"},     {"sgf", "save FILE"},
    {"fen", "load FILE"},     {"position", "load FILE"},
    {"clock", "time"},        {"difficulty", "level"},
    {"strength", "level"},    {NULL, NULL},
};

static void report_unknown(const struct mi_terminal *terminal, const char *text)
{
    struct mi_nearest nearest = {.name = text, .best = mi_word_alias(other_program_words, text)};
    char games[MI_SUGGESTION];
    if (!nearest.best) {
        for (int i = 0; mi_terminal_commands[i].name; i++)
            mi_nearest_offer(&nearest, mi_terminal_commands[i].name);
        for (int i = 0; i < miai_game_count(terminal->engine); i++)
            mi_nearest_offer(&nearest, miai_game_name(terminal->engine, i));
    }
    mi_list_games(terminal->engine, games, sizeof games);
    if (mi_is_other_game(text))
        mi_terminal_print("\"%.40s\": miai does not play it; the games are %s.", text, games);
    else if (nearest.best)
        mi_terminal_print("\"%.40s\": not a legal move, and not a command; did you mean %s?", text,
                          nearest.best);
    else
        mi_terminal_print(
            "\"%.40s\": not a legal move, and not a command; %s\"help\" lists the commands, "
            "\"moves\" the legal moves.",
            text, strchr(text, ' ') ? "enter moves, or one command, in a line; " : "");
}

/* Explains why a move was not played; false: the text is not a move. */
static bool report_illegal_move(const struct mi_terminal *terminal, const char *text, int error)
{
    char reason[256];
    snprintf(reason, sizeof reason, "%s", miai_error_reason(terminal->engine, error));
    bool known = strcmp(reason, miai_error_text(error)) != 0;
    if (error == MIAI_SYNTAX && !known)
        return false;
    if (error == MIAI_OVER)
        puts("The game is over; \"new\" starts another, \"undo\" takes back a move.");
    else if (error == MIAI_SYNTAX)
        mi_terminal_print("%s:%s.", text, strchr(reason, ':') + 1);
    else
        mi_terminal_print("%s: %s%s.", text, reason,
                          known ? "" : "; \"moves\" lists the legal ones");
    return true;
}

/* Skips what programs and records put before a move: "play e4", "play b D4", "1. e4". */
static const char *skip_move_prefix(const char *line)
{
    static const char *const before[] = {"play ", "move ", "black ", "white ", "b ", "w "};
    const char *number_end = line + strspn(line, "0123456789");
    if (number_end > line && *number_end == '.')
        line = number_end + strspn(number_end, ". ");
    for (size_t i = 0; i < sizeof before / sizeof *before; i++)
        if (strncasecmp(line, before[i], strlen(before[i])) == 0)
            line += strlen(before[i]);
    return line;
}

/* Plays one word of several moves. */
static int play_word(struct mi_terminal *terminal, const char *move)
{
    char intended[MOVE_BYTES];
    if (miai_over(terminal->engine, NULL))
        return MIAI_OVER;
    if (!is_move(terminal, move) && find_intended_move(terminal, move, intended))
        move = intended;
    return mi_play_typed(terminal->engine, move);
}

/* Explains why a move was not played.  The moves before it in the line were legal. */
static void report_broken_sequence(const struct mi_terminal *terminal, const char *word, int error)
{
    if (error == MIAI_OVER)
        mi_terminal_print("\"%.40s\" comes after the end of the game.", word);
    else if (!report_illegal_move(terminal, word, error))
        mi_terminal_print("\"%.40s\" is not a move here.", word);
    puts("No move was played.");
}

/* Plays several moves in a row ("e4 e5", "1. e4 e5 2. Nf3"), all or none.  *reported: the fault was
 * explained. */
static bool play_sequence(struct mi_terminal *terminal, const char *text, bool *reported)
{
    char *copy = strdup(text), *rest = copy, *word;
    int before = miai_plies(terminal->engine), error = MIAI_OK;
    const char *move = "";
    while (copy && error == MIAI_OK && (word = mi_next_word(&rest)) != NULL) {
        move = skip_move_prefix(word);
        error = *move ? play_word(terminal, move) : MIAI_OK;
    }
    bool begun = miai_plies(terminal->engine) > before;
    bool played = error == MIAI_OK && *move && begun;
    if (error != MIAI_OK && begun)
        report_broken_sequence(terminal, move, error);
    *reported = error != MIAI_OK && begun;
    if (!played)
        miai_undo(terminal->engine, miai_plies(terminal->engine) - before);
    free(copy);
    return played;
}

/* Plays what was typed: one move, one that is spelled almost right ("nf3"), or several. */
static int play_typed_text(struct mi_terminal *terminal, const char *text, bool *reported)
{
    char intended[MOVE_BYTES];
    int error = mi_play_typed(terminal->engine, text);
    if (error != MIAI_OK && find_intended_move(terminal, text, intended))
        return mi_play_typed(terminal->engine, intended);
    if (error != MIAI_OK && strchr(text, ' ') && play_sequence(terminal, text, reported))
        return MIAI_OK;
    /* Again, so that the engine's reason is about this text. */
    return error != MIAI_OK ? mi_play_typed(terminal->engine, text) : error;
}

/* Plays a typed move and lets the engine reply.  After several moves it replies only if the turn
 * has changed. */
static bool play_typed_moves(struct mi_terminal *terminal, const char *text)
{
    int before = miai_plies(terminal->engine), player = miai_turn(terminal->engine);
    bool over = miai_over(terminal->engine, NULL), reported = false;
    if (!over && is_move(terminal, text) && mi_terminal_report_ended(terminal))
        return true;
    int error = over ? MIAI_OVER : play_typed_text(terminal, text, &reported);
    if (error != MIAI_OK)
        return reported || report_illegal_move(terminal, text, error);
    mi_terminal_note_author(terminal, before, MI_AUTHOR_PERSON);
    if (miai_plies(terminal->engine) == before + 1 && mi_terminal_warn(terminal, text))
        return true;
    if (terminal->replies && !miai_over(terminal->engine, NULL) &&
        miai_turn(terminal->engine) != player)
        mi_terminal_play_reply(terminal);
    else
        mi_terminal_show_board(terminal);
    mi_terminal_show_end(terminal);
    return true;
}

/* Starts the game, or sets the option, that the word names; also in the form of the command line
 * ("--depth=5"). */
static bool run_game_or_option(struct mi_terminal *terminal, const char *word, char *full_line)
{
    char name[32];
    full_line += strncmp(full_line, "--", 2) == 0 ? 2 : 0;
    word += strncmp(word, "--", 2) == 0 ? 2 : 0;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
    const miai_option *option = miai_option_find(terminal->engine, name);
    bool game = mi_is_game(terminal->engine, name);
    if (!game && (!option || (strcasecmp(option->name, name) != 0 &&
                              (!option->alias || strcasecmp(option->alias, name) != 0))))
        return false;
    find_command(game ? "game" : "set")->run(terminal, full_line);
    return true;
}

/* Accepts the command no arguments?  "q 16" must not quit, since q is also a column. */
static bool takes_no_arguments(const struct mi_terminal_command *command)
{
    return (command->help && !*command->arguments) || command->run == find_command("quit")->run;
}

static void report_extra_arguments(const struct mi_terminal *terminal, const char *name,
                                   const char *full_line)
{
    char intended[MOVE_BYTES];
    if (find_intended_move(terminal, full_line, intended))
        mi_terminal_print("\"%s\" has no arguments; ignored.  Did you mean %s?", name, intended);
    else
        mi_terminal_print("\"%s\" has no arguments; ignored.", name);
}

void mi_terminal_execute(struct mi_terminal *terminal, char *line)
{
    if (mi_squeeze(line, strlen(line)) == 0)
        return;
    char *full_line = strdup(line), *rest = line;
    const char *name = mi_next_word(&rest);
    const struct mi_terminal_command *command = find_command(name);
    if (!full_line)
        puts(miai_error_text(MIAI_NO_MEMORY));
    else if (command && *rest && takes_no_arguments(command))
        report_extra_arguments(terminal, command->name, full_line);
    else if (command)
        command->run(terminal, rest);
    else if (miai_over(terminal->engine, NULL) && run_game_or_option(terminal, name, full_line))
        ; /* once the game is over, any text would be rejected as a move */
    else if (!play_typed_moves(terminal, skip_move_prefix(full_line)) &&
             !run_game_or_option(terminal, name, full_line))
        report_unknown(terminal, full_line);
    mi_game_result_follow(&terminal->game_result, terminal->engine);
    mi_terminal_update_line(terminal);
    free(full_line);
}
