/* The positions that were asked about and wait for their search, the highest priority first, and
 * among equals in the order in which they came. */
#include "query.h"

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

/* Most come behind all others. */
static void insert(struct mi_queue *queue, struct mi_wait *wait)
{
    struct mi_wait **at = &queue->first;
    if (queue->last && queue->last->priority >= wait->priority)
        at = &queue->last->next;
    while (*at && (*at)->priority >= wait->priority)
        at = &(*at)->next;
    wait->next = *at;
    *at = wait;
    if (!wait->next)
        queue->last = wait;
    queue->bytes += wait->bytes;
}

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

/* Chains a position for each turn, or what is to be done at once; NULL: no memory. */
static struct mi_wait *make_waits(const struct mi_query *query, struct mi_question *question)
{
    struct mi_wait *first = NULL, **last = &first;
    bool urgent = query->fault[0] || query->action[0];
    for (int i = 0; i < (urgent ? 1 : query->turn_count); i++) {
        double priority = query->priority_count > 0 ? query->priorities[i] : query->priority;
        *last = make_wait(question, urgent ? MI_WAIT_URGENT : query->turns[i],
                          urgent ? INFINITY : priority);
        if (!*last) {
            for (struct mi_wait *next; first; first = next) {
                next = first->next;
                mi_wait_free(first);
            }
            return NULL;
        }
        last = &(*last)->next;
    }
    return first;
}

bool mi_queue_add(struct mi_queue *queue, const struct mi_query *query, const char *line)
{
    struct mi_question *question = make_question(query, line);
    if (!question)
        return false;
    question->uses = 1;
    struct mi_wait *list = make_waits(query, question);
    bool made = list != NULL || query->turn_count == 0;
    if (list) {
        list->bytes += sizeof *question + strlen(line);
        list->resets = strcmp(query->action, "clear_cache") == 0;
    }
    for (struct mi_wait *next; list; list = next) {
        next = list->next;
        insert(queue, list);
    }
    if (--question->uses == 0)
        free(question);
    return made;
}

struct mi_wait *mi_queue_take(struct mi_queue *queue, bool urgent)
{
    struct mi_wait *wait = queue->first;
    if (!wait || (urgent && (wait->resets || isfinite(wait->priority))))
        return NULL;
    queue->first = wait->next;
    if (!queue->first)
        queue->last = NULL;
    queue->bytes -= wait->bytes;
    return wait;
}

bool mi_wait_is_meant(const struct mi_wait *wait, const struct mi_query *action)
{
    bool meant =
        wait->turn != MI_WAIT_URGENT && (strcmp(action->action, "terminate_all") == 0 ||
                                         strcmp(wait->question->id, action->terminate) == 0);
    if (!meant || !action->asks_turns)
        return meant;
    for (int i = 0; i < action->turn_count; i++)
        if (action->turns[i] == wait->turn)
            return true;
    return false;
}

void mi_queue_end(struct mi_queue *queue, const struct mi_query *action)
{
    struct mi_queue all = *queue;
    *queue = (struct mi_queue){0};
    for (struct mi_wait *wait = all.first, *next; wait; wait = next) {
        next = wait->next;
        wait->ended |= mi_wait_is_meant(wait, action);
        if (wait->ended)
            wait->priority = INFINITY;
        insert(queue, wait);
    }
}

void mi_queue_clear(struct mi_queue *queue)
{
    for (struct mi_wait *wait; (wait = mi_queue_take(queue, false)) != NULL;)
        mi_wait_free(wait);
}
