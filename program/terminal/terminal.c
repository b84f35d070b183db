/* The input loop, completion, and Ctrl-C. */
#include "terminal.h"

#include "base/system.h"
#include "protocol/io/suggestion.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Ctrl-C ---- */

/* A signal handler rather than a thread: it runs before the next line is read, so Ctrl-C at the
 * prompt never stops the search that follows.  (With libedit it is a key there: edit.c.) */
static miai_engine *interrupted_engine;

static void handle_interrupt(int signal_number)
{
    (void)signal_number;
    miai_stop(interrupted_engine);
}

/* ---- completion ---- */

static bool copy_word(const char *from, char *word, size_t size)
{
    if (from)
        snprintf(word, size, "%s", from);
    return from != NULL;
}

/* Copies the i-th word of a text. */
static bool copy_word_at(const char *text, int i, char *word, size_t size)
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
static bool complete_word_at(void *context, int count, int i, char *word, size_t size)
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
    return copy_word_at(moves, i - commands, word, size);
}

/* ---- the loop ---- */

static void print_greeting(struct mi_terminal *terminal)
{
    char rules[96] = "", komi[32] = "";
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

static bool supports_colour(void)
{
    const char *no_colour = getenv("NO_COLOR"), *term = getenv("TERM");
    return isatty(STDOUT_FILENO) && !(no_colour && *no_colour) && term && *term &&
           strcmp(term, "dumb") != 0;
}

static void run_terminal(struct mi_session *session)
{
    struct mi_saved_handlers interrupts;
    struct mi_terminal terminal = {.engine = session->engine,
                                   .colour = supports_colour(),
                                   .can_overwrite = isatty(STDOUT_FILENO),
                                   .replies = true,
                                   .person_name = "Human"};
    mi_game_result_begin(&terminal.game_result);
    terminal.editor = mi_editor_open("> ", complete_word_at, &terminal);
    if (!terminal.editor)
        return;
    interrupted_engine = session->engine;
    mi_set_interrupt_handler(&interrupts, handle_interrupt, false);
    miai_prepare(session->engine);
    print_greeting(&terminal);
    char *line;
    while (!terminal.quit && (line = mi_editor_line(terminal.editor)) != NULL)
        mi_terminal_execute(&terminal, line);
    if (!terminal.quit)
        putchar('\n');
    fflush(stdout);
    mi_restore_interrupt_handlers(&interrupts);
    mi_editor_close(terminal.editor);
    free(terminal.line.move);
    free(terminal.line.author);
}

static bool never_detected(const struct mi_line *line)
{
    (void)line;
    return false;
}

const struct mi_protocol mi_terminal_protocol = {"terminal", never_detected, run_terminal};
