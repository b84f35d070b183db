/* The queue of positions to search: the highest priority first, then in order of arrival. */
#include "query.h"

#include "protocol/io/json_walk.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct mi_queued_query *queue_copy_query(const struct mi_query *query, const char *line)
{
    size_t length = strlen(line);
    struct mi_queued_query *question = calloc(1, sizeof *question + length + 1);
    if (!question)
        return NULL;
    snprintf(question->id, sizeof question->id, "%s", query->id);
    memcpy(question->text, line, length + 1);
    return question;
}

void mi_queue_entry_free(struct mi_queue_entry *wait)
{
    if (--wait->question->uses == 0)
        free(wait->question);
    free(wait);
}

/* ---- the heap ---- */

static bool entry_is_before(const struct mi_queue_entry *a, const struct mi_queue_entry *b)
{
    return a->priority > b->priority || (a->priority == b->priority && a->number < b->number);
}

static int compare_entries(const void *a, const void *b)
{
    const struct mi_queue_entry *const *x = a, *const *y = b;
    return entry_is_before(*x, *y) ? -1 : 1;
}

/* Reserves space for n more entries; false if memory runs out. */
static bool queue_reserve(struct mi_queue *queue, size_t n)
{
    size_t capacity = queue->capacity ? queue->capacity : 64;
    while (capacity < queue->count + n + 1)
        capacity *= 2;
    struct mi_queue_entry **heap =
        capacity > queue->capacity ? realloc(queue->heap, capacity * sizeof *heap) : queue->heap;
    if (!heap)
        return false;
    queue->heap = heap;
    queue->capacity = capacity;
    return true;
}

static void queue_sift_up(struct mi_queue *queue, struct mi_queue_entry *wait)
{
    size_t at = ++queue->count;
    for (; at > 1 && entry_is_before(wait, queue->heap[at / 2]); at /= 2)
        queue->heap[at] = queue->heap[at / 2];
    queue->heap[at] = wait;
    queue->bytes += wait->bytes;
}

static void queue_insert(struct mi_queue *queue, struct mi_queue_entry *wait)
{
    wait->number = queue->number++;
    queue_sift_up(queue, wait);
}

/* This needs no memory, since the removed entry left its space. */
void mi_queue_put_back(struct mi_queue *queue, struct mi_queue_entry *wait)
{
    if (queue_reserve(queue, 1))
        queue_sift_up(queue, wait);
    else
        mi_queue_entry_free(wait);
}

/* Fills the gap at the root with the last entry and restores the heap. */
static void queue_fill_root(struct mi_queue *queue)
{
    struct mi_queue_entry *last = queue->heap[queue->count--];
    size_t at = 1, next;
    for (; (next = 2 * at) <= queue->count; at = next) {
        next += next < queue->count && entry_is_before(queue->heap[next + 1], queue->heap[next]);
        if (entry_is_before(last, queue->heap[next]))
            break;
        queue->heap[at] = queue->heap[next];
    }
    queue->heap[at] = last;
}

/* ---- entries ---- */

static struct mi_queue_entry *make_entry(struct mi_queued_query *question, int turn,
                                         double priority)
{
    struct mi_queue_entry *wait = calloc(1, sizeof *wait);
    if (!wait)
        return NULL;
    *wait = (struct mi_queue_entry){
        .question = question, .priority = priority, .turn = turn, .bytes = sizeof *wait};
    question->uses++;
    return wait;
}

/* Is the i-th turn a repetition?  Each turn is answered once. */
static bool is_repeated(const struct mi_query *query, int i)
{
    for (int k = 0; k < i; k++)
        if (query->turns[k] == query->turns[i])
            return true;
    return false;
}

static int count_entries(const struct mi_query *query)
{
    return query->fault[0] || query->action[0] ? 1 : query->turn_count;
}

/* Adds an entry for each turn, or one to be done at once; false if memory runs out. */
static bool add_entries(struct mi_queue *queue, const struct mi_query *query,
                        struct mi_queued_query *question)
{
    bool urgent = query->fault[0] || query->action[0];
    size_t bytes = sizeof *question + strlen(question->text);
    for (int i = 0; i < count_entries(query); i++) {
        if (!urgent && is_repeated(query, i))
            continue;
        double priority = query->priority_count > 0 ? query->priorities[i] : query->priority;
        struct mi_queue_entry *wait = make_entry(
            question, urgent ? MI_QUEUE_URGENT : query->turns[i], urgent ? INFINITY : priority);
        if (!wait)
            return false;
        wait->bytes += i == 0 ? bytes : 0;
        wait->resets = strcmp(query->action, "clear_cache") == 0;
        queue_insert(queue, wait);
    }
    return true;
}

bool mi_queue_add(struct mi_queue *queue, const struct mi_query *query, const char *line)
{
    struct mi_queued_query *question =
        queue_reserve(queue, (size_t)count_entries(query)) ? queue_copy_query(query, line) : NULL;
    if (!question)
        return false;
    question->uses = 1; /* until all entries are made */
    bool made = add_entries(queue, query, question);
    if (--question->uses == 0)
        free(question);
    return made;
}

struct mi_queue_entry *mi_queue_take(struct mi_queue *queue, bool urgent)
{
    struct mi_queue_entry *wait = queue->count > 0 ? queue->heap[1] : NULL;
    if (!wait || (urgent && (wait->resets || isfinite(wait->priority))))
        return NULL;
    queue->bytes -= wait->bytes;
    queue_fill_root(queue);
    return wait;
}

/* Are two ids equal, regardless of escapes? */
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

bool mi_queue_entry_matches(const struct mi_queue_entry *wait, const struct mi_query *action)
{
    bool matches =
        wait->turn != MI_QUEUE_URGENT && (strcmp(action->action, "terminate_all") == 0 ||
                                          is_same_id(wait->question->id, action->terminate));
    if (!matches || !action->asks_turns)
        return matches;
    for (int i = 0; i < action->turn_count; i++)
        if (action->turns[i] == wait->turn)
            return true;
    return false;
}

/* The entries keep their order, after earlier entries that are to be done at once. */
void mi_queue_terminate(struct mi_queue *queue, const struct mi_query *action)
{
    if (queue->count == 0)
        return;
    qsort(queue->heap + 1, queue->count, sizeof *queue->heap, compare_entries);
    for (size_t i = 1; i <= queue->count; i++) {
        struct mi_queue_entry *wait = queue->heap[i];
        if (wait->ended || !mi_queue_entry_matches(wait, action))
            continue;
        wait->ended = true;
        wait->priority = INFINITY;
        wait->number = queue->number++;
    }
    qsort(queue->heap + 1, queue->count, sizeof *queue->heap, compare_entries);
}

void mi_queue_clear(struct mi_queue *queue)
{
    for (struct mi_queue_entry *wait; (wait = mi_queue_take(queue, false)) != NULL;)
        mi_queue_entry_free(wait);
    free(queue->heap);
    *queue = (struct mi_queue){0};
}
