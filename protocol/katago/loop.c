/* The loop of KataGo's analysis engine.  One position is searched at a time, as by an analysis
 * engine with one thread for positions; while it is, further questions are taken in, the one of the
 * highest priority is the next, and what needs no search is answered at once.
 *
 *     reader thread --each line--> queue --the most urgent--> main thread --> answers
 *                         |
 *                         +-- terminate: stops the search that is meant */
#include "query.h"

#include "base/clock.h"
#include "base/thread.h"
#include "rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUEUE_BYTES = 64 << 20 }; /* with more than that waiting no further line is read */

static const double GLANCE = 0.1; /* seconds from one look at what came in to the next */

struct loop {
    miai_engine *engine;
    struct mi_session *session;
    bool deaf; /* nobody reads what is written */
    /* The question that is searched; NULL: none. */
    const struct mi_query *query;
    double last_report;
    char rules[64]; /* of a question that names none, and its komi: those that were on at first */
    double komi;
    pthread_mutex_t lock; /* guards what follows, which the reader thread writes too */
    struct mi_queue queue;
    struct mi_wait *running; /* what is searched or about to be, or NULL */
    bool lost;               /* there was no memory for a line */
    bool over;               /* input has ended, and nobody waits for what is searched */
};

/* ---- writing ---- */

static void send(struct loop *loop, struct mi_reply *reply)
{
    if (reply->failed || !mi_session_write(loop->session, reply->text, reply->length))
        loop->deaf = true;
    mi_reply_free(reply);
}

static void answer(struct loop *loop, int turn, bool searching)
{
    struct mi_reply reply = {0};
    mi_query_write_answer(loop->query, loop->engine, turn, searching, &reply);
    send(loop, &reply);
}

static void send_members(struct loop *loop, const char *id, const char *const *members)
{
    struct mi_reply reply = {0};
    mi_query_members(&reply, id, members);
    send(loop, &reply);
}

static void send_error(struct loop *loop, const char *id, const char *what, const char *field)
{
    struct mi_reply reply = {0};
    mi_query_error(&reply, id, what, field);
    send(loop, &reply);
}

static void send_nothing(struct loop *loop, const struct mi_wait *wait)
{
    struct mi_reply reply = {0};
    mi_query_write_no_result(&reply, wait->question->id, wait->turn);
    send(loop, &reply);
}

static void warn_unused(struct loop *loop, const struct mi_query *query, const char *field,
                        const char *name)
{
    char text[128];
    snprintf(text, sizeof text, "no effect here%s%s", name[0] ? ": " : "", name);
    send_members(loop, query->id, (const char *const[]){"warning", text, "field", field, NULL});
}

static void warn(struct loop *loop, const struct mi_query *query)
{
    char text[128];
    if (mi_rules_differ(loop->engine, query->rules, text, sizeof text))
        send_members(loop, query->id,
                     (const char *const[]){"warning", text, "field", "rules", NULL});
    for (int i = 0; i < query->unused_count; i++)
        warn_unused(loop, query, query->unused[i].field, query->unused[i].name);
    for (int i = 0; i < query->setting_count; i++)
        if (!mi_query_setting_is_known(loop->engine, &query->setting[i]))
            warn_unused(loop, query, "overrideSettings", query->setting[i].name);
}

/* ---- a position ---- */

static const char *reason(const struct loop *loop, int error)
{
    return error == MIAI_OK ? NULL : miai_error_reason(loop->engine, error);
}

/* Whatever the last question had.  What an object leaves open is as it was at first, too. */
static int set_rules(struct loop *loop, const struct mi_query *query)
{
    int error = MIAI_OK;
    if (loop->rules[0] && (query->rules[0] == '\0' || query->rules[0] == '{'))
        error = miai_set_option(loop->engine, "rules", loop->rules);
    if (error == MIAI_OK && query->rules[0])
        error = mi_rules_set(loop->engine, query->rules);
    return error;
}

/* The player to move at turn 0, as in KataGo: the question's, or the first move's, or White after
 * handicap stones (two and more of Black's, none of White's). */
static int first_player(const struct mi_query *query)
{
    int stones[2] = {0, 0};
    if (query->first_player != MIAI_TURN)
        return query->first_player;
    if (query->move_count > 0)
        return query->moves.text[0] == 'w';
    if (query->stones.length == 0)
        return MIAI_TURN;
    for (const char *at = query->stones.text; *at; at = strchr(at + 2, ' ') + 1)
        stones[at[0] == 'w']++;
    return stones[0] > 1 && stones[1] == 0;
}

/* A player that the question does not name may be impossible (a king in check): then the first move
 * is illegal, or the turn stays as it is. */
static int set_first_player(struct loop *loop, const struct mi_query *query)
{
    int player = first_player(query);
    int error = player == MIAI_TURN ? MIAI_OK : miai_set_turn(loop->engine, player);
    return query->first_player == MIAI_TURN ? MIAI_OK : error;
}

