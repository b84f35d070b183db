/* input.h - a reader thread, so that input is seen while a search runs.
 *
 *     client --bytes--> reader thread --lines, in order--> queue --> main thread
 *                             |
 *                             +-- watch(line): commands that cannot wait for their turn
 *
 * All complete lines of one read() enter the queue together. */
#ifndef MI_PROTOCOL_IO_INPUT_H
#define MI_PROTOCOL_IO_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct mi_input;

/* A line without its newline.  It may contain any byte, including zeros; text[length] is 0. */
struct mi_line {
    struct mi_line *next;
    uint64_t number; /* counted from 1 */
    double arrived;  /* mi_clock() when it was read */
    /* Seconds without input before it; 0 if it arrived in the same read() as the line before. */
    double pause;
    /* Only the beginning is here: the line was longer than MI_LINE_MAX, or memory ran out. */
    bool cut;
    size_t length;
    char text[];
};

enum { MI_LINE_MAX = 4 << 20, MI_LINE_CUT = 64 };

/* Starts the reader thread; NULL on failure.  mi_input_close() ends the thread and frees
 * everything. */
struct mi_input *mi_input_open(int file);
void mi_input_close(struct mi_input *input);

/* Waits for the next line.  NULL at the end of input. */
const struct mi_line *mi_input_peek(struct mi_input *input); /* leaves it in the queue */
struct mi_line *mi_input_next(struct mi_input *input);       /* the caller frees it with free() */

/* Is a line in the queue, or has the input ended?  Does not wait. */
bool mi_input_waiting(struct mi_input *input);

/* Like mi_input_waiting(), but first waits for at most that many seconds. */
bool mi_input_wait(struct mi_input *input, double seconds);

/* Calls watch for each line in the queue, and then, in the reader thread, for each line that
 * arrives.  watch(context, NULL) reports the end of input, even if it came earlier.  A NULL watch
 * ends this; a replaced watch is not called again. */
void mi_input_watch(struct mi_input *input,
                    void (*watch)(void *context, const struct mi_line *line), void *context);

#endif
