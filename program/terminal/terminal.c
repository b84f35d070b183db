/* The input loop: each line is a command or a move. */
#include "terminal.h"

#include "base/system.h"
#include "program/cli/games.h"
#include "protocol/io/suggestion.h"
#include "protocol/io/typed.h"
#include "protocol/io/words.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* ---- Ctrl-C ---- */

/* A signal handler rather than a thread: it runs before the next line is read, so Ctrl-C at the
 * prompt never stops the search that follows. */
static miai_engine *interrupted;

static void stop_search(int signal_number)
{
    (void)signal_number;
    miai_stop(interrupted);
}

/* ---- lines ---- */

static const struct mi_terminal_command *find_command(const char *name)
{
    const struct mi_terminal_command *command = mi_terminal_commands;
    while (command->name && strcasecmp(command->name, name) != 0)
        command++;
    return command->name ? command : NULL;
}

enum { MEANT = 16 };

static bool is_move(const struct mi_terminal *terminal, const char *text)
{
    if (mi_play_typed(terminal->engine, text) != MIAI_OK)
        return false;
    miai_undo(terminal->engine, 1);
    return true;
}

/* Would the text be a move with an upper-case first letter (chess pieces) or without blanks ("e2
 * e4")?  Does not play it. */
static bool find_meant(const struct mi_terminal *terminal, const char *text, char meant[MEANT])
{
    size_t length = 0;
    for (const char *c = text; *c && length < MEANT; c++)
        if (*c != ' ')
            meant[length++] = *c;
    if (length == MEANT)
        return false;
    meant[length] = '\0';
    if (strchr(text, ' ') && is_move(terminal, meant))
        return true;
    meant[0] = (char)toupper((unsigned char)meant[0]);
    return strcmp(meant, text) != 0 && is_move(terminal, meant);
}

/* Names of commands in other programs, and here. */
static const struct mi_word_alias other_words[] = {
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
    struct mi_nearest nearest = {.name = text};
    char meant[MEANT];
    if (find_meant(terminal, text, meant))
        nearest.best = meant;
    else
        nearest.best = mi_word_alias(other_words, text);
    for (int i = 0; !nearest.best && mi_terminal_commands[i].name; i++)
        mi_nearest_offer(&nearest, mi_terminal_commands[i].name);
    if (nearest.best)
        mi_terminal_print("\"%.40s\": not a legal move, and not a command; did you mean %s?", text,
                          nearest.best);
    else
        mi_terminal_print(
            "\"%.40s\": not a legal move, and not a command; %s\"help\" lists the commands, "
            "\"moves\" the legal moves.",
            text, strchr(text, ' ') ? "enter one move or one command per line; " : "");
}

/* Explains why a move was not played; false: the text is not a move. */
static bool refuse_move(const struct mi_terminal *terminal, const char *text, int error)
{
    char meant[MEANT], reason[256];
    snprintf(reason, sizeof reason, "%s", miai_error_reason(terminal->engine, error));
    bool known = strcmp(reason, miai_error_text(error)) != 0;
    if (error == MIAI_SYNTAX && !known)
        return false;
    if (error == MIAI_OVER)
        puts("The game is over; \"new\" starts another, \"undo\" takes back a move.");
    else if (error == MIAI_SYNTAX)
        mi_terminal_print("%s:%s.", text, strchr(reason, ':') + 1);
    else if (find_meant(terminal, text, meant))
        mi_terminal_print("%s: %s; did you mean %s?", text, reason, meant);
    else
        mi_terminal_print("%s: %s%s.", text, reason,
                          known ? "" : "; \"moves\" lists the legal ones");
    return true;
}

/* Plays a typed move and lets the engine reply. */
static bool play_move(struct mi_terminal *terminal, const char *text)
{
    int error =
        miai_over(terminal->engine, NULL) ? MIAI_OVER : mi_play_typed(terminal->engine, text);
    if (error != MIAI_OK)
        return refuse_move(terminal, text, error);
    if (mi_terminal_warn(terminal, text))
        return true;
    if (terminal->answers && !miai_over(terminal->engine, NULL))
        mi_terminal_play_reply(terminal);
    else
        mi_terminal_show_board(terminal);
    mi_terminal_show_end(terminal);
    return true;
}

/* Skips what programs and records put before a move: "play e4", "play b D4", "1. e4". */
static const char *skip_move_prefix(const char *line)
{
    static const char *const before[] = {"play ", "move ", "black ", "white ", "b ", "w "};
    const char *number = line + strspn(line, "0123456789");
    if (number > line && *number == '.')
        line = number + strspn(number, ". ");
    for (size_t i = 0; i < sizeof before / sizeof *before; i++)
        if (strncasecmp(line, before[i], strlen(before[i])) == 0)
            line += strlen(before[i]);
    return line;
}

/* The name of a game starts it; that of an option sets it, also in the form of the command line
 * ("--depth=5"). */
static bool run_name(struct mi_terminal *terminal, const char *word, char *whole)
{
    char name[32];
    whole += strncmp(whole, "--", 2) == 0 ? 2 : 0;
    word += strncmp(word, "--", 2) == 0 ? 2 : 0;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
    const miai_option *option = miai_option_find(terminal->engine, name);
    bool game = mi_is_game(terminal->engine, name);
    if (!game && (!option || (strcasecmp(option->name, name) != 0 &&
                              (!option->alias || strcasecmp(option->alias, name) != 0))))
        return false;
    find_command(game ? "game" : "set")->run(terminal, whole);
    return true;
}

