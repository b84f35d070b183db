/* The loop of UCI: reads lines and runs commands. */
#include "uci.h"

#include "protocol/io/words.h"

#include <stdlib.h>
#include <string.h>

/* ---- commands ---- */

/* Perft runs to its end unless `stop` arrives: scripts write `go perft`, and at once `quit`. */
static void stop_unless_perft(struct mi_uci *uci)
{
    if (uci->go.perft == 0)
        mi_uci_stop_search(uci);
}

static void stop_and_wait(struct mi_uci *uci)
{
    stop_unless_perft(uci);
    mi_uci_wait_for_search(uci);
}

static void uci_identify(struct mi_uci *uci, char *args)
{
    struct mi_reply reply = {0};
    (void)args;
    mi_reply_format(&reply, "id name miai %s\nid author the miai authors\n", miai_version());
    mi_uci_list_options(uci, &reply);
    mi_uci_send(uci, &reply);
    mi_uci_write_lines(uci, "uciok\n");
    mi_reply_free(&reply);
}

static void uci_isready(struct mi_uci *uci, char *args)
{
    (void)args;
    if (!uci->searching)
        miai_finish_preparing(uci->engine);
    mi_uci_write_lines(uci, "readyok\n");
}

static void uci_newgame(struct mi_uci *uci, char *args)
{
    (void)args;
    miai_new_game(uci->engine);
    miai_forget(uci->engine);
    mi_uci_forget_position(uci);
    uci->refused = false;
    miai_prepare(uci->engine);
}

static void uci_go(struct mi_uci *uci, char *args)
{
    mi_uci_read_go(uci, args);
    mi_uci_start_search(uci);
}

static void uci_stop(struct mi_uci *uci, char *args)
{
    (void)args;
    mi_uci_stop_search(uci);
}

static void uci_ponderhit(struct mi_uci *uci, char *args)
{
    (void)args;
    mi_uci_ponderhit(uci);
}

static int write_board(const void *engine, char *text, size_t size)
{
    return miai_board_text(engine, text, size);
}

static void uci_show_board(struct mi_uci *uci, char *args)
{
    struct mi_reply reply = {0};
    (void)args;
    if (mi_uci_was_refused(uci, "shown"))
        return;
    mi_reply_add_written(&reply, write_board, uci->engine);
    mi_reply_add(&reply, "\n");
    mi_uci_send(uci, &reply);
    mi_reply_free(&reply);
}

/* eval, for testers: the terms of the evaluation and the network's value. */
static void uci_show_evaluation(struct mi_uci *uci, char *args)
{
    char text[8192];
    struct mi_reply reply = {0};
    (void)args;
    if (mi_uci_was_refused(uci, "evaluated"))
        return;
    if (miai_explain(uci->engine, text, sizeof text) < 0) {
        mi_uci_complain(uci, "no evaluation: the game cannot explain it, or is over", NULL);
        return;
    }
    mi_reply_add(&reply, text);
    mi_reply_add(&reply, "\n");
    mi_uci_send(uci, &reply);
    mi_reply_free(&reply);
}

static void uci_quit(struct mi_uci *uci, char *args)
{
    (void)args;
    stop_unless_perft(uci);
    uci->quit = true;
}

static void uci_ignore(struct mi_uci *uci, char *args)
{
    (void)uci;
    (void)args;
}

static const struct command {
    const char *name;
    void (*run)(struct mi_uci *uci, char *args);
    bool needs_engine; /* stops a running search first, or waits for perft */
} commands[] = {
    {"uci", uci_identify, true},         {"debug", uci_ignore, false},
    {"isready", uci_isready, false},     {"setoption", mi_uci_setoption, true},
    {"register", uci_ignore, false},     {"ucinewgame", uci_newgame, true},
    {"position", mi_uci_position, true}, {"go", uci_go, true},
    {"stop", uci_stop, false},           {"ponderhit", uci_ponderhit, false},
    {"quit", uci_quit, false},           {"d", uci_show_board, true},
    {"eval", uci_show_evaluation, true},
};

static const struct command *find_uci_command(const char *name)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

/* ---- the loop ---- */

/* A position whose line was truncated is rejected. */
static void refuse_truncated_line(struct mi_uci *uci, const struct command *command)
{
    if (command && command->run == mi_uci_position) {
        stop_and_wait(uci);
        uci->refused = true;
    }
    mi_uci_complain(uci, "line too long", NULL);
}

/* Unknown words before a command are skipped, as UCI demands. */
static void execute_line(struct mi_uci *uci, struct mi_line *line)
{
    const struct command *command = NULL;
    char *rest = line->text, *word;
    uci->arrived = line->arrived;
    mi_squeeze(line->text, line->length);
    while (!command && (word = mi_next_word(&rest)) != NULL)
        command = find_uci_command(word);
    if (line->cut) {
        refuse_truncated_line(uci, command);
    } else if (command) {
        if (command->needs_engine)
            stop_and_wait(uci);
        command->run(uci, rest);
    }
}

/* Sets defaults of UCI unless the user has set these options. */
static void set_uci_defaults(struct mi_session *session)
{
    if (!mi_settings_contain(session->settings, session->engine, "game"))
        mi_uci_set_default_game(session->engine);
    if (!mi_settings_contain(session->settings, session->engine, "move-overhead"))
        /* Client and engine usually run on the same machine. */
        miai_set_option(session->engine, "move-overhead", "0.01");
}

static void run_uci(struct mi_session *session)
{
    struct mi_uci uci = {
        .engine = session->engine, .session = session, .lines = 1, .skill = MI_UCI_SKILL};
    struct mi_line *line;
    pthread_mutex_init(&uci.writing, NULL);
    pthread_mutex_init(&uci.lock, NULL);
    pthread_cond_init(&uci.released, NULL);
    atomic_init(&uci.client_gone, false);
    set_uci_defaults(session);
    mi_uci_adopt_strength(&uci);
    miai_on_info(uci.engine, mi_uci_on_info, &uci);
    while (!uci.quit && !atomic_load_explicit(&uci.client_gone, memory_order_relaxed) &&
           (line = mi_input_next(session->input)) != NULL) {
        execute_line(&uci, line);
        free(line);
    }
    mi_uci_wait_for_search(&uci);
    miai_on_info(uci.engine, NULL, NULL);
    mi_uci_forget_position(&uci);
    free(uci.go.moves);
    mi_reply_free(&uci.report);
    pthread_cond_destroy(&uci.released);
    pthread_mutex_destroy(&uci.lock);
    pthread_mutex_destroy(&uci.writing);
}

/* Is the line a command that a client may start with? */
static bool uci_begins(const struct mi_line *line)
{
    static const char *const names[] = {"uci",      "isready", "ucinewgame",
                                        "position", "go",      "setoption"};
    size_t start = strspn(line->text, " \t"), length = strcspn(line->text + start, " \t\r");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (length == strlen(names[i]) && memcmp(line->text + start, names[i], length) == 0)
            return true;
    return false;
}

const struct mi_protocol mi_uci_protocol = {"uci", uci_begins, run_uci};