static const char *set_board(struct loop *loop, const struct mi_query *query, const char **field)
{
    int error = MIAI_OK;
    *field = "boardXSize";
    if (query->width != miai_width(loop->engine) || query->height != miai_height(loop->engine))
        error = miai_set_size(loop->engine, query->width, query->height);
    if (error == MIAI_OK)
        error = miai_clear(loop->engine);
    if (error != MIAI_OK)
        return reason(loop, error);
    *field = "rules";
    error = set_rules(loop, query);
    if (error != MIAI_OK)
        return mi_rules_failure(loop->engine, error);
    *field = "whiteHandicapBonus";
    if (query->bonus[0])
        error = mi_rules_change(loop->engine, *field, query->bonus);
    if (error != MIAI_OK)
        return error == MIAI_BAD_VALUE ? "one of 0, N and N-1" : reason(loop, error);
    *field = "komi";
    error = miai_set_komi(loop->engine, query->has_komi ? query->komi : loop->komi);
    if (error != MIAI_OK)
        return reason(loop, error);
    *field = "initialStones";
    if (query->stones.length > 0)
        error = miai_set_stones(loop->engine, query->stones.text);
    if (error == MIAI_OK)
        error = set_first_player(loop, query);
    return reason(loop, error);
}

/* Makes the first moves of the question's; what it complains of is in the text. */
static bool make_moves(struct loop *loop, const struct mi_query *query, int count, char text[128])
{
    const char *at = query->moves.text;
    char move[MIAI_MOVE_TEXT];
    for (int i = 0; i < count; i++) {
        size_t length = strcspn(at + 2, " ");
        snprintf(move, sizeof move, "%.*s", (int)length, at + 2);
        int error = miai_replay(loop->engine, at[0] == 'w', move);
        if (error == MIAI_SYNTAX)
            snprintf(text, 128, "move %d, %s, is no move of the game", i, move);
        else if (error != MIAI_OK)
            snprintf(text, 128, "%s %d: %s",
                     error == MIAI_ILLEGAL ? "Illegal move" : miai_error_text(error), i, move);
        if (error != MIAI_OK)
            return false;
        at += 2 + length + 1;
    }
    return true;
}

/* Comes to the position; all moves are tried before the first turn is searched.  False: it is
 * answered by an error. */
static bool set_up(struct loop *loop, struct mi_wait *wait, const struct mi_query *query)
{
    struct mi_question *question = wait->question;
    const char *field;
    char text[128];
    for (int round = question->was_played; round < 2; round++) {
        const char *fault = set_board(loop, query, &field);
        if (!fault && !make_moves(loop, query, round ? wait->turn : query->move_count, text))
            fault = text, field = "moves";
        if (fault) {
            send_error(loop, question->id, fault, field);
            question->dead = true;
            return false;
        }
    }
    if (!question->was_played)
        warn(loop, query);
    question->was_played = true;
    return true;
}

/* What is asked of the search; a fault has been told. */
static bool request(struct loop *loop, const struct mi_wait *wait, const struct mi_query *query)
{
    const double glance = query->report > 0 && query->report < GLANCE ? query->report : GLANCE;
    const miai_analysis_request request = {.interval = glance,
                                           .points = true,
                                           .points_by_move = query->moves_ownership,
                                           .avoid = query->avoid,
                                           .avoid_count = query->avoid_count};
    int error = miai_request_analysis(loop->engine, &request);
    if (error != MIAI_OK)
        send_error(loop, wait->question->id, reason(loop, error),
                   query->avoid[0].allow ? "allowMoves" : "avoidMoves");
    return error == MIAI_OK;
}

static int search(struct loop *loop, const struct mi_query *query)
{
    const miai_limits limits = {.seconds = query->seconds, .playouts = (uint64_t)query->visits};
    bool bounded = query->seconds > 0 || query->visits > 0;
    char move[MIAI_MOVE_TEXT];
    miai_arm_search(loop->engine); /* an end that comes from now on counts */
    pthread_mutex_lock(&loop->lock);
    if (loop->running->ended)
        miai_stop(loop->engine);
    pthread_mutex_unlock(&loop->lock);
    return miai_search(loop->engine, MIAI_TURN, bounded ? &limits : NULL, move, sizeof move);
}

static bool is_over(struct loop *loop)
{
    pthread_mutex_lock(&loop->lock);
    bool over = loop->over;
    pthread_mutex_unlock(&loop->lock);
    return over;
}

static void search_and_answer(struct loop *loop, const struct mi_wait *wait, struct mi_query *query)
{
    loop->query = query;
    loop->last_report = mi_clock();
    int error = search(loop, query);
    if (error == MIAI_OK && !is_over(loop))
        answer(loop, wait->turn, false);
    else if (error != MIAI_OK)
        send_error(loop, wait->question->id, reason(loop, error), "");
    loop->query = NULL;
}

static void ask(struct loop *loop, struct mi_wait *wait, struct mi_query *query)
{
    char why[160];
    if (!set_up(loop, wait, query))
        return;
    if (mi_query_set(query, loop->engine, why, sizeof why) != MIAI_OK) {
        send_error(loop, wait->question->id, why, "overrideSettings");
        wait->question->dead = true;
        return;
    }
    if (request(loop, wait, query))
        search_and_answer(loop, wait, query);
    mi_query_unset(query, loop->engine);
    miai_request_analysis(loop->engine, NULL);
}

