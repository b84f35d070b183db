/* A thread that talks with one engine, about one position at a time. */
#include "front.h"

#include "program/process/child.h"
#include "program/process/process.h"

#include "protocol/io/file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 16, MOMENT = 50, FAILURES = 3 };

/* The engine as its thread knows it. */
struct talk {
    struct mi_worker *worker;
    struct mi_child *child; /* NULL: it does not run */
    long clears;            /* those that it has heard of */
    int failures;           /* ends in a row, without an answer between */
    struct mi_reply heard;  /* what came of it */
    size_t taken;           /* of that, by the line that was looked at last */
};

/* ---- the engine's process ---- */

static bool start(struct talk *talk)
{
    char *arguments[] = {"/bin/sh", "-c", NULL, NULL}, *command;
    size_t size = strlen(talk->worker->command) + sizeof "exec ";
    if (talk->child)
        return true;
    command = malloc(size);
    if (!command)
        return false;
    snprintf(command, size, "exec %s", talk->worker->command);
    arguments[2] = command;
    talk->child = mi_child_start(arguments);
    free(command);
    mi_reply_clear(&talk->heard);
    talk->taken = 0;
    return talk->child != NULL;
}

/* Ends it, which may take so many seconds. */
static void end(struct talk *talk, double seconds)
{
    if (talk->child)
        mi_process_end_child(talk->child, seconds, NULL, 0);
    talk->child = NULL;
}

static bool say(struct talk *talk, const struct mi_reply *line)
{
    int n = line->failed ? 0 : MI_CHILD_SILENT;
    for (size_t sent = 0; sent < line->length && n != 0; sent += n > 0 ? (size_t)n : 0)
        n = mi_child_write(talk->child, line->text + sent, line->length - sent, MOMENT);
    return n != 0;
}

/* The next line, which lives until the next call; NULL: none yet, or, with *ended, none any more.
 */
static char *hear(struct talk *talk, bool *ended)
{
    char block[BLOCK];
    char *text = talk->heard.text, *line_end = NULL;
    if (talk->taken > 0) {
        talk->heard.length -= talk->taken;
        memmove(text, text + talk->taken, talk->heard.length);
        talk->taken = 0;
    }
    if (talk->heard.length > 0)
        line_end = memchr(text, '\n', talk->heard.length);
    if (!line_end) {
        int n = mi_child_read(talk->child, block, sizeof block, MOMENT);
        *ended = n == 0;
        if (n > 0)
            mi_reply_bytes(&talk->heard, block, (size_t)n);
        *ended |= talk->heard.failed;
        return NULL;
    }
    *line_end = '\0';
    talk->taken = (size_t)(line_end - text) + 1;
    return text;
}

/* ---- a position ---- */

/* Hands an answer on with the client's id; true: it was the last one. */
static bool hand_on(struct mi_front *front, struct mi_wait *wait, uint64_t tag, bool first,
                    const char *line)
{
    struct mi_front_answer answer;
    struct mi_reply reply = {0};
    mi_front_read(line, &answer);
    if (answer.tag != tag)
        return false;
    pthread_mutex_lock(&front->lock);
    if (!wait->question->dead && (!answer.warning || first)) {
        mi_reply_bytes(&reply, line, answer.id_begin);
        mi_reply_add(&reply, wait->question->id);
        mi_reply_add(&reply, line + answer.id_end);
        mi_reply_add(&reply, "\n");
        mi_front_send(front, &reply);
        wait->question->dead |= answer.error; /* which is said once */
    }
    pthread_mutex_unlock(&front->lock);
    return answer.error || answer.final;
}

static bool is_ended(struct mi_front *front, const struct mi_wait *wait)
{
    pthread_mutex_lock(&front->lock);
    bool ended = wait->ended || wait->question->dead || front->deaf;
    pthread_mutex_unlock(&front->lock);
    return ended;
}

static bool say_terminate(struct talk *talk, uint64_t tag)
{
    struct mi_reply line = {0};
    mi_reply_format(&line,
                    "{\"id\":\"front\",\"action\":\"terminate\",\"terminateId\":\"%" PRIu64 "\"}\n",
                    tag);
    bool said = say(talk, &line);
    mi_reply_free(&line);
    return said;
}