/* Accepts the command no arguments?  "q 16" must not quit, since q is also a column. */
static bool has_no_arguments(const struct mi_terminal_command *command)
{
    return (command->help && !*command->arguments) || command->run == find_command("quit")->run;
}

static void refuse_arguments(const struct mi_terminal *terminal, const char *name,
                             const char *whole)
{
    char meant[MEANT];
    if (find_meant(terminal, whole, meant))
        mi_terminal_print("\"%s\" has no arguments; ignored.  Did you mean %s?", name, meant);
    else
        mi_terminal_print("\"%s\" has no arguments; ignored.", name);
}

static void execute_terminal_line(struct mi_terminal *terminal, char *line)
{
    if (mi_squeeze(line, strlen(line)) == 0)
        return;
    char *whole = strdup(line), *rest = line;
    const char *name = mi_next_word(&rest);
    const struct mi_terminal_command *command = find_command(name);
    if (!whole)
        puts(miai_error_text(MIAI_NO_MEMORY));
    else if (command && *rest && has_no_arguments(command))
        refuse_arguments(terminal, command->name, whole);
    else if (command)
        command->run(terminal, rest);
    else if (!play_move(terminal, skip_move_prefix(whole)) && !run_name(terminal, name, whole))
        report_unknown(terminal, whole);
    mi_game_result_follow(&terminal->game_result, terminal->engine);
    mi_terminal_update_line(terminal);
    free(whole);
}

/* ---- completion ---- */

static bool copy_word(const char *from, char *word, size_t size)
{
    if (from)
        snprintf(word, size, "%s", from);
    return from != NULL;
}

/* Copies the i-th word of a text. */
static bool word_at(const char *text, int i, char *word, size_t size)
{
    for (; i > 0 && text; i--) {
        text = strchr(text, ' ');
        text = text ? text + 1 : NULL;
    }
    if (!text || !*text)
        return false;
    snprintf(word, size, "%.*s", (int)strcspn(text, " "), text);
    return true;
}

/* The n-th option that affects the current game, or NULL. */
static const char *option_name(const miai_engine *engine, int n)
{
    const miai_option *option;
    for (int i = 0; (option = miai_option_at(engine, i)) != NULL; i++)
        if (miai_option_applies(engine, option->name) && n-- == 0)
            return option->name;
    return NULL;
}

/* Completions: commands and moves, then names of games and options. */
static bool offer_completion(void *context, int count, int i, char *word, size_t size)
{
    const struct mi_terminal *terminal = context;
    char moves[MI_TERMINAL_MOVES];
    int commands = 0;
    if (count > 0) {
        if (i < miai_game_count(terminal->engine))
            return copy_word(miai_game_name(terminal->engine, i), word, size);
        return copy_word(option_name(terminal->engine, i - miai_game_count(terminal->engine)), word,
                         size);
    }
    for (int k = 0; mi_terminal_commands[k].name; k++)
        if (mi_terminal_commands[k].help && commands++ == i)
            return copy_word(mi_terminal_commands[k].name, word, size);
    if (miai_legal_moves(terminal->engine, MIAI_TURN, moves, sizeof moves) < 0)
        return false;
    return word_at(moves, i - commands, word, size);
}

/* ---- the loop ---- */

static void print_greeting(const struct mi_terminal *terminal)
{
    char rules[64] = "", komi[32] = "";
    miai_get_option(terminal->engine, "rules", rules, sizeof rules);
    miai_get_option(terminal->engine, "komi", komi, sizeof komi);
    printf("miai %s - %s, %dx%d", miai_version(), mi_current_game(terminal->engine)->title,
           miai_width(terminal->engine), miai_height(terminal->engine));
    if (rules[0])
        printf(", rules %s", rules);
    if (komi[0] && strcmp(komi, "0") != 0)
        printf(", komi %s", komi);
    puts(".  Type a move, or \"help\".");
    mi_terminal_show_board(terminal);
}

static bool shows_colour(void)
{
    const char *forbidden = getenv("NO_COLOR"), *kind = getenv("TERM");
    return isatty(STDOUT_FILENO) && !(forbidden && *forbidden) && kind && *kind &&
           strcmp(kind, "dumb") != 0;
}

static void run_terminal(struct mi_session *session)
{
    struct mi_saved_handlers interrupts;
    struct mi_terminal terminal = {.engine = session->engine,
                                   .colour = shows_colour(),
                                   .live = isatty(STDOUT_FILENO),
                                   .answers = true};
    mi_game_result_begin(&terminal.game_result);
    terminal.editor = mi_editor_open("> ", offer_completion, &terminal);
    if (!terminal.editor)
        return;
    interrupted = session->engine;
    mi_set_interrupt_handler(&interrupts, stop_search, false);
    miai_prepare(session->engine);
    print_greeting(&terminal);
    char *line;
    while (!terminal.quit && (line = mi_editor_line(terminal.editor)) != NULL)
        execute_terminal_line(&terminal, line);
    if (!terminal.quit)
        putchar('\n');
    fflush(stdout);
    mi_restore_interrupt_handlers(&interrupts);
    mi_editor_close(terminal.editor);
    free(terminal.line.move);
}

static bool never_detected(const struct mi_line *line)
{
    (void)line;
    return false;
}

const struct mi_protocol mi_terminal_protocol = {"terminal", never_detected, run_terminal};
