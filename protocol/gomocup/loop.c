/* The loop of Gomocup's protocol: a line in, and what it commands done. */
#include "gomocup.h"

#include "protocol/io/suggestion.h"
#include "protocol/io/words.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { SHORT = 1024 }; /* bytes of an answer that is sent whatever memory is left */

/* ---- what is written ---- */

/* A failing write: nobody is there any more. */
static void send(struct mi_gomocup *gomocup)
{
    const struct mi_reply *reply = &gomocup->reply;
    if (reply->length > 0 && !mi_session_write(gomocup->session, reply->text, reply->length))
        gomocup->quit = true;
    mi_reply_clear(&gomocup->reply);
}

/* ---- commands ---- */

static void about(struct mi_gomocup *gomocup, char *args)
{
    (void)args;
    mi_reply_format(&gomocup->reply, "name=\"miai\", version=\"%s\", author=\"the miai authors\"\n",
                    miai_version());
}

static void end(struct mi_gomocup *gomocup, char *args)
{
    (void)args;
    gomocup->quit = true;
}

/* What STOP is for is over. */
static void stop(struct mi_gomocup *gomocup, char *args)
{
    (void)gomocup, (void)args;
}

static const struct command {
    const char *name;
    void (*run)(struct mi_gomocup *gomocup, char *args);
    bool needs_board;
    bool begins; /* a client may begin with it */
} commands[] = {
    {"START", mi_gomocup_start, false, true},
    {"RECTSTART", mi_gomocup_rectstart, false, true},
    {"INFO", mi_gomocup_info, false, true},
    {"ABOUT", about, false, true},
    {"RESTART", mi_gomocup_restart, true, true},
    {"BEGIN", mi_gomocup_begin, true, true},
    {"BOARD", mi_gomocup_board, false, true}, /* whose list tells that there is none */
    {"YXBOARD", mi_gomocup_yxboard, false, true},
    {"SWAP2BOARD", mi_gomocup_swap2board, false, true},
    {"TURN", mi_gomocup_turn, true, true},
    {"PLAY", mi_gomocup_play, true, false},
    {"TAKEBACK", mi_gomocup_takeback, true, true},
    {"STOP", stop, false, false},
    {"YXSTOP", stop, false, false},
    {"END", end, false, false},
};

static const struct command *find(const char *name)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcasecmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

static void add_unknown(struct mi_reply *reply, const char *name)
{
    struct mi_nearest nearest = {.name = name};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        mi_nearest_offer(&nearest, commands[i].name);
    mi_reply_format(reply, "UNKNOWN command %.40s", name);
    mi_nearest_write(&nearest, reply);
    mi_reply_add(reply, "\n");
}

static void run_command(struct mi_gomocup *gomocup, char *text)
{
    const char *name = mi_next_word(&text);
    const struct command *command = find(name);
    if (!command)
        add_unknown(&gomocup->reply, name);
    else if (command->needs_board && !gomocup->started)
        mi_gomocup_error(gomocup, mi_gomocup_no_board);
    else
        command->run(gomocup, text);
}

/* ---- the loop ---- */

static bool is_word(const struct mi_line *line, const char *word)
{
    size_t start = strspn(line->text, " \t"), length = strcspn(line->text + start, " \t\r");
    return length == strlen(word) && strncasecmp(line->text + start, word, length) == 0;
}

/* In the input's thread: what ends a search.  An END that comes together with what is before it
 * belongs to a script, and waits until that is done. */
static void watch(void *context, const struct mi_line *line)
{
    const double script_pause = 0.1;
    struct mi_gomocup *gomocup = context;
    bool ends = line && is_word(line, "END") && line->pause > script_pause;
    if (!ends && !(line && (is_word(line, "STOP") || is_word(line, "YXSTOP"))))
        return;
    atomic_store_explicit(&gomocup->stop_through, line->number - 1, memory_order_relaxed);
    miai_stop(gomocup->engine);
}

/* Stops the search where watch() came just before it began. */
static void on_info(void *context, const miai_info *info)
{
    struct mi_gomocup *gomocup = context;
    (void)info;
    if (gomocup->line <= atomic_load_explicit(&gomocup->stop_through, memory_order_relaxed))
        miai_stop(gomocup->engine);
}

static void execute(struct mi_gomocup *gomocup, struct mi_line *line)
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
        run_command(gomocup, line->text);
    send(gomocup);
}

/* Whoever speaks so plays Gomoku. */
static void set_defaults(struct mi_session *session)
{
    miai_set_option(session->engine, "game", "gomoku");
}

static void run(struct mi_session *session)
{
    struct mi_gomocup gomocup = {
        .engine = session->engine, .session = session, .info = {.turn = 30, .left = -1}};
    struct mi_line *line;
    mi_reply_reserve(&gomocup.reply, SHORT);
    atomic_init(&gomocup.stop_through, 0);
    set_defaults(session);
    miai_on_info(gomocup.engine, on_info, &gomocup);
    mi_input_watch(session->input, watch, &gomocup);
    while (!gomocup.quit && (line = mi_input_next(session->input)) != NULL) {
        execute(&gomocup, line);
        free(line);
    }
    mi_input_watch(session->input, NULL, NULL);
    miai_on_info(gomocup.engine, NULL, NULL);
    mi_reply_free(&gomocup.reply);
}

static bool begins(const struct mi_line *line)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (commands[i].begins && is_word(line, commands[i].name))
            return true;
    return false;
}

const struct mi_protocol mi_gomocup_protocol = {"gomocup", begins, run};
