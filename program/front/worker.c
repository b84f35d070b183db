/* A worker thread: communicates with one engine, about one position at a time. */
#include "front.h"

#include "program/process/child.h"
#include "program/process/process.h"

#include "protocol/io/file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { READ_BYTES = 1 << 16, POLL_MILLISECONDS = 50, MAX_FAILURES = 3 };

/* The connection to the engine. */
struct connection {
    struct mi_worker *worker;
    struct mi_child *child; /* NULL: not running */
    long clear_requests;    /* front->clear_requests when its cache was last cleared */
    int failures;           /* consecutive crashes without an answer */
    struct mi_reply output; /* output not yet processed */
    size_t consumed;        /* bytes of output that belong to the last line read */
};

/* ---- the engine's process ---- */

static bool start_engine(struct connection *connection)
{
    char *arguments[] = {"/bin/sh", "-c", NULL, NULL}, *command;
    size_t size = strlen(connection->worker->command) + sizeof "exec ";
    if (connection->child)
        return true;
    command = malloc(size);
    if (!command)
        return false;
    snprintf(command, size, "exec %s", connection->worker->command);
    arguments[2] = command;
    connection->child = mi_child_start(arguments);
    free(command);
    mi_reply_clear(&connection->output);
    connection->consumed = 0;
    return connection->child != NULL;
}

/* Ends the engine; kills it if it still runs after that many seconds. */
static void end_engine(struct connection *connection, double seconds)
{
    if (connection->child)
        mi_process_end_child(connection->child, seconds, NULL, 0);
    connection->child = NULL;
}

static bool send_line(struct connection *connection, const struct mi_reply *line)
{
    int n = line->failed ? 0 : MI_CHILD_TIMEOUT;
    for (size_t sent = 0; sent < line->length && n != 0; sent += n > 0 ? (size_t)n : 0)
        n = mi_child_write(connection->child, line->text + sent, line->length - sent,
                           POLL_MILLISECONDS);
    return n != 0;
}

/* Reads a line, valid until the next call.  NULL: none yet, or, with *ended, end of output. */
static char *read_engine_line(struct connection *connection, bool *ended)
{
    char block[READ_BYTES];
    char *text = connection->output.text, *line_end = NULL;
    if (connection->consumed > 0) {
        connection->output.length -= connection->consumed;
        memmove(text, text + connection->consumed, connection->output.length);
        connection->consumed = 0;
    }
    if (connection->output.length > 0)
        line_end = memchr(text, '\n', connection->output.length);
    if (!line_end) {
        int n = mi_child_read(connection->child, block, sizeof block, POLL_MILLISECONDS);
        *ended = n == 0;
        if (n > 0)
            mi_reply_bytes(&connection->output, block, (size_t)n);
        *ended |= connection->output.failed;
        return NULL;
    }
    *line_end = '\0';
    connection->consumed = (size_t)(line_end - text) + 1;
    return text;
}

/* ---- a position ---- */

/* Forwards an answer to the query with this id, with the client's id.  True: it is the last one. */
static bool forward_answer(struct mi_front *front, struct mi_queue_entry *entry, uint64_t query_id,
                           bool first, const char *line)
{
    struct mi_front_answer answer;
    struct mi_reply reply = {0};
    mi_front_parse_answer(line, &answer);
    if (answer.query_id != query_id)
        return false;
    pthread_mutex_lock(&front->lock);
    if (!entry->question->dead && (!answer.warning || first)) {
        mi_reply_bytes(&reply, line, answer.id_begin);
        mi_reply_add(&reply, entry->question->id);
        mi_reply_add(&reply, line + answer.id_end);
        mi_reply_add(&reply, "\n");
        mi_front_send(front, &reply);
        entry->question->dead |= answer.error; /* report an error once */
    }
    pthread_mutex_unlock(&front->lock);
    return answer.error || answer.final;
}

static bool is_cancelled(struct mi_front *front, const struct mi_queue_entry *entry)
{
    pthread_mutex_lock(&front->lock);
    bool ended = entry->ended || entry->question->dead || front->client_gone;
    pthread_mutex_unlock(&front->lock);
    return ended;
}

static bool send_terminate(struct connection *connection, uint64_t query_id)
{
    struct mi_reply line = {0};
    mi_reply_format(&line,
                    "{\"id\":\"front\",\"action\":\"terminate\",\"terminateId\":\"%" PRIu64 "\"}\n",
                    query_id);
    bool sent = send_line(connection, &line);
    mi_reply_free(&line);
    return sent;
}

/* Sends a query and forwards the answers.  False: the engine ended before its last answer. */
static bool query_engine(struct connection *connection, struct mi_queue_entry *entry,
                         uint64_t query_id, bool first)
{
    struct mi_front *front = connection->worker->front;
    struct mi_reply line = {0};
    bool terminating = false, ended = false, done = false;
    mi_front_write_query(entry->question->text, entry->turn, query_id, &line);
    ended = !send_line(connection, &line);
    mi_reply_free(&line);
    while (!ended && !done) {
        const char *output = read_engine_line(connection, &ended);
        done = output && forward_answer(front, entry, query_id, first, output);
        if (!terminating && !done && is_cancelled(front, entry)) {
            terminating = true;
            ended |= !send_terminate(connection, query_id);
        }
    }
    return done;
}

