/* process.h - a program behind two pipes that is talked to in lines. */
#ifndef MI_PROGRAM_PROCESS_PROCESS_H
#define MI_PROGRAM_PROCESS_PROCESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { MI_PROCESS_LINE = 1 << 16 }; /* bytes of a line that are kept */

/* Begins as all zero: there is none. */
struct mi_process {
    struct mi_child *child;  /* owned; NULL: it does not run */
    const atomic_bool *stop; /* NULL, or: nothing is waited for once it is true */
    double patience;         /* seconds for which it may leave its input unread; 0: no bound */
    size_t length, taken;    /* of what was read, and what of that was given out */
    char buffer[MI_PROCESS_LINE];
};

enum mi_process_input { MI_PROCESS_INPUT_LINE, MI_PROCESS_INPUT_NONE, MI_PROCESS_INPUT_END };

/* Starts a program with arguments that end with NULL (child.h).  False: it cannot be started. */
bool mi_process_start(struct mi_process *process, char *const *arguments);

/* Sends a line.  False: the process closed its input, or left it unread for too long. */
bool mi_process_send(struct mi_process *process, const char *line);

/* Waits for the next line until mi_clock() comes to the deadline; behind it not even a line that is
 * there is given.  *line lives until the next call; a carriage return at its end is cut off; one
 * that is too long comes in pieces. */
enum mi_process_input mi_process_read_line(struct mi_process *process, double deadline,
                                           char **line);

/* Closes its input, waits so many seconds for its end, and then ends it.  Writes how it ended:
 * "signal 11", "status 1"; text may be NULL.  The same of a child alone, which it frees. */
void mi_process_end_child(struct mi_child *child, double patience, char *text, size_t size);
void mi_process_end(struct mi_process *process, double patience, char *text, size_t size);

#endif
