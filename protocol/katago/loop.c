/* The loop of KataGo's analysis engine.  One position is searched at a time.  Meanwhile further
 * queries are read; the one of the highest priority is next, and those that need no search are
 * answered at once.
 *
 *     reader thread --each line--> queue --the most urgent--> main thread --> replies
 *                         |
 *                         +-- terminate: stops the search it applies to */
#include "query.h"

#include "base/clock.h"
#include "base/thread.h"
#include "protocol/io/json.h"
#include "protocol/io/suggestion.h"
#include "rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUEUE_BYTES = 64 << 20 /* limit of the queue in bytes; beyond it no lines are read */ };

static const double INPUT_INTERVAL = 0.1; /* seconds between two checks of the input */

struct analysis_loop {
    miai_engine *engine;
    struct mi_session *session;
    bool client_gone; /* the client has closed the pipe */
    /* The query that is searched, or NULL. */
    const struct mi_query *query;
    double last_report;
    long reports; /* sent during this search */
    struct mi_query_defaults defaults;
    pthread_mutex_t lock; /* guards the members below, which the reader thread writes, too */
    struct mi_queue queue;
    struct mi_queue_entry *running; /* the entry being searched or about to be, or NULL */
    bool lost_line;                 /* a line was lost because memory ran out */
    bool drop_searches;             /* the input has ended, and waiting queries are to be dropped */
};

/* ---- writing ---- */

static void send_reply(struct analysis_loop *loop, struct mi_reply *reply)
{
    if (reply->failed || !mi_session_write(loop->session, reply->text, reply->length))
        loop->client_gone = true;
    mi_reply_free(reply);
}

static void send_answer(struct analysis_loop *loop, int turn, bool searching)
{
    struct mi_reply reply = {0};
    mi_query_write_answer(loop->query, loop->engine, turn, searching, &reply);
    send_reply(loop, &reply);
}

static void send_members(struct analysis_loop *loop, const char *id, const char *const *members)
{
    struct mi_reply reply = {0};
    mi_query_write_members(&reply, id, members);
    send_reply(loop, &reply);
}

static void send_error(struct analysis_loop *loop, const char *id, const char *what,
                       const char *field)
{
    struct mi_reply reply = {0};
    mi_query_write_error(&reply, id, what, field);
    send_reply(loop, &reply);
}

static void send_no_result(struct analysis_loop *loop, const struct mi_queue_entry *wait)
{
    struct mi_reply reply = {0};
    mi_query_write_no_result(&reply, wait->question->id, wait->turn);
    send_reply(loop, &reply);
}

static void send_unused_warning(struct analysis_loop *loop, const struct mi_query *query,
                                const char *field, const char *name)
{
    char text[128];
    snprintf(text, sizeof text, "no effect%s%s", name[0] ? ": " : "", name);
    send_members(loop, query->id, (const char *const[]){"warning", text, "field", field, NULL});
}

static void send_warnings(struct analysis_loop *loop, const struct mi_query *query)
{
    char text[128];
    if (mi_rules_differ(loop->engine, query->rules, text, sizeof text))
        send_members(loop, query->id,
                     (const char *const[]){"warning", text, "field", "rules", NULL});
    for (int i = 0; i < query->unused_count; i++)
        send_unused_warning(loop, query, query->unused[i].field, query->unused[i].name);
    for (int i = 0; i < query->setting_count; i++)
        if (!mi_query_setting_is_known(loop->engine, &query->setting[i]))
            send_unused_warning(loop, query, "overrideSettings", query->setting[i].name);
}

/* ---- a position ---- */

static const char *loop_error_reason(const struct analysis_loop *loop, int error)
{
    return error == MIAI_OK ? NULL : miai_error_reason(loop->engine, error);
}

/* Sets up the position of the entry.  Before the first turn of a query is searched, all its moves
 * are checked.  On failure sends an error and returns false. */
static bool set_up_position(struct analysis_loop *loop, struct mi_queue_entry *wait,
                            const struct mi_query *query)
{
    struct mi_queued_query *question = wait->question;
    const char *field;
    char text[MI_SUGGESTION];
    for (int round = question->was_played; round < 2; round++) {
        const char *fault = mi_query_set_up(query, loop->engine, &loop->defaults, &field, text);
        int count = round ? wait->turn : query->move_count;
        if (!fault && !mi_query_play(query, loop->engine, count, text))
            fault = text, field = "moves";
        if (fault) {
            send_error(loop, question->id, fault, field);
            question->dead = true;
            return false;
        }
    }
    if (!question->was_played)
        send_warnings(loop, query);
    question->was_played = true;
    return true;
}

/* Passes the request for the analysis to the engine.  On failure sends an error and returns false.
 */
