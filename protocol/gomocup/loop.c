/* The loop of Gomocup's protocol: reads lines and runs commands. */
#include "gomocup.h"

#include "protocol/io/suggestion.h"
#include "protocol/io/words.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    SHORT_REPLY = 1024
}; /* bytes; a reply up to this size can be sent without allocating memory */

/* ---- replies ---- */

/* Sends the reply; a failed write means that the manager is gone. */
static void send_gomocup_reply(struct mi_gomocup *gomocup)
{
    const struct mi_reply *reply = &gomocup->reply;
    if (reply->length > 0 && !mi_session_write(gomocup->session, reply->text, reply->length))
        gomocup->quit = true;
    mi_reply_clear(&gomocup->reply);
}

/* ---- commands ---- */

static void gomocup_about(struct mi_gomocup *gomocup, char *args)
{
    (void)args;
    mi_reply_format(&gomocup->reply, "name=\"miai\", version=\"%s\", author=\"the miai authors\"\n",
                    miai_version());
}

static void gomocup_end(struct mi_gomocup *gomocup, char *args)
{
    (void)args;
    gomocup->quit = true;
}

/* The input thread has already stopped the search. */
static void gomocup_stop(struct mi_gomocup *gomocup, char *args)
{
    (void)gomocup, (void)args;
}

static const struct gomocup_command {
    const char *name;
    void (*run)(struct mi_gomocup *gomocup, char *args);
    bool needs_board;
    bool begins; /* a client may start with it */
} commands[] = {
    {"START", mi_gomocup_start, false, true},
    {"RECTSTART", mi_gomocup_rectstart, false, true},
    {"INFO", mi_gomocup_info, false, true},
    {"ABOUT", gomocup_about, false, true},
    {"RESTART", mi_gomocup_restart, true, true},
    {"BEGIN", mi_gomocup_begin, true, true},
    {"BOARD", mi_gomocup_board, false, true}, /* reports a missing board after its list */
    {"YXBOARD", mi_gomocup_yxboard, false, true},
    {"SWAP2BOARD", mi_gomocup_swap2board, false, true},
    {"TURN", mi_gomocup_turn, true, true},
    {"PLAY", mi_gomocup_play, true, false},
    {"TAKEBACK", mi_gomocup_takeback, true, true},
    {"STOP", gomocup_stop, false, false},
    {"YXSTOP", gomocup_stop, false, false},
    {"END", gomocup_end, false, true},
};

static const struct gomocup_command *find_gomocup_command(const char *name)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcasecmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

static void add_unknown_command(struct mi_reply *reply, const char *name)
{
    struct mi_nearest nearest = {.name = name};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        mi_nearest_offer(&nearest, commands[i].name);
    mi_reply_format(reply, "UNKNOWN command %.40s", name);
    mi_nearest_write(&nearest, reply);
    mi_reply_add(reply, "\n");
}

static void run_gomocup_command(struct mi_gomocup *gomocup, char *text)
{
    const char *name = mi_next_word(&text);
    const struct gomocup_command *command = find_gomocup_command(name);
    if (!command)
        add_unknown_command(&gomocup->reply, name);
    else if (command->needs_board && !gomocup->started)
        mi_gomocup_error(gomocup, mi_gomocup_no_board);
    else
        command->run(gomocup, text);
}

/* ---- the loop ---- */

static bool line_begins_with(const struct mi_line *line, const char *word)
{
    size_t start = strspn(line->text, " \t"), length = strcspn(line->text + start, " \t\r");
    return length == strlen(word) && strncasecmp(line->text + start, word, length) == 0;
}

/* Called in the input thread for commands that end a search.  An END that arrives together with
 * other input belongs to a script, so it waits until that is done. */
static void watch_input(void *context, const struct mi_line *line)
{
    const double script_pause = 0.1;
    struct mi_gomocup *gomocup = context;
    bool ends = line && line_begins_with(line, "END") && line->pause > script_pause;
    if (!ends && !(line && (line_begins_with(line, "STOP") || line_begins_with(line, "YXSTOP"))))
        return;
    atomic_store_explicit(&gomocup->stop_through, line->number - 1, memory_order_relaxed);
    miai_stop(gomocup->engine);
}

/* Stops the search if the line that stops it arrived just before it began. */
static void on_search_report(void *context, const miai_info *info)
{
    struct mi_gomocup *gomocup = context;
    (void)info;
    if (gomocup->line <= atomic_load_explicit(&gomocup->stop_through, memory_order_relaxed))
        miai_stop(gomocup->engine);
}

static void execute_line(struct mi_gomocup *gomocup, struct mi_line *line)
{
    gomocup->arrived = line->arrived;
    gomocup->line = line->number;
    if (line->cut)
        mi_gomocup_error(gomocup, "line too long");
    else if (mi_squeeze(line->text, line->length) == 0)
        return;
    else if (gomocup->list.done && strcasecmp(line->text, "END") != 0)
        mi_gomocup_list_line(gomocup, line->text);
    else
        run_gomocup_command(gomocup, line->text);
    send_gomocup_reply(gomocup);
}

/* A client of this protocol plays Gomoku. */
static void set_gomocup_defaults(struct mi_session *session)
{
    miai_set_option(session->engine, "game", "gomoku");
}

static void run_gomocup(struct mi_session *session)
{
    struct mi_gomocup gomocup = {
        .engine = session->engine, .session = session, .info = {.turn = 30, .left = -1}};
    struct mi_line *line;
    mi_reply_reserve(&gomocup.reply, SHORT_REPLY);
    atomic_init(&gomocup.stop_through, 0);
    set_gomocup_defaults(session);
    miai_on_info(gomocup.engine, on_search_report, &gomocup);
    mi_input_watch(session->input, watch_input, &gomocup);
    while (!gomocup.quit && (line = mi_input_next(session->input)) != NULL) {
        execute_line(&gomocup, line);
        free(line);
    }
    mi_input_watch(session->input, NULL, NULL);
    miai_on_info(gomocup.engine, NULL, NULL);
    mi_reply_free(&gomocup.reply);
}

static bool gomocup_begins(const struct mi_line *line)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (commands[i].begins && line_begins_with(line, commands[i].name))
            return true;
    return false;
}

const struct mi_protocol mi_gomocup_protocol = {"gomocup", gomocup_begins, run_gomocup};
