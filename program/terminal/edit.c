#include "edit.h"

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef HAVE_LIBEDIT
#include <histedit.h>
#include <locale.h>
#include <signal.h>
#endif

enum { WORD_BYTES = 64, HISTORY_LINES = 500 };

struct mi_editor {
    const char *prompt;
    mi_offer *offer;
    void *context;
    char *line; /* owned */
    size_t size;
#ifdef HAVE_LIBEDIT
    EditLine *edit; /* owned, like history; both NULL: plain input */
    History *history;
    char *locale; /* the previous locale; owned */
#endif
};

static char *strip_newline(char *line)
{
    line[strcspn(line, "\r\n")] = '\0';
    return line;
}

/* Ensures capacity for another character and the terminator. */
static bool reserve_line_bytes(struct mi_editor *editor, size_t length)
{
    if (length + 2 <= editor->size)
        return true;
    size_t new_size = 2 * editor->size + 128;
    char *line = realloc(editor->line, new_size);
    if (!line)
        return false;
    editor->line = line;
    editor->size = new_size;
    return true;
}

/* Reads a plain line; NULL at the end of input. */
static char *read_plain_line(struct mi_editor *editor)
{
    size_t length = 0;
    int character = 0;
    if (isatty(STDIN_FILENO)) /* no prompt for scripts */
        fputs(editor->prompt, stdout);
    fflush(stdout);
    while (character != '\n' && reserve_line_bytes(editor, length) &&
           (character = getchar()) != EOF)
        editor->line[length++] = (char)character;
    if (length == 0)
        return NULL;
    editor->line[length] = '\0';
    return strip_newline(editor->line);
}

#ifdef HAVE_LIBEDIT

static struct mi_editor *editor_of(EditLine *edit)
{
    void *editor = NULL;
    el_get(edit, EL_CLIENTDATA, &editor);
    return editor;
}

static char *prompt_of(EditLine *edit)
{
    return (char *)(size_t)editor_of(edit)->prompt;
}

/* Finds the common prefix of the completions, and their number. */
static int find_common_prefix(const struct mi_editor *editor, int count, const char *typed,
                              char common[WORD_BYTES])
{
    char word[WORD_BYTES];
    int matches = 0;
    size_t length = strlen(typed), n;
    for (int i = 0; editor->offer(editor->context, count, i, word, sizeof word); i++) {
        if (strncmp(word, typed, length) != 0)
            continue;
        if (matches++ == 0)
            strcpy(common, word);
        for (n = 0; common[n] && common[n] == word[n]; n++)
            ;
        common[n] = '\0';
    }
    return matches;
}

static void print_completions(const struct mi_editor *editor, int count, const char *typed)
{
    char word[WORD_BYTES];
    size_t column = 0;
    putchar('\n');
    for (int i = 0; editor->offer(editor->context, count, i, word, sizeof word); i++) {
        if (strncmp(word, typed, strlen(typed)) != 0)
            continue;
        if (column + strlen(word) + 2 > 78) {
            putchar('\n');
            column = 0;
        }
        column += (size_t)printf("%s  ", word);
    }
    putchar('\n');
    fflush(stdout);
}

/* Copies the word at the cursor, up to the cursor, and returns the number of words before it. */
static int copy_cursor_word(const LineInfo *line, char typed[WORD_BYTES])
{
    const char *from = line->cursor;
    int count = 0;
    while (from > line->buffer && from[-1] != ' ')
        from--;
    for (const char *p = line->buffer; p < from; p++)
        count += *p != ' ' && p[1] == ' ';
    size_t length =
        (size_t)(line->cursor - from) < WORD_BYTES ? (size_t)(line->cursor - from) : WORD_BYTES - 1;
    memcpy(typed, from, length);
    typed[length] = '\0';
    return count;
}

static unsigned char complete_word(EditLine *edit, int key)
{
    struct mi_editor *editor = editor_of(edit);
    char typed[WORD_BYTES], common[WORD_BYTES] = "";
    int count = copy_cursor_word(el_line(edit), typed);
    int matches = find_common_prefix(editor, count, typed, common);
    (void)key;
    if (matches == 0)
        return CC_ERROR;
    if (strlen(common) > strlen(typed))
        el_insertstr(edit, common + strlen(typed));
    if (matches == 1)
        el_insertstr(edit, " ");
    if (matches == 1 || strlen(common) > strlen(typed))
        return CC_REFRESH;
    print_completions(editor, count, typed);
    return CC_REDISPLAY;
}

/* Ctrl-C, as in a shell: discards the line.  On an empty line it says how to quit. */
static unsigned char discard_line(EditLine *edit, int key)
{
    const LineInfo *line = el_line(edit);
    (void)key;
    if (line->lastchar > line->buffer) {
        el_push(edit, "\025"); /* Ctrl-U, which kills the line */
        return CC_NORM;
    }
    puts("\n\"quit\" or Ctrl-D ends the program.");
    fflush(stdout);
    return CC_REDISPLAY;
}

