/* The loop of GTP: reads a line, runs the command, writes the reply. */
#include "gtp.h"

#include "protocol/io/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* In seconds.  A quit that arrives this soon after other input belongs to a script, so it waits
 * until the earlier searches are done.  After a longer pause a user wants to leave now. */
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

/* The failure, with the right arguments after an error of syntax that gives no other reason. */
static const char *explain_syntax(struct mi_gtp *gtp, const struct mi_gtp_command *command,
                                  const char *failure)
{
    if (!failure || strcmp(failure, mi_gtp_syntax_error) != 0)
        return failure;
    snprintf(gtp->failure_text, sizeof gtp->failure_text,
             *command->usage ? "%s: expected: %s %s" : "%s: %s takes no arguments",
             mi_gtp_syntax_error, command->name, command->usage);
    return gtp->failure_text;
}

static const char *run_gtp_command(struct mi_gtp *gtp, const struct mi_gtp_command *command,
                                   char *args)
{
    int count = mi_count_words(args);
    if (count < command->min_args || count > command->max_args)
        return mi_gtp_syntax_error;
    struct mi_reply translated = {0};
    char *translated_args = mi_gtp_translate_args(gtp, args, &translated);
    const char *failure =
        translated_args ? command->run(gtp, translated_args) : miai_error_text(MIAI_NO_MEMORY);
    mi_reply_free(&translated);
    mi_game_result_follow(&gtp->game_result, gtp->engine);
    return !failure && gtp->reply.failed ? miai_error_text(MIAI_NO_MEMORY) : failure;
}

/* Preprocesses a line as the GTP draft demands and removes its comment.  Returns its length. */
static size_t strip_comment(char *text, size_t length)
{
    char *comment = memchr(text, '#', length);
    return mi_squeeze(text, comment ? (size_t)(comment - text) : length);
}

/* Parses an id, 0 to 2^31 - 1, at the start of a line; -1 if there is none. */
static int parse_id(char **line)
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

static void execute_line(struct mi_gtp *gtp, struct mi_line *line)
{
    if (strip_comment(line->text, line->length) == 0)
        return; /* blank lines get no reply */
    gtp->line_number = line->number;
    gtp->reply_begun = false;
    mi_reply_clear(&gtp->reply);
    char *rest = line->text;
    gtp->id = parse_id(&rest);
    const char *name = mi_next_word(&rest);
    const struct mi_gtp_command *command = name ? mi_gtp_find_command(gtp, name) : NULL;
    const char *failure = line->cut ? "line too long"
                          : command ? run_gtp_command(gtp, command, rest)
                          : name    ? "unknown command"
                                    : mi_gtp_syntax_error;
    mi_gtp_send_reply(gtp, command ? explain_syntax(gtp, command, failure) : failure);
}

/* ---- stopping a search ---- */

/* Called in the reader thread for each line as it arrives, and for the end of input (NULL). */
static void watch_input(void *context, const struct mi_line *line)
{
    struct mi_gtp *gtp = context;
    char text[80];
    if (atomic_load_explicit(&gtp->stop_on_input, memory_order_relaxed))
        miai_stop(gtp->engine);
    if (!line || line->length >= sizeof text)
        return;
    memcpy(text, line->text, line->length);
    mi_squeeze(text, line->length);
    bool stops = strcmp(text, "# interrupt") == 0;
    if (!stops && line->pause >= SCRIPT_PAUSE) {
        strip_comment(text, strlen(text));
        char *rest = text;
        parse_id(&rest);
        stops = strcmp(rest, "quit") == 0;
    }
    if (stops) {
        atomic_store_explicit(&gtp->stop_through, line->number - 1, memory_order_relaxed);
        miai_stop(gtp->engine);
    }
}

/* Called by the search from time to time.  Reports on it, and stops it if the line that stops it
 * arrived just before it began. */
static void on_search_report(void *context, const miai_info *info)
{
    struct mi_gtp *gtp = context;
    if (info->number == 0) {
        mi_gtp_report_analysis(gtp, info);
        mi_gtp_show_in_gogui(gtp, info);
        mi_gtp_show_in_hexgui(gtp, info);
    }
    if (gtp->line_number <= atomic_load_explicit(&gtp->stop_through, memory_order_relaxed))
        miai_stop(gtp->engine);
}

/* ---- pondering ---- */

/* Is the engine playing a game?  Taking back moves ends it. */
static bool game_in_progress(struct mi_gtp *gtp)
{
    int plies = miai_plies(gtp->engine);
    gtp->game_plies = gtp->game_plies >= 0 && plies >= gtp->game_plies ? plies : -1;
    return gtp->game_plies >= 0 && !miai_over(gtp->engine, NULL);
}

/* Thinks until input arrives. */
static void gtp_ponder(struct mi_gtp *gtp)
{
    char enabled[8];
    miai_get_option(gtp->engine, "ponder", enabled, sizeof enabled);
    if (!game_in_progress(gtp) || strcmp(enabled, "true") != 0)
        return;
    mi_gtp_stop_on_input(gtp);
    miai_ponder(gtp->engine);
    mi_gtp_ignore_input(gtp);
}

/* ---- the loop ---- */

/* Returns the next line; while waiting, prepares the engine for the next search.  Not in a web page,
 * where that loads the network: a page that only shows a board does not need it. */
static struct mi_line *gtp_next_line(const struct mi_gtp *gtp)
{
#ifndef MI_EMBED_BY_PAGE
    if (!mi_input_waiting(gtp->session->input))
        miai_prepare(gtp->engine);
#endif
    return mi_input_next(gtp->session->input);
}

static void write_prompt(const struct mi_gtp *gtp)
{
    static const char text[] = "> ";
    if (gtp->session->interactive && !gtp->quit)
        mi_session_write(gtp->session, text, strlen(text));
}

static void run_gtp(struct mi_session *session)
{
    struct mi_gtp gtp = {.engine = session->engine,
                         .session = session,
                         .tables = tables,
                         .on_report = on_search_report,
                         .game_plies = -1};
    mi_game_result_begin(&gtp.game_result);
    mi_reply_reserve(&gtp.reply, MI_GTP_SHORT);
    mi_reply_reserve(&gtp.translated_reply, MI_GTP_SHORT);
    struct mi_line *line;
    atomic_init(&gtp.stop_through, 0);
    atomic_init(&gtp.stop_on_input, false);
    miai_on_info(gtp.engine, gtp.on_report, &gtp);
    mi_input_watch(session->input, watch_input, &gtp);
    while (!gtp.quit && (line = gtp_next_line(&gtp)) != NULL) {
        execute_line(&gtp, line);
        free(line);
        write_prompt(&gtp);
        if (!gtp.quit)
            gtp_ponder(&gtp);
    }
    mi_input_watch(session->input, NULL, NULL);
    miai_on_info(gtp.engine, NULL, NULL);
    mi_reply_free(&gtp.reply);
    mi_reply_free(&gtp.translated_reply);
}

/* GTP has no greeting: it is used if no other protocol fits. */
static bool gtp_begins(const struct mi_line *line)
{
    (void)line;
    return true;
}

const struct mi_protocol mi_gtp_protocol = {"gtp", gtp_begins, run_gtp};
