#include "process.h"

#include "base/clock.h"
#include "child.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { POLL_MILLISECONDS = 100 }; /* interval between checks of stop, in milliseconds */

bool mi_process_start(struct mi_process *process, char *const *arguments)
{
    process->child = mi_child_start(arguments);
    process->length = process->consumed = 0;
    return process->child != NULL;
}

static bool is_stopped(const struct mi_process *process)
{
    return process->stop && atomic_load(process->stop);
}

static bool send_bytes(struct mi_process *process, const char *bytes, size_t length,
                       double deadline)
{
    while (length > 0) {
        int n = mi_child_write(process->child, bytes, length, POLL_MILLISECONDS);
        if (n == 0 || (n == MI_CHILD_TIMEOUT && (is_stopped(process) || mi_clock() > deadline)))
            return false;
        if (n > 0) {
            bytes += n;
            length -= (size_t)n;
        }
    }
    return true;
}

bool mi_process_send(struct mi_process *process, const char *line)
{
    double deadline = process->patience > 0 ? mi_clock() + process->patience : INFINITY;
    return send_bytes(process, line, strlen(line), deadline) &&
           send_bytes(process, "\n", 1, deadline);
}

/* ---- lines ---- */

/* Returns the next line if it is complete. */
static char *next_buffered_line(struct mi_process *process)
{
    char *begin = process->buffer + process->consumed;
    size_t left = process->length - process->consumed;
    char *end = memchr(begin, '\n', left);
    bool full = !end && process->consumed == 0 && left == MI_PROCESS_LINE - 1;
    if (!end && !full)
        return NULL;
    end = end ? end : begin + left;
    process->consumed += (size_t)(end - begin) + !full;
    *end = '\0';
    if (end > begin && end[-1] == '\r')
        end[-1] = '\0';
    return begin;
}

/* Compacts the buffer and reads more output, like mi_child_read(). */
static int read_more(struct mi_process *process, int milliseconds)
{
    memmove(process->buffer, process->buffer + process->consumed,
            process->length - process->consumed);
    process->length -= process->consumed;
    process->consumed = 0;
    int n = mi_child_read(process->child, process->buffer + process->length,
                          MI_PROCESS_LINE - 1 - process->length, milliseconds);
    if (n > 0)
        process->length += (size_t)n;
    return n;
}

/* Checks the clock after each piece, so that endless output cannot delay the deadline. */
enum mi_process_input mi_process_read_line(struct mi_process *process, double deadline, char **line)
{
    for (;;) {
        double left = deadline - mi_clock();
        if (left < 0 || is_stopped(process))
            return MI_PROCESS_INPUT_NONE;
        if ((*line = next_buffered_line(process)) != NULL)
            return MI_PROCESS_INPUT_LINE;
        int wait = 1000 * left > POLL_MILLISECONDS ? POLL_MILLISECONDS : (int)(1000 * left) + 1;
        if (read_more(process, wait) == 0)
            return MI_PROCESS_INPUT_END;
    }
}

/* ---- the end ---- */

static bool wait_for_exit(struct mi_child *child, double patience, char *text, size_t size)
{
    const struct timespec poll_interval = {.tv_nsec = 5000000};
    double deadline = mi_clock() + patience;
    while (!mi_child_ended(child, text, size)) {
        if (mi_clock() >= deadline)
            return false;
        nanosleep(&poll_interval, NULL);
    }
    return true;
}

void mi_process_end_child(struct mi_child *child, double patience, char *text, size_t size)
{
    mi_child_close_input(child);
    if (!wait_for_exit(child, patience, text, size)) {
        mi_child_kill(child);
        wait_for_exit(child, 5, NULL, 0);
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