/* Raises a signal as the terminal would have done, with the terminal as it was before. */
static unsigned char raise_at_prompt(EditLine *edit, int number)
{
    el_set(edit, EL_PREP_TERM, 0);
    raise(number);
    el_set(edit, EL_PREP_TERM, 1);
    return CC_REDISPLAY;
}

/* Ctrl-Z */
static unsigned char suspend(EditLine *edit, int key)
{
    (void)key;
    return raise_at_prompt(edit, SIGTSTP);
}

/* Ctrl-\ */
static unsigned char end_program(EditLine *edit, int key)
{
    (void)key;
    return raise_at_prompt(edit, SIGQUIT);
}

/* libedit depends on the locale and silently drops characters outside of it: "♞f3" would become
 * a pawn move. */
static void use_user_locale(struct mi_editor *editor)
{
    const char *before = setlocale(LC_CTYPE, NULL);
    editor->locale = before ? strdup(before) : NULL;
    setlocale(LC_CTYPE, "");
    if (MB_CUR_MAX == 1)
        setlocale(LC_CTYPE, "C.UTF-8");
}

static void restore_locale(struct mi_editor *editor)
{
    if (editor->locale)
        setlocale(LC_CTYPE, editor->locale);
    free(editor->locale);
}

static void begin_editing(struct mi_editor *editor)
{
    HistEvent event;
    if (!isatty(STDIN_FILENO))
        return;
    use_user_locale(editor);
    editor->edit = el_init("miai", stdin, stdout, stderr);
    editor->history = history_init();
    if (!editor->edit || !editor->history)
        return;
    history(editor->history, &event, H_SETSIZE, HISTORY_LINES);
    history(editor->history, &event, H_SETUNIQUE, 1);
    el_set(editor->edit, EL_CLIENTDATA, editor);
    el_set(editor->edit, EL_PROMPT, prompt_of);
    el_set(editor->edit, EL_EDITOR, "emacs");
    el_set(editor->edit, EL_HIST, history, editor->history);
    el_set(editor->edit, EL_ADDFN, "miai-complete", "complete a word", complete_word);
    el_set(editor->edit, EL_BIND, "\t", "miai-complete", NULL);
    el_set(editor->edit, EL_SIGNAL, 0);
    /* While a line is edited, Ctrl-C, Ctrl-Z and Ctrl-\ are keys, not signals. */
    el_set(editor->edit, EL_SETTY, "-d", "-isig", NULL);
    el_set(editor->edit, EL_ADDFN, "miai-discard", "discard the line", discard_line);
    el_set(editor->edit, EL_BIND, "^C", "miai-discard", NULL);
    el_set(editor->edit, EL_ADDFN, "miai-suspend", "stop the program", suspend);
    el_set(editor->edit, EL_BIND, "^Z", "miai-suspend", NULL);
    el_set(editor->edit, EL_ADDFN, "miai-end", "end the program", end_program);
    el_set(editor->edit, EL_BIND, "\034", "miai-end", NULL); /* Ctrl-\ */
}

static void end_editing(struct mi_editor *editor)
{
    if (editor->edit)
        el_end(editor->edit);
    if (editor->history)
        history_end(editor->history);
    restore_locale(editor);
}

char *mi_editor_line(struct mi_editor *editor)
{
    HistEvent event;
    int length = 0;
    if (!editor->edit || !editor->history)
        return read_plain_line(editor);
    const char *line = el_gets(editor->edit, &length);
    if (!line || length <= 0)
        return NULL;
    char *copy = realloc(editor->line, (size_t)length + 1);
    if (!copy)
        return NULL;
    memcpy(copy, line, (size_t)length);
    copy[length] = '\0';
    editor->line = strip_newline(copy);
    if (editor->line[strspn(editor->line, " ")])
        history(editor->history, &event, H_ENTER, editor->line);
    return editor->line;
}

#else

static void begin_editing(struct mi_editor *editor)
{
    (void)editor;
}

static void end_editing(struct mi_editor *editor)
{
    (void)editor;
}

char *mi_editor_line(struct mi_editor *editor)
{
    return read_plain_line(editor);
}

#endif

struct mi_editor *mi_editor_open(const char *prompt, mi_offer *offer, void *context)
{
    struct mi_editor *editor = calloc(1, sizeof *editor);
    if (!editor)
        return NULL;
    editor->prompt = prompt;
    editor->offer = offer;
    editor->context = context;
    begin_editing(editor);
    return editor;
}

void mi_editor_close(struct mi_editor *editor)
{
    end_editing(editor);
    free(editor->line);
    free(editor);
}
