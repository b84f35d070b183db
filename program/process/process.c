#include "process.h"

#include "base/clock.h"
#include "child.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { MOMENT = 100 }; /* milliseconds from one look at stop to the next */

bool mi_process_start(struct mi_process *process, char *const *arguments)
{
    process->child = mi_child_start(arguments);
    process->length = process->taken = 0;
    return process->child != NULL;
}

bool mi_process_send(struct mi_process *process, const char *line)
{
    return mi_child_write(process->child, line, strlen(line)) &&
           mi_child_write(process->child, "\n", 1);
}

/* ---- lines ---- */

/* The line that begins at taken, if its end is there. */
static char *take_line(struct mi_process *process)
{
    char *begin = process->buffer + process->taken;
    size_t left = process->length - process->taken;
    char *end = memchr(begin, '\n', left);
    bool full = !end && process->taken == 0 && left == MI_PROCESS_LINE - 1;
    if (!end && !full)
        return NULL;
    end = end ? end : begin + left;
    process->taken += (size_t)(end - begin) + !full;
    *end = '\0';
    if (end > begin && end[-1] == '\r')
        end[-1] = '\0';
    return begin;
}

/* Makes room at the end of the buffer, and reads what comes, as mi_child_read(). */
static int read_more(struct mi_process *process, int milliseconds)
{
    memmove(process->buffer, process->buffer + process->taken, process->length - process->taken);
    process->length -= process->taken;
    process->taken = 0;
    int n = mi_child_read(process->child, process->buffer + process->length,
                          MI_PROCESS_LINE - 1 - process->length, milliseconds);
    if (n > 0)
        process->length += (size_t)n;
    return n;
}

static bool is_stopped(const struct mi_process *process)
{
    return process->stop && atomic_load(process->stop);
}

enum mi_heard mi_process_hear(struct mi_process *process, double deadline, char **line)
{
    if (is_stopped(process) || mi_clock() > deadline) /* who talks on and on is not heard out */
        return MI_HEARD_NOTHING;
    while ((*line = take_line(process)) == NULL) {
        double left = deadline - mi_clock();
        int wait = left <= 0 ? 0 : 1000 * left > MOMENT ? MOMENT : (int)(1000 * left) + 1;
        int heard = read_more(process, wait);
        if (heard == 0)
            return MI_HEARD_END;
        if (heard == MI_CHILD_SILENT && (left <= 0 || is_stopped(process)))
            return MI_HEARD_NOTHING;
    }
    return MI_HEARD_LINE;
}

/* ---- the end ---- */

static bool has_ended(struct mi_child *child, double patience, char *text, size_t size)
{
    const struct timespec moment = {.tv_nsec = 5000000};
    double deadline = mi_clock() + patience;
    while (!mi_child_ended(child, text, size)) {
        if (mi_clock() >= deadline)
            return false;
        nanosleep(&moment, NULL);
    }
    return true;
}

void mi_process_end_child(struct mi_child *child, double patience, char *text, size_t size)
{
    mi_child_finish(child);
    if (!has_ended(child, patience, text, size)) {
        mi_child_kill(child);
        has_ended(child, 5, NULL, 0);
        if (text)
            snprintf(text, size, "did not end");
    }
    mi_child_free(child);
}

void mi_process_end(struct mi_process *process, double patience, char *text, size_t size)
{
    if (process->child)
        mi_process_end_child(process->child, patience, text, size);
    process->child = NULL;
}
