/* The loop of GTP: a line in, a reply out. */
#include "gtp.h"

#include "protocol/io/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A quit that comes within this time of what came before it belongs to a script: it waits until the
 * searches before it are done.  After a longer pause somebody wants to go. */
static const double SCRIPT_PAUSE = 0.1;

/* ---- commands ---- */

static const struct mi_gtp_command *const tables[] = {
    mi_gtp_admin_commands,
    mi_gtp_board_commands,
    mi_gtp_play_commands,
    mi_gtp_time_commands,
    mi_gtp_end_commands,
    mi_gtp_kgs_commands,
    mi_gtp_miai_commands,
    mi_gtp_analyze_commands,
    mi_gtp_kata_commands,
    mi_gtp_gogui_rules_commands,
    mi_gtp_gogui_commands,
    mi_gtp_gogui_show_commands,
    mi_gtp_gomill_commands,
    mi_gtp_network_commands,
    mi_gtp_tree_commands,
    mi_gtp_cuts_commands,
    mi_gtp_look_commands,
    mi_gtp_picture_commands,
    mi_gtp_hexgui_commands,
    NULL,
};

static const char *run_command(struct mi_gtp *gtp, const char *name, char *args)
{
    const struct mi_gtp_command *command = mi_gtp_find(gtp, name);
    if (!command)
        return "unknown command";
    int count = mi_count_words(args);
    if (count < command->min_args || count > command->max_args)
        return mi_gtp_syntax_error;
    struct mi_reply renamed = {0};
    char *words = mi_gtp_letters_in(gtp, args, &renamed);
    const char *failure = words ? command->run(gtp, words) : miai_error_text(MIAI_NO_MEMORY);
    mi_reply_free(&renamed);
    mi_game_result_follow(&gtp->game_result, gtp->engine);
    return !failure && gtp->reply.failed ? miai_error_text(MIAI_NO_MEMORY) : failure;
}

/* Preprocessing as the draft has it: what a line says without its comment. */
static size_t preprocess(char *text, size_t length)
{
    char *comment = memchr(text, '#', length);
    return mi_squeeze(text, comment ? (size_t)(comment - text) : length);
}

/* Takes an id, 0 to 2^31 - 1, from the beginning of a line; -1 if there is none. */
static int take_id(char **line)
{
    char *end;
    if (**line < '0' || **line > '9')
        return -1;
    unsigned long long id = strtoull(*line, &end, 10);
    if (id > 2147483647 || (*end != ' ' && *end != '\0'))
        return -1;
    *line = end + (*end == ' ');
    return (int)id;
}

static void execute(struct mi_gtp *gtp, struct mi_line *line)
{
    if (preprocess(line->text, line->length) == 0)
        return; /* blank lines have no reply */
    gtp->line = line->number;
    gtp->begun = false;
    mi_reply_clear(&gtp->reply);
    char *rest = line->text;
    gtp->id = take_id(&rest);
    const char *name = mi_next_word(&rest);
    const char *failure = line->cut ? "line too long"
                          : name    ? run_command(gtp, name, rest)
                                    : mi_gtp_syntax_error;
    mi_gtp_send_reply(gtp, failure);
}

/* ---- stopping a search ---- */

/* Sees each line as it arrives, and the end of input, in the reader thread. */
static void watch(void *context, const struct mi_line *line)
{
    struct mi_gtp *gtp = context;
    char text[80];
    if (atomic_load_explicit(&gtp->any_line, memory_order_relaxed))
        miai_stop(gtp->engine);
    if (!line || line->length >= sizeof text)
        return;
    memcpy(text, line->text, line->length);
    mi_squeeze(text, line->length);
    bool stops = strcmp(text, "# interrupt") == 0;
    if (!stops && line->pause >= SCRIPT_PAUSE) {
        preprocess(text, strlen(text));
        char *rest = text;
        take_id(&rest);
        stops = strcmp(rest, "quit") == 0;
    }
    if (stops) {
        atomic_store_explicit(&gtp->stop_through, line->number - 1, memory_order_relaxed);
        miai_stop(gtp->engine);
    }
}

/* Called by the search from time to time: tells of it, and stops it where watch() came just before
 * it began. */
static void on_info(void *context, const miai_info *info)
{
    struct mi_gtp *gtp = context;
    if (info->number == 0) {
        mi_gtp_tell_analysis(gtp, info);
        mi_gtp_show_live(gtp, info);
        mi_gtp_draw_live(gtp, info);
    }
    if (gtp->line <= atomic_load_explicit(&gtp->stop_through, memory_order_relaxed))
        miai_stop(gtp->engine);
}

/* ---- pondering ---- */

/* Does a game go on in which the program plays?  It is over where moves were taken back. */
static bool game_is_on(struct mi_gtp *gtp)
{
    int plies = miai_plies(gtp->engine);
    gtp->plies = gtp->plies >= 0 && plies >= gtp->plies ? plies : -1;
    return gtp->plies >= 0 && !miai_over(gtp->engine, NULL);
}

/* Thinks until something comes in. */
static void ponder(struct mi_gtp *gtp)
{
    char wanted[8];
    miai_get_option(gtp->engine, "ponder", wanted, sizeof wanted);
    if (!game_is_on(gtp) || strcmp(wanted, "true") != 0)
        return;
    mi_gtp_heed_any_line(gtp);
    miai_ponder(gtp->engine);
    mi_gtp_heed_no_line(gtp);
}

/* ---- the loop ---- */

/* The next command, and before it, where it has to be waited for, what the next search needs. */
static struct mi_line *next_line(const struct mi_gtp *gtp)
{
    if (!mi_input_waiting(gtp->session->input))
        miai_prepare(gtp->engine);
    return mi_input_next(gtp->session->input);
}

static void prompt(const struct mi_gtp *gtp)
{
    static const char text[] = "> ";
    if (gtp->session->interactive && !gtp->quit)
        mi_session_write(gtp->session, text, strlen(text));
}

void mi_gtp_listen(struct mi_gtp *gtp)
{
    miai_on_info(gtp->engine, on_info, gtp);
}

static void run(struct mi_session *session)
{
    struct mi_gtp gtp = {
        .engine = session->engine, .session = session, .tables = tables, .plies = -1};
    mi_game_result_begin(&gtp.game_result);
    mi_reply_reserve(&gtp.reply, MI_GTP_SHORT);
    mi_reply_reserve(&gtp.renamed, MI_GTP_SHORT);
    struct mi_line *line;
    atomic_init(&gtp.stop_through, 0);
    atomic_init(&gtp.any_line, false);
    mi_gtp_listen(&gtp);
    mi_input_watch(session->input, watch, &gtp);
    while (!gtp.quit && (line = next_line(&gtp)) != NULL) {
        execute(&gtp, line);
        free(line);
        prompt(&gtp);
        if (!gtp.quit)
            ponder(&gtp);
    }
    mi_input_watch(session->input, NULL, NULL);
    miai_on_info(gtp.engine, NULL, NULL);
    mi_reply_free(&gtp.reply);
    mi_reply_free(&gtp.renamed);
}

/* GTP has no word to begin with: it is spoken where no other protocol is. */
static bool begins(const struct mi_line *line)
{
    (void)line;
    return true;
}

const struct mi_protocol mi_gtp_protocol = {"gtp", begins, run};