/* Asks, and hands on what comes.  False: the engine has ended before its last answer. */
static bool ask(struct talk *talk, struct mi_wait *wait, uint64_t tag, bool first)
{
    struct mi_front *front = talk->worker->front;
    struct mi_reply line = {0};
    bool told = false, ended = false, done = false;
    mi_front_question(wait->question->text, wait->turn, tag, &line);
    ended = !say(talk, &line);
    mi_reply_free(&line);
    while (!ended && !done) {
        const char *heard = hear(talk, &ended);
        done = heard && hand_on(front, wait, tag, first, heard);
        if (!told && !done && is_ended(front, wait)) {
            told = true;
            ended |= !say_terminate(talk, tag);
        }
    }
    return done;
}

/* Is the turn the first that the question asks about?  What is to be said of it as a whole is said
 * with that. */
static bool is_first(const struct mi_wait *wait)
{
    struct mi_query query;
    mi_query_read(&query, wait->question->text);
    bool first = query.turn_count > 0 && query.turns[0] == wait->turn;
    mi_query_free(&query);
    return first;
}

static bool forget(struct talk *talk)
{
    struct mi_front *front = talk->worker->front;
    struct mi_reply line = {0};
    pthread_mutex_lock(&front->lock);
    bool behind = talk->clears != front->clears;
    talk->clears = front->clears;
    pthread_mutex_unlock(&front->lock);
    mi_reply_add(&line, "{\"id\":\"front\",\"action\":\"clear_cache\"}\n");
    bool good = !behind || say(talk, &line);
    mi_reply_free(&line);
    return good;
}

static bool work_at(struct talk *talk, struct mi_wait *wait, uint64_t tag)
{
    return start(talk) && forget(talk) && ask(talk, wait, tag, is_first(wait));
}

/* ---- the thread ---- */

/* Is it the end?  What another worker is at may come back. */
static bool is_over(const struct mi_front *front)
{
    bool busy = !front->closing;
    for (int i = 0; i < front->workers; i++)
        busy |= front->worker[i].wait != NULL;
    return !busy;
}

/* The next position, or NULL at the end; the lock is held. */
static struct mi_wait *take(struct mi_front *front, uint64_t *tag)
{
    struct mi_wait *wait;
    while ((wait = mi_queue_take(&front->queue, false)) == NULL && !is_over(front))
        pthread_cond_wait(&front->changed, &front->lock);
    *tag = ++front->tag;
    return wait;
}

/* Of one that broke down another is asked; if none is left, it is an error. */
static void give_back(struct mi_front *front, struct mi_wait *wait)
{
    struct mi_reply reply = {0};
    if (front->living > 0) {
        mi_queue_put_back(&front->queue, wait);
        return;
    }
    if (!wait->question->dead) {
        mi_query_error(&reply, wait->question->id, "no engine is left", "");
        mi_front_send(front, &reply);
    }
    wait->question->dead = true;
    mi_wait_free(wait);
}

static void finish(struct talk *talk, struct mi_wait *wait, bool done)
{
    struct mi_front *front = talk->worker->front;
    talk->worker->wait = NULL;
    talk->failures = done ? 0 : talk->failures + 1;
    if (talk->failures == FAILURES) {
        front->living--;
        mi_print_clean(stderr, "%s: it ends without an answer: %s\n", front->program,
                       talk->worker->command);
    }
    if (done)
        mi_wait_free(wait);
    else
        give_back(front, wait);
    pthread_cond_broadcast(&front->changed);
}

/* What was ended before it was asked is answered here. */
static bool is_settled(struct mi_front *front, const struct mi_wait *wait)
{
    struct mi_reply reply = {0};
    if (wait->ended && !wait->question->dead) {
        mi_query_write_no_result(&reply, wait->question->id, wait->turn);
        mi_front_send(front, &reply);
    }
    return wait->ended || wait->question->dead || front->deaf;
}

void *mi_front_work(void *context)
{
    struct mi_worker *worker = context;
    struct mi_front *front = worker->front;
    struct talk talk = {.worker = worker};
    struct mi_wait *wait;
    uint64_t tag;
    pthread_mutex_lock(&front->lock);
    while (talk.failures < FAILURES && (wait = take(front, &tag)) != NULL) {
        bool done = is_settled(front, wait);
        worker->wait = wait;
        pthread_mutex_unlock(&front->lock);
        if (!done) {
            done = work_at(&talk, wait, tag);
            if (!done)
                end(&talk, 0);
        }
        pthread_mutex_lock(&front->lock);
        finish(&talk, wait, done);
    }
    while (front->living == 0 && (wait = take(front, &tag)) != NULL)
        give_back(front, wait); /* the last one says so of all that comes */
    pthread_mutex_unlock(&front->lock);
    end(&talk, 1);
    mi_reply_free(&talk.heard);
    return NULL;
}
