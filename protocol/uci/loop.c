/* The loop of UCI: a line in, and what it commands done. */
#include "uci.h"

#include "protocol/io/words.h"

#include <stdlib.h>
#include <string.h>

/* ---- commands ---- */

static void stop_and_wait(struct mi_uci *uci)
{
    mi_uci_stop(uci);
    mi_uci_wait(uci);
}

static void hello(struct mi_uci *uci, char *args)
{
    struct mi_reply reply = {0};
    (void)args;
    mi_reply_format(&reply, "id name miai %s\nid author the miai authors\n", miai_version());
    mi_uci_list_options(uci, &reply);
    mi_uci_send(uci, &reply);
    mi_uci_write_lines(uci, "uciok\n");
    mi_reply_free(&reply);
}

static void isready(struct mi_uci *uci, char *args)
{
    (void)args;
    if (!uci->searching)
        miai_prepare(uci->engine);
    mi_uci_write_lines(uci, "readyok\n");
}

static void ucinewgame(struct mi_uci *uci, char *args)
{
    (void)args;
    miai_new_game(uci->engine);
    miai_forget(uci->engine);
    mi_uci_forget_position(uci);
    uci->refused = false;
    miai_prepare(uci->engine);
}

static void go(struct mi_uci *uci, char *args)
{
    mi_uci_read_go(uci, args);
    mi_uci_begin(uci);
}

static void stop(struct mi_uci *uci, char *args)
{
    (void)args;
    mi_uci_stop(uci);
}

static void ponderhit(struct mi_uci *uci, char *args)
{
    (void)args;
    mi_uci_ponderhit(uci);
}

static int write_board(const void *engine, char *text, size_t size)
{
    return miai_board_text(engine, text, size);
}

static void show_board(struct mi_uci *uci, char *args)
{
    struct mi_reply reply = {0};
    (void)args;
    if (mi_uci_was_refused(uci, "shown"))
        return;
    mi_reply_written(&reply, write_board, uci->engine);
    mi_reply_add(&reply, "\n");
    mi_uci_send(uci, &reply);
    mi_reply_free(&reply);
}

/* As testers know it: the terms, and the network's value. */
static void show_evaluation(struct mi_uci *uci, char *args)
{
    char text[8192];
    struct mi_reply reply = {0};
    (void)args;
    if (mi_uci_was_refused(uci, "evaluated"))
        return;
    if (miai_explain(uci->engine, text, sizeof text) < 0) {
        mi_uci_complain(uci, "the game does not tell its evaluation, or is over", NULL);
        return;
    }
    mi_reply_add(&reply, text);
    mi_reply_add(&reply, "\n");
    mi_uci_send(uci, &reply);
    mi_reply_free(&reply);
}

static void quit(struct mi_uci *uci, char *args)
{
    (void)args;
    mi_uci_stop(uci);
    uci->quit = true;
}

static void ignore(struct mi_uci *uci, char *args)
{
    (void)uci;
    (void)args;
}

static const struct command {
    const char *name;
    void (*run)(struct mi_uci *uci, char *args);
    bool alone; /* it needs the engine for itself: a search is stopped before it */
} commands[] = {
    {"uci", hello, true},
    {"debug", ignore, false},
    {"isready", isready, false},
    {"setoption", mi_uci_setoption, true},
    {"register", ignore, false},
    {"ucinewgame", ucinewgame, true},
    {"position", mi_uci_position, true},
    {"go", go, true},
    {"stop", stop, false},
    {"ponderhit", ponderhit, false},
    {"quit", quit, false},
    {"d", show_board, true},
    {"eval", show_evaluation, true},
};

static const struct command *find(const char *name)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

/* ---- the loop ---- */

/* A position of which only the beginning is here is refused as others are. */
static void refuse_long(struct mi_uci *uci, const struct command *command)
{
    if (command && command->run == mi_uci_position) {
        stop_and_wait(uci);
        uci->refused = true;
    }
    mi_uci_complain(uci, "line too long", NULL);
}

/* Words before the command that mean nothing are skipped, as UCI demands. */
static void execute(struct mi_uci *uci, struct mi_line *line)
{
    const struct command *command = NULL;
    char *rest = line->text, *word;
    uci->arrived = line->arrived;
    mi_squeeze(line->text, line->length);
    while (!command && (word = mi_next_word(&rest)) != NULL)
        command = find(word);
    if (line->cut) {
        refuse_long(uci, command);
    } else if (command) {
        if (command->alone)
            stop_and_wait(uci);
        command->run(uci, rest);
    }
}

/* Unless somebody chose otherwise. */
static void set_defaults(struct mi_session *session)
{
    if (!mi_settings_have(session->settings, session->engine, "game"))
        mi_uci_set_usual_game(session->engine);
    if (!mi_settings_have(session->settings, session->engine, "move-overhead"))
        miai_set_option(session->engine, "move-overhead",
                        "0.01"); /* they run on the same machine */
}

static void run(struct mi_session *session)
{
    struct mi_uci uci = {
        .engine = session->engine, .session = session, .lines = 1, .skill = MI_UCI_SKILL};
    struct mi_line *line;
    pthread_mutex_init(&uci.writing, NULL);
    pthread_mutex_init(&uci.lock, NULL);
    pthread_cond_init(&uci.released, NULL);
    atomic_init(&uci.deaf, false);
    set_defaults(session);
    mi_uci_adopt_strength(&uci);
    miai_on_info(uci.engine, mi_uci_on_info, &uci);
    while (!uci.quit && !atomic_load_explicit(&uci.deaf, memory_order_relaxed) &&
           (line = mi_input_next(session->input)) != NULL) {
        execute(&uci, line);
        free(line);
    }
    mi_uci_wait(&uci);
    miai_on_info(uci.engine, NULL, NULL);
    mi_uci_forget_position(&uci);
    free(uci.go.moves);
    mi_reply_free(&uci.report);
    pthread_cond_destroy(&uci.released);
    pthread_mutex_destroy(&uci.lock);
    pthread_mutex_destroy(&uci.writing);
}

/* The commands that a client may begin with. */
static bool begins(const struct mi_line *line)
{
    static const char *const names[] = {"uci",      "isready", "ucinewgame",
                                        "position", "go",      "setoption"};
    size_t start = strspn(line->text, " \t"), length = strcspn(line->text + start, " \t\r");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (length == strlen(names[i]) && memcmp(line->text + start, names[i], length) == 0)
            return true;
    return false;
}

const struct mi_protocol mi_uci_protocol = {"uci", begins, run};