/* ---- what is done at once ---- */

static void act(struct loop *loop, const struct mi_query *query, const char *line)
{
    struct mi_reply reply = {0};
    if (mi_query_echo(&reply, query, line) && strcmp(query->action, "clear_cache") == 0)
        miai_forget(loop->engine);
    send(loop, &reply);
}

static void execute(struct loop *loop, struct mi_wait *wait, bool ended)
{
    struct mi_query query;
    if (wait->question->dead)
        return;
    if (ended) {
        send_nothing(loop, wait);
        return;
    }
    mi_query_read(&query, wait->question->text);
    if (query.fault[0])
        send_error(loop, query.id, query.fault, query.field);
    else if (query.action[0])
        act(loop, &query, wait->question->text);
    else
        ask(loop, wait, &query);
    mi_query_free(&query);
}

/* ---- the loop ---- */

/* KataGo's -quit-without-waiting: what needs no search is still answered. */
static void end_input(struct loop *loop)
{
    if (!loop->session->quit_without_waiting)
        return;
    pthread_mutex_lock(&loop->lock);
    loop->over = true;
    if (loop->running) {
        loop->running->ended = true;
        miai_stop(loop->engine);
    }
    pthread_mutex_unlock(&loop->lock);
}

/* Sees each line as it arrives, in the reader thread, and the end of input. */
static void watch(void *context, const struct mi_line *line)
{
    struct loop *loop = context;
    struct mi_query query;
    if (!line)
        end_input(loop);
    if (!line || strspn(line->text, " \t\r") == line->length)
        return;
    bool whole = !line->cut && strlen(line->text) == line->length;
    const char *text = whole ? line->text : "";
    mi_query_read(&query, text);
    pthread_mutex_lock(&loop->lock);
    loop->lost |= !mi_queue_add(&loop->queue, &query, text);
    if (query.fault[0] == '\0' && strncmp(query.action, "terminate", 9) == 0) {
        mi_queue_end(&loop->queue, &query);
        if (loop->running && mi_wait_is_meant(loop->running, &query)) {
            loop->running->ended = true;
            miai_stop(loop->engine);
        }
    }
    pthread_mutex_unlock(&loop->lock);
    mi_query_free(&query);
}

/* Makes room for further lines; what they say has been taken in. */
static void take_in(struct loop *loop)
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

static void finish(struct loop *loop, struct mi_wait *wait)
{
    pthread_mutex_lock(&loop->lock);
    if (loop->running == wait)
        loop->running = NULL;
    pthread_mutex_unlock(&loop->lock);
    mi_wait_free(wait);
}

/* What leaves the queue for a search runs in the same moment, so that a "terminate" finds it. */
static bool serve(struct loop *loop, bool urgent)
{
    pthread_mutex_lock(&loop->lock);
    struct mi_wait *wait = mi_queue_take(&loop->queue, urgent || loop->over);
    bool lost = loop->lost, ended = wait && wait->ended;
    loop->lost = false;
    if (!urgent)
        loop->running = wait;
    pthread_mutex_unlock(&loop->lock);
    if (lost)
        send_error(loop, "", miai_error_text(MIAI_NO_MEMORY), "");
    if (!wait)
        return lost;
    execute(loop, wait, ended);
    finish(loop, wait);
    return true;
}

static void on_info(void *context, const miai_info *info)
{
    struct loop *loop = context;
    const struct mi_query *query = loop->query;
    double now = mi_clock();
    if (!query)
        return;
    take_in(loop);
    while (!loop->deaf && serve(loop, true))
        ;
    if (query->report > 0 && info->number == 0 && info->line <= 1 &&
        now - loop->last_report >= query->report - GLANCE / 2) {
        loop->last_report = now;
        answer(loop, loop->running->turn, true);
    }
    if (loop->deaf)
        miai_stop(loop->engine);
}

static void work(struct loop *loop)
{
    struct mi_line *line;
    while (!loop->deaf) {
        take_in(loop);
        if (serve(loop, false))
            continue;
        if ((line = mi_input_next(loop->session->input)) == NULL)
            return;
        free(line);
    }
}

static void run(struct mi_session *session)
{
    struct loop *loop = calloc(1, sizeof *loop);
    if (!loop)
        return;
    loop->engine = session->engine;
    loop->session = session;
    loop->komi = miai_komi(loop->engine);
    if (miai_get_option(loop->engine, "rules", loop->rules, sizeof loop->rules) < 0)
        loop->rules[0] = '\0';
    pthread_mutex_init(&loop->lock, NULL);
    miai_on_info(loop->engine, on_info, loop);
    mi_input_watch(session->input, watch, loop);
    work(loop);
    mi_input_watch(session->input, NULL, NULL);
    miai_on_info(loop->engine, NULL, NULL);
    mi_queue_clear(&loop->queue);
    pthread_mutex_destroy(&loop->lock);
    free(loop);
}

static bool begins(const struct mi_line *line)
{
    return line->text[strspn(line->text, " \t")] == '{';
}

const struct mi_protocol mi_katago_protocol = {"analysis", begins, run};
