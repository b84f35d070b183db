#include "input.h"

#include "base/clock.h"
#include "base/text.h"
#include "base/thread.h"
#include "stream.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { CHUNK_BYTES = 1 << 16, KEPT_BYTES = 256, QUEUE_MAX = MI_LINE_MAX };

/* The line that is being read. */
struct partial {
    char *text;
    size_t length, size;
    bool cut;
};

struct mi_input {
    struct mi_stream *stream;
    struct mi_thread reader;

    /* Used only by the reader thread. */
    struct partial partial;
    struct mi_line *spare; /* used when memory has run out; or NULL */
    uint64_t count;
    double last_read, pause;
    char chunk[CHUNK_BYTES]; /* the bytes read last */

    pthread_mutex_t lock; /* guards all below */
    clockid_t clock;      /* clock of the condition "lines" */
    pthread_cond_t lines; /* signals a new line or the end of input */
    pthread_cond_t space; /* signals that the queue has space again or is to be closed */
    struct mi_line *first, **last;
    size_t bytes; /* bytes in the queue */
    bool ended, closing;
    void (*watch)(void *context, const struct mi_line *line);
    void *context;
};

/* ---- the reader thread ---- */

static void partial_cut(struct partial *partial)
{
    partial->cut = true;
    if (partial->length > MI_LINE_CUT)
        partial->length = MI_LINE_CUT;
}

static bool partial_resize(struct partial *partial, size_t size)
{
    char *text = realloc(partial->text, size);
    if (text) {
        partial->text = text;
        partial->size = size;
    }
    return text != NULL;
}

static void partial_append(struct partial *partial, const char *bytes, size_t length)
{
    if (length == 0 || partial->cut)
        return;
    if (partial->length + length > MI_LINE_MAX) {
        partial_cut(partial);
        return;
    }
    if (partial->length + length > partial->size &&
        !partial_resize(partial, (partial->length + length) * 2)) {
        partial_cut(partial);
        return;
    }
    memcpy(partial->text + partial->length, bytes, length);
    partial->length += length;
}

static struct mi_line *new_line(size_t length)
{
    return malloc(sizeof(struct mi_line) + length + 1);
}

/* Allocates the finished line.  If memory has run out, uses the spare line, which cuts lines longer
 * than MI_LINE_CUT.  NULL if that is used up, too. */
static struct mi_line *allocate_finished_line(struct mi_input *input)
{
    struct mi_line *line = new_line(input->partial.length);
    if (line)
        return line;
    if (input->partial.length > MI_LINE_CUT)
        partial_cut(&input->partial);
    line = input->spare;
    input->spare = NULL;
    return line;
}

/* Returns the finished line, or NULL if memory has run out; the line is then lost.  The first one
 * may begin with a byte-order mark, as some shells of Windows write to a pipe. */
static struct mi_line *finish_line(struct mi_input *input)
{
    struct partial *partial = &input->partial;
    struct mi_line *line = allocate_finished_line(input);
    size_t mark = input->count == 0 ? mi_utf8_mark(partial->text, partial->length) : 0;
    if (!input->spare)
        input->spare = new_line(MI_LINE_CUT);
    if (line) {
        line->next = NULL;
        line->number = ++input->count;
        line->arrived = input->last_read;
        line->pause = input->pause;
        input->pause = 0; /* other lines of this chunk arrive at the same time */
        line->cut = partial->cut;
        line->length = partial->length - mark;
        if (line->length > 0)
            memcpy(line->text, partial->text + mark, line->length);
        line->text[line->length] = '\0';
    }
    if (partial->size > CHUNK_BYTES) /* free most of the buffer after a long line */
        partial_resize(partial, KEPT_BYTES);
    partial->length = 0;
    partial->cut = false;
    return line;
}

/* Splits a chunk and chains the lines that it completes to *last. */
static void split_chunk(struct mi_input *input, const char *chunk, size_t length,
                        struct mi_line **last)
{
    const char *end;
    while ((end = memchr(chunk, '\n', length)) != NULL) {
        partial_append(&input->partial, chunk, (size_t)(end - chunk));
        length -= (size_t)(end + 1 - chunk);
        chunk = end + 1;
        *last = finish_line(input);
        if (*last)
            last = &(*last)->next;
    }
    partial_append(&input->partial, chunk, length);
}

static void enqueue_lines(struct mi_input *input, struct mi_line *lines)
{
    pthread_mutex_lock(&input->lock);
    while (input->bytes > QUEUE_MAX && !input->closing)
        pthread_cond_wait(&input->space, &input->lock);
    *input->last = lines;
    for (struct mi_line *line = lines; line; line = line->next) {
        input->last = &line->next;
        input->bytes += sizeof *line + line->length;
        if (input->watch)
            input->watch(input->context, line);
    }
    pthread_cond_signal(&input->lines);
    pthread_mutex_unlock(&input->lock);
}