static bool request_analysis(struct analysis_loop *loop, const struct mi_queue_entry *wait,
                             const struct mi_query *query)
{
    const double interval =
        query->report > 0 && query->report < INPUT_INTERVAL ? query->report : INPUT_INTERVAL;
    const miai_analysis_request request = {.interval = interval,
                                           .points = true,
                                           .points_by_move = query->moves_ownership ||
                                                             query->moves_ownership_deviation,
                                           .avoid = query->avoid,
                                           .avoid_count = query->avoid_count};
    int error = miai_request_analysis(loop->engine, &request);
    if (error != MIAI_OK)
        send_error(loop, wait->question->id, loop_error_reason(loop, error),
                   query->avoid[0].allow ? "allowMoves" : "avoidMoves");
    return error == MIAI_OK;
}

/* From now on a terminate that arrives counts. */
static void arm_query(struct analysis_loop *loop)
{
    miai_arm_search(loop->engine);
    pthread_mutex_lock(&loop->lock);
    if (loop->running->ended)
        miai_stop(loop->engine);
    pthread_mutex_unlock(&loop->lock);
}

static int run_query_search(struct analysis_loop *loop, const struct mi_query *query)
{
    const miai_limits limits = {.seconds = query->seconds, .playouts = (uint64_t)query->visits};
    bool has_limit = query->seconds > 0 || query->visits > 0;
    char move[MIAI_MOVE_TEXT];
    arm_query(loop);
    return miai_search(loop->engine, MIAI_TURN, has_limit ? &limits : NULL, move, sizeof move);
}

static bool drops_searches(struct analysis_loop *loop)
{
    pthread_mutex_lock(&loop->lock);
    bool drop_searches = loop->drop_searches;
    pthread_mutex_unlock(&loop->lock);
    return drop_searches;
}

static void search_and_answer(struct analysis_loop *loop, const struct mi_queue_entry *wait,
                              struct mi_query *query)
{
    loop->query = query;
    loop->last_report = mi_clock();
    loop->reports = 0;
    int error = run_query_search(loop, query);
    if (error == MIAI_OK && !drops_searches(loop))
        send_answer(loop, wait->turn, false);
    else if (error != MIAI_OK)
        send_error(loop, wait->question->id, loop_error_reason(loop, error), "");
    loop->query = NULL;
}

/* Solves life and death in the region that the query names. */
static void solve_and_answer(struct analysis_loop *loop, const struct mi_queue_entry *wait,
                             const struct mi_query *query)
{
    const char *group = query->region[0] ? query->region : NULL;
    miai_region *region = malloc(sizeof *region);
    struct mi_reply reply = {0};
    arm_query(loop);
    int error = region ? miai_solve_group(loop->engine, MIAI_TURN, group, query->seconds,
                                          (uint64_t)query->visits, region)
                       : MIAI_NO_MEMORY;
    if (error == MIAI_OK && !drops_searches(loop)) {
        mi_reply_add(&reply, "{\"id\":");
        mi_reply_add(&reply, query->id);
        mi_reply_add(&reply, ",\"isDuringSearch\":false,");
        mi_json_add_region(&reply, wait->turn, region);
        mi_reply_add(&reply, "}\n");
        send_reply(loop, &reply);
    } else if (error != MIAI_OK)
        send_error(loop, wait->question->id, mi_error_details(loop->engine, error), "solveRegion");
    free(region);
}

static void search_query(struct analysis_loop *loop, struct mi_queue_entry *wait,
                         struct mi_query *query)
{
    char why[160];
    if (!set_up_position(loop, wait, query))
        return;
    if (mi_query_apply_settings(query, loop->engine, why, sizeof why) != MIAI_OK) {
        send_error(loop, wait->question->id, why, "overrideSettings");
        wait->question->dead = true;
        return;
    }
    if (query->solves_region)
        solve_and_answer(loop, wait, query);
    else if (request_analysis(loop, wait, query))
        search_and_answer(loop, wait, query);
    mi_query_restore_settings(query, loop->engine);
    miai_request_analysis(loop->engine, NULL);
}

/* ---- entries that are done at once ---- */

static void run_action(struct analysis_loop *loop, const struct mi_query *query, const char *line)
{
    struct mi_reply reply = {0};
    if (mi_query_write_echo(&reply, query, line, loop->engine) &&
        strcmp(query->action, "clear_cache") == 0)
        miai_forget(loop->engine);
    send_reply(loop, &reply);
}

static void process_entry(struct analysis_loop *loop, struct mi_queue_entry *wait, bool ended)
{
    struct mi_query query;
    if (wait->question->dead)
        return;
    if (ended) {
        send_no_result(loop, wait);
        return;
    }
    mi_query_read(&query, wait->question->text);
    if (query.fault[0])
        send_error(loop, query.id, query.fault, query.field);
    else if (query.action[0])
        run_action(loop, &query, wait->question->text);
    else
        search_query(loop, wait, &query);
    mi_query_free(&query);
}

/* ---- the loop ---- */

