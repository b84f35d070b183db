/* The loop of KataGo's analysis engine: questions are answered one after the other, in order; one
 * that is to end may be known to be so before its turn comes. */
#include "query.h"

#include "../src/base/thread.h"
#include "json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DONE_MAX = 256 };

struct loop {
    miai_engine *engine;
    struct mi_session *session;
    bool deaf; /* nobody reads what is written */
    /* The question that is searched, and its turn; NULL: none. */
    const struct mi_query *query;
    int turn;
    uint64_t number; /* of its line */
    double last_report;
    pthread_mutex_t lock; /* guards what follows, which the reader thread writes too */
    char running[MI_QUERY_ID];
    char done[DONE_MAX][MI_QUERY_ID]; /* of questions to be ended, the last ones */
    int done_count;
    uint64_t all_done; /* all questions up to this line are to be ended */
};

/* ---- writing ---- */

static void send(struct loop *loop, struct mi_reply *reply)
{
    if (reply->failed || !mi_write_all(loop->session->output, reply->text, reply->length))
        loop->deaf = true;
    mi_reply_free(reply);
}

static void answer(struct loop *loop, bool searching)
{
    struct mi_reply reply = {0};
    mi_query_answer(loop->query, loop->engine, loop->turn, searching, &reply);
    send(loop, &reply);
}

/* {"id":ID,NAME:TEXT,...}; id "" where there is none. */
static void send_members(struct loop *loop, const char *id, const char *const *members)
{
    struct mi_reply reply = {0};
    mi_reply_add(&reply, "{");
    if (*id) {
        mi_reply_add(&reply, "\"id\":");
        mi_json_add(&reply, id, false);
    }
    for (int i = 0; members[i]; i += 2) {
        mi_reply_format(&reply, "%s\"%s\":", *id || i ? "," : "", members[i]);
        mi_json_add(&reply, members[i + 1], false);
    }
    mi_reply_add(&reply, "}\n");
    send(loop, &reply);
}

static void send_error(struct loop *loop, const char *id, const char *what)
{
    send_members(loop, id, (const char *const[]){"error", what, NULL});
}

static void send_nothing(struct loop *loop, const struct mi_query *query, int turn)
{
    struct mi_reply reply = {0};
    mi_reply_add(&reply, "{\"id\":");
    mi_json_add(&reply, query->id, false);
    mi_reply_format(&reply, ",\"isDuringSearch\":false,\"noResults\":true,\"turnNumber\":%d}\n",
                    turn);
    send(loop, &reply);
}

/* ---- ending ---- */

/* Is the question that has its turn to be ended? */
static bool is_done(struct loop *loop, const char *id)
{
    pthread_mutex_lock(&loop->lock);
    bool done = loop->number <= loop->all_done;
    for (int i = 0; i < DONE_MAX && i < loop->done_count; i++)
        done = done || strcmp(loop->done[i], id) == 0;
    pthread_mutex_unlock(&loop->lock);
    return done;
}

static void end_question(struct loop *loop, const char *id)
{
    pthread_mutex_lock(&loop->lock);
    snprintf(loop->done[loop->done_count++ % DONE_MAX], MI_QUERY_ID, "%s", id);
    if (loop->done_count == 2 * DONE_MAX)
        loop->done_count = DONE_MAX;
    if (loop->running[0] && strcmp(loop->running, id) == 0)
        miai_stop(loop->engine);
    pthread_mutex_unlock(&loop->lock);
}

static void end_all(struct loop *loop, uint64_t number)
{
    pthread_mutex_lock(&loop->lock);
    loop->all_done = number;
    pthread_mutex_unlock(&loop->lock);
    miai_stop(loop->engine);
}

/* The id may be used again. */
static void forget_end(struct loop *loop, const char *id)
{
    pthread_mutex_lock(&loop->lock);
    for (int i = 0; i < DONE_MAX; i++)
        if (strcmp(loop->done[i], id) == 0)
            loop->done[i][0] = '\0';
    pthread_mutex_unlock(&loop->lock);
}

static void set_running(struct loop *loop, const char *id)
{
    pthread_mutex_lock(&loop->lock);
    snprintf(loop->running, sizeof loop->running, "%s", id);
    pthread_mutex_unlock(&loop->lock);
}

/* Sees each line as it arrives, in the reader thread. */
static void watch(void *context, const struct mi_line *line)
{
    struct loop *loop = context;
    struct mi_query query;
    if (!line || line->cut || !strstr(line->text, "\"terminate"))
        return;
    mi_query_read(&query, line->text);
    if (strcmp(query.action, "terminate") == 0)
        end_question(loop, query.terminate);
    else if (strcmp(query.action, "terminate_all") == 0)
        end_all(loop, line->number);
    mi_query_free(&query);
}

/* ---- a position ---- */

static const char *reason(const struct loop *loop, int error)
{
    return error == MIAI_OK ? NULL : miai_error_reason(loop->engine, error);
}

static const char *set_board(struct loop *loop, const struct mi_query *query)
{
    int error = MIAI_OK;
    if (query->width != miai_width(loop->engine) || query->height != miai_height(loop->engine))
        error = miai_set_size(loop->engine, query->width, query->height);
    if (error == MIAI_OK)
        error = miai_clear(loop->engine);
    if (error == MIAI_OK && query->rules[0] &&
        miai_set_option(loop->engine, "rules", query->rules) != MIAI_OK)
        return "rules: unacceptable value";
    if (error == MIAI_OK && query->has_komi)
        error = miai_set_komi(loop->engine, query->komi);
    if (error == MIAI_OK && query->stones.length > 0)
        error = miai_set_stones(loop->engine, query->stones.text);
    if (error == MIAI_OK && query->first_player != MIAI_TURN)
        error = miai_set_turn(loop->engine, query->first_player);
    return reason(loop, error);
}