static void *read_lines(void *self)
{
    struct mi_input *input = self;
    size_t length;
    input->last_read = mi_clock();
    while ((length = mi_stream_read(input->stream, input->chunk, CHUNK_BYTES)) > 0) {
        double now = mi_clock();
        struct mi_line *lines = NULL;
        input->pause = now - input->last_read;
        input->last_read = now;
        split_chunk(input, input->chunk, length, &lines);
        if (lines)
            enqueue_lines(input, lines);
    }
    if (input->partial.length > 0) {
        struct mi_line *line = finish_line(input);
        if (line)
            enqueue_lines(input, line);
    }
    pthread_mutex_lock(&input->lock);
    input->ended = true;
    if (input->watch)
        input->watch(input->context, NULL);
    pthread_cond_signal(&input->lines);
    pthread_mutex_unlock(&input->lock);
    return NULL;
}

/* ---- the main thread ---- */

/* Frees everything except the thread. */
static void input_free(struct mi_input *input)
{
    while (input->first) {
        struct mi_line *line = input->first;
        input->first = line->next;
        free(line);
    }
    free(input->partial.text);
    free(input->spare);
    mi_stream_free(input->stream);
    pthread_cond_destroy(&input->space);
    pthread_cond_destroy(&input->lines);
    pthread_mutex_destroy(&input->lock);
    free(input);
}

/* Uses the monotonic clock for deadlines if there is one, so that setting the system's clock does
 * not affect them. */
static void init_lines_condition(struct mi_input *input)
{
    pthread_condattr_t attributes;
    input->clock = CLOCK_REALTIME;
    pthread_condattr_init(&attributes);
#if defined _POSIX_CLOCK_SELECTION && _POSIX_CLOCK_SELECTION > 0
    if (pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0)
        input->clock = CLOCK_MONOTONIC;
#endif
    pthread_cond_init(&input->lines, &attributes);
    pthread_condattr_destroy(&attributes);
}

struct mi_input *mi_input_open(int file)
{
    struct mi_input *input = calloc(1, sizeof *input);
    if (input)
        input->stream = mi_stream_open(file);
    if (!input || !input->stream) {
        free(input);
        return NULL;
    }
    /* Short lines can then be read even if memory runs out later. */
    partial_resize(&input->partial, KEPT_BYTES);
    input->spare = new_line(MI_LINE_CUT);
    input->last = &input->first;
    pthread_mutex_init(&input->lock, NULL);
    init_lines_condition(input);
    pthread_cond_init(&input->space, NULL);
    if (!mi_thread_start(&input->reader, read_lines, input)) {
        input_free(input);
        return NULL;
    }
    return input;
}

void mi_input_close(struct mi_input *input)
{
    pthread_mutex_lock(&input->lock);
    input->closing = true;
    input->watch = NULL;
    pthread_cond_signal(&input->space);
    pthread_mutex_unlock(&input->lock);
    mi_stream_end(input->stream);
    mi_thread_join(&input->reader);
    input_free(input);
}

const struct mi_line *mi_input_peek(struct mi_input *input)
{
    pthread_mutex_lock(&input->lock);
    while (!input->first && !input->ended)
        pthread_cond_wait(&input->lines, &input->lock);
    const struct mi_line *line = input->first;
    pthread_mutex_unlock(&input->lock);
    return line;
}

struct mi_line *mi_input_next(struct mi_input *input)
{
    if (!mi_input_peek(input))
        return NULL;
    pthread_mutex_lock(&input->lock);
    struct mi_line *line = input->first;
    input->first = line->next;
    if (!input->first)
        input->last = &input->first;
    input->bytes -= sizeof *line + line->length;
    pthread_cond_signal(&input->space);
    pthread_mutex_unlock(&input->lock);
    return line;
}

bool mi_input_waiting(struct mi_input *input)
{
    pthread_mutex_lock(&input->lock);
    bool waiting = input->first || input->ended;
    pthread_mutex_unlock(&input->lock);
    return waiting;
}

/* The time that many seconds from now, on the condition's clock. */
static struct timespec deadline_after(const struct mi_input *input, double seconds)
{
    struct timespec when;
    clock_gettime(input->clock, &when);
    double whole_seconds = seconds < 1e6 ? (double)(long)seconds : 1e6;
    long nanoseconds = (long)((seconds < 1e6 ? seconds - whole_seconds : 0) * 1e9) + when.tv_nsec;
    when.tv_sec += (time_t)whole_seconds + nanoseconds / 1000000000;
    when.tv_nsec = nanoseconds % 1000000000;
    return when;
}

bool mi_input_wait(struct mi_input *input, double seconds)
{
    const struct timespec deadline = deadline_after(input, seconds);
    int error = 0;
    pthread_mutex_lock(&input->lock);
    while (!input->first && !input->ended && error == 0)
        error = pthread_cond_timedwait(&input->lines, &input->lock, &deadline);
    bool waiting = input->first || input->ended;
    pthread_mutex_unlock(&input->lock);
    return waiting;
}

void mi_input_watch(struct mi_input *input,
                    void (*watch)(void *context, const struct mi_line *line), void *context)
{
    pthread_mutex_lock(&input->lock);
    input->watch = watch;
    input->context = context;
    for (struct mi_line *line = input->first; watch && line; line = line->next)
        watch(context, line);
    if (watch && input->ended)
        watch(context, NULL);
    pthread_mutex_unlock(&input->lock);
}
