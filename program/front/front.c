#include "front.h"

#include "base/thread.h"

#include <stdlib.h>
#include <string.h>

enum { QUEUE_BYTES = 64 << 20 }; /* when more is queued, no further line is read */

void mi_front_send(struct mi_front *front, struct mi_reply *reply)
{
    if (front->client_gone || reply->failed ||
        !mi_session_write(front->session, reply->text, reply->length))
        front->client_gone = true;
    mi_reply_free(reply);
}

/* ---- requests of the client; the lock is held ---- */

/* Terminates the positions that the action names, in the queue and those being searched. */
static void terminate_matching(struct mi_front *front, const struct mi_query *query)
{
    mi_queue_terminate(&front->queue, query);
    for (int i = 0; i < front->workers; i++) {
        struct mi_queue_entry *entry = front->worker[i].entry;
        if (entry && mi_queue_entry_matches(entry, query))
            entry->ended = true;
    }
}

static void run_query_action(struct mi_front *front, const struct mi_query *query, const char *line)
{
    struct mi_reply reply = {0};
    if (mi_query_write_echo(&reply, query, line, NULL)) {
        if (strncmp(query->action, "terminate", 9) == 0)
            terminate_matching(front, query);
        front->clear_requests += strcmp(query->action, "clear_cache") == 0;
    }
    mi_front_send(front, &reply);
}

static void handle_client_line(struct mi_front *front, const char *line)
{
    struct mi_query query;
    struct mi_reply reply = {0};
    mi_query_read(&query, line);
    if (query.fault[0]) {
        mi_query_write_error(&reply, query.id, query.fault, query.field);
        mi_front_send(front, &reply);
    } else if (query.action[0]) {
        run_query_action(front, &query, line);
    } else if (!mi_queue_add(&front->queue, &query, line)) {
        mi_query_write_error(&reply, query.id, miai_error_text(MIAI_NO_MEMORY), "");
        mi_front_send(front, &reply);
    }
    mi_query_free(&query);
}

static void read_client(struct mi_front *front)
{
    struct mi_line *line;
    bool client_gone = false;
    while (!client_gone && (line = mi_input_next(front->session->input)) != NULL) {
        bool is_complete = !line->cut && strlen(line->text) == line->length;
        bool blank = strspn(line->text, " \t\r") == line->length;
        pthread_mutex_lock(&front->lock);
        while (front->queue.bytes > QUEUE_BYTES)
            pthread_cond_wait(&front->changed, &front->lock);
        if (!blank)
            handle_client_line(front, is_complete ? line->text : "");
        client_gone = front->client_gone;
        pthread_cond_broadcast(&front->changed);
        pthread_mutex_unlock(&front->lock);
        free(line);
    }
}

/* ---- the session ---- */

static void run_workers(struct mi_front *front)
{
    struct mi_thread threads[MI_FRONT_WORKERS];
    int count = 0;
    front->running_workers = front->workers;
    while (count < front->workers &&
           mi_thread_start(&threads[count], mi_front_worker_main, &front->worker[count]))
        count++;
    pthread_mutex_lock(&front->lock);
    front->running_workers -= front->workers - count;
    pthread_mutex_unlock(&front->lock);
    if (count > 0)
        read_client(front);
    pthread_mutex_lock(&front->lock);
    front->closing = true;
    front->client_gone |= front->session->quit_without_waiting;
    pthread_cond_broadcast(&front->changed);
    pthread_mutex_unlock(&front->lock);
    for (int i = 0; i < count; i++)
        mi_thread_join(&threads[i]);
}

bool mi_front_run(struct mi_session *session, char *const *commands, const char *program)
{
    struct mi_front *front = calloc(1, sizeof *front);
    if (!front)
        return false;
    front->session = session;
    front->program = program;
    for (; *commands && front->workers < MI_FRONT_WORKERS; commands++)
        front->worker[front->workers++] = (struct mi_worker){.front = front, .command = *commands};
    pthread_mutex_init(&front->lock, NULL);
    pthread_cond_init(&front->changed, NULL);
    run_workers(front);
    bool good = front->running_workers > 0;
    mi_queue_clear(&front->queue);
    pthread_cond_destroy(&front->changed);
    pthread_mutex_destroy(&front->lock);
    free(front);
    return good;
}
