/* child.h - a child process with pipes for its input and output; implemented per system. */
#ifndef MI_PROGRAM_PROCESS_CHILD_H
#define MI_PROGRAM_PROCESS_CHILD_H

#include <stdbool.h>
#include <stddef.h>

struct mi_child;

/* Starts a program, searched for as the system's shell does; arguments end with NULL.  Its
 * standard error is discarded, and terminal signals do not reach it.  NULL: it cannot be
 * started. */
struct mi_child *mi_child_start(char *const *arguments);

enum { MI_CHILD_TIMEOUT = -1 };

/* Writes to its input; returns the bytes written.  0: the input is closed; MI_CHILD_TIMEOUT: the
 * pipe stayed full for that many milliseconds (on Windows longer). */
int mi_child_write(struct mi_child *child, const char *bytes, size_t length, int milliseconds);

/* Reads its output, waiting at most that many milliseconds; returns the bytes read.  0: end of
 * output; MI_CHILD_TIMEOUT: nothing yet. */
int mi_child_read(struct mi_child *child, char *bytes, size_t size, int milliseconds);

/* Closes its input. */
void mi_child_close_input(struct mi_child *child);

/* Has it ended?  If so, text (may be NULL) says how ("signal 11", "status 1"), and all processes
 * that it started are killed. */
bool mi_child_ended(struct mi_child *child, char *text, size_t size);

/* Kills it and all processes that it started. */
void mi_child_kill(struct mi_child *child);

/* Frees the struct, once the process has ended. */
void mi_child_free(struct mi_child *child);

#endif