/* Is it the first turn of the query?  Warnings about the query as a whole are forwarded only for
 * its first turn. */
static bool is_first_turn(const struct mi_queue_entry *entry)
{
    struct mi_query query;
    mi_query_read(&query, entry->question->text);
    bool first = query.turn_count > 0 && query.turns[0] == entry->turn;
    mi_query_free(&query);
    return first;
}

static bool forward_clear_cache(struct connection *connection)
{
    struct mi_front *front = connection->worker->front;
    struct mi_reply line = {0};
    pthread_mutex_lock(&front->lock);
    bool needs_clearing = connection->clear_requests != front->clear_requests;
    connection->clear_requests = front->clear_requests;
    pthread_mutex_unlock(&front->lock);
    mi_reply_add(&line, "{\"id\":\"front\",\"action\":\"clear_cache\"}\n");
    bool good = !needs_clearing || send_line(connection, &line);
    mi_reply_free(&line);
    return good;
}

static bool process_position(struct connection *connection, struct mi_queue_entry *entry,
                             uint64_t query_id)
{
    return start_engine(connection) && forward_clear_cache(connection) &&
           query_engine(connection, entry, query_id, is_first_turn(entry));
}

/* ---- the thread ---- */

/* Is all work done?  Not while another worker has a position, which may return to the queue. */
static bool is_all_done(const struct mi_front *front)
{
    bool busy = !front->closing;
    for (int i = 0; i < front->workers; i++)
        busy |= front->worker[i].entry != NULL;
    return !busy;
}

/* Takes the next position; NULL at the end.  The lock is held. */
static struct mi_queue_entry *next_position(struct mi_front *front, uint64_t *query_id)
{
    struct mi_queue_entry *entry;
    while ((entry = mi_queue_take(&front->queue, false)) == NULL && !is_all_done(front))
        pthread_cond_wait(&front->changed, &front->lock);
    *query_id = ++front->query_id;
    return entry;
}

/* Puts a position back into the queue after its engine has crashed.  If no engine is left, reports
 * an error to the client. */
static void requeue_position(struct mi_front *front, struct mi_queue_entry *entry)
{
    struct mi_reply reply = {0};
    if (front->running_workers > 0) {
        mi_queue_put_back(&front->queue, entry);
        return;
    }
    if (!entry->question->dead) {
        mi_query_write_error(&reply, entry->question->id, "no engine is left", "");
        mi_front_send(front, &reply);
    }
    entry->question->dead = true;
    mi_queue_entry_free(entry);
}

static void finish_position(struct connection *connection, struct mi_queue_entry *entry, bool done)
{
    struct mi_front *front = connection->worker->front;
    connection->worker->entry = NULL;
    connection->failures = done ? 0 : connection->failures + 1;
    if (connection->failures == MAX_FAILURES) {
        front->running_workers--;
        mi_print_clean(stderr, "%s: it ends without an answer: %s\n", front->program,
                       connection->worker->command);
    }
    if (done)
        mi_queue_entry_free(entry);
    else
        requeue_position(front, entry);
    pthread_cond_broadcast(&front->changed);
}

/* If the query was cancelled before it was sent to an engine, returns true; if the client
 * terminated it, also answers it. */
static bool answer_cancelled(struct mi_front *front, const struct mi_queue_entry *entry)
{
    struct mi_reply reply = {0};
    if (entry->ended && !entry->question->dead) {
        mi_query_write_no_result(&reply, entry->question->id, entry->turn);
        mi_front_send(front, &reply);
    }
    return entry->ended || entry->question->dead || front->client_gone;
}

void *mi_front_worker_main(void *context)
{
    struct mi_worker *worker = context;
    struct mi_front *front = worker->front;
    struct connection connection = {.worker = worker};
    struct mi_queue_entry *entry;
    uint64_t query_id;
    pthread_mutex_lock(&front->lock);
    while (connection.failures < MAX_FAILURES &&
           (entry = next_position(front, &query_id)) != NULL) {
        bool done = answer_cancelled(front, entry);
        worker->entry = entry;
        pthread_mutex_unlock(&front->lock);
        if (!done) {
            done = process_position(&connection, entry, query_id);
            if (!done)
                end_engine(&connection, 0);
        }
        pthread_mutex_lock(&front->lock);
        finish_position(&connection, entry, done);
    }
    while (front->running_workers == 0 && (entry = next_position(front, &query_id)) != NULL)
        requeue_position(front,
                         entry); /* the last worker reports an error for all remaining queries */
    pthread_mutex_unlock(&front->lock);
    end_engine(&connection, 1);
    mi_reply_free(&connection.output);
    return NULL;
}
