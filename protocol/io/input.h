/* input.h - lines that a thread of its own reads, so that input is seen while a search runs.
 *
 *     client --bytes--> reader thread --lines, in order--> queue --> main thread
 *                             |
 *                             +-- watch(line): what cannot wait for its turn
 *
 * All complete lines that one read() gave enter the queue together. */
#ifndef MI_PROTOCOL_IO_INPUT_H
#define MI_PROTOCOL_IO_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct mi_input;

/* A line without its newline.  May hold any byte, zeros too; text[length] is 0. */
struct mi_line {
    struct mi_line *next;
    uint64_t number; /* 1 for the first line, and so on */
    double arrived;  /* mi_clock() when it was read */
    double pause;    /* seconds without input before it; 0 if it came together with another */
    bool cut; /* it was longer than MI_LINE_MAX, or than memory: only its beginning is here */
    size_t length;
    char text[];
};

enum { MI_LINE_MAX = 4 << 20, MI_LINE_CUT = 64 };

/* Begins to read; NULL if that cannot be.  mi_input_close() ends the thread and frees everything.
 */
struct mi_input *mi_input_open(int file);
void mi_input_close(struct mi_input *input);

/* Waits for the next line.  NULL at the end of input. */
const struct mi_line *mi_input_peek(struct mi_input *input); /* it stays the next */
struct mi_line *mi_input_next(struct mi_input *input);       /* the caller frees it with free() */

/* Is there a line, or the end of input? */
bool mi_input_waiting(struct mi_input *input);

/* The same, after waiting for it so many seconds at most. */
bool mi_input_wait(struct mi_input *input, double seconds);

/* Shows the lines that wait, and lets the reader thread show each further one as it arrives; NULL:
 * no more.  A watch that was replaced is not called again.  NULL is shown for the end of input,
 * which may have come before. */
void mi_input_watch(struct mi_input *input,
                    void (*watch)(void *context, const struct mi_line *line), void *context);

#endif
