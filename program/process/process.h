/* process.h - a child process that exchanges lines of text. */
#ifndef MI_PROGRAM_PROCESS_PROCESS_H
#define MI_PROGRAM_PROCESS_PROCESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { MI_PROCESS_LINE = 1 << 16 }; /* maximal bytes of a line */

/* All zero: not running. */
struct mi_process {
    struct mi_child *child;  /* owned; NULL: not running */
    const atomic_bool *stop; /* may be NULL; once it is true, waiting ends */
    double patience;         /* seconds that it may leave its input unread; 0: no limit */
    size_t length, consumed; /* bytes in the buffer, and bytes already returned */
    char buffer[MI_PROCESS_LINE];
};

enum mi_process_input { MI_PROCESS_INPUT_LINE, MI_PROCESS_INPUT_NONE, MI_PROCESS_INPUT_END };

/* Starts a program; arguments end with NULL.  False: it cannot be started. */
bool mi_process_start(struct mi_process *process, char *const *arguments);

/* Sends a line.  False: the process closed its input, or left it unread for too long. */
bool mi_process_send(struct mi_process *process, const char *line);

/* Waits for a line until mi_clock() reaches the deadline.  After the deadline no line is returned,
 * even if one is in the buffer.  *line is valid until the next call; a final carriage return is
 * removed; a line that is too long is returned in pieces. */
enum mi_process_input mi_process_read_line(struct mi_process *process, double deadline,
                                           char **line);

/* Closes its input, waits that many seconds for it to end, and then kills it.  Writes how it
 * ended ("signal 11", "status 1"; text may be NULL).  mi_process_end_child() does the same for a
 * child and frees it. */
void mi_process_end_child(struct mi_child *child, double patience, char *text, size_t size);
void mi_process_end(struct mi_process *process, double patience, char *text, size_t size);

#endif