/* KataGo's -quit-without-waiting: drops the searches that wait; all else is still answered. */
static void handle_end_of_input(struct analysis_loop *loop)
{
    if (!loop->session->quit_without_waiting)
        return;
    pthread_mutex_lock(&loop->lock);
    loop->drop_searches = true;
    if (loop->running) {
        loop->running->ended = true;
        miai_stop(loop->engine);
    }
    pthread_mutex_unlock(&loop->lock);
}

/* Called in the reader thread for each line as it arrives, and for the end of input (NULL). */
static void watch_input(void *context, const struct mi_line *line)
{
    struct analysis_loop *loop = context;
    struct mi_query query;
    if (!line)
        handle_end_of_input(loop);
    if (!line || strspn(line->text, " \t\r") == line->length)
        return;
    bool complete = !line->cut && strlen(line->text) == line->length;
    const char *text = complete ? line->text : "";
    mi_query_read(&query, text);
    pthread_mutex_lock(&loop->lock);
    loop->lost_line |= !mi_queue_add(&loop->queue, &query, text);
    if (query.fault[0] == '\0' && strncmp(query.action, "terminate", 9) == 0) {
        mi_queue_terminate(&loop->queue, &query);
        if (loop->running && mi_queue_entry_matches(loop->running, &query)) {
            loop->running->ended = true;
            miai_stop(loop->engine);
        }
    }
    pthread_mutex_unlock(&loop->lock);
    mi_query_free(&query);
}

/* Frees lines that watch() has already parsed, unless the queue is full, so that more can be read.
 */
static void free_parsed_lines(struct analysis_loop *loop)
{
    pthread_mutex_lock(&loop->lock);
    bool full = loop->queue.bytes > QUEUE_BYTES;
    pthread_mutex_unlock(&loop->lock);
    for (struct mi_line *line; !full && mi_input_waiting(loop->session->input);) {
        if ((line = mi_input_next(loop->session->input)) == NULL)
            return;
        free(line);
    }
}

static void finish_entry(struct analysis_loop *loop, struct mi_queue_entry *wait)
{
    pthread_mutex_lock(&loop->lock);
    if (loop->running == wait)
        loop->running = NULL;
    pthread_mutex_unlock(&loop->lock);
    mi_queue_entry_free(wait);
}

/* Handles the next entry; false if there is none.  An entry that leaves the queue becomes `running`
 * under the same lock, so that a "terminate" cannot miss it. */
static bool process_next(struct analysis_loop *loop, bool urgent)
{
    pthread_mutex_lock(&loop->lock);
    struct mi_queue_entry *wait = mi_queue_take(&loop->queue, urgent || loop->drop_searches);
    bool lost_line = loop->lost_line, ended = wait && wait->ended;
    loop->lost_line = false;
    if (!urgent)
        loop->running = wait;
    pthread_mutex_unlock(&loop->lock);
    if (lost_line)
        send_error(loop, "", miai_error_text(MIAI_NO_MEMORY), "");
    if (!wait)
        return lost_line;
    process_entry(loop, wait, ended);
    finish_entry(loop, wait);
    return true;
}

static void on_search_report(void *context, const miai_info *info)
{
    struct analysis_loop *loop = context;
    const struct mi_query *query = loop->query;
    double now = mi_clock();
    if (!query)
        return;
    free_parsed_lines(loop);
    while (!loop->client_gone && process_next(loop, true))
        ;
    double wanted =
        loop->reports == 0 && query->first_report > 0 ? query->first_report : query->report;
    if (wanted > 0 && info->number == 0 && info->line <= 1 &&
        now - loop->last_report >= wanted - INPUT_INTERVAL / 2 &&
        (loop->reports == 0 || query->report > 0)) {
        loop->last_report = now;
        loop->reports++;
        send_answer(loop, loop->running->turn, true);
    }
    if (loop->client_gone)
        miai_stop(loop->engine);
}

static void process_all(struct analysis_loop *loop)
{
    struct mi_line *line;
    while (!loop->client_gone) {
        free_parsed_lines(loop);
        if (process_next(loop, false))
            continue;
        if ((line = mi_input_next(loop->session->input)) == NULL)
            return;
        free(line);
    }
}

static void run_analysis_engine(struct mi_session *session)
{
    struct analysis_loop *loop = calloc(1, sizeof *loop);
    if (!loop)
        return;
    loop->engine = session->engine;
    loop->session = session;
    mi_query_read_defaults(loop->engine, &loop->defaults);
    pthread_mutex_init(&loop->lock, NULL);
    miai_on_info(loop->engine, on_search_report, loop);
    mi_input_watch(session->input, watch_input, loop);
    process_all(loop);
    mi_input_watch(session->input, NULL, NULL);
    miai_on_info(loop->engine, NULL, NULL);
    mi_queue_clear(&loop->queue);
    pthread_mutex_destroy(&loop->lock);
    free(loop);
}

static bool analysis_begins(const struct mi_line *line)
{
    return line->text[strspn(line->text, " \t")] == '{';
}

const struct mi_protocol mi_katago_protocol = {"analysis", analysis_begins, run_analysis_engine};
