/* The loop of the terminal: a line is a command or a move. */
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

/* A handler, not a thread that waits for the signal: the system calls it before the next line is
 * read, however busy it is, so that what was typed at the prompt never ends the search after it. */
static miai_engine *interrupted;

static void interrupt(int signal_number)
{
    (void)signal_number;
    miai_stop(interrupted);
}

/* ---- lines ---- */

static const struct mi_terminal_command *find(const char *name)
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

/* Is it a move, which is not played, if its first letter is a large one, as chess has its men, or
 * without blanks ("e2 e4")? */
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

/* What other programs call it, and the command here. */
static const struct mi_other_word other_words[] = {
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

static void say_unknown(const struct mi_terminal *terminal, const char *text)
{
    struct mi_nearest nearest = {.name = text};
    char meant[MEANT];
    if (find_meant(terminal, text, meant))
        nearest.best = meant;
    else
        nearest.best = mi_other_word(other_words, text);
    for (int i = 0; !nearest.best && mi_terminal_commands[i].name; i++)
        mi_nearest_offer(&nearest, mi_terminal_commands[i].name);
    const char *title = mi_current_game(terminal->engine)->title;
    if (nearest.best)
        mi_terminal_print("\"%.40s\" is no move of %s here and no command; did you mean %s?", text,
                          title, nearest.best);
    else
        mi_terminal_print("\"%.40s\" is no move of %s here and no command; %s\"help\" lists them, "
                          "\"moves\" the moves.",
                          text, title,
                          strchr(text, ' ') ? "a line has one move alone, or one command.  " : "");
}

/* Says why a move was not played; false: it is none. */
static bool refuse(const struct mi_terminal *terminal, const char *text, int error)
{
    char meant[MEANT], reason[256];
    snprintf(reason, sizeof reason, "%s", miai_error_reason(terminal->engine, error));
    bool known = strcmp(reason, miai_error_text(error)) != 0;
    if (error == MIAI_SYNTAX && !known)
        return false;
    if (error == MIAI_OVER)
        puts("The game is over: \"new\" begins another, \"undo\" takes back.");
    else if (error == MIAI_SYNTAX)
        mi_terminal_print("%s:%s.", text, strchr(reason, ':') + 1);
    else if (find_meant(terminal, text, meant))
        mi_terminal_print("%s: %s; did you mean %s?", text, reason, meant);
    else
        mi_terminal_print("%s: %s%s.", text, reason,
                          known ? "" : "; \"moves\" lists the legal ones");
    return true;
}

/* A move typed alone is played, and answered. */
static bool play(struct mi_terminal *terminal, const char *text)
{
    int error =
        miai_over(terminal->engine, NULL) ? MIAI_OVER : mi_play_typed(terminal->engine, text);
    if (error != MIAI_OK)
        return refuse(terminal, text, error);
    if (mi_terminal_warn(terminal, text))
        return true;
    if (terminal->answers && !miai_over(terminal->engine, NULL))
        mi_terminal_answer(terminal);
    else
        mi_terminal_show_board(terminal);
    mi_terminal_show_end(terminal);
    return true;
}

/* A move is also typed as programs and records have it: "play e4", "play b D4", "1. e4". */
static const char *move_of(const char *line)
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

/* The name of a game begins it, that of an option sets it, which is also typed as on the command
 * line: "--depth=5". */
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
    find(game ? "game" : "set")->run(terminal, whole);
    return true;
}

/* A short name of quitting is a column's, too: "q 16" ends nothing. */
static bool stands_alone(const struct mi_terminal_command *command)
{
    return (command->help && !*command->arguments) || command->run == find("quit")->run;
}

static void refuse_words(const struct mi_terminal *terminal, const char *name, const char *whole)
{
    char meant[MEANT];
    if (find_meant(terminal, whole, meant))
        mi_terminal_print("\"%s\" stands alone on its line: nothing was done; did you mean %s?",
                          name, meant);
    else
        mi_terminal_print("\"%s\" stands alone on its line: nothing was done.", name);
}

static void execute(struct mi_terminal *terminal, char *line)
{
    if (mi_squeeze(line, strlen(line)) == 0)
        return;
    char *whole = strdup(line), *rest = line;
    const char *name = mi_next_word(&rest);
    const struct mi_terminal_command *command = find(name);
    if (!whole)
        puts(miai_error_text(MIAI_NO_MEMORY));
    else if (command && *rest && stands_alone(command))
        refuse_words(terminal, command->name, whole);
    else if (command)
        command->run(terminal, rest);
    else if (!play(terminal, move_of(whole)) && !run_name(terminal, name, whole))
        say_unknown(terminal, whole);
    mi_game_result_follow(&terminal->game_result, terminal->engine);
    mi_terminal_follow(terminal);
    free(whole);
}

/* ---- completion ---- */

static bool copy_word(const char *from, char *word, size_t size)
{
    if (from)
        snprintf(word, size, "%s", from);
    return from != NULL;
}

/* The i-th word of a text of words. */
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

/* The n-th option that means something in the game that is on, or NULL. */
static const char *option_name(const miai_engine *engine, int n)
{
    const miai_option *option;
    for (int i = 0; (option = miai_option_at(engine, i)) != NULL; i++)
        if (miai_option_applies(engine, option->name) && n-- == 0)
            return option->name;
    return NULL;
}

/* Commands and moves; behind them the names of games and options. */
static bool offer(void *context, int count, int i, char *word, size_t size)
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

static void greet(const struct mi_terminal *terminal)
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

static void run(struct mi_session *session)
{
    struct mi_interrupts interrupts;
    struct mi_terminal terminal = {.engine = session->engine,
                                   .colour = shows_colour(),
                                   .live = isatty(STDOUT_FILENO),
                                   .answers = true};
    mi_game_result_begin(&terminal.game_result);
    terminal.editor = mi_editor_open("> ", offer, &terminal);
    if (!terminal.editor)
        return;
    interrupted = session->engine;
    mi_interrupts_begin(&interrupts, interrupt, false);
    miai_prepare(session->engine);
    greet(&terminal);
    char *line;
    while (!terminal.quit && (line = mi_editor_line(terminal.editor)) != NULL)
        execute(&terminal, line);
    if (!terminal.quit)
        putchar('\n');
    fflush(stdout);
    mi_interrupts_end(&interrupts);
    mi_editor_close(terminal.editor);
    free(terminal.line.move);
}

static bool begins(const struct mi_line *line)
{
    (void)line;
    return false;
}

const struct mi_protocol mi_terminal_protocol = {"terminal", begins, run};