/* Makes the first moves of the question's. */
static const char *make_moves(struct loop *loop, const struct mi_query *query, int count)
{
    const char *text = query->moves.text;
    char move[MIAI_MOVE_TEXT];
    for (int i = 0; i < count; i++) {
        size_t length = strcspn(text + 2, " ");
        snprintf(move, sizeof move, "%.*s", (int)length, text + 2);
        int error = miai_play(loop->engine, text[0] == 'w', move);
        if (error != MIAI_OK)
            return reason(loop, error);
        text += 2 + length + 1;
    }
    return NULL;
}

static const char *search(struct loop *loop, const struct mi_query *query)
{
    const miai_study study = {.interval = query->report,
                              .points = true,
                              .points_by_move = query->moves_ownership,
                              .avoid = query->avoid,
                              .avoid_count = query->avoid_count};
    const miai_limits limits = {.seconds = query->seconds, .playouts = (uint64_t)query->visits};
    bool bounded = query->seconds > 0 || query->visits > 0;
    char move[MIAI_MOVE_TEXT];
    int error = miai_set_study(loop->engine, &study);
    if (error == MIAI_OK) {
        miai_announce(loop->engine); /* an end that comes from now on counts */
        if (is_done(loop, query->id))
            miai_stop(loop->engine);
        error = miai_search(loop->engine, MIAI_TURN, bounded ? &limits : NULL, move, sizeof move);
    }
    if (error == MIAI_OK)
        answer(loop, false);
    miai_set_study(loop->engine, NULL);
    return reason(loop, error);
}

static void ask(struct loop *loop, const struct mi_query *query, int turn)
{
    const char *fault =
        turn > query->move_count ? "analyzeTurns: a turn behind the last move" : NULL;
    if (is_done(loop, query->id)) {
        send_nothing(loop, query, turn);
        return;
    }
    if (!fault)
        fault = set_board(loop, query);
    if (!fault)
        fault = make_moves(loop, query, turn);
    loop->query = query;
    loop->turn = turn;
    loop->last_report = mi_seconds();
    if (!fault)
        fault = search(loop, query);
    loop->query = NULL;
    if (fault)
        send_error(loop, query->id, fault);
}

/* ---- a question ---- */

static void act(struct loop *loop, const struct mi_query *query)
{
    const char *action = query->action;
    const char *const plain[] = {"action", action, NULL};
    const char *const version[] = {"action",   action, "version", miai_version(),
                                   "git_hash", "",     NULL};
    const char *const ended[] = {"action", action, "terminateId", query->terminate, NULL};
    if (strcmp(action, "query_version") == 0) {
        send_members(loop, query->id, version);
    } else if (strcmp(action, "terminate") == 0) {
        forget_end(loop, query->terminate);
        send_members(loop, query->id, ended);
    } else if (strcmp(action, "terminate_all") == 0) {
        send_members(loop, query->id, plain);
    } else if (strcmp(action, "clear_cache") == 0) {
        miai_forget(loop->engine);
        send_members(loop, query->id, plain);
    } else {
        send_error(loop, query->id,
                   "action: query_version, terminate, terminate_all or clear_cache");
    }
}

static void execute(struct loop *loop, const struct mi_line *line)
{
    struct mi_query query;
    if (line->text[strspn(line->text, " \t\r")] == '\0')
        return;
    loop->number = line->number;
    mi_query_read(&query, line->cut ? "" : line->text);
    if (query.fault[0])
        send_error(loop, query.id, query.fault);
    else if (query.action[0])
        act(loop, &query);
    else if (query.id[0] == '\0')
        send_error(loop, "", "id: each question needs one");
    else {
        set_running(loop, query.id);
        if (query.turn_count == 0)
            query.turns[query.turn_count++] = query.move_count;
        for (int i = 0; i < query.turn_count && !loop->deaf; i++)
            ask(loop, &query, query.turns[i]);
        set_running(loop, "");
    }
    mi_query_free(&query);
}

/* ---- the loop ---- */

static void on_info(void *context, const miai_info *info)
{
    struct loop *loop = context;
    double now = mi_seconds();
    if (loop->query && is_done(loop, loop->query->id))
        miai_stop(loop->engine);
    if (!loop->query || info->number > 0 || info->line > 1 || loop->query->report <= 0 ||
        now - loop->last_report < loop->query->report / 2)
        return;
    loop->last_report = now;
    answer(loop, true);
    if (loop->deaf)
        miai_stop(loop->engine);
}

static void run(struct mi_session *session)
{
    struct loop *loop = calloc(1, sizeof *loop);
    struct mi_line *line;
    if (!loop)
        return;
    loop->engine = session->engine;
    loop->session = session;
    pthread_mutex_init(&loop->lock, NULL);
    miai_on_info(loop->engine, on_info, loop);
    mi_input_watch(session->input, watch, loop);
    while (!loop->deaf && (line = mi_input_next(session->input)) != NULL) {
        execute(loop, line);
        free(line);
    }
    mi_input_watch(session->input, NULL, NULL);
    miai_on_info(loop->engine, NULL, NULL);
    pthread_mutex_destroy(&loop->lock);
    free(loop);
}

static bool begins(const struct mi_line *line)
{
    return line->text[strspn(line->text, " \t")] == '{';
}

const struct mi_protocol mi_query = {"analysis", begins, run};
