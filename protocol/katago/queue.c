/* The positions that were asked about and wait for their search, the highest priority first, and
 * among equals in the order in which they came. */
#include "query.h"

#include "protocol/io/json_walk.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct mi_question *make_question(const struct mi_query *query, const char *line)
{
    size_t length = strlen(line);
    struct mi_question *question = calloc(1, sizeof *question + length + 1);
    if (!question)
        return NULL;
    snprintf(question->id, sizeof question->id, "%s", query->id);
    memcpy(question->text, line, length + 1);
    return question;
}

void mi_wait_free(struct mi_wait *wait)
{
    if (--wait->question->uses == 0)
        free(wait->question);
    free(wait);
}

/* ---- the heap ---- */

static bool is_before(const struct mi_wait *a, const struct mi_wait *b)
{
    return a->priority > b->priority || (a->priority == b->priority && a->number < b->number);
}

static int compare(const void *a, const void *b)
{
    const struct mi_wait *const *x = a, *const *y = b;
    return is_before(*x, *y) ? -1 : 1;
}

/* Makes room for n more; false: no memory. */
static bool reserve(struct mi_queue *queue, size_t n)
{
    size_t room = queue->room ? queue->room : 64;
    while (room < queue->count + n + 1)
        room *= 2;
    struct mi_wait **heap =
        room > queue->room ? realloc(queue->heap, room * sizeof *heap) : queue->heap;
    if (!heap)
        return false;
    queue->heap = heap;
    queue->room = room;
    return true;
}

static void place(struct mi_queue *queue, struct mi_wait *wait)
{
    size_t at = ++queue->count;
    for (; at > 1 && is_before(wait, queue->heap[at / 2]); at /= 2)
        queue->heap[at] = queue->heap[at / 2];
    queue->heap[at] = wait;
    queue->bytes += wait->bytes;
}

static void insert(struct mi_queue *queue, struct mi_wait *wait)
{
    wait->number = queue->number++;
    place(queue, wait);
}

/* What was taken has left its room behind. */
void mi_queue_put_back(struct mi_queue *queue, struct mi_wait *wait)
{
    if (reserve(queue, 1))
        place(queue, wait);
    else
        mi_wait_free(wait);
}

/* Puts the last one where the first one was. */
static void close_gap(struct mi_queue *queue)
{
    struct mi_wait *last = queue->heap[queue->count--];
    size_t at = 1, next;
    for (; (next = 2 * at) <= queue->count; at = next) {
        next += next < queue->count && is_before(queue->heap[next + 1], queue->heap[next]);
        if (is_before(last, queue->heap[next]))
            break;
        queue->heap[at] = queue->heap[next];
    }
    queue->heap[at] = last;
}

/* ---- what waits ---- */

static struct mi_wait *make_wait(struct mi_question *question, int turn, double priority)
{
    struct mi_wait *wait = calloc(1, sizeof *wait);
    if (!wait)
        return NULL;
    *wait = (struct mi_wait){
        .question = question, .priority = priority, .turn = turn, .bytes = sizeof *wait};
    question->uses++;
    return wait;
}

/* Does the i-th turn stand among those before it?  It is answered once. */
static bool is_repeated(const struct mi_query *query, int i)
{
    for (int k = 0; k < i; k++)
        if (query->turns[k] == query->turns[i])
            return true;
    return false;
}

static int count_waits(const struct mi_query *query)
{
    return query->fault[0] || query->action[0] ? 1 : query->turn_count;
}

/* A position for each turn, or what is to be done at once; false: no memory. */
static bool add_waits(struct mi_queue *queue, const struct mi_query *query,
                      struct mi_question *question)
{
    bool urgent = query->fault[0] || query->action[0];
    size_t bytes = sizeof *question + strlen(question->text);
    for (int i = 0; i < count_waits(query); i++) {
        if (!urgent && is_repeated(query, i))
            continue;
        double priority = query->priority_count > 0 ? query->priorities[i] : query->priority;
        struct mi_wait *wait = make_wait(question, urgent ? MI_WAIT_URGENT : query->turns[i],
                                         urgent ? INFINITY : priority);
        if (!wait)
            return false;
        wait->bytes += i == 0 ? bytes : 0;
        wait->resets = strcmp(query->action, "clear_cache") == 0;
        insert(queue, wait);
    }
    return true;
}

bool mi_queue_add(struct mi_queue *queue, const struct mi_query *query, const char *line)
{
    struct mi_question *question =
        reserve(queue, (size_t)count_waits(query)) ? make_question(query, line) : NULL;
    if (!question)
        return false;
    question->uses = 1; /* until all are made */
    bool made = add_waits(queue, query, question);
    if (--question->uses == 0)
        free(question);
    return made;
}

struct mi_wait *mi_queue_take(struct mi_queue *queue, bool urgent)
{
    struct mi_wait *wait = queue->count > 0 ? queue->heap[1] : NULL;
    if (!wait || (urgent && (wait->resets || isfinite(wait->priority))))
        return NULL;
    queue->bytes -= wait->bytes;
    close_gap(queue);
    return wait;
}

/* Are two ids the same, however they are written? */
static bool is_same_id(const char *a, const char *b)
{
    struct mi_json_walk walk[2] = {{.at = a}, {.at = b}};
    char text[2][MI_QUERY_ID];
    if (*a != '"' || *b != '"')
        return strcmp(a, b) == 0;
    for (int i = 0; i < 2; i++)
        mi_json_text(&walk[i], text[i], sizeof text[i]);
    return strcmp(text[0], text[1]) == 0;
}

bool mi_wait_is_meant(const struct mi_wait *wait, const struct mi_query *action)
{
    bool meant =
        wait->turn != MI_WAIT_URGENT && (strcmp(action->action, "terminate_all") == 0 ||
                                         is_same_id(wait->question->id, action->terminate));
    if (!meant || !action->asks_turns)
        return meant;
    for (int i = 0; i < action->turn_count; i++)
        if (action->turns[i] == wait->turn)
            return true;
    return false;
}

/* They keep their order, behind what was done at once before them. */
void mi_queue_end(struct mi_queue *queue, const struct mi_query *action)
{
    if (queue->count == 0)
        return;
    qsort(queue->heap + 1, queue->count, sizeof *queue->heap, compare);
    for (size_t i = 1; i <= queue->count; i++) {
        struct mi_wait *wait = queue->heap[i];
        if (wait->ended || !mi_wait_is_meant(wait, action))
            continue;
        wait->ended = true;
        wait->priority = INFINITY;
        wait->number = queue->number++;
    }
    qsort(queue->heap + 1, queue->count, sizeof *queue->heap, compare);
}

void mi_queue_clear(struct mi_queue *queue)
{
    for (struct mi_wait *wait; (wait = mi_queue_take(queue, false)) != NULL;)
        mi_wait_free(wait);
    free(queue->heap);
    *queue = (struct mi_queue){0};
}
